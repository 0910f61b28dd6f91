#pragma once

#include <vector>

#include "core/rating/numerics/pair_system.h"

namespace schiri::rating {

/// The diagonal of the inverse of a system with a small core, the mean of the ratings held fixed:
/// exact, from the core's inverse and the entries between neighbours alone (K. Takahashi, J. Fagan,
/// M. Chen 1973).
std::vector<double> selected_variances(const PairSystem& system);

}  // namespace schiri::rating
