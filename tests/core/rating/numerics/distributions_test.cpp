#include "core/rating/numerics/distributions.h"

#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"
#include "tests/catch.h"

namespace distributions_test {

using namespace schiri::rating;

TEST_CASE("beta distribution: integer parameters give sums of binomial terms") {
  const auto binomial_tail = [](double x, int a, int b) {
    double sum = 0;
    const int n = a + b - 1;
    for (int k = a; k <= n; ++k) {
      sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) *
             std::pow(x, k) * std::pow(1 - x, n - k);
    }
    return sum;
  };
  for (const auto& sizes : {std::pair(1, 1), {2, 5}, {7, 3}, {20, 1}}) {
    const auto a = sizes.first, b = sizes.second;
    for (const double x : {0.01, 0.3, 0.5, 0.77, 0.999}) {
      CHECK(beta_distribution(x, a, b) == Approx(binomial_tail(x, a, b)).epsilon(1e-11));
      const double p = beta_distribution(x, a, b);
      const auto is_below = [&](double at) { return beta_distribution(at, a, b) < p; };
      const double root = bisect({0, 1}, is_below).middle();
      CHECK(beta_distribution(root, a, b) == Approx(p).epsilon(1e-11));
    }
  }
  CHECK(beta_distribution(0, 2, 2) == 0);
  CHECK(beta_distribution(1, 2, 2) == 1);
  CHECK(beta_distribution(0.5, 1e6, 1e6) == Approx(0.5));
}

TEST_CASE("Student's t: closed forms and the normal limit and fast quantiles") {
  for (const double t : {-3.0, -0.2, 0.0, 1.0, 50.0}) {
    CHECK(t_distribution(t, 1) == Approx(0.5 + std::atan(t) / std::acos(-1.0)).epsilon(1e-11));
    CHECK(t_distribution(t, 2) == Approx(0.5 + t / (2 * std::sqrt(2 + t * t))).epsilon(1e-11));
    CHECK(t_distribution(t, 1e12) == Approx(normal_distribution(t)).margin(1e-12));
  }
  for (const double degrees : {1.0, 2.5, 9.0, 99.9, 100.0, 500.0, 1e6}) {
    CHECK(t95(degrees) == Approx(t_quantile(0.975, degrees)).epsilon(1e-7));
    CHECK(t_quantile(0.025, degrees) == Approx(-t95(degrees)).epsilon(1e-7));
  }
  CHECK(t95(9) == Approx(2.2621571628).epsilon(1e-9));
  CHECK(t95(std::numeric_limits<double>::infinity()) == Approx(z95));
}

TEST_CASE("distributions: quantiles of the beta distribution") {
  for (const auto& [a, b] : {std::pair(0.5, 0.5), {1.5, 0.5}, {0.5, 2000.5}, {30.5, 12.5}}) {
    for (const double p : {0.0001, 0.025, 0.5, 0.975}) {
      CHECK(beta_distribution(beta_quantile(p, a, b), a, b) == Approx(p).epsilon(1e-9));
    }
  }
  CHECK(beta_quantile(0.3, 1, 1) == Approx(0.3));
}

TEST_CASE("distributions: the trigamma function") {
  constexpr double square_of_pi = std::numbers::pi * std::numbers::pi;
  CHECK(trigamma(1) == Approx(square_of_pi / 6).epsilon(1e-12));
  CHECK(trigamma(0.5) == Approx(square_of_pi / 2).epsilon(1e-12));
  CHECK(trigamma(0.1) == Approx(trigamma(1.1) + 100).epsilon(1e-12));
  CHECK(trigamma(1000) == Approx(0.0010005001666666).epsilon(1e-12));
}

TEST_CASE("numerics: moments do not depend on the sum of weights") {
  const auto [mean, variance] = moments(std::array{0.0, 1.0, 4.0}, std::array{2.0, 2.0, 4.0});
  CHECK(mean == Approx(2.25));
  CHECK(variance == Approx(3.1875));
}

Approx near(double value) { return Approx(value).epsilon(1e-9); }

TEST_CASE("chi-square: tails agree with tables and closed forms") {
  // 5 % points of published tables.
  CHECK(chi_square_tail(3.841458820694124, 1) == near(0.05));
  CHECK(chi_square_tail(5.991464547107979, 2) == near(0.05));
  CHECK(chi_square_tail(7.814727903251179, 3) == near(0.05));
  CHECK(chi_square_tail(124.3421134, 100) == Approx(0.05).epsilon(1e-7));
  // Two degrees: exp(-x/2). Four degrees: exp(-x/2) (1 + x/2). Three degrees: by erfc.
  for (const double x : {0.001, 0.3, 1.0, 2.5, 6.0, 20.0, 100.0, 600.0}) {
    CAPTURE(x);
    CHECK(chi_square_tail(x, 1) == near(std::erfc(std::sqrt(x / 2))));
    CHECK(chi_square_tail(x, 2) == near(std::exp(-x / 2)));
    CHECK(chi_square_tail(x, 3) == near(std::erfc(std::sqrt(x / 2)) +
                                        std::sqrt(2 * x / std::acos(-1.0)) * std::exp(-x / 2)));
    CHECK(chi_square_tail(x, 4) == near(std::exp(-x / 2) * (1 + x / 2)));
  }
  CHECK(chi_square_tail(0, 2) == 1);
  CHECK(chi_square_tail(-1, 2) == 1);
  CHECK(chi_square_tail(1e6, 3) == 0);
}

}  // namespace distributions_test
