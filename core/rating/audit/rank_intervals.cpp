#include <cmath>

#include "core/rating/audit/audit.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// The simultaneous 95 % bound of all differences in standard deviations, as if they were
/// independent (Z. Šidák 1967), which is never too small.
double simultaneous_bound(std::size_t players) {
  const double differences = static_cast<double>(players) * static_cast<double>(players - 1) / 2;
  return -normal_quantile(-std::expm1(std::log(0.95) / differences) / 2);
}

}  // namespace

std::vector<RankInterval> rank_intervals(const BtList& list) {
  const std::size_t n = list.players.size();
  if (n < 2 || list.covariance.size() != n * n) return {};
  const double bound = simultaneous_bound(n);
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
