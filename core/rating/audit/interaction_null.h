#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/rating/audit/audit_games.h"

namespace schiri::rating {

/// Three players a < b < c that all met: the indices of the pairings a b, b c and a c. In the cycle
/// a, b, c the residuals of the first two count as they are, that of the third negatively.
using AuditCycle = std::array<std::size_t, 3>;

/// The distribution, in sound lists, of the greatest standardised deviation among all pairings and
/// cycles. These overlap, so that a bound by their number is too high. Used by the audit.
class InteractionNull {
 public:
  /// Simulates the residuals of fits with a fixed seed, unless there are too many cycles.
  InteractionNull(const AuditGames& games, const std::vector<AuditCycle>& cycles);

  /// The probability that a sound list has a deviation with a p-value of at most `p`; 1 if it was
  /// not simulated.
  double chance(double p) const;

 private:
  /// Of a pairing, and of a cycle, divided by its standard deviation.
  double deviation(std::size_t pairing, const std::vector<double>& residuals) const;
  double deviation(const AuditCycle& cycle, const std::vector<double>& residuals) const;
  /// Replaces residuals from the truth by those from the fit.
  void fit(std::vector<double>& residuals) const;
  double greatest(const std::vector<double>& residuals) const;

  const AuditGames& games_;
  const std::vector<AuditCycle>& cycles_;
  std::vector<double> sds_;       ///< of the pairings' residuals from the fit; 0: not tested
  std::vector<double> greatest_;  ///< ascending
};

}  // namespace schiri::rating
