#pragma once

namespace schiri::rating {

/// The distribution function of the beta distribution (regularised incomplete beta function), from
/// 0 to 1; `a` and `b` positive. Accurate to some 12 digits.
double beta_distribution(double x, double a, double b);
/// The inverse of the distribution: the x at which it is `p`.
double beta_quantile(double p, double a, double b);

/// The distribution function of Student's t with this many degrees of freedom, which need not be
/// whole; infinitely many give the normal distribution.
double t_distribution(double t, double degrees);
/// The inverse of the distribution, for `p` between 0 and 1.
double t_quantile(double p, double degrees);
/// The end of a 95 % interval whose variance is estimated with this many degrees of freedom:
/// `t_quantile(0.975, degrees)`, but quicker.
double t95(double degrees);

}  // namespace schiri::rating
