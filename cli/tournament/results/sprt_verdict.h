#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/print/json.h"
#include "core/rating/tests/sprt_estimate.h"
#include "core/tournament/stop_rule.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "db/tournament/verdict.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// What a sequential test of an event has come to: a function of its stored games, in the order of
/// their numbers.
class SprtVerdict {
 public:
  explicit SprtVerdict(const SprtRule& rule);

  /// 0 for H1, 1 for H0, 4 without a decision.
  ExitStatus status() const;
  /// `H1`, `H0` or null.
  Json decision() const;
  /// Settings, ratio, bounds and decision; the median-unbiased estimate and the naive one.
  Json json() const;
  /// Settings, ratio and decision, in one line.
  std::string state_text() const;
  /// The estimates, in one line.
  std::string text() const;
  /// As it is kept in a database.
  db::Verdict kept() const;
  /// What was decided, in a few words: `H1 is accepted`, `no decision`.
  std::string decision_text() const;
  /// For a table: what is told, and its text.
  std::vector<std::pair<std::string, std::string>> figures() const;

 private:
  std::string ratio_text() const;
  std::string estimate_text() const;
  std::string naive_text() const;

  rating::SprtOptions options_;
  rating::MatchCounts counts_;
  rating::SprtState state_;
  rating::SprtEstimate estimate_;
  rating::MatchElo naive_;
};

/// Of an event; nothing without a sequential test.
std::optional<SprtVerdict> sprt_verdict(const StopRule* rule);
std::optional<SprtVerdict> sprt_verdict(const db::Store& store, const db::StoredEvent& event,
                                        const Contest& contest);

/// Keeps it in the database, if the event has a sequential test and is played in one part.
void keep_verdict(db::Store& store, const db::StoredEvent& event, const Contest& contest);

}  // namespace schiri::cli
