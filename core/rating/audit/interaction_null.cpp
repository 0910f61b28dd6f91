#include "core/rating/audit/interaction_null.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/normal_numbers.h"

namespace schiri::rating {

namespace {

using Pairing = AuditGames::Pairing;

constexpr std::uint64_t null_seed = 2;
constexpr std::size_t simulations = 2000;
/// The greatest number of multiplications and cycles for each simulation.
constexpr std::size_t most_steps = 60'000;
/// The least share of a residual's variance that the fit must leave.
constexpr double least_share = 1e-3;

/// The standard deviation of a pairing's residual from the fit.
double fitted_sd(const AuditGames& games, const Pairing& pairing) {
  const SquareMatrix& inverse = games.inverse();
  const double of_difference = inverse.at(pairing.i, pairing.i) + inverse.at(pairing.j, pairing.j) -
                               2 * inverse.at(pairing.i, pairing.j);
  const double share = 1 - pairing.information * of_difference;
  return share > least_share ? std::sqrt(pairing.information * share) : 0;
}

}  // namespace

InteractionNull::InteractionNull(const AuditGames& games, const std::vector<AuditCycle>& cycles)
    : games_(games), cycles_(cycles) {
  const std::size_t n = games.players(), pairings = games.pairings().size();
  if (n * n + pairings + cycles.size() > most_steps) return;
  for (const Pairing& pairing : games.pairings()) sds_.push_back(fitted_sd(games, pairing));
  NormalNumbers normal(null_seed);
  std::vector<double> residuals(pairings);
  for (std::size_t simulation = 0; simulation < simulations; ++simulation) {
    for (std::size_t p = 0; p < pairings; ++p) {
      residuals[p] = normal() * std::sqrt(games.pairings()[p].information);
    }
    fit(residuals);
    greatest_.push_back(greatest(residuals));
  }
  std::sort(greatest_.begin(), greatest_.end());
}

void InteractionNull::fit(std::vector<double>& residuals) const {
  const std::size_t n = games_.players();
  std::vector<double> score(n), shift(n);
  for (std::size_t p = 0; p < residuals.size(); ++p) {
    score[games_.pairings()[p].i] += residuals[p];
    score[games_.pairings()[p].j] -= residuals[p];
  }
  for (std::size_t i = 0; i < n; ++i) shift[i] = dot(score, {games_.inverse().row(i), n});
  for (std::size_t p = 0; p < residuals.size(); ++p) {
    const Pairing& pairing = games_.pairings()[p];
    residuals[p] -= pairing.information * (shift[pairing.i] - shift[pairing.j]);
  }
}

double InteractionNull::deviation(std::size_t pairing, const std::vector<double>& residuals) const {
  return sds_[pairing] > 0 ? residuals[pairing] / sds_[pairing] : 0;
}

double InteractionNull::deviation(const AuditCycle& cycle,
                                  const std::vector<double>& residuals) const {
  double value = 0, variance = 0;
  for (std::size_t side = 0; side < cycle.size(); ++side) {
    const double weight = 1 / games_.pairings()[cycle[side]].information;
    value += (side < 2 ? weight : -weight) * residuals[cycle[side]];
    variance += weight;
  }
  return value / std::sqrt(variance);
}

double InteractionNull::greatest(const std::vector<double>& residuals) const {
  double most = 0;
  for (std::size_t p = 0; p < residuals.size(); ++p) {
    most = std::max(most, std::abs(deviation(p, residuals)));
  }
  for (const AuditCycle& cycle : cycles_) {
    most = std::max(most, std::abs(deviation(cycle, residuals)));
  }
  return most;
}

double InteractionNull::chance(double p) const {
  if (greatest_.empty()) return 1;
  const double z = -normal_quantile(p / 2);
  const auto above = greatest_.end() - std::lower_bound(greatest_.begin(), greatest_.end(), z);
  return static_cast<double>(above + 1) / static_cast<double>(simulations + 1);
}

}  // namespace schiri::rating
