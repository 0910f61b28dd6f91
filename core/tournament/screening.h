#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "core/tournament/schedule.h"
#include "core/tournament/stop_rule.h"

/// Several takes of one patch against a baseline under one plan: all play until the results leave
/// one, which goes on to its decision. Used by the system `screening` and its stop rule.
namespace schiri {

/// The test of each of several takes, with the errors that TakeRace needs; the plan for one.
rating::SprtOptions options_of_take(const rating::SprtOptions& plan, std::size_t takes);

/// The tests of all takes, fed with pairs of games against the baseline. With k takes:
///
/// - A take is accepted when its sequential test with errors alpha / k and beta / 2 accepts H1. The
///   race is then decided. If no take is better than H0, one is accepted with a probability of at
///   most alpha (Bonferroni).
/// - A take is out when its test accepts H0, or when its log-likelihood ratio is ln(2 (k - 1) /
///   beta) below the greatest: the ratio of "this one is as good as H1, that one as H0" to the
///   reverse is a martingale, so a take as good as H1 is beaten by others as good as H0 with a
///   probability of at most beta / 2 (Ville's inequality). So one such take is accepted with a
///   probability of at least 1 - beta.
///
/// The race goes on with the results of the screening, which is why the errors are split.
class TakeRace {
 public:
  enum class State : std::uint8_t { playing, accepted, rejected, behind, excluded };

  struct Take {
    rating::MatchCounts counts;
    rating::Sprt test;
    State state = State::playing;
    std::size_t behind = 0;  ///< the take that has beaten it
  };

  /// At least two takes.
  TakeRace(std::size_t takes, const rating::SprtOptions& plan);

  /// Adds the half points, from 0 to 4, of a take in a pair of games; ignores them if the take is
  /// out or the race is decided.
  void add(std::size_t take, int half_points);
  /// A take whose games are played no more, because a program has failed too often, is out.
  void exclude(std::size_t take);
  /// Is a take accepted, or are all out?
  bool is_decided() const;
  /// The take that is accepted, otherwise the last one to be out, or the one that leads.
  std::size_t leader() const { return leader_; }
  const std::vector<Take>& takes() const { return takes_; }
  /// The test of each take.
  const rating::SprtOptions& options() const { return options_; }

 private:
  double llr(std::size_t take) const { return takes_[take].test.state().llr; }
  void drop_beaten();

  rating::SprtOptions options_;
  double decisive_lead_;
  std::vector<Take> takes_;
  std::size_t leader_ = 0;
};

/// In each round every take that is not out by its results plays a pair of games, from the same
/// opening, against the baseline, which is the last player. A round follows from the results of all
/// but the most recent rounds, so that many games can be played at once and the order in which they
/// end does not matter.
class Screening final : public Schedule {
 public:
  /// At least three players, one round.
  Screening(std::size_t players, std::uint64_t rounds, const rating::SprtOptions& plan);

  std::uint64_t games() const override { return 2 * rounds_ * race_.takes().size(); }
  std::uint64_t paired() const override { return 2 * encounters_.size(); }
  ScheduledGame game(std::uint64_t number) const override;
  void add(const GameResult& result) override;

 private:
  struct Encounter {
    std::uint64_t round = 0;
    std::size_t take = 0;
    PairScore score = {};
  };

  void pair();

  std::uint64_t rounds_;
  TakeRace race_;
  std::vector<Encounter> encounters_;
  std::size_t learnt_ = 0;  ///< number of encounters whose results the race knows
};

/// Ends the tournament when the race is decided. Pairs of repeated games are no evidence.
class ScreeningRule final : public StopRule {
 public:
  /// The takes, and then the baseline.
  ScreeningRule(std::vector<BotSpec> players, const rating::SprtOptions& plan)
      : players_(std::move(players)), race_(players_.size() - 1, plan) {}

  bool add(const JudgedGame& game) override;
  Message text() const override;

  const TakeRace& race() const { return race_; }

 private:
  std::vector<BotSpec> players_;
  TakeRace race_;
  PairJoiner joiner_;
};

}  // namespace schiri
