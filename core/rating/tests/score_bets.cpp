#include "core/rating/tests/score_bets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rating/numerics/root.h"

namespace schiri::rating {

namespace {

/// The bets, as fractions of the wealth that a pair without a point would lose.
constexpr std::array fractions = {0.95, 0.62,  0.4,  0.26, 0.17,  0.11,
                                  0.07, 0.045, 0.03, 0.02, 0.0125};

}  // namespace

double log_wealth(const PairCells& cells, double share) {
  std::array<double, fractions.size()> logs{};
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < fractions.size(); ++i) {
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell] == 0) continue;
      const double scored = static_cast<double>(cell) / 4;
      logs[i] += static_cast<double>(cells[cell]) * std::log1p(fractions[i] * (scored / share - 1));
    }
    greatest = std::max(greatest, logs[i]);
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - greatest);
  return greatest + std::log(sum / static_cast<double>(fractions.size()));
}

double least_share(const PairCells& cells, double needed) {
  const auto is_below = [&](double share) { return log_wealth(cells, share) >= needed; };
  return bisect({0, 1}, is_below, 0x1p-30).low;
}

PairCells swapped(const PairCells& cells) {
  PairCells other = cells;
  std::reverse(other.begin(), other.end());
  return other;
}

}  // namespace schiri::rating
