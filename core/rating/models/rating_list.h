#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/rating/games/counts.h"
#include "core/rating/numerics/scale.h"

/// Models of playing strength, one a file, and the lists they make (here): Bradley-Terry, Elo,
/// Glicko-2; methods.h is the table of them. Used by ratings commands, tables and stop
/// rules; uses rating/games and rating/numerics.
namespace schiri::rating {

/// The side on which the games set no end to a player's rating.
enum class Bound : std::uint8_t {
  none,
  /// Stronger than others by an unknown amount: none of them has scored against it.
  above,
  /// Weaker than others by an unknown amount.
  below
};

/// `>`, `<` or nothing.
std::string_view symbol(Bound bound);

/// What a fit of all players assumes besides the games, see `rate_bt`.
enum class Prior : std::uint8_t { games, field, none };

/// One player of a list.
struct RatedPlayer {
  std::string name;
  /// In the scale of the list; nullopt if there is only a bound.
  std::optional<double> rating;
  /// Half of the 95 % interval in the scale of the list; nullopt if the method has none or an end
  /// is open.
  std::optional<double> error;
  Bound bound = Bound::none;
  /// From the player's side, all games of the game and variant that count, repeats of identical
  /// games, games that were not played and games against players of other pools included.
  Wdl results;
  /// The games that the rating has used.
  std::uint64_t effective_games = 0;
  /// The date of the last game, played or not, as written in the game; empty if unknown.
  std::string last_played = {};
  /// Additional state for a later list that continues from this one: the highest rating so far
  /// (elo), and the volatility (glicko2).
  std::optional<double> peak = {};
  std::optional<double> volatility = {};
  /// Likelihood of superiority over the next player of a `PlayerOrder`, 0 to 1; nullopt for the
  /// last one and if the method does not compare players.
  std::optional<double> superiority = {};
  /// The ends of the 95 % interval; nullopt if open, or if the method has none.
  std::optional<double> low = {};
  std::optional<double> high = {};

  /// In points.
  double score() const { return results.points(); }
};

/// A player's rating after a day or a period.
struct RatingPoint {
  std::string date;  ///< of the last game in it, as written in the game
  double rating = 0;
  std::optional<double> error;  ///< half of the 95 % interval, if the method has it
  std::uint64_t games = 0;      ///< in it
};

/// A player's ratings over time, earliest first.
using RatingHistory = std::vector<RatingPoint>;

/// One cell of the matrix of differences.
struct Difference {
  /// Rating of the row minus rating of the column.
  double elo = 0;
  /// Half of its 95 % interval.
  double error = 0;
  /// Likelihood of superiority of the row.
  double superiority = 0.5;
};

/// One list of comparable players: one game, one variant, one pool. Best first, equal ratings by
/// name.
struct RatingList {
  std::string game;
  std::string variant;
  /// Counts from 1 within game and variant.
  int pool = 1;
  /// The number of pools of this game and variant.
  int pools = 1;
  /// A description of the figures in one line: unit, method, mean.
  Message description;
  /// The meaning of a point: `elo`; lists that were stored long ago may have another.
  std::string scale = "elo";
  /// Whether White's advantage was fitted: the method has it, and the games determine it.
  bool has_advantage = false;
  /// White's advantage in points of the scale; 0 if it was not fitted.
  double first_move_advantage = 0;
  /// Half of its 95 % interval; nullopt if it was not fitted, or if the method or the games do not
  /// determine it.
  std::optional<double> first_move_advantage_error = {};
  /// Of `bt`: a game with the expected score s is drawn with the probability 4 s (1 - s) times
  /// this.
  double draw_factor = 0;
  std::vector<RatedPlayer> players;
  /// Of `bt`: the places of the players that are compared, ascending, and the differences of each
  /// with the ones before it: 1 minus 0, 2 minus 0, 2 minus 1, and so on.
  std::vector<std::size_t> compared = {};
  std::vector<Difference> differences = {};
  /// Notes for the user: ignored games and assumptions. Notes on the game as a whole are in its
  /// first list.
  std::vector<Message> notes;

  /// White's advantage in points of the scale; nullopt if it was not fitted.
  std::optional<double> advantage() const;
  /// The share of drawn games, 0 to 1; nullopt without games.
  std::optional<double> draw_rate() const;
  /// The model of results between the players of the list.
  ResultModel model() const { return {first_move_advantage, draw_factor}; }
  /// Needs both players, indices into `players`, among `compared` (otherwise
  /// std::invalid_argument).
  Difference difference(std::size_t row, std::size_t column) const;
};

/// An order of the players of a list. Players with fewer games than `min_games` are left out.
struct PlayerOrder {
  enum class By : std::uint8_t { rating, points };

  By by = By::rating;
  std::uint64_t min_games = 0;
};

/// The indices of the players of a ranking, best first; equal points by rating, equal ratings by
/// name.
std::vector<std::size_t> ranked(const std::vector<RatedPlayer>& players,
                                const PlayerOrder& ranking);

/// The largest rating, positive or negative, that a sequential method takes or gives.
inline constexpr double most_rating = 1e9;
/// Throws std::invalid_argument for a first rating, of all players or of one, beyond `most_rating`.
void require_first_ratings(double start, const std::vector<RatedPlayer>& before);
/// Throws std::invalid_argument for a rating beyond `most_rating`.
void require_ratings(const std::vector<RatedPlayer>& players);

/// Removes comparisons over players with fewer games than `min_games`, from or for a ranking that
/// leaves them out: the next player of the whole list is not that of the ranking there.
void remove_comparisons_over(std::vector<RatedPlayer>& players, std::uint64_t min_games);

/// Sorts a list best first: by rating, between those without one above and below; equal ones by
/// name.
void sort_best_first(std::vector<RatedPlayer>& players);

/// Each player's results from its own side: all that count, or those of played games.
std::vector<Wdl> results_by_player(const GameCounts& counts);
std::vector<Wdl> played_by_player(const GameCounts& counts);

/// A player of a list that continues an earlier one.
struct RosterLine {
  std::string name;
  const RatedPlayer* before = nullptr;  ///< in the earlier list; null for a new player
};

/// The players of the games, by their numbers in the log, then the other players of the earlier
/// list. The arguments must outlive the result.
std::vector<RosterLine> roster(const GameLog& log, const std::vector<RatedPlayer>& before);

/// The list's line of each player with a rated game or from the earlier list: with the results and
/// the rated games of both. `rate(number, player)` adds the method's results.
template <class Rate>
std::vector<RatedPlayer> lines_of(const std::vector<RosterLine>& roster, const GameLog& log,
                                  Rate&& rate) {
  const std::vector<Wdl> rated = rated_results(log), unplayed = unplayed_results(log);
  std::vector<RatedPlayer> lines;
  for (std::size_t i = 0; i < roster.size(); ++i) {
    const bool plays = i < rated.size();
    if (!roster[i].before && rated[i].games() == 0) continue;
    RatedPlayer& line = lines.emplace_back();
    if (roster[i].before) line = *roster[i].before;
    line.name = roster[i].name;
    if (plays) {
      line.results += rated[i];
      line.results += unplayed[i];
      line.effective_games += rated[i].games();
    }
    rate(i, line);
  }
  return lines;
}

}  // namespace schiri::rating
