#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/games/repeats.h"

/// Counts of results by players and colours, single games and colour-swapped pairs: the input of
/// all fits. Used by rating/models and rating/tables.
namespace schiri::rating {

/// A count as a floating-point number.
constexpr double real(std::uint64_t count) { return static_cast<double>(count); }

/// Wins, draws and losses; each use specifies the side.
struct Wdl {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return real(wins) + real(draws) / 2; }
  /// The share of the points and of drawn games, 0 to 1; nullopt without games.
  std::optional<double> score_rate() const;
  std::optional<double> draw_rate() const;
  Wdl swapped() const { return {losses, draws, wins}; }
  void add(Outcome result, std::uint64_t games);
  Wdl& operator+=(const Wdl& other);
  friend bool operator==(const Wdl&, const Wdl&) = default;
};

/// The counts of games with one result, from White's side.
Wdl one_result(Outcome result, std::uint64_t games);

/// The games of one White against one Black, from White's side.
struct ColourCount {
  PlayerId white = 0;
  PlayerId black = 0;
  Wdl results;

  friend bool operator==(const ColourCount&, const ColourCount&) = default;
};

/// The games of one White against one Black that begin with one opening.
struct OpeningCount {
  std::uint64_t opening = 0;  ///< a number for each opening
  ColourCount games;
};

/// Each player's results in those games of a log that were played, and in those that were not, from
/// its own side.
std::vector<Wdl> rated_results(const GameLog& log);
std::vector<Wdl> unplayed_results(const GameLog& log);

/// Pairs of games with colours swapped: in one `first` was White, in the other `second`.
/// `cells[row][column]`: how many pairs had result `row` in first's White game and `column` in
/// second's; 0 White won, 1 draw, 2 Black won.
struct PairCount {
  PlayerId first = 0;
  PlayerId second = 0;
  std::array<std::array<std::uint64_t, 3>, 3> cells{};

  std::uint64_t pairs() const;
  /// The results of single games, in first's White games or in second's.
  Wdl first_white() const;
  Wdl second_white() const;
  /// The count with `second` as first.
  PairCount swapped() const;
  friend bool operator==(const PairCount&, const PairCount&) = default;
};

/// The row or column of `PairCount::cells` for a result.
constexpr std::size_t cell_of(Outcome result) {
  return result == Outcome::white_wins ? 0 : result == Outcome::draw ? 1 : 2;
}

/// The results of one game and variant, added up. All fits use these counts, so their cost grows
/// with the pairs of players that met, not with the games.
class GameCounts {
 public:
  /// `players`: names that get the numbers from 0 on.
  GameCounts(std::string_view game, std::string_view variant,
             const std::vector<std::string>& players = {});

  /// Adds the games of a log, pairs those that belong together, finds their openings, and excludes
  /// repeated identical games from `singles`, `pairs` and `openings`. They are paired by results if
  /// the events of more than half of them are.
  explicit GameCounts(const GameLog& log);
  /// Adds the first games of a log that were played, without their openings, which only errors of
  /// ratings need; for several counts of one log.
  GameCounts(const GameLog& log, const GameRelations& relations, std::size_t games);

  /// The number of a player; a new name gets the next one. A player without games appears in no
  /// list.
  PlayerId player(std::string_view name);

  /// Adds single games. Throws std::invalid_argument if White and Black are the same, as do the
  /// next two.
  void add_games(PlayerId white, PlayerId black, const Wdl& results);
  /// Colour-swapped pairs: `first_white` is the result of the game in which `first` was White,
  /// `second_white` of the other, each from its White's side.
  void add_pairs(PlayerId first, PlayerId second, Outcome first_white, Outcome second_white,
                 std::uint64_t pairs);
  void add_pairs(const PairCount& pairs);
  /// Adds games identical to others: they count in tables and scores, but not in fits.
  void add_repeats(PlayerId white, PlayerId black, const Wdl& results);
  /// Adds games that were decided without being played: they count as points, but not in fits.
  void add_unplayed(PlayerId white, PlayerId black, const Wdl& results);
  /// The number of those that were played and ended by a failure.
  void add_forfeited(std::uint64_t games) { forfeited_ += games; }
  void add_ignored(const Ignored& ignored);
  /// Sets the openings of added games without repeats. Must be called for all games or none.
  void add_opening(std::uint64_t opening, PlayerId white, PlayerId black, Outcome result);

  /// Says that results decide who meets whom, as in a Swiss, whether the games show it or not.
  void set_paired_by_results(bool paired) { is_paired_by_results_ = paired; }

  /// Sorts by players' numbers and merges counts of the same players; call it after the last
  /// `add_...` and before reading.
  void finish();

  const std::string& game() const { return game_; }
  const std::string& variant() const { return variant_; }
  const std::vector<std::string>& players() const { return players_.texts(); }
  /// Visits all games that were played, repeats included, as ColourCount; several may be for the
  /// same White and Black.
  template <class Visitor>
  void visit_played(const Visitor& visitor) const {
    for (const ColourCount& single : singles_) visitor(single);
    for (const ColourCount& repeat : repeated_) visitor(repeat);
    for (const PairCount& pair : pairs_) {
      visitor(ColourCount{pair.first, pair.second, pair.first_white()});
      visitor(ColourCount{pair.second, pair.first, pair.second_white()});
    }
  }
  /// Visits the played games, and those that count as points without having been played.
  template <class Visitor>
  void visit_counted(const Visitor& visitor) const {
    visit_played(visitor);
    for (const ColourCount& one : unplayed_) visitor(one);
  }
  /// Games outside pairs, without repeats.
  std::span<const ColourCount> singles() const { return singles_; }
  /// Without repeats; `first` < `second`.
  std::span<const PairCount> pairs() const { return pairs_; }
  /// The games by opening, if some share one.
  std::span<const OpeningCount> openings() const { return openings_; }
  /// The repeated games.
  std::span<const ColourCount> repeated() const { return repeated_; }
  /// The games that were decided without being played.
  std::span<const ColourCount> unplayed() const { return unplayed_; }
  const Ignored& ignored() const { return ignored_; }
  bool is_paired_by_results() const { return is_paired_by_results_; }
  /// The number of games that count, of repeats, and of games that were not played.
  std::uint64_t games() const;
  std::uint64_t repeats() const;
  std::uint64_t unplayed_games() const;
  std::uint64_t forfeited_games() const { return forfeited_; }
  /// The games that are evidence.
  std::uint64_t effective_games() const { return games() - repeats() - unplayed_games(); }

 private:
  void add_first(const GameLog& log, const GameRelations& relations, std::size_t games);

  std::string game_;
  std::string variant_;
  TextNumbers players_;
  std::vector<ColourCount> singles_;
  std::vector<PairCount> pairs_;
  std::vector<ColourCount> repeated_;
  std::vector<ColourCount> unplayed_;
  std::uint64_t forfeited_ = 0;
  std::vector<OpeningCount> openings_;
  Ignored ignored_;
  bool is_paired_by_results_ = false;
};

}  // namespace schiri::rating
