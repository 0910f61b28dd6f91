#include "core/rating/models/bt.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/bt_fit.h"
#include "core/rating/models/bt_pools.h"
#include "core/rating/numerics/distributions.h"

namespace schiri::rating {

namespace {

bool has_loose_anchors(const BtOptions& options) {
  return !options.anchors.empty() && options.anchors.begin()->second.error > 0;
}

Message description(const BtOptions& options, const std::optional<double>& prior_sd) {
  Message text = message("Elo by expected score");
  if (prior_sd) {
    text = message("{0}, normal prior of mean 1500 and standard deviation {1}", text,
                   Decimal{rounded_text(*prior_sd, 1)});
    if (!options.prior_sd) text = message("{0} (estimated)", text);
  } else {
    text =
        options.prior ? message("{0}, mean 1500", text) : message("{0}, mean 1500, no prior", text);
  }
  if (has_loose_anchors(options)) {
    text = message("{0}, pools fitted to their anchors", text);
  } else if (!options.anchors.empty()) {
    text = message("{0}, pools shifted to their anchors", text);
  }
  return options.errors ? message("{0}; errors are half of a 95 % interval", text)
                        : message("{0}; no errors", text);
}

void check(const BtOptions& options) {
  if (options.prior_sd && (!(*options.prior_sd > 0) || !std::isfinite(*options.prior_sd))) {
    throw ValueError(message("the prior's standard deviation must be positive and finite"));
  }
  for (const auto& [name, anchor] : options.anchors) {
    if (!std::isfinite(anchor.rating) || !std::isfinite(anchor.error) || anchor.error < 0)
      throw ValueError(message("the anchor of {0} is not a number", name));
    if ((anchor.error > 0) != has_loose_anchors(options))
      throw ValueError(message("either all anchors have an error, or none"));
  }
}

/// Whether players with similar results met more often than by chance, as where results decide the
/// pairings. By the correlation of two opponents' score rates over all games, which is negative
/// where everybody meets everybody, and about 0 where few opponents are fixed in advance.
bool is_paired_by_results(const std::vector<RatedPlayer>& players,
                          const std::vector<Encounter>& encounters) {
  constexpr double chance = 0.05;
  constexpr std::size_t least_players = 6, least_opponents = 3;
  if (players.size() < least_players || 2 * encounters.size() < least_opponents * players.size()) {
    return false;
  }
  std::vector<double> points(players.size()), games(players.size());
  for (const Encounter& one : encounters) {
    const double all = one.games[0] + one.games[1];
    const double of_one = one.points[0] + one.games[1] - one.points[1];
    points[one.i] += of_one;
    points[one.j] += all - of_one;
    games[one.i] += all;
    games[one.j] += all;
  }
  double together = 0, alone = 0;
  for (std::size_t i = 0; i < players.size(); ++i) {
    points[i] = points[i] / games[i] - 0.5;
    alone += games[i] * points[i] * points[i] / 2;
  }
  for (const Encounter& one : encounters) {
    together += (one.games[0] + one.games[1]) * points[one.i] * points[one.j];
  }
  return together > chance * alone;
}

/// Fits one pool and makes its list.
class PoolRating {
 public:
  PoolRating(const PoolGames& games, const BtOptions& options)
      : games_(games), options_(options), encounters_(encounters_of(games.singles, games.pairs)) {}

  /// `list.players` are the pool's players in its order.
  void fill(BtList& list) const {
    const bool is_anchored =
        std::any_of(list.players.begin(), list.players.end(), [&](const RatedPlayer& player) {
          return has_loose_anchors(options_) && options_.anchors.contains(player.name);
        });
    PoolFit pool(list.players.size(), encounters_, fit_options(list.players));
    const BtFit& fit = pool.fit();
    if (!fit.converged || !std::all_of(fit.ratings.begin(), fit.ratings.end(),
                                       [](double rating) { return std::isfinite(rating); })) {
      list.notes.push_back(message("The fit has not converged: this pool has no ratings."));
      return;
    }
    list.has_advantage = determines_advantage();
    add_notes(fit, list);
    list.log_likelihood = fit.log_likelihood;
    list.draw_factor = fit.draw_factor;
    list.first_move_advantage = fit.advantage / natural_per_point;
    if (options_.prior) list.prior_sd = fit.prior_sd / natural_per_point;
    for (std::size_t i = 0; i < list.players.size(); ++i) {
      list.players[i].rating = mean_rating + fit.ratings[i] / natural_per_point;
    }
    if (options_.errors) fill_errors(pool, is_anchored, list);
  }

 private:
  bool determines_advantage() const {
    AdvantageRank rank(games_.players.size());
    for (const Encounter& one : encounters_) {
      if (one.games[0] > 0) rank.add(one.i, one.j);
      if (one.games[1] > 0) rank.add(one.j, one.i);
    }
    return rank.is_determined();
  }

  FitOptions fit_options(const std::vector<RatedPlayer>& players) const {
    FitOptions fit{options_.prior, {}, determines_advantage(), {}};
    if (options_.prior_sd) fit.prior_sd = *options_.prior_sd * natural_per_point;
    if (!has_loose_anchors(options_)) return fit;
    for (std::size_t i = 0; i < players.size(); ++i) {
      const auto anchor = options_.anchors.find(players[i].name);
      if (anchor == options_.anchors.end()) continue;
      fit.observations.push_back({static_cast<std::uint32_t>(i),
                                  (anchor->second.rating - mean_rating) * natural_per_point,
                                  anchor->second.error / z95 * natural_per_point});
    }
    return fit;
  }

  void add_notes(const BtFit& fit, BtList& list) const {
    if (!list.has_advantage) {
      list.notes.push_back(
          message("The games do not determine White's advantage: it is taken as 0."));
    }
    if (fit.has_advantage_prior) {
      list.notes.push_back(message(
          "The games leave White's advantage without a finite estimate (a colour never made a "
          "point): a normal prior of mean 0 and standard deviation 500 Elo keeps it finite."));
    }
  }

  /// Errors where results decide the pairings are this much greater: there the games say little
  /// about the spread of the ratings, and so about the prior. Measured, see `rate_bt`.
  static constexpr double allowance = 1.07;

  void fill_errors(PoolFit& pool, bool is_anchored, BtList& list) const {
    if (!pool.find_errors(games_.singles, games_.pairs, games_.openings)) {
      list.notes.push_back(
          message("A pool of more than {0} players has no errors.", most_players_with_errors));
      return;
    }
    const bool by_results = is_paired_by_results(list.players, encounters_);
    // In points, a standard deviation whose normal interval is that of Student's t.
    const double unit =
        t95(pool.degrees()) / z95 / natural_per_point * (by_results ? allowance : 1);
    for (std::size_t i = 0; i < list.players.size(); ++i) {
      double error = z95 * unit * std::sqrt(std::max(0.0, pool.covariance(i, i)));
      // Games never make a rating less certain than the prior alone.
      if (list.prior_sd && !is_anchored) error = std::min(error, z95 * *list.prior_sd);
      list.players[i].error = error;
    }
    if (const auto error = pool.advantage_error()) {
      list.first_move_advantage_error = *error / natural_per_point;
    } else if (list.has_advantage) {
      list.notes.push_back(message("Fewer than ten openings: White's advantage has no error."));
    }
    if (by_results) {
      list.notes.push_back(message(
          "Players with similar results met more often than by chance. Where results decide the "
          "pairings, fewer than 95 % of the intervals may contain the true ratings."));
    }
    compare_neighbours(pool, unit, list);
    if (!options_.covariance) return;
    const auto order = ranked(list.players, {});
    for (const std::size_t i : order) {
      for (const std::size_t j : order) {
        list.covariance.push_back(unit * unit * pool.covariance(i, j));
      }
    }
  }

  /// Compares each player with the next one of the ranking.
  void compare_neighbours(const PoolFit& pool, double unit, BtList& list) const {
    if (!options_.ranking) return;
    const auto ranking = ranked(list.players, *options_.ranking);
    for (std::size_t k = 0; k + 1 < ranking.size(); ++k) {
      const std::size_t i = ranking[k], j = ranking[k + 1];
      const double variance =
          pool.covariance(i, i) + pool.covariance(j, j) - 2 * pool.covariance(i, j);
      list.players[i].superiority = superiority(*list.players[i].rating - *list.players[j].rating,
                                                unit * std::sqrt(std::max(0.0, variance)));
    }
  }

  const PoolGames& games_;
  const BtOptions& options_;
  std::vector<Encounter> encounters_;
};

/// Shifts a pool so that its anchors have, on average, their target ratings.
void apply_anchors(BtList& list, const std::map<std::string, Anchor>& anchors) {
  double shift = 0;
  int found = 0;
  for (const RatedPlayer& player : list.players) {
    const auto anchor = anchors.find(player.name);
    if (anchor == anchors.end()) continue;
    if (!player.rating) {
      list.notes.push_back(
          message("The anchor {0} has no rating and shifts nothing.", player.name));
      continue;
    }
    shift += anchor->second.rating - *player.rating;
    ++found;
  }
  if (found == 0) return;
  for (RatedPlayer& player : list.players) *player.rating += shift / found;
}

std::vector<RatedPlayer> players_of(const PoolGames& pool, const GameCounts& counts,
                                    const std::vector<Wdl>& results) {
  std::vector<RatedPlayer> players;
  for (const PlayerId id : pool.players) {
    RatedPlayer& player = players.emplace_back();
    player.name = counts.players()[id];
    player.bound = pool.bound;
    player.results = results[id];
  }
  const auto add = [&](PlayerId a, PlayerId b, std::uint64_t games) {
    players[a].effective_games += games;
    players[b].effective_games += games;
  };
  for (const ColourCount& one : pool.singles) add(one.white, one.black, one.results.games());
  for (const PairCount& pair : pool.pairs) add(pair.first, pair.second, 2 * pair.pairs());
  return players;
}

/// Notes on the game as a whole.
void add_common_notes(BtList& first, const GameCounts& counts, const std::vector<Wdl>& results,
                      const PoolDivision& division, const std::map<std::string, Anchor>& anchors) {
  std::vector<Message> notes =
      notes_on(counts.ignored(), counts.unplayed_games(), counts.forfeited_games());
  if (counts.repeats() > 0) {
    notes.push_back(
        message("{0} {0:game|games}, of which {1} repeat an identical one between the same players "
                "from the same side: the effective number is {2}.",
                counts.games(), counts.repeats(), counts.effective_games()));
  }
  if (division.games_across > 0) {
    notes.push_back(
        message("{0} {0:game|games} between pools cannot be rated: one side made all points.",
                division.games_across));
  }
  const auto& players = counts.players();
  for (const auto& [name, anchor] : anchors) {
    const auto player = std::find(players.begin(), players.end(), name);
    if (player == players.end() ||
        results[static_cast<std::size_t>(player - players.begin())].games() == 0) {
      notes.push_back(message("The anchor {0} is not in this list.", name));
    }
  }
  first.notes.insert(first.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

double superiority(double difference, double sd) {
  if (sd > 0) return normal_distribution(difference / sd);
  return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
}

std::vector<BtList> rate_bt(const GameCounts& counts, const BtOptions& options) {
  check(options);
  const PoolDivision division =
      options.prior ? divide_by_games(counts, LinkingGames::played) : divide_by_scoring(counts);
  const std::vector<Wdl> results = results_by_player(counts);
  std::vector<BtList> lists;
  for (const PoolGames& pool : division.pools) {
    BtList& list = lists.emplace_back();
    list.game = counts.game();
    list.variant = counts.variant();
    list.pool = static_cast<int>(lists.size());
    list.pools = static_cast<int>(division.pools.size());
    list.players = players_of(pool, counts, results);
    if (pool.players.size() > 1) PoolRating(pool, options).fill(list);
    list.description = description(options, list.prior_sd);
    if (!has_loose_anchors(options)) apply_anchors(list, options.anchors);
    sort_best_first(list.players);
  }
  if (!lists.empty()) add_common_notes(lists.front(), counts, results, division, options.anchors);
  return lists;
}

Message stored_description(const std::string& english, const std::optional<double>& prior_sd) {
  for (const bool has_errors : {true, false}) {
    for (const bool is_estimated : {true, false}) {
      for (const std::map<std::string, Anchor>& anchors :
           {std::map<std::string, Anchor>{}, {{"", {0, 0}}}, {{"", {0, 1}}}}) {
        BtOptions options{.anchors = anchors, .errors = has_errors};
        // Without a deviation the difference is whether there is a prior.
        if (prior_sd && !is_estimated) options.prior_sd = prior_sd;
        if (!prior_sd) options.prior = is_estimated;
        Message text = description(options, prior_sd);
        if (text.english() == english) return text;
      }
    }
  }
  return known_phrase(english);
}

Difference difference(const BtList& list, std::size_t row, std::size_t column) {
  const std::size_t n = list.players.size();
  if (list.covariance.size() != n * n || row >= n || column >= n) {
    throw std::invalid_argument("differences need a list fitted with its covariance");
  }
  if (row == column) return {};
  const auto at = [&](std::size_t i, std::size_t j) { return list.covariance[i * n + j]; };
  const double sd =
      std::sqrt(std::max(at(row, row) + at(column, column) - 2 * at(row, column), 0.0));
  const double elo = *list.players[row].rating - *list.players[column].rating;
  return {elo, z95 * sd, superiority(elo, sd)};
}

}  // namespace schiri::rating
