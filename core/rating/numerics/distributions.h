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

/// The inverse of the distribution, for `p` between 0 and 1.
double beta_quantile(double p, double a, double b);

/// The derivative of the digamma function, for positive x.
double trigamma(double x);

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

}  // namespace schiri::rating
