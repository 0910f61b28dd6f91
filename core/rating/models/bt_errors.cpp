#include "core/rating/models/bt_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace schiri::rating {

namespace {

/// The games of a whole pool that the draws of two players are weighed with.
constexpr double assumed_draw_games = 10;
/// Pairs of games that are assumed to be as variable as two games.
constexpr double assumed_pairs = 20;
/// Errors in a field are this much greater: the spread of its players is estimated.
constexpr double field_allowance = 1.07;
/// Fewer openings do not determine how much openings differ.
constexpr double least_openings = 10;

/// The likelihood along a line through the fit, with the virtual games and the observations.
class LikelihoodLine {
 public:
  LikelihoodLine(const PoolFit& fit, std::span<const double> direction) {
    const double of_advantage = fit.options().fits_advantage ? direction.back() : 0;
    for (std::size_t e = 0; e < fit.encounters().size(); ++e) {
      const Encounter& one = fit.encounters()[e];
      const double ahead = direction[one.i] - direction[one.j];
      for (std::size_t white = 0; white < 2; ++white) {
        if (one.games[white] == 0) continue;
        const double drawn = fit.virtual_games(e, white);
        add({one.games[white] + drawn, one.points[white] + drawn / 2, fit.lead(one, white),
             (white == 0 ? ahead : -ahead) + of_advantage});
      }
    }
    curvature_ += fit.advantage_precision() * squared(of_advantage);
    for (const RatingObservation& one : fit.options().observations) {
      curvature_ += squared(direction[one.player] / one.sd);
      slope_ -=
          (fit.parameters()[one.player] - one.rating) * direction[one.player] / squared(one.sd);
    }
    slope_ -= fit.advantage_precision() * fit.parameters().back() * of_advantage;
  }

  /// Twice the fall of the likelihood from the fit to `length` times the direction.
  double fall(double length) const { return at(length).fall; }

  /// The length in the direction of `sign` at which `fall` has this value, by Newton's method: the
  /// fall is convex. `guess`: of the length.
  double length_at(double value, double sign, double guess) const {
    constexpr double accuracy = 1e-4 * natural_per_point;
    constexpr int most_steps = 100;
    double length = sign * guess;
    for (int i = 0; i < most_steps; ++i) {
      const auto [fall, slope] = at(length);
      const double step = (value - fall) / slope;
      length += step;
      if (!(std::abs(step) > accuracy)) break;
    }
    return std::isfinite(length) ? length : sign * guess;
  }

 private:
  struct Term {
    double games, points, lead, turn;
    double log_loss = 0;
  };
  struct Fall {
    double fall, slope;
  };

  Fall at(double length) const {
    double gain =
        length *
        (slope_ - length / 2 * (curvature_ + length / 3 * (third_ + length / 4 * fourth_)));
    double slope = slope_ - length * (curvature_ + length / 2 * (third_ + length / 3 * fourth_));
    for (const Term& term : terms_) {
      const double lead = term.lead + length * term.turn;
      gain += term.points * length * term.turn - term.games * (log_loss(lead) - term.log_loss);
      slope += term.turn * (term.points - term.games * Chance(lead).points);
    }
    return {std::max(0.0, -2 * gain), -2 * slope};
  }

  /// -ln(1 - L(lead)).
  static double log_loss(double lead) {
    return std::max(lead, 0.0) + std::log1p(std::exp(-std::abs(lead)));
  }

  /// Leads that hardly turn are expanded, so that a line costs little in a large pool.
  void add(Term term) {
    constexpr double small = 0.02;
    if (std::abs(term.turn) > small) {
      term.log_loss = log_loss(term.lead);
      terms_.push_back(term);
      return;
    }
    const Chance chance(term.lead);
    const double turn = term.turn, square = turn * turn, weight = term.games * chance.weight;
    slope_ += turn * (term.points - term.games * chance.points);
    curvature_ += square * weight;
    third_ += square * turn * weight * (1 - 2 * chance.points);
    fourth_ += square * square * weight * (1 - 6 * chance.weight);
  }

  std::vector<Term> terms_;
  double slope_ = 0, curvature_ = 0, third_ = 0, fourth_ = 0;
};

/// An entry of a row of a matrix.
struct MatrixEntry {
  std::uint32_t column;
  double value;
};

/// Columns that are multiplied together, so that they stay in the cache.
constexpr std::size_t lanes = 16;

/// Sets the sums of these lanes of a product: of the rows of `by` with the columns of the entries,
/// times their values.
void sum_rows(std::span<const MatrixEntry> entries, const double* by, std::size_t stride,
              double* sums) {
  std::fill_n(sums, lanes, 0.0);
  for (const auto& [column, value] : entries) {
    const double* const row = by + column * stride;
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += value * row[k];
  }
}

#if defined(__x86_64__)
/// sum_rows with 256-bit registers, in the same order, without fused operations.
__attribute__((target("avx2"))) void sum_rows_avx2(std::span<const MatrixEntry> entries,
                                                   const double* by, std::size_t stride,
                                                   double* sums) {
  __m256d sum[lanes / 4];
  for (__m256d& four : sum) four = _mm256_setzero_pd();
  for (const auto& [column, value] : entries) {
    const double* const row = by + column * stride;
    const __m256d factor = _mm256_set1_pd(value);
    for (std::size_t k = 0; k < lanes / 4; ++k) {
      sum[k] = _mm256_add_pd(sum[k], _mm256_mul_pd(factor, _mm256_loadu_pd(row + 4 * k)));
    }
  }
  for (std::size_t k = 0; k < lanes / 4; ++k) _mm256_storeu_pd(sums + 4 * k, sum[k]);
}
#endif

using RowSum = void (*)(std::span<const MatrixEntry>, const double*, std::size_t, double*);

RowSum best_row_sum() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return sum_rows_avx2;
#endif
  return sum_rows;
}

/// A symmetric matrix by its rows, without most of its zeros.
class SparseMatrix {
 public:
  explicit SparseMatrix(std::size_t size) : rows_(size) {
    for (std::uint32_t i = 0; i < size; ++i) rows_[i].push_back({i, 0});
  }

  void add(std::size_t i, double value) { rows_[i].front().value += value; }
  /// Once for each two rows.
  void set(std::uint32_t i, std::uint32_t j, double value) {
    rows_[i].push_back({j, value});
    rows_[j].push_back({i, value});
  }

  /// Another symmetric matrix times this one, some columns after the others; rows are padded.
  SquareMatrix times(const SquareMatrix& by) const {
    const RowSum sum = best_row_sum();
    SquareMatrix product(by.size());
    for (std::size_t begin = 0; begin < by.size(); begin += lanes) {
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        double sums[lanes];
        sum(rows_[i], by.row(0) + begin, by.stride(), sums);
        for (std::size_t k = 0; k < lanes && begin + k < by.size(); ++k) {
          product.at(begin + k, i) = sums[k];
        }
      }
    }
    return product;
  }

 private:
  std::vector<std::vector<MatrixEntry>> rows_;
};

}  // namespace

PoolErrors::PoolErrors(const PoolFit& fit, std::vector<double> reference, const FittedGames& games)
    : fit_(fit),
      reference_(std::move(reference)),
      weights_(fit.game_weights()),
      made_(fit.players()),
      lost_(fit.players()) {
  const std::size_t n = fit_.players();
  if (!fit_.fit().converged || n > most_players_with_errors) return;
  const bool is_field = fit_.options().prior == Prior::field;
  inverse_ = fit_.information(weights_, is_field);
  if (!invert_positive_definite(inverse_)) return;
  exist_ = true;
  for (const Encounter& one : fit_.encounters()) {
    const double made = one.points[0] + one.games[1] - one.points[1];
    const double lost = one.games[0] + one.games[1] - made;
    made_[one.i] += made, lost_[one.i] += lost;
    made_[one.j] += lost, lost_[one.j] += made;
  }
  if (is_field) {
    varied_ = SquareMatrix(n + 1);
    for (std::size_t i = 0; i <= n; ++i) varied_.at(i, i) = fit_.dispersion();
  } else {
    find_score_variation();
  }
  find_opening_errors(games);
  quantile_ = t95(degrees_) * (is_field ? field_allowance : 1);
  std::vector<double> varied(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    if (reference_[i] == 0) continue;
    for (std::size_t k = 0; k <= n; ++k) varied[k] += reference_[i] * varied_.at(i, k);
  }
  for (std::size_t i = 0; i < n; ++i) {
    reference_covariance_.push_back(dot({inverse_.row(i), n + 1}, varied));
    reference_variance_ += reference_[i] * reference_covariance_[i];
  }
}

double PoolErrors::draw_factor(std::size_t encounter) const {
  constexpr double greatest = 0.95;
  return std::min(greatest, (fit_.encounters()[encounter].draws +
                             assumed_draw_games * (1 - fit_.dispersion())) /
                                (4 * weights_[encounter].sum() + assumed_draw_games));
}

/// The variance of colour-swapped pairs by that of two games each, as what an opening gives White
/// cancels out. Sets the degrees of freedom.
double PoolErrors::pair_dispersion() {
  constexpr double greatest_leverage = 0.9;
  double seen = 0, expected = 0, units = 0;
  for (std::size_t e = 0; e < weights_.size(); ++e) {
    const Encounter& one = fit_.encounters()[e];
    if (one.pairs == 0) continue;
    const double ahead = Chance(fit_.lead(one, 0)).points - Chance(fit_.lead(one, 1)).points;
    const double weight =
        weights_[e].by_white[0] / one.games[0] + weights_[e].by_white[1] / one.games[1];
    // Games that one side nearly always wins show little of what openings do, and their variance
    // at the fit, with its virtual games, exceeds what is seen.
    const double trust = squared(2 * weight);
    seen +=
        trust * (one.squared_differences - 2 * ahead * one.differences + one.pairs * ahead * ahead);
    const std::size_t i = one.i, j = one.j;
    const double leverage =
        weight * (inverse_.at(i, i) + inverse_.at(j, j) - 2 * inverse_.at(i, j));
    const double left = trust * one.pairs * (1 - std::min(greatest_leverage, leverage));
    expected += left * weight * (1 - draw_factor(e));
    units += left;
  }
  if (units == 0) return 1;
  const double assumed = assumed_pairs * expected / units;
  degrees_ = units * squared((expected + assumed) / expected);
  return (seen + assumed) / (expected + assumed);
}

/// The inverse times the variance of the scores.
void PoolErrors::find_score_variation() {
  const std::size_t n = fit_.players();
  const bool has_advantage = fit_.options().fits_advantage;
  const double of_pairs = pair_dispersion();
  SparseMatrix variance(n + 1);
  std::vector<double> border(n);
  variance.add(n, has_advantage ? fit_.advantage_precision() : 0);
  for (std::size_t e = 0; e < weights_.size(); ++e) {
    const Encounter& one = fit_.encounters()[e];
    const double left = 1 - draw_factor(e);
    const double in_pairs = 2 * one.pairs / (one.games[0] + one.games[1]);
    const double sum = left * weights_[e].sum(), tilt = left * weights_[e].tilt();
    const double together = sum * (1 - in_pairs + in_pairs * of_pairs);
    variance.add(one.i, together);
    variance.add(one.j, together);
    variance.set(one.i, one.j, -together);
    border[one.i] += tilt;
    border[one.j] -= tilt;
    if (has_advantage) variance.add(n, sum);
  }
  for (const RatingObservation& one : fit_.options().observations) {
    variance.add(one.player, 1 / squared(one.sd));
  }
  for (std::uint32_t i = 0; has_advantage && i < n; ++i) {
    variance.set(i, static_cast<std::uint32_t>(n), border[i]);
  }
  varied_ = variance.times(inverse_);
}

PoolErrors::Clusters PoolErrors::clusters_of(const FittedGames& games, bool by_opening) const {
  const double* const direction = inverse_.row(fit_.players());
  const auto at = fit_.parameters();
  struct Score {
    double advantage = 0, spread = 0, games = 0;
  };
  Clusters sums;
  const auto add = [&](const Score& score, double times) {
    sums.count += times;
    sums.games += times * score.games;
    sums.squared_games += times * squared(score.games);
    sums.advantage += times * squared(score.advantage);
    sums.spread += times * squared(score.spread);
  };
  const auto add_games = [&](Score& score, PlayerId white, PlayerId black, double count,
                             double points) {
    const double ahead = at[white] - at[black];
    const double left = points - count * Chance(ahead + at.back()).points;
    score.advantage += left * (direction[white] - direction[black] + direction[fit_.players()]);
    score.spread += left * ahead;
    score.games += count;
  };
  if (by_opening) {
    Score score;
    for (std::size_t k = 0; k < games.openings.size(); ++k) {
      const auto& [opening, one] = games.openings[k];
      add_games(score, one.white, one.black, real(one.results.games()), one.results.points());
      if (k + 1 < games.openings.size() && games.openings[k + 1].opening == opening) continue;
      add(std::exchange(score, {}), 1);
    }
    return sums;
  }
  constexpr std::array<double, 3> points = {1, 0.5, 0};
  for (const auto& [white, black, results] : games.singles) {
    const std::array counts = {results.wins, results.draws, results.losses};
    for (std::size_t k = 0; k < 3; ++k) {
      Score score;
      add_games(score, white, black, 1, points[k]);
      add(score, real(counts[k]));
    }
  }
  for (const PairCount& pair : games.pairs) {
    for (std::size_t cell = 0; cell < 9; ++cell) {
      Score score;
      add_games(score, pair.first, pair.second, 1, points[cell / 3]);
      add_games(score, pair.second, pair.first, 1, points[cell % 3]);
      add(score, real(pair.cells[cell / 3][cell % 3]));
    }
  }
  return sums;
}

/// What openings contribute: the error of White's advantage, all games of an opening being one
/// unit; and, because the better player gains less where an opening decides the game, a factor
/// common to all ratings.
void PoolErrors::find_opening_errors(const FittedGames& games) {
  const Clusters clusters = clusters_of(games, !games.openings.empty());
  if (clusters.games == 0 || clusters.effective() < least_openings) return;
  const double few = clusters.count / (clusters.count - 1);
  const double precision = fit_.advantage_precision();
  if (fit_.options().fits_advantage) {
    // Openings that were all won alike, or hardly lost, do not show how much they differ.
    const double seen =
        few * clusters.advantage + precision * squared(inverse_.at(fit_.players(), fit_.players()));
    const double variance = std::max(seen, covariance(fit_.players(), fit_.players()));
    advantage_error_ = t95(clusters.effective() - 1) * std::sqrt(variance);
    if (fit_.fit().has_advantage_prior)
      advantage_error_ = std::min(*advantage_error_, z95 * advantage_sd);
  }
  if (games.openings.empty()) return;
  const Clusters units = clusters_of(games, false);
  if (units.count <= clusters.count) return;  // no two units share an opening
  double information = 0;
  for (const EncounterWeight& one : weights_) {
    information += squared(fit_.parameters()[one.i] - fit_.parameters()[one.j]) * one.sum();
  }
  if (information > 0) {
    spread_variance_ = std::max(0.0, few * clusters.spread - units.spread) / squared(information);
  }
}

double PoolErrors::covariance(std::size_t i, std::size_t j) const {
  const std::size_t size = fit_.players() + 1;
  return dot({inverse_.row(i), size}, {varied_.row(j), size});
}

/// Of the difference of two ratings, or, if they are the same, of a rating and the reference.
double PoolErrors::variance(std::size_t one, std::size_t other) const {
  const auto at = fit_.parameters();
  double noise = covariance(one, one), ahead = at[one];
  if (one == other) {
    noise += reference_variance_ - 2 * reference_covariance_[one];
    for (std::size_t i = 0; i < reference_.size(); ++i) ahead -= reference_[i] * at[i];
  } else {
    noise += covariance(other, other) - 2 * covariance(one, other);
    ahead -= at[other];
  }
  return std::max(0.0, noise) + spread_variance_ * squared(ahead);
}

const SquareMatrix& PoolErrors::all_inverse() const {
  if (fit_.options().prior != Prior::games) return inverse_;
  if (all_inverse_.size() == 0) {
    all_inverse_ = fit_.information(fit_.all_weights(), true);
    invert_positive_definite(all_inverse_);
  }
  return all_inverse_;
}

bool PoolErrors::is_by_likelihood(std::size_t player) const {
  constexpr std::size_t small = 200;
  constexpr double few = 20;
  if (fit_.options().prior == Prior::field) return false;
  return fit_.players() <= small || made_[player] < few || lost_[player] < few;
}

/// The direction in which the likelihood falls least while the difference of two ratings, or of one
/// and the reference, grows by 1, and its variance if no game were certain; `length` 0 if there is
/// none.
PoolErrors::Direction PoolErrors::direction(std::size_t one, std::size_t other) const {
  const SquareMatrix& inverse = all_inverse();
  const std::size_t size = fit_.players() + 1;
  if (one == other && of_reference_.empty()) {
    of_reference_.resize(size);
    for (std::size_t i = 0; i + 1 < size; ++i) {
      if (reference_[i] == 0) continue;
      for (std::size_t k = 0; k < size; ++k) of_reference_[k] += reference_[i] * inverse.at(i, k);
    }
  }
  const double* const from = one == other ? of_reference_.data() : inverse.row(other);
  Direction direction{std::vector<double>(inverse.row(one), inverse.row(one) + size)};
  for (std::size_t k = 0; k < size; ++k) direction.line[k] -= from[k];
  direction.length = direction.line[one];
  if (one == other) {
    direction.length -= dot(reference_, std::span(direction.line).first(size - 1));
  } else {
    direction.length -= direction.line[other];
  }
  for (double& part : direction.line) part /= direction.length;
  return direction;
}

IntervalEnds PoolErrors::interval(std::size_t player) const {
  const double noise = variance(player, player);
  const double half = quantile_ * std::sqrt(noise);
  if (!is_by_likelihood(player) || !(half > 0)) return {-half, half};
  const auto [line, length] = direction(player, player);
  if (!(length > 0)) return {-half, half};
  const LikelihoodLine likelihood(fit_, line);
  const double fall = quantile_ * quantile_ * noise / length;
  return {likelihood.length_at(fall, -1, half), likelihood.length_at(fall, 1, half)};
}

double PoolErrors::error(std::size_t one, std::size_t other) const {
  return quantile_ * std::sqrt(variance(one, other));
}

double PoolErrors::superiority(std::size_t one, std::size_t other) const {
  constexpr double near = 1.5, far = 5;  // beyond, a line changes nothing that is shown
  const double ahead = fit_.parameters()[one] - fit_.parameters()[other];
  const double noise = variance(one, other), sd = quantile_ / z95 * std::sqrt(noise);
  if (!(sd > 0)) return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
  const double z = ahead / sd;
  constexpr std::size_t most_compared = 200;  // a line takes as long as the pool is large
  if (std::abs(z) <= near || std::abs(z) >= far || fit_.players() > most_compared ||
      !(is_by_likelihood(one) || is_by_likelihood(other))) {
    return normal_distribution(z);
  }
  const auto [line, length] = direction(one, other);
  if (!(length > 0)) return normal_distribution(z);
  const double root = std::sqrt(LikelihoodLine(fit_, line).fall(-ahead) * length) / sd;
  return normal_distribution(std::copysign(root, z));
}

/// By the power method, from the row of the player who is known least.
std::vector<double> PoolErrors::least_known() const {
  constexpr int rounds = 20;
  const std::size_t n = fit_.players();
  std::size_t start = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (inverse_.at(i, i) > inverse_.at(start, start)) start = i;
  }
  std::vector<double> direction(inverse_.row(start), inverse_.row(start) + n);
  for (int round = 0; round < rounds; ++round) {
    centre(direction);
    std::vector<double> next;
    for (std::size_t i = 0; i < n; ++i) next.push_back(dot(direction, {inverse_.row(i), n}));
    const double size = std::sqrt(dot(next, next));
    for (double& part : next) part /= size;
    direction = std::move(next);
  }
  return direction;
}

PoolErrors::Distance PoolErrors::distance(const std::vector<bool>& is_first) const {
  const std::size_t size = fit_.players() + 1;
  std::vector<double> information(fit_.players());
  double first = 0, second = 0;
  for (const EncounterWeight& one : weights_) {
    for (const std::size_t player : {one.i, one.j}) {
      information[player] += one.sum();
      (is_first[player] ? first : second) += one.sum();
    }
  }
  Distance distance;
  std::vector<double> moved(size), varied(size);
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const double share = is_first[i] ? information[i] / first : -information[i] / second;
    distance.value += share * fit_.parameters()[i];
    for (std::size_t k = 0; k < size; ++k) {
      moved[k] += share * inverse_.at(i, k);
      varied[k] += share * varied_.at(i, k);
    }
  }
  distance.error = quantile_ * std::sqrt(std::max(0.0, dot(moved, varied)));
  return distance;
}

}  // namespace schiri::rating
