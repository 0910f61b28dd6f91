#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/pairing/bracket.h"
#include "core/pairing/swiss_history.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// A schedule made stage by stage: when all games of a stage have results, the next is paired.
class StagedSchedule : public Schedule {
 public:
  std::uint64_t paired() const final { return games_.size(); }
  ScheduledGame game(std::uint64_t number) const final { return games_.at(number - 1); }
  void add(const GameResult& result) override;
  std::vector<Bye> byes() const final { return byes_; }

 protected:
  /// Half points of both players.
  struct Points {
    int white = 0;
    int black = 0;
  };

  /// Evaluates a finished stage, whose games start at the index `begin`, and appends the next one;
  /// appends nothing when the event is over.
  virtual void finish_stage(std::size_t begin) = 0;

  /// Appends the two games of a pair, or one game if `leg` is to be 0.
  void append_pair(ScheduledGame first);
  void append(ScheduledGame game);
  void append_bye(const Bye& bye) { byes_.push_back(bye); }
  const std::vector<ScheduledGame>& all() const { return games_; }
  const Points& points(std::size_t index) const { return points_[index]; }

 private:
  std::vector<ScheduledGame> games_;
  std::vector<Points> points_;
  std::vector<Bye> byes_;
  std::size_t stage_begin_ = 0;
  std::size_t missing_ = 0;
};

/// The number of players, the first ones of the list, and of rounds that are planned, from some
/// round on. The Dutch system pairs the last round otherwise, so a plan that is extended later
/// still applies to what it has paired.
struct SwissEntry {
  std::uint64_t round = 1;
  std::size_t players = 0;
  std::uint64_t rounds = 1;
};

/// The rules of a Swiss tournament: pair_swiss, or FIDE's Dutch system (pair_dutch), which falls
/// back to the former if it finds no pairing.
enum class SwissRules : std::uint8_t { own, dutch };

/// The Swiss system. A player with a bye gets the points of winning all games of an encounter. An
/// encounter is two games with colours swapped, or one. Players that enter later start without
/// points. A player that is out because of its failures is paired, and so gives its opponent the
/// points, but gets no bye while there are others.
class Swiss final : public StagedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument.
  Swiss(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both,
        SwissRules rules = SwissRules::own)
      : Swiss({{1, players, rounds}}, legs, rules) {}
  /// The first entry is of round 1; none has a lower round or fewer players than the one before.
  /// `strikes`: by player, the failures after which it is out; nullopt or missing: never.
  Swiss(std::vector<SwissEntry> entries, Legs legs, SwissRules rules = SwissRules::own,
        std::vector<std::optional<int>> strikes = {});

  /// In each round players / 2 * 2, or half of it.
  std::uint64_t games() const override;
  int bye_points() const override { return static_cast<int>(legs_); }
  void add(const GameResult& result) override;

 private:
  void finish_stage(std::size_t begin) override;
  void pair_round();
  SwissRound next_round() const;
  SwissHistory history() const;
  /// The last entry that has begun.
  const SwissEntry& entry_of(std::uint64_t round) const;
  std::uint64_t rounds() const { return entries_.back().rounds; }

  std::vector<SwissEntry> entries_;
  std::uint64_t legs_;
  SwissRules rules_;
  std::vector<std::optional<int>> strikes_;  ///< by player, the failures that are left
  std::uint64_t round_ = 0;
};

/// A knockout: the bracket follows the list, so that the first two can only meet in the final; if
/// their number is not a power of two, the first ones pause in the first round. An encounter is a
/// mini-match of pairs of games; if it is level, further pairs follow one by one; if it is still
/// level, the player that is first in the list advances.
class Knockout final : public StagedSchedule {
 public:
  /// At least two players; `pairs` at least 1 in each mini-match, `tie_breaks` at most after it.
  /// Throws std::invalid_argument.
  Knockout(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks);

  std::uint64_t games() const override { return (players_ - 1) * 2 * (pairs_ + tie_breaks_); }
  std::optional<std::size_t> winner() const override;

 private:
  using Encounter = Bracket::Encounter;

  void finish_stage(std::size_t begin) override;
  bool append_tie_breaks();
  void begin_round();
  void next_round();
  void append_one(Encounter& encounter);

  std::size_t players_;
  std::uint64_t pairs_;
  std::uint64_t tie_breaks_;
  Bracket bracket_;
};

}  // namespace schiri
