#include "core/rating/models/bt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/models/bt_errors.h"
#include "core/rating/models/bt_pools.h"
#include "core/rating/models/davidson.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

std::string number_text(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

bool has_loose_anchors(const BtOptions& options) {
  return !options.anchors.empty() && options.anchors.begin()->second.error > 0;
}

std::string description(const BtOptions& options) {
  std::string text = options.scale == Scale::elo
                         ? "Elo by expected score, "
                         : "Elo by odds (400 points are ten to one between winning and losing), ";
  text += "Davidson's model with first-move advantage, ";
  text += options.prior
              ? "normal prior of mean 1500 and standard deviation " + number_text(options.prior_sd)
              : "mean 1500, no prior";
  if (has_loose_anchors(options)) {
    text += ", pools fitted to their anchors";
  } else if (!options.anchors.empty()) {
    text += ", pools shifted to their anchors";
  }
  return text + (options.errors ? "; errors are half of a 95 % interval" : "; no errors");
}

void check(const BtOptions& options) {
  if (!(options.prior_sd > 0) || !std::isfinite(options.prior_sd)) {
    throw ValueError(message("the prior's standard deviation must be positive and finite"));
  }
  for (const auto& [name, anchor] : options.anchors) {
    if (!std::isfinite(anchor.rating) || !std::isfinite(anchor.error) || anchor.error < 0)
      throw ValueError(message("the anchor of {0} is not a number", name));
    if ((anchor.error > 0) != has_loose_anchors(options))
      throw ValueError(message("either all anchors have an error, or none"));
  }
}

/// The likelihood that a difference with this estimated variance is above 0.
double superiority(double difference, const EstimatedVariance& estimated) {
  if (estimated.variance > 0) {
    return t_distribution(difference / std::sqrt(estimated.variance), estimated.degrees);
  }
  return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
}

/// The degrees of freedom of the difference of two ratings, the greater error counting more.
double joint_degrees(const EstimatedVariance& one, const EstimatedVariance& other) {
  return (one.variance + other.variance) /
         (one.variance / one.degrees + other.variance / other.degrees);
}

/// Fits one pool and makes its list.
class PoolRating {
 public:
  PoolRating(const PoolGames& games, const BtOptions& options)
      : options_(options),
        openings_(games.openings),
        model_(games.players.size(), games.singles, games.pairs) {
    priors_.rating_precision = options.prior ? precision_of(options.prior_sd) : 0;
    priors_.fit_advantage = model_.determines_advantage();
  }

  /// `list.players` are the pool's players in its order.
  void fill(BtList& list) {
    DavidsonFit fit = find_maximum(list.notes);
    if (fit.converged && has_loose_anchors(options_)) fit = fit_to_anchors(list, std::move(fit));
    if (!fit.converged) {
      list.notes.push_back(
          "The fit has not converged: this pool has no ratings. A narrower prior may help.");
      return;
    }
    list.log_likelihood = fit.log_likelihood;
    list.nu = nu_of(fit);
    list.has_advantage = priors_.fit_advantage;
    list.sandwich = model_.has_pairs();
    unit_ = unit_of(fit);
    list.first_move_advantage = fit.parameters[model_.players()] / unit_;
    if (fits_openings()) {
      list.opening_sd = model_.has_opening_effects() ? fit.parameters.back() / unit_ : 0;
    }
    for (std::size_t i = 0; i < model_.players(); ++i) {
      list.players[i].rating = mean_rating + level(fit) + fit.parameters[i] / unit_;
    }
    if (options_.errors) fill_errors(list, fit);
  }

 private:
  DavidsonFit find_maximum(std::vector<std::string>& notes) {
    if (!priors_.fit_advantage) {
      notes.push_back("The games do not determine White's advantage: it is taken as 0.");
    }
    DavidsonFit fit = fit_model();
    if (fit.converged) return fit;
    priors_.shared_precision = precision_of(shared_sd);
    notes.push_back(
        "The games leave first-move advantage or draws without a finite estimate (a colour never "
        "won, or all games were drawn): a normal prior on both, 0 with standard deviation 500 Elo, "
        "keeps them finite.");
    return fit_model();
  }

  /// Natural units in one point of the list.
  double unit_of(const DavidsonFit& fit) const {
    return natural_per_odds / points_per_odds(options_.scale, nu_of(fit));
  }

  double nu_of(const DavidsonFit& fit) const {
    return model_.has_draws() ? std::exp(fit.parameters[model_.players() + 1]) : 0;
  }

  bool fits_openings() const {
    if (options_.opening_effects == OpeningEffects::off || !priors_.fit_advantage) return false;
    return options_.opening_effects == OpeningEffects::on || model_.pairs() >= least_openings;
  }

  DavidsonFit fit_model() {
    model_.set_opening_effects(0);
    DavidsonFit fit = fit_davidson(model_, priors_, options_.dense_limit);
    if (fit.converged && fits_openings()) {
      add_opening_effects(model_, fit, priors_, options_.dense_limit);
    }
    return fit;
  }

  /// A pool's mean is free, so anchors specify differences between players: for weights w with the
  /// sum W, sum w_i (x_i - a_i)^2 is least over the mean at a sum over pairs of w_i w_j / W. The
  /// unit depends on the draws, which hardly depend on the anchors.
  DavidsonFit fit_to_anchors(const BtList& list, DavidsonFit fit) {
    for (std::size_t i = 0; i < list.players.size(); ++i) {
      const auto anchor = options_.anchors.find(list.players[i].name);
      if (anchor == options_.anchors.end()) continue;
      const double sd = anchor->second.error / z95;
      anchored_.push_back({static_cast<PlayerId>(i), anchor->second.rating, 1 / (sd * sd)});
    }
    constexpr int most_rounds = 50;
    double unit = 0;
    for (int round = 0; round < most_rounds && anchored_.size() > 1; ++round) {
      const double now = unit_of(fit);
      if (std::abs(now - unit) < 1e-12 * now) break;
      unit = now;
      set_distances(unit);
      fit = fit_model();
      if (!fit.converged) break;
    }
    return fit;
  }

  void set_distances(double unit) {
    const double weights = sum_of_weights();
    priors_.distances.clear();
    for (std::size_t i = 0; i < anchored_.size(); ++i) {
      for (std::size_t j = i + 1; j < anchored_.size(); ++j) {
        const Anchored &one = anchored_[i], &other = anchored_[j];
        priors_.distances.push_back({one.player, other.player, (one.rating - other.rating) * unit,
                                     one.weight * other.weight / weights / (unit * unit)});
      }
    }
  }

  double sum_of_weights() const {
    double sum = 0;
    for (const Anchored& one : anchored_) sum += one.weight;
    return sum;
  }

  /// By how much the anchors lift the pool's mean above 1500.
  double level(const DavidsonFit& fit) const {
    double sum = 0;
    for (const Anchored& one : anchored_) {
      sum += one.weight * (one.rating - mean_rating - fit.parameters[one.player] / unit_);
    }
    return anchored_.empty() ? 0 : sum / sum_of_weights();
  }

  /// The variance of the ratings themselves instead of relative to the mean.
  void add_level(FitVariances& variances) const {
    const std::size_t n = model_.players();
    const double weights = sum_of_weights();
    const auto covariance = [&](std::size_t i, std::size_t j) {
      return variances.covariance[i * n + j];
    };
    double of_level = unit_ * unit_ / weights;
    for (const Anchored& one : anchored_) {
      for (const Anchored& other : anchored_) {
        of_level +=
            one.weight * other.weight / (weights * weights) * covariance(one.player, other.player);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      variances.ratings[i] += of_level;
      for (const Anchored& one : anchored_) {
        variances.ratings[i] -= 2 * one.weight / weights * covariance(i, one.player);
      }
    }
  }

  void fill_errors(BtList& list, const DavidsonFit& fit) const {
    std::vector<std::size_t> ranking;
    if (options_.ranking) ranking = ranked(list.players, *options_.ranking);
    FitVariances variances = variances_of(model_, fit, priors_, options_.dense_limit,
                                          options_.covariance || !anchored_.empty(), ranking);
    compare_neighbours(list, fit, variances, ranking);
    if (!anchored_.empty() && !variances.covariance.empty()) add_level(variances);
    if (!options_.covariance) variances.covariance.clear();
    for (std::size_t i = 0; i < variances.ratings.size(); ++i) {
      list.players[i].error = anchored_.empty()
                                  ? std::min(error(variances.ratings[i], variances.degrees[i]),
                                             error_of(priors_.rating_precision))
                                  : error(variances.ratings[i], variances.degrees[i]);
    }
    if (!variances.ratings.empty()) {
      list.degrees = std::move(variances.degrees);
      list.first_move_advantage_error = advantage_error(fit, variances.advantage);
    }
    list.covariance = std::move(variances.covariance);
    for (double& entry : list.covariance) entry /= unit_ * unit_;
    if (variances.ratings.empty()) {
      list.notes.push_back("There are too few games to compute errors.");
    } else if (options_.covariance && list.covariance.empty()) {
      list.notes.push_back("Differences are not computed for a pool of this size.");
    }
  }

  /// Compares each player with the next one of the ranking.
  static void compare_neighbours(BtList& list, const DavidsonFit& fit,
                                 const FitVariances& variances,
                                 std::span<const std::size_t> ranking) {
    for (std::size_t k = 0; k < variances.steps.size(); ++k) {
      const std::size_t i = ranking[k], j = ranking[k + 1];
      const auto estimated = [&](std::size_t player) {
        return EstimatedVariance{variances.ratings[player], variances.degrees[player]};
      };
      list.players[i].superiority =
          superiority(fit.parameters[i] - fit.parameters[j],
                      {variances.steps[k], joint_degrees(estimated(i), estimated(j))});
    }
  }

  /// Half of the 95 % interval in points of the list.
  double error(double variance, double degrees) const {
    return EstimatedVariance{variance, degrees}.half_interval() / unit_;
  }

  /// That of a prior alone. Games never make a figure less certain.
  double error_of(double precision) const { return z95 / std::sqrt(precision) / unit_; }

  /// `by_units`: its variance by pairs and single games.
  std::optional<double> advantage_error(const DavidsonFit& fit, double by_units) const {
    if (!priors_.fit_advantage) return std::nullopt;
    const auto variance =
        advantage_variance(model_, fit, priors_, openings_, by_units, options_.dense_limit);
    if (!variance) return std::nullopt;
    return std::min(variance->half_interval() / unit_, error_of(precision_of(shared_sd)));
  }

  struct Anchored {
    PlayerId player;
    double rating;
    double weight;  ///< 1/variance, points
  };

  const BtOptions& options_;
  std::vector<Anchored> anchored_;  ///< of the pool, with errors
  std::span<const OpeningCount> openings_;
  DavidsonModel model_;
  DavidsonPriors priors_;
  double unit_ = natural_per_odds;  ///< natural units in one point of the list
};

/// Shifts a pool so that its anchors have, on average, their target ratings.
void apply_anchors(BtList& list, const std::map<std::string, Anchor>& anchors) {
  double shift = 0;
  int found = 0;
  for (const RatedPlayer& player : list.players) {
    const auto anchor = anchors.find(player.name);
    if (anchor == anchors.end()) continue;
    if (!player.rating) {
      list.notes.push_back("The anchor " + player.name + " has no rating and shifts nothing.");
      continue;
    }
    shift += anchor->second.rating - *player.rating;
    ++found;
  }
  if (found == 0) return;
  for (RatedPlayer& player : list.players) *player.rating += shift / found;
}

/// Sorts the players, and their error data with them.
void sort_list(BtList& list) {
  std::map<std::string_view, std::size_t> before;
  const std::vector<RatedPlayer> players = list.players;
  const std::size_t n = players.size();
  for (std::size_t i = 0; i < n; ++i) before[players[i].name] = i;
  sort_best_first(list.players);
  std::vector<std::size_t> source;
  for (const RatedPlayer& player : list.players) source.push_back(before[player.name]);
  if (!list.degrees.empty()) {
    std::vector<double> degrees;
    for (const std::size_t i : source) degrees.push_back(list.degrees[i]);
    list.degrees = std::move(degrees);
  }
  if (list.covariance.empty()) return;
  std::vector<double> sorted(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      sorted[i * n + j] = list.covariance[source[i] * n + source[j]];
    }
  }
  list.covariance = std::move(sorted);
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

std::string games_text(std::uint64_t games) { return counted(games, "game"); }

/// Notes on the game as a whole.
void add_common_notes(BtList& first, const GameCounts& counts, const std::vector<Wdl>& results,
                      const PoolDivision& division, const std::map<std::string, Anchor>& anchors) {
  std::vector<std::string> notes =
      notes_on(counts.ignored(), counts.unplayed_games(), counts.forfeited_games());
  if (counts.repeats() > 0) {
    notes.push_back(games_text(counts.games()) + ", of which " + std::to_string(counts.repeats()) +
                    " repeat an identical one between the same players from the same side: the "
                    "effective number is " +
                    std::to_string(counts.effective_games()) + ".");
  }
  if (division.games_across > 0) {
    notes.push_back(games_text(division.games_across) +
                    " between pools cannot be rated: one side made all points.");
  }
  const auto& players = counts.players();
  for (const auto& [name, anchor] : anchors) {
    const auto player = std::find(players.begin(), players.end(), name);
    if (player == players.end() ||
        results[static_cast<std::size_t>(player - players.begin())].games() == 0) {
      notes.push_back("The anchor " + name + " is not in this list.");
    }
  }
  first.notes.insert(first.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

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
    list.scale = options.scale;
    list.description = description(options);
    list.players = players_of(pool, counts, results);
    if (pool.players.size() > 1) PoolRating(pool, options).fill(list);
    if (!has_loose_anchors(options)) apply_anchors(list, options.anchors);
    sort_list(list);
  }
  if (!lists.empty()) add_common_notes(lists.front(), counts, results, division, options.anchors);
  return lists;
}

Difference difference(const BtList& list, std::size_t row, std::size_t column) {
  const std::size_t n = list.players.size();
  if (list.covariance.size() != n * n || row >= n || column >= n) {
    throw std::invalid_argument("differences need a list fitted with its covariance");
  }
  if (row == column) return {};
  const auto at = [&](std::size_t i, std::size_t j) { return list.covariance[i * n + j]; };
  const EstimatedVariance estimated{
      std::max(at(row, row) + at(column, column) - 2 * at(row, column), 0.0),
      joint_degrees({at(row, row), list.degrees[row]}, {at(column, column), list.degrees[column]})};
  const double elo = *list.players[row].rating - *list.players[column].rating;
  return {elo, t95(estimated.degrees) * std::sqrt(estimated.variance), superiority(elo, estimated)};
}

}  // namespace schiri::rating
