#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "core/base/message.h"
#include "core/rating/sequential/sprt_estimate.h"
#include "core/tournament/screening.h"
#include "core/tournament/stop_rule.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The state of a tournament's sequential test: a function of its stored games in the order of
/// their numbers.
class SprtVerdict {
 public:
  explicit SprtVerdict(const SprtRule& rule);
  /// That of the leader.
  explicit SprtVerdict(const TakeRace& race);

  /// The index of the player that is tested against the last one.
  std::size_t player() const { return player_; }

  /// 0 for H1, 1 for H0, 4 without a decision.
  ExitStatus status() const;
  /// `H1`, `H0` or null.
  Json decision() const;
  /// An object with settings, ratio, bounds, decision, median-unbiased and naive estimate.
  Json json() const;
  /// Settings, ratio and decision, in one line.
  Message state_text() const;
  /// The estimates, in one line.
  Message text() const;
  /// The median-unbiased estimate with its interval.
  Message estimate_text() const;
  /// The verdict in the form stored in a database.
  db::Verdict kept() const;
  /// The decision: `H1 is accepted`, `no decision`.
  Message decision_text() const;
  /// The rows of a table: names of figures and their texts.
  std::vector<std::pair<std::string, std::string>> figures() const;

  /// Games that count.
  std::uint64_t games() const { return counts_.units() * (counts_.pairs() ? 2 : 1); }

 private:
  SprtVerdict(std::size_t player, const rating::SprtOptions& options,
              const rating::MatchCounts& counts, const rating::SprtState& state);

  friend const Columns<SprtVerdict>& verdict_columns();

  Message ratio_text() const;
  Message naive_text() const;

  std::size_t player_;
  rating::SprtOptions options_;
  rating::MatchCounts counts_;
  rating::SprtState state_;
  rating::SprtEstimate estimate_;
  rating::MatchElo naive_;
};

const Columns<SprtVerdict>& verdict_columns();

/// The verdict of a rule or a stored tournament; nothing without a sequential test.
std::optional<SprtVerdict> sprt_verdict(const StopRule* rule);
std::optional<SprtVerdict> sprt_verdict(const db::Store& store, const db::StoredTournament& event,
                                        const Contest& contest);

/// Stores the verdict, if the tournament has a sequential test and is played in one part.
void keep_verdict(db::Store& store, const db::StoredTournament& event, const Contest& contest);

}  // namespace schiri::cli
