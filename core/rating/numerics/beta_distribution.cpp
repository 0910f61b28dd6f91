#include "core/rating/numerics/beta_distribution.h"

#include <cmath>

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// From so many degrees on, Student's t and the normal distribution agree to eight digits.
constexpr double many_degrees = 1e7;

/// What keeps a divisor from being 0.
double not_zero(double value) {
  constexpr double tiny = 1e-300;
  return std::abs(value) < tiny ? tiny : value;
}

/// The continued fraction of the incomplete beta function by Lentz's method.
double continued_fraction(double x, double a, double b) {
  constexpr int most_terms = 100'000;
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int i = 1; i < most_terms; ++i) {
    const double m = i;
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    value *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return value;
}

/// Halves an interval in which a function rises through `goal`.
template <class Function>
double root(const Function& function, double goal, double low, double high) {
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    (function(middle) < goal ? low : high) = middle;
  }
}

}  // namespace

double beta_distribution(double x, double a, double b) {
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  // The fraction is quick on this side of the mean, the other way round on the other.
  if (x < (a + 1) / (a + b + 2)) return front * continued_fraction(x, a, b) / a;
  return 1 - front * continued_fraction(1 - x, b, a) / b;
}

double beta_quantile(double p, double a, double b) {
  return root([&](double x) { return beta_distribution(x, a, b); }, p, 0, 1);
}

double t_distribution(double t, double degrees) {
  if (!(degrees < many_degrees)) return std::erfc(-t / std::sqrt(2.0)) / 2;
  const double tail = beta_distribution(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

double t_quantile(double p, double degrees) {
  if (p < 0.5) return -t_quantile(1 - p, degrees);
  double high = 1;
  while (t_distribution(high, degrees) < p && high < 1e12) high *= 2;
  return root([&](double t) { return t_distribution(t, degrees); }, p, 0, high);
}

double t95(double degrees) {
  if (degrees < 100) return t_quantile(0.975, degrees);
  // R. Fisher and E. Cornish's expansion.
  const double z = z95, z2 = z * z, inverse = 1 / degrees;
  const double first = z * (z2 + 1) / 4;
  const double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
  const double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  return z + inverse * (first + inverse * (second + inverse * third));
}

}  // namespace schiri::rating
