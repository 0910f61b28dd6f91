#include "core/rating/models/davidson.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/rating/games/advantage_rank.h"
#include "core/rating/games/player_sort.h"

namespace schiri::rating {

namespace {

/// The logarithm of a long product of numbers above 1: multiplying is cheaper than taking each
/// logarithm.
class LogProduct {
 public:
  void add(double factor, double times) {
    if (times > 4 || factor > 1e20) {
      sum_ += times * std::log(factor);
      return;
    }
    for (; times > 0; --times) product_ *= factor;
    if (product_ > 1e200) {
      sum_ += std::log(product_);
      product_ = 1;
    }
  }
  double value() const { return sum_ + std::log(product_); }

 private:
  double sum_ = 0;
  double product_ = 1;
};

/// The contribution of the games of one White against one Black.
struct Terms {
  double log_likelihood = 0;  ///< without the logarithm of `sum` for each game
  double games = 0;
  double sum = 1;
  double slope = 0;       ///< by d
  double draw_slope = 0;  ///< by ln nu
  double weight = 0;      ///< information on d
  double mixed = 0;       ///< on d and ln nu
  double draw_weight = 0;
};

Terms terms_of(const Wdl& results, double d, double nu, double log_nu) {
  const double games = real(results.games());
  if (games == 0) return {};
  const Chances p = chances(d, nu);
  const double balance = real(results.wins) - real(results.losses);
  const double draws = real(results.draws);
  return {.log_likelihood = balance * d + draws * log_nu - games * p.log_scale,
          .games = games,
          .sum = p.sum,
          .slope = balance - games * p.mean(),
          .draw_slope = draws - games * p.draw,
          .weight = games * p.variance(),
          .mixed = -games * p.mean() * p.draw,
          .draw_weight = games * p.draw * (1 - p.draw)};
}

}  // namespace

DavidsonModel::DavidsonModel(std::size_t players, std::span<const ColourCount> singles,
                             std::span<const PairCount> pairs)
    : players_(players),
      singles_(singles),
      pairs_(pairs),
      pair_results_(results_by_pair(singles, pairs)) {
  AdvantageRank rank(players);
  for (const PairResults& pair : pair_results_) {
    games_ += real(pair.i_white.games() + pair.j_white.games());
    draws_ += real(pair.i_white.draws + pair.j_white.draws);
    if (pair.i_white.games() > 0) rank.add(pair.i, pair.j);
    if (pair.j_white.games() > 0) rank.add(pair.j, pair.i);
  }
  determines_advantage_ = rank.is_determined();
}

std::vector<DavidsonModel::PairResults> DavidsonModel::results_by_pair(
    std::span<const ColourCount> singles, std::span<const PairCount> pairs) const {
  std::vector<PairResults> all;
  all.reserve(singles.size() + pairs.size());
  for (const ColourCount& one : singles) {
    const bool ordered = one.white < one.black;
    all.push_back(ordered ? PairResults{one.white, one.black, one.results, {}}
                          : PairResults{one.black, one.white, {}, one.results});
  }
  for (const PairCount& pair : pairs) {
    all.push_back({pair.first, pair.second, pair.first_white(), pair.second_white()});
  }
  if (singles.empty()) return all;  // Pairs are already sorted and merged.
  sort_by_players(all, players_, &PairResults::i, &PairResults::j);
  merge_neighbours(
      all, [](const PairResults& a, const PairResults& b) { return a.i == b.i && a.j == b.j; },
      [](PairResults& into, const PairResults& from) {
        into.i_white += from.i_white;
        into.j_white += from.j_white;
      });
  return all;
}

double DavidsonModel::draw_parameter_between_equals() const {
  if (!has_draws()) return 0;
  const double rate = draws_ / (games_ + 1);
  return std::log(2 * rate / (1 - rate));
}

DavidsonModel::Evaluation DavidsonModel::evaluate(std::span<const double> parameters) const {
  return has_opening_effects() ? evaluate_effects(parameters) : evaluate(pair_results_, parameters);
}

DavidsonModel::Evaluation DavidsonModel::evaluate(std::span<const PairResults> results,
                                                  std::span<const double> parameters) const {
  const std::size_t players = players_;
  const bool draws = has_draws();
  Evaluation sum{0, std::vector<double>(players + PairMatrix::shared), PairMatrix(players)};
  sum.information.reserve(results.size());
  const double advantage = parameters[players];
  const double log_nu = draws ? parameters[players + 1] : 0;
  const double nu = draws ? std::exp(log_nu) : 0;
  PairMatrix::Corner corner{};
  LogProduct sums;
  for (const PairResults& pair : results) {
    const double d = parameters[pair.i] - parameters[pair.j];
    const Terms one = terms_of(pair.i_white, d + advantage, nu, log_nu);
    const Terms two = terms_of(pair.j_white, advantage - d, nu, log_nu);
    sum.log_likelihood += one.log_likelihood + two.log_likelihood;
    sums.add(one.sum, one.games);
    sums.add(two.sum, two.games);
    sum.gradient[pair.i] += one.slope - two.slope;
    sum.gradient[pair.j] -= one.slope - two.slope;
    sum.gradient[players] += one.slope + two.slope;
    sum.gradient[players + 1] += one.draw_slope + two.draw_slope;
    sum.information.add(pair.i, pair.j, one.weight + two.weight,
                        {one.weight - two.weight, one.mixed - two.mixed});
    corner[0] += one.weight + two.weight;
    corner[1] += one.mixed + two.mixed;
    corner[2] += one.draw_weight + two.draw_weight;
  }
  sum.log_likelihood -= sums.value();
  sum.information.add_corner(corner);
  return sum;
}

double DavidsonModel::single_games() const {
  double sum = 0;
  for (const ColourCount& one : singles_) sum += real(one.results.games());
  return sum;
}

double DavidsonModel::units() const {
  double sum = single_games();
  for (const PairCount& pair : pairs_) sum += real(pair.pairs());
  return sum;
}

double DavidsonModel::slope_of_game(std::span<const double> parameters,
                                    std::span<const double> direction,
                                    const ColourCount& games) const {
  const double log_nu = has_draws() ? parameters[players_ + 1] : 0;
  const double d = parameters[games.white] - parameters[games.black] + parameters[players_];
  const Terms one = terms_of(games.results, d, has_draws() ? std::exp(log_nu) : 0, log_nu);
  return one.slope * (direction[games.white] - direction[games.black] + direction[players_]) +
         one.draw_slope * direction[players_ + 1];
}

double DavidsonModel::slope(std::span<const double> parameters, std::span<const double> direction,
                            std::span<const OpeningCount> opening) const {
  if (has_opening_effects()) return slope_with_effects(parameters, direction, opening);
  double sum = 0;
  for (const OpeningCount& one : opening) sum += slope_of_game(parameters, direction, one.games);
  return sum;
}

double DavidsonModel::OwnUnits::missing_share() const {
  return of_pairs > 0 ? std::max(0.0, 0.5 / units - seen / of_pairs) : 0;
}

std::vector<DavidsonModel::OwnUnits> DavidsonModel::own_units(
    std::span<const double> parameters) const {
  if (has_opening_effects()) return own_units_with_effects(parameters);
  const double advantage = parameters[players_];
  const double nu = has_draws() ? std::exp(parameters[players_ + 1]) : 0;
  std::vector<OwnUnits> own(players_);
  for (const ColourCount& one : singles_) {
    const double d = parameters[one.white] - parameters[one.black] + advantage;
    const double games = real(one.results.games()), variance = chances(d, nu).variance();
    for (const PlayerId player : {one.white, one.black}) {
      own[player].units += games;
      own[player].expected += games * variance;
    }
  }
  for (const PairCount& pair : pairs_) {
    const double d = parameters[pair.first] - parameters[pair.second];
    const Chances first = chances(advantage + d, nu), second = chances(advantage - d, nu);
    const double pairs = real(pair.pairs()), variance = first.variance() + second.variance();
    double seen = 0;
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double lead = static_cast<double>(cell % 3) - static_cast<double>(cell / 3) -
                          first.mean() + second.mean();
      seen += real(pair.cells[cell / 3][cell % 3]) * lead * lead;
    }
    for (const PlayerId player : {pair.first, pair.second}) {
      own[player].units += pairs;
      own[player].expected += pairs * variance;
      own[player].of_pairs += pairs * variance;
      own[player].seen += seen;
      own[player].squares += pairs * variance * variance;
    }
  }
  return own;
}

namespace {

/// One entry of a sum over units: the squared scores of the players' difference, its products with
/// the scores of a and ln nu, and those of these two.
struct Variation {
  double weight = 0;
  std::array<double, 2> border{};
  PairMatrix::Corner corner{};

  /// `rating`, `advantage` and `draw` are the parts of a unit's score.
  void add(double times, double rating, double advantage, double draw) {
    weight += times * rating * rating;
    border[0] += times * rating * advantage;
    border[1] += times * rating * draw;
    corner[0] += times * advantage * advantage;
    corner[1] += times * advantage * draw;
    corner[2] += times * draw * draw;
  }

  /// The model's own expectation for games in which White is `sign` times the pair's first.
  void add_expected(double times, const Chances& p, double sign) {
    for (std::size_t cell = 0; cell < 3; ++cell) {
      const double chance = cell == 0 ? p.white : cell == 1 ? p.draw : p.black;
      const auto [result, draw] = residual(cell, p);
      add(times * chance, sign * result, result, draw);
    }
  }

  /// A result as +1, 0, -1 and whether it is a draw, each minus its expectation.
  static std::pair<double, double> residual(std::size_t cell, const Chances& p) {
    return {1 - static_cast<double>(cell) - p.mean(), (cell == 1 ? 1.0 : 0.0) - p.draw};
  }
};

Variation variation(const PairCount& pair, const Chances& first, const Chances& second,
                    double model_share) {
  Variation sum;
  for (std::size_t cell = 0; cell < 9; ++cell) {
    const double count = real(pair.cells[cell / 3][cell % 3]);
    if (count == 0) continue;
    const auto [one, one_draw] = Variation::residual(cell / 3, first);
    const auto [two, two_draw] = Variation::residual(cell % 3, second);
    sum.add(count, one - two, one + two, one_draw + two_draw);
  }
  sum.add_expected(model_share * real(pair.pairs()), first, 1);
  sum.add_expected(model_share * real(pair.pairs()), second, -1);
  return sum;
}

}  // namespace

DavidsonModel::Matrix DavidsonModel::score_variation(std::span<const double> parameters) const {
  if (has_opening_effects()) return variation_with_effects(parameters);
  const std::vector<OwnUnits> own = own_units(parameters);
  PairMatrix sum = evaluate(results_by_pair(singles_, {}), parameters).information;
  sum.reserve(singles_.size() + pairs_.size());
  const double advantage = parameters[players_];
  const double nu = has_draws() ? std::exp(parameters[players_ + 1]) : 0;
  for (const PairCount& pair : pairs_) {
    const double d = parameters[pair.first] - parameters[pair.second];
    const double share =
        std::max(own[pair.first].missing_share(), own[pair.second].missing_share());
    const Variation part =
        variation(pair, chances(advantage + d, nu), chances(advantage - d, nu), share);
    sum.add(pair.first, pair.second, part.weight, part.border);
    sum.add_corner(part.corner);
  }
  return {std::move(sum)};
}

}  // namespace schiri::rating
