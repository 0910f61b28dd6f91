#include "core/rating/numerics/chi_square.h"

#include <cmath>
#include <limits>

namespace schiri::rating {

namespace {

constexpr int most_terms = 100'000;
constexpr double precision = 1e-15;

/// x^a e^-x / gamma(a).
double weight(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

/// The regularised lower incomplete gamma function by its series, for x below a + 1.
double lower_gamma(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (int n = 1; n < most_terms && term > precision * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return weight(a, x) * sum;
}

/// The upper one by its continued fraction (Lentz's method), for other x.
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
  return weight(a, x) * fraction;
}

}  // namespace

double chi_square_tail(double value, int degrees) {
  if (!(value > 0)) return 1;
  const double a = degrees / 2.0, x = value / 2;
  return x < a + 1 ? 1 - lower_gamma(a, x) : upper_gamma(a, x);
}

}  // namespace schiri::rating
