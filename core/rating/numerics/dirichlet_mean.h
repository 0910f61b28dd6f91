#pragma once

#include <span>

namespace schiri::rating {

/// The probability that the mean of `values`, weighted by chances of a Dirichlet distribution with
/// these `parameters` (positive, as many), is at most `mean`. Accurate to some ten digits; quick as
/// long as the parameters add up to at most some thousands.
double dirichlet_mean_distribution(std::span<const double> values,
                                   std::span<const double> parameters, double mean);

}  // namespace schiri::rating
