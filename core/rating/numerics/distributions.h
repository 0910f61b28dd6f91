#pragma once

#include <span>
#include <vector>

namespace schiri::rating {

/// The mean and the variance of values with weights, which need not sum to 1.
struct Moments {
  double mean = 0;
  double variance = 0;
};
Moments moments(std::span<const double> values, std::span<const double> weights);

/// The distribution function of the standard normal distribution, and its logarithm, also for tiny
/// probabilities.
double normal_distribution(double z);
double log_normal_distribution(double z);
/// The inverse of the distribution, for `p` between 0 and 1.
double normal_quantile(double p);

/// The distribution function of the beta distribution (regularised incomplete beta function), from
/// 0 to 1; `a` and `b` positive. Accurate to some 12 digits.
double beta_distribution(double x, double a, double b);

/// The distribution function of Student's t with this many degrees of freedom, which need not be
/// whole; infinitely many give the normal distribution.
double t_distribution(double t, double degrees);
/// The inverse of the distribution, for `p` between 0 and 1.
double t_quantile(double p, double degrees);
/// The bound of a 95 % interval whose variance is estimated with this many degrees of freedom:
/// `t_quantile(0.975, degrees)`, but quicker.
double t95(double degrees);

/// The probability that a chi-square variable with this many degrees of freedom (1 or more) is at
/// least as large. Accurate to some 12 digits, even if it is tiny.
double chi_square_tail(double value, int degrees);

/// The probability that the mean of `values`, weighted by chances of a Dirichlet distribution with
/// these `parameters` (positive, as many), is at most `mean`. Accurate to some ten digits; fast if
/// the sum of the parameters is at most some thousands.
double dirichlet_mean_distribution(std::span<const double> values,
                                   std::span<const double> parameters, double mean);

}  // namespace schiri::rating
