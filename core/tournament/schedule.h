#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.h"

namespace schiri {

/// One game of a schedule. Players are indices into the event's list.
struct ScheduledGame {
  std::uint64_t number = 0;  ///< of the game in the event, from 1
  std::uint64_t round = 0;   ///< from 1
  int leg = 0;               ///< 1 or 2: which game of a pair, colours swapped; 0: there is one
  std::size_t white = 0;
  std::size_t black = 0;
  std::uint64_t opening = 0;  ///< from 1; games of equal number begin alike
  std::uint64_t pair = 0;     ///< of a mini-match within a round, from 1; 0: no mini-matches
  /// Of the options that are tuned, White's values and Black's; none where nothing is.
  std::array<std::vector<std::string>, 2> values = {};

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// What a record says in the tag `Round`: `5.1` and `5.2` are the two games of one pair, `5.3.1`
/// and `5.3.2` those of the third pair of a mini-match; `5` is a game on its own.
std::string round_tag(const ScheduledGame& scheduled);

/// Somebody who pauses in a round.
struct Bye {
  std::uint64_t round = 0;
  std::size_t player = 0;

  friend bool operator==(const Bye&, const Bye&) = default;
};

/// Which games an event has: a function of the event and, where a system pairs by results, of the
/// results of earlier games. What is paired once never changes; games are only appended.
class Schedule {
 public:
  virtual ~Schedule() = default;

  /// How many games there are; where that depends on results, how many there can be at most.
  virtual std::uint64_t games() const = 0;
  /// How many are paired by now: those of the numbers from 1. When all of them have results and
  /// this has not grown, the event is over.
  virtual std::uint64_t paired() const = 0;
  /// The game of a number from 1 to paired().
  virtual ScheduledGame game(std::uint64_t number) const = 0;
  /// Takes what a game came to, nothing if nobody scored; in any order, each number once. Whatever
  /// follows from it is paired at once.
  virtual void add_result(std::uint64_t number, std::optional<Outcome> outcome) = 0;
  /// Who pauses in the rounds that are paired.
  virtual std::vector<Bye> byes() const { return {}; }
  /// What a bye is worth, in points.
  virtual int bye_points() const { return 0; }
  /// Who has won the event, where that does not follow from points and is known.
  virtual std::optional<std::size_t> winner() const { return std::nullopt; }
};

/// What a finished game means for a schedule.
struct GameResult {
  std::uint64_t number = 0;
  std::optional<Outcome> outcome;  ///< nothing if nobody scored
};

/// Gives a schedule results, ascending by number, up to the first game that is not paired by those
/// before it, because one is missing. Returns how many it has taken.
std::size_t add_results(Schedule& schedule, std::span<const GameResult> results);

/// A schedule that does not depend on results.
class FixedSchedule : public Schedule {
 public:
  std::uint64_t paired() const final { return games(); }
  void add_result(std::uint64_t, std::optional<Outcome>) final {}
};

/// How a player meets another in a round of a fixed schedule.
enum class Legs : std::uint8_t {
  both,  ///< twice, colours swapped
  one,   ///< once, with the colours swapped from round to round
};

/// A round-robin: in each round every two players meet twice with colours swapped, or once. Nothing
/// is stored, a game's pairing follows from its number alone. The two games of a pair have adjacent
/// numbers, and pairs follow each other by the circle method, so that at any moment players have
/// met almost equally often: the numbers of games that two players have played never differ by
/// more than 2, or 4 where an odd number of players lets one pause.
class RoundRobin final : public FixedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument, also if there are too many
  /// games to number.
  RoundRobin(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both);

  /// rounds * players * (players - 1), or half of it.
  std::uint64_t games() const override { return rounds_ * games_a_round(); }
  ScheduledGame game(std::uint64_t number) const override;

 private:
  std::uint64_t games_a_round() const { return players_ * (players_ - 1) / 2 * legs_; }

  std::uint64_t players_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
};

/// A gauntlet: in each round each of the first players meets each of the others; neither the first
/// nor the others meet among themselves.
class Gauntlet final : public FixedSchedule {
 public:
  /// Throws std::invalid_argument, as RoundRobin does, and if seeds or others are missing.
  Gauntlet(std::size_t players, std::size_t seeds, std::uint64_t rounds, Legs legs = Legs::both);

  /// rounds * seeds * others * 2, or half of it.
  std::uint64_t games() const override { return rounds_ * games_a_round(); }
  ScheduledGame game(std::uint64_t number) const override;

 private:
  std::uint64_t games_a_round() const { return seeds_ * others_ * legs_; }

  std::uint64_t seeds_;
  std::uint64_t others_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
};

}  // namespace schiri
