#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.h"

/// The games of a tournament by number: the interface Schedule, and the fixed schedules (round-
/// robin, gauntlet, ladder). Systems make schedules; the game queue and contests use them.
namespace schiri {

/// One game of a schedule. Players are indices into the event's list.
struct ScheduledGame {
  std::uint64_t number = 0;  ///< of the game in the event, from 1
  std::uint64_t round = 0;   ///< from 1
  int leg = 0;               ///< 1 or 2: which game of a pair, colours swapped; 0: there is one
  std::size_t white = 0;
  std::size_t black = 0;
  std::uint64_t opening = 0;  ///< from 1; games with the same number have the same opening
  std::uint64_t pair = 0;     ///< of a mini-match within a round, from 1; 0: no mini-matches
  /// The values of the tuned options, White's and Black's; empty without tuned options.
  std::array<std::vector<std::string>, 2> values = {};

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// The value of the tag `Round` of a record: `5.1` and `5.2` are the two games of one pair, `5.3.1`
/// and `5.3.2` those of the third pair of a mini-match; `5` is a game on its own.
std::string round_tag(const ScheduledGame& scheduled);

/// A player without a game in a round.
struct Bye {
  std::uint64_t round = 0;
  std::size_t player = 0;

  friend bool operator==(const Bye&, const Bye&) = default;
};

/// A finished game in the form that a schedule needs.
struct GameResult {
  std::uint64_t number = 0;
  std::optional<Outcome> outcome = {};  ///< nullopt if the game has none
  std::optional<Side> failed = {};      ///< lost the game by a failure of its own
};

/// The games of a tournament: a function of its configuration and, if the system pairs by results,
/// of the results of earlier games. Paired games never change; games are only appended.
class Schedule {
 public:
  virtual ~Schedule() = default;

  /// The number of games; if it depends on results, an upper bound.
  virtual std::uint64_t games() const = 0;
  /// The number of games paired so far, numbered from 1. When all of them have results and this has
  /// not grown, the tournament is over.
  virtual std::uint64_t paired() const = 0;
  /// The game of a number from 1 to paired().
  virtual ScheduledGame game(std::uint64_t number) const = 0;
  /// Adds the result of a game; in any order, each number once. Games that follow from it are
  /// paired at once.
  virtual void add(const GameResult& result) = 0;
  /// The byes of the rounds that are paired.
  virtual std::vector<Bye> byes() const { return {}; }
  /// The points of a bye.
  virtual int bye_points() const { return 0; }
  /// The winner, if it is known and does not follow from points.
  virtual std::optional<std::size_t> winner() const { return std::nullopt; }
};

/// A game of a pair whose games have the numbers 2 n - 1 and 2 n, from an opening of its round; the
/// first player is White in the first game.
ScheduledGame game_of_pair(std::uint64_t number, std::uint64_t round, std::size_t first,
                           std::size_t second);

/// The number of rounds that a schedule by results pairs ahead of the known ones, so that they can
/// be played at once.
std::uint64_t rounds_ahead(std::uint64_t known);

/// Passes results to a schedule, ascending by number, up to the first game that is not paired
/// because an earlier one is missing. Returns the number of results passed.
std::size_t add_results(Schedule& schedule, std::span<const GameResult> results);

/// A schedule that does not depend on results.
class FixedSchedule : public Schedule {
 public:
  std::uint64_t paired() const final { return games(); }
  void add(const GameResult&) final {}
};

/// The score of a pair of games with colours swapped.
struct PairScore {
  int missing = 2;                     ///< games without a result
  std::optional<int> half_points = 0;  ///< of the first player; nullopt if a game has no outcome

  /// Adds a game, in which the first player had this colour.
  void add(std::optional<Outcome> outcome, Side first);
};

/// The games between two players in a round of a fixed schedule.
enum class Legs : std::uint8_t {
  both,  ///< twice, colours swapped
  one,   ///< once, with the colours swapped from round to round
};

/// A round-robin: in each round every two players meet twice with colours swapped, or once. Nothing
/// is stored: a game's pairing follows from its number alone. The two games of a pair have adjacent
/// numbers, and pairs follow each other by the circle method, so that at any moment players have
/// played almost equally many games: the numbers of two players differ by at most 2, or 4 if the
/// number of players is odd.
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

/// A ladder: in each round each player meets the next one of the list.
class Ladder final : public FixedSchedule {
 public:
  /// Throws std::invalid_argument, as RoundRobin does.
  Ladder(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both);

  /// rounds * (players - 1) * 2, or half of it.
  std::uint64_t games() const override { return rounds_ * steps_ * legs_; }
  ScheduledGame game(std::uint64_t number) const override;

 private:
  std::uint64_t steps_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
};

/// The fixed schedule of an event that was extended while it was played or after. The games of its
/// first plan keep their numbers. Each later plan appends its additional games: first those of the
/// new players in the rounds that were planned already, with the openings of these rounds, then the
/// new rounds. The result is the games of the last plan, each once.
class ExtendedSchedule final : public FixedSchedule {
 public:
  /// One of the plans: `schedule` has `rounds` rounds of equal size, in each of which the same
  /// players meet in the same order.
  struct Plan {
    std::unique_ptr<FixedSchedule> schedule;
    std::size_t players = 0;
    std::uint64_t rounds = 1;
  };

  /// The oldest plan first; each has at least the players and rounds of the one before.
  explicit ExtendedSchedule(std::vector<Plan> plans);

  std::uint64_t games() const override { return plans_.back().schedule->games(); }
  ScheduledGame game(std::uint64_t number) const override;

 private:
  std::uint64_t games_a_round(std::size_t plan) const;
  std::uint64_t first_number(std::size_t plan) const;

  std::vector<Plan> plans_;
  /// For each plan the indices of the games in a round with a new player of the plan.
  std::vector<std::vector<std::uint64_t>> new_places_;
};

}  // namespace schiri
