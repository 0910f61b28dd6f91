#include "core/rating/numerics/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

Moments moments(std::span<const double> values, std::span<const double> weights) {
  Moments found;
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i];
    found.mean += weights[i] * values[i];
  }
  found.mean /= sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = values[i] - found.mean;
    found.variance += weights[i] * distance * distance;
  }
  found.variance /= sum;
  return found;
}

double normal_distribution(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double log_normal_distribution(double z) {
  if (z > -30) return std::log(normal_distribution(z));
  return -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) - 1 / (z * z);
}

double normal_quantile(double p) {
  return bisect({-40, 40}, [&](double z) { return normal_distribution(z) < p; }).middle();
}

namespace {

/// The maximum number of terms of series and continued fractions.
constexpr int most_terms = 100'000;
constexpr double precision = 1e-15;

/// From this number of degrees on, Student's t and the normal distribution agree to eight digits.
constexpr double many_degrees = 1e7;

/// Keeps divisors from being 0.
double not_zero(double value) {
  constexpr double tiny = 1e-300;
  return std::abs(value) < tiny ? tiny : value;
}

/// The continued fraction of the incomplete beta function by Lentz's method.
double continued_fraction(double x, double a, double b) {
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
    if (std::abs(d * c - 1) < precision) break;
  }
  return value;
}

}  // namespace

double beta_distribution(double x, double a, double b) {
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  // Beyond, the logarithms of the gamma function cancel out. Of two large numbers the distribution
  // is normal; beside a small one it depends on the product of x and the large one alone.
  constexpr double large = 1e8, moderate = 1e4;
  if (a + b > large && std::min(a, b) > moderate) {
    const double mean = a / (a + b);
    return normal_distribution((x - mean) / std::sqrt(mean * (1 - mean) / (a + b + 1)));
  }
  if (b > large) return beta_distribution(x * (b / large), a, large);
  if (a > large) return 1 - beta_distribution((1 - x) * (a / large), b, large);
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast on this side of the mean; the other side uses symmetry.
  if (x < (a + 1) / (a + b + 2)) return front * continued_fraction(x, a, b) / a;
  return 1 - front * continued_fraction(1 - x, b, a) / b;
}

double beta_quantile(double p, double a, double b) {
  return bisect({0, 1}, [&](double x) { return beta_distribution(x, a, b) < p; }).middle();
}

double trigamma(double x) {
  double sum = 0;
  for (; x < 10; ++x) sum += 1 / (x * x);
  const double inverse = 1 / x, square = inverse * inverse;
  return sum +
         inverse * (1 + inverse / 2 +
                    square * (1.0 / 6 - square * (1.0 / 30 - square * (1.0 / 42 - square / 30))));
}

double t_distribution(double t, double degrees) {
  if (!(degrees < many_degrees)) return normal_distribution(t);
  const double tail = beta_distribution(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

double t_quantile(double p, double degrees) {
  if (p < 0.5) return -t_quantile(1 - p, degrees);
  double high = 1;
  while (t_distribution(high, degrees) < p && high < 1e12) high *= 2;
  return bisect({0, high}, [&](double t) { return t_distribution(t, degrees) < p; }).middle();
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

namespace {

/// x^a e^-x / gamma(a).
double gamma_weight(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

/// The regularised lower incomplete gamma function by its series, for x below a + 1.
double lower_gamma(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (int n = 1; n < most_terms && term > precision * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return gamma_weight(a, x) * sum;
}

/// The regularised upper incomplete gamma function by its continued fraction (Lentz's method), for
/// other x.
double upper_gamma(double a, double x) {
  constexpr double tiny = std::numeric_limits<double>::min() / precision;
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double fraction = d;
  for (int n = 1; n < most_terms; ++n) {
    const double coefficient = n * (a - n);
    b += 2;
    d = 1 / (coefficient * d + b);
    c = b + coefficient / c;
    const double step = c * d;
    fraction *= step;
    if (std::abs(step - 1) < precision) break;
  }
  return gamma_weight(a, x) * fraction;
}

}  // namespace

double chi_square_tail(double value, int degrees) {
  if (!(value > 0)) return 1;
  const double a = degrees / 2.0, x = value / 2;
  return x < a + 1 ? 1 - lower_gamma(a, x) : upper_gamma(a, x);
}

}  // namespace schiri::rating
