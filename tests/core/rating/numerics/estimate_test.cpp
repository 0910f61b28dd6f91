#include "core/rating/numerics/estimate.h"

#include <cmath>
#include <vector>

#include "tests/catch.h"

namespace estimate_test {

using namespace schiri::rating;

std::vector<Cluster> games(std::size_t count, std::size_t won) {
  std::vector<Cluster> all(count, Cluster{0, 1});
  for (std::size_t i = 0; i < won; ++i) all[i].sum = 1;
  return all;
}

TEST_CASE("estimate: a share of single games has the interval of Agresti and Coull") {
  for (const std::size_t count : {1u, 2u, 10u, 500u}) {
    for (const std::size_t won : {std::size_t{0}, std::size_t{1}, count / 2, count}) {
      const auto estimate = share_estimate(games(count, won));
      REQUIRE(estimate);
      const double n = static_cast<double>(count) + z95 * z95;
      const double middle = (static_cast<double>(won) + z95 * z95 / 2) / n;
      const double half = z95 * std::sqrt(middle * (1 - middle) / n);
      CHECK(estimate->value == Approx(static_cast<double>(won) / static_cast<double>(count)));
      CHECK(*estimate->low == Approx(std::max(middle - half, 0.0)).margin(1e-12));
      CHECK(*estimate->high == Approx(std::min(middle + half, 1.0)).margin(1e-12));
      CHECK(*estimate->error() > 0);
    }
  }
  CHECK_FALSE(share_estimate({}));
}

// The least coverage is that of three games, 88 % at a share of 4 %.
TEST_CASE("estimate: the interval of a share covers the truth in 95 of 100 cases or nearly so") {
  using Least = std::pair<std::size_t, double>;
  for (const auto& [count, least] :
       {Least{3, .88}, Least{10, .92}, Least{40, .92}, Least{200, .92}}) {
    for (double truth = 0.02; truth < 1; truth += 0.02) {
      double covered = 0;
      for (std::size_t won = 0; won <= count; ++won) {
        const auto n = static_cast<double>(count), k = static_cast<double>(won);
        const double chance =
            std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                     k * std::log(truth) + (n - k) * std::log1p(-truth));
        if (share_estimate(games(count, won))->contains(truth)) covered += chance;
      }
      INFO(count << " games, " << truth);
      CHECK(covered > least);
    }
  }
}

TEST_CASE("estimate: games that share an opening count as one observation") {
  std::vector<Cluster> pairs, single;
  for (int i = 0; i < 50; ++i) {
    const double won = i % 2;
    pairs.push_back({2 * won, 2});
    single.push_back({won, 1});
  }
  const auto together = share_estimate(pairs), alone = share_estimate(single);
  CHECK(*together->low == Approx(*alone->low));
  CHECK(*together->high == Approx(*alone->high));
  // Pairs whose games balance each other vary less than games do.
  CHECK(*share_estimate(std::vector<Cluster>(50, Cluster{1, 2}))->error() < *alone->error() / 2);
}

TEST_CASE("estimate: a mean has the interval of Student's t, and equal values have one too") {
  const auto estimate = mean_estimate(std::vector<Cluster>{{1}, {2}, {3}}, 1);
  CHECK(estimate->value == Approx(2));
  CHECK(*estimate->error() == Approx(4.302653 / std::sqrt(3.0)));
  CHECK(*mean_estimate(std::vector<Cluster>(100, Cluster{9}), 1)->error() > 0.01);
  CHECK_FALSE(mean_estimate(std::vector<Cluster>{{5}}, 1)->error());
  CHECK_FALSE(mean_estimate({}, 1));
  // Weights: two games of 10 and 30 turns, of which 1 and 3 were forced.
  CHECK(mean_estimate(std::vector<Cluster>{{1, 10}, {3, 30}}, 1)->value == Approx(0.1));
}

TEST_CASE("estimate: Elo, differences, and the games that would show an effect") {
  const Estimate share{0.6, 0.5, 0.7};
  CHECK(elo_estimate(share).value == Approx(70.437));
  CHECK(*elo_estimate(share).low == Approx(0).margin(1e-9));
  CHECK_FALSE(elo_estimate({1.0, 0.9, 1.0}).high);
  const Estimate between = difference({0.2, 0.17, 0.23}, {0.3, 0.26, 0.34});
  CHECK(between.value == Approx(0.1));
  CHECK(*between.error() == Approx(0.05));
  CHECK_FALSE(difference({0.2}, {0.3, 0.2, 0.4}).error());
  // Half of the interval, 0.1, is 1.96 standard errors; 2.80 of them must become 0.05.
  CHECK(*games_factor({0.55, 0.45, 0.65}, 0.5, 0.02) == Approx(8.17).epsilon(0.001));
  CHECK(*games_factor({0.5, 0.4, 0.6}, 0.5, 0.02) == Approx(51.1).epsilon(0.001));
  CHECK(*games_factor({0.9, 0.8, 1.0}, 0.5, 0.02) == Approx(1));
  CHECK_FALSE(games_factor({0.9}, 0.5, 0.02));
  // Without a draw in 25 games each, 2 % are shown by two shares whose variance is 0.02 * 0.98 / n.
  const std::vector<Cluster> none(25, Cluster{0});
  const Estimate zero = difference(*share_estimate(none), *share_estimate(none));
  const double factor = *games_factor(zero, 0, 0.02);
  CHECK(factor * 25 == Approx(2.8016 * 2.8016 * 0.98 / 0.02 * 2).epsilon(0.001));
}

}  // namespace estimate_test
