#include "core/rating/models/elo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/base/errors.h"
#include "core/rating/models/rating_list.h"

namespace schiri::rating {

namespace {

/// Table 8.1.2: the largest difference for which 50, 51, ... hundredths are expected.
constexpr std::array fide_limits = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,
                                    98,  106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
                                    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
                                    357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};
constexpr double fide_cap = 400;
/// From this rating on a player's differences are not capped.
constexpr double uncapped_rating = 2650;

struct EloPlayer {
  double rating;
  double peak;
  std::uint64_t games = 0;

  void move(double change) {
    rating += change;
    peak = std::max(peak, rating);
    ++games;
  }
};

double k_of(const EloPlayer& player, const EloOptions& options) {
  if (!options.fide) return options.k;
  if (player.peak >= 2400) return 10;
  return player.games < 30 ? 40 : 20;
}

double expectation(const EloPlayer& player, const EloPlayer& opponent, const EloOptions& options) {
  const double difference = player.rating - opponent.rating;
  if (!options.fide) return expected_score(difference);
  const bool is_capped = player.rating < uncapped_rating;
  return fide_expectation(is_capped ? std::clamp(difference, -fide_cap, fide_cap) : difference) /
         100.0;
}

/// Moves both players, from their ratings before the game.
void play(EloPlayer& white, EloPlayer& black, Outcome result, const EloOptions& options) {
  const double points = points_of_white(result);
  const double white_change = k_of(white, options) * (points - expectation(white, black, options));
  const double black_change =
      k_of(black, options) * (1 - points - expectation(black, white, options));
  white.move(white_change);
  black.move(black_change);
}

void check(const EloOptions& options) {
  if (!(options.k >= 0 && options.k <= EloOptions::most_k)) {
    throw ValueError(message("K must be a number from 0 to {0}", EloOptions::most_k));
  }
  require_first_ratings(options.start, options.before);
}

EloPlayer first_state(const RosterLine& line, const EloOptions& options) {
  if (!line.before) return {options.start, options.start};
  const double rating = line.before->rating.value_or(options.start);
  return {rating, line.before->peak.value_or(rating), line.before->effective_games};
}

/// Plays all games in their order and calls `after(entry, players)` after each.
template <class After>
std::vector<EloPlayer> play_all(const GameLog& log, const EloOptions& options, After&& after) {
  std::vector<EloPlayer> players;
  for (const RosterLine& line : roster(log, options.before)) {
    players.push_back(first_state(line, options));
  }
  for (const std::size_t i : chronological_order(log)) {
    const GameLog::Entry& entry = log.entries()[i];
    play(players[entry.white], players[entry.black], entry.result, options);
    after(entry, players);
  }
  return players;
}

Message description(const EloOptions& options) {
  return options.fide ? message("Elo, sequential, FIDE's table and K 40, 20 and 10; no errors")
                      : message("Elo (400 points are ten to one), sequential; no errors");
}

}  // namespace

int fide_expectation(double difference) {
  const double size = std::round(std::abs(difference));
  const auto limit = std::lower_bound(fide_limits.begin(), fide_limits.end(), size);
  const int hundredths = 50 + static_cast<int>(limit - fide_limits.begin());
  return difference < 0 ? 100 - hundredths : hundredths;
}

std::vector<RatingList> rate_elo(const GameLog& log, const EloOptions& options) {
  check(options);
  if (log.entries().empty() && options.before.empty()) return {};
  const std::vector<EloPlayer> players =
      play_all(log, options, [](const GameLog::Entry&, const std::vector<EloPlayer>&) {});
  RatingList list;
  list.game = log.game();
  list.variant = log.variant();
  list.description = description(options);
  list.notes = notes_on(log.ignored(), log.unplayed().size(), log.forfeited());
  list.players =
      lines_of(roster(log, options.before), log, [&](std::size_t i, RatedPlayer& player) {
        player.rating = players[i].rating;
        player.peak = players[i].peak;
      });
  require_ratings(list.players);
  sort_best_first(list.players);
  return {list};
}

RatingHistory elo_history(const GameLog& log, std::string_view player, const EloOptions& options) {
  check(options);
  RatingHistory history;
  const auto found = std::find(log.players().begin(), log.players().end(), player);
  const auto id = static_cast<std::size_t>(found - log.players().begin());
  play_all(log, options, [&](const GameLog::Entry& entry, const std::vector<EloPlayer>& players) {
    if (entry.white != id && entry.black != id) return;
    if (history.empty() || history.back().date != log.date(entry)) {
      history.push_back({log.date(entry)});
    }
    history.back().rating = players[id].rating;
    ++history.back().games;
  });
  return history;
}

}  // namespace schiri::rating
