#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rating/audit/audit.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/normal_numbers.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

namespace {

constexpr std::uint64_t rank_seed = 1;
constexpr std::size_t most_simulated = 200;

/// Half of a difference's 95 % interval, without its number of degrees of freedom.
double deviation(const BtList& list, std::size_t i, std::size_t j) {
  const std::size_t n = list.players.size();
  const auto& v = list.covariance;
  return std::sqrt(std::max(0.0, v[i * n + i] + v[j * n + j] - 2 * v[i * n + j]));
}

/// The simultaneous 95 % bound of all differences in standard deviations.
double simulated_bound(const BtList& list) {
  const std::size_t n = list.players.size();
  const std::size_t draws = std::clamp<std::size_t>(100'000'000 / (n * n), 4000, 10'000);
  const std::vector<double> root = semidefinite_root(list.covariance, n);
  std::vector<double> weights(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double sd = deviation(list, i, j);
      weights[i * n + j] = sd > 0 ? 1 / sd : 0;
    }
  }
  NormalNumbers normal(rank_seed);
  std::vector<double> numbers(n), ratings(n), greatest(draws);
  for (double& most : greatest) {
    for (double& number : numbers) number = normal();
    for (std::size_t i = 0; i < n; ++i) {
      ratings[i] = 0;
      for (std::size_t k = 0; k <= i; ++k) ratings[i] += root[i * n + k] * numbers[k];
      for (std::size_t j = 0; j < i; ++j) {
        most = std::max(most, std::abs(ratings[i] - ratings[j]) * weights[i * n + j]);
      }
    }
  }
  const auto place = static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(draws));
  std::nth_element(greatest.begin(), greatest.begin() + place, greatest.end());
  return greatest[static_cast<std::size_t>(place)];
}

/// The bound if there are too many players for simulation: as if differences were independent (Z.
/// Šidák 1967), which is never less.
double independent_bound(std::size_t players) {
  const double differences = static_cast<double>(players) * static_cast<double>(players - 1) / 2;
  const double tail = -std::expm1(std::log(0.95) / differences) / 2;
  return -t_quantile(tail, std::numeric_limits<double>::infinity());
}

}  // namespace

std::vector<RankInterval> rank_intervals(const BtList& list) {
  const std::size_t n = list.players.size();
  if (n < 2 || list.covariance.size() != n * n) return {};
  const double bound = n <= most_simulated ? simulated_bound(list) : independent_bound(n);
  std::vector<RankInterval> ranks;
  for (const RatedPlayer& player : list.players) ranks.push_back({player.name, 1, n});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      // Few pairs give an uncertain error, so the interval of one difference is Student's.
      const Difference known = difference(list, i, j);
      if (known.elo <= known.error / z95 * bound) continue;
      --ranks[i].worst;
      ++ranks[j].best;
    }
  }
  return ranks;
}

}  // namespace schiri::rating
