#include "core/rating/numerics/pair_variances.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/random.h"
#include "core/rating/numerics/pair_solver.h"
#include "tests/catch.h"

namespace pair_variances_test {

using namespace schiri;
using namespace schiri::rating;

namespace {

using Meet = std::function<void(std::size_t, std::size_t)>;

/// Who meets whom among n players.
struct Design {
  const char* name;
  void (*visit)(std::size_t n, Rng& rng, const Meet& meet);
};

void random_pairings(std::size_t n, Rng& rng, const Meet& meet) {
  for (std::size_t i = 0; i < n; ++i) {
    for (int game = 0; game < 6; ++game) meet(i, rng.below(n));
  }
}

void clubs(std::size_t n, Rng& rng, const Meet& meet) {
  constexpr std::size_t club = 20;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i / club * club;
    for (int game = 0; game < 6; ++game) meet(i, std::min(n - 1, first + rng.below(club)));
    if (rng.below(3) == 0) meet(i, rng.below(n));
  }
}

void grid(std::size_t n, Rng&, const Meet& meet) {
  constexpr std::size_t width = 25;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + width < n) meet(i, i + width);
    if (i + 1 < n && (i + 1) % width != 0) meet(i, i + 1);
  }
}

void chain(std::size_t n, Rng&, const Meet& meet) {
  for (std::size_t i = 0; i + 1 < n; ++i) meet(i, i + 1);
}

void star(std::size_t n, Rng&, const Meet& meet) {
  for (std::size_t i = 0; i + 1 < n; ++i) meet(n - 1, i);
}

void wheel(std::size_t n, Rng&, const Meet& meet) {
  for (std::size_t i = 0; i + 1 < n; ++i) {
    meet(n - 1, i);
    meet(i, (i + 1) % (n - 1));
  }
}

const Design designs[] = {{"random", random_pairings},
                          {"clubs", clubs},
                          {"grid", grid},
                          {"chain", chain},
                          {"star", star},
                          {"wheel", wheel}};

/// The information of games, and the variance of the scores of these games as pairs.
struct Matrices {
  PairMatrix information;
  PairMatrix middle;
};

Matrices matrices(const Design& design, std::size_t n, double prior) {
  Rng rng(5);
  Matrices made{PairMatrix(n), PairMatrix(n)};
  double games = 0, units = 0;
  design.visit(n, rng, [&](std::size_t a, std::size_t b) {
    if (a == b) return;
    const double weight = 0.5 + rng.uniform(), border = rng.uniform() - 0.5;
    const auto i = static_cast<std::uint32_t>(a), j = static_cast<std::uint32_t>(b);
    made.information.add(i, j, weight, {border, border * weight / 3});
    const double score = 2 * rng.uniform();
    made.middle.add(i, j, weight * score, {border * score / 2, -border * score / 3});
    games += weight;
    units += weight * score;
  });
  made.information.add_diagonal(prior);
  made.information.add_corner({games, games / 20, games / 2});
  made.middle.add_diagonal(prior);
  made.middle.add_corner({units / 2, units / 30, units / 3});
  return made;
}

/// The variances by the full inverse.
std::vector<double> full_variances(const PairMatrix& information) {
  const auto inverse = centred_inverse(information);
  REQUIRE(inverse);
  std::vector<double> variances;
  for (std::size_t i = 0; i < inverse->size(); ++i) variances.push_back(inverse->at(i, i));
  return variances;
}

std::vector<double> full_sandwich(const Matrices& made) {
  const auto inverse = centred_inverse(made.information);
  REQUIRE(inverse);
  return made.middle.quadratic_forms(inverse->values(), inverse->stride(), inverse->size());
}

/// How far standard deviations are from others, as a share of these.
struct Deviation {
  double mean = 0;
  double greatest = 0;
};

Deviation deviation(const std::vector<double>& found, const std::vector<double>& exact) {
  REQUIRE(found.size() == exact.size());
  Deviation result;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double one = std::abs(std::sqrt(found[i] / exact[i]) - 1);
    result.mean += one / static_cast<double>(found.size());
    result.greatest = std::max(result.greatest, one);
  }
  return result;
}

}  // namespace

TEST_CASE("pair variances: elimination leaves the full inverse's variances") {
  for (const Design& design : designs) {
    for (const double prior : {0.0, 1e-6, 0.5}) {
      CAPTURE(design.name, prior);
      const Matrices made = matrices(design, 300, prior);
      CHECK(deviation(centred_variances(made.information, 300).diagonal,
                      full_variances(made.information))
                .greatest < 1e-8);
      CHECK(deviation(centred_sandwich(made.information, made.middle, 300).diagonal,
                      full_sandwich(made))
                .greatest < 1e-4);
    }
  }
}

TEST_CASE("pair variances: samples have the announced accuracy") {
  for (const Design& design : designs) {
    for (const double prior : {0.0, 0.5}) {
      CAPTURE(design.name, prior);
      const Matrices made = matrices(design, 500, prior);
      const Deviation plain = deviation(centred_variances(made.information, 1).diagonal,
                                        full_variances(made.information));
      CHECK(plain.mean < 0.01);
      CHECK(plain.greatest < 0.1);
      const Deviation sandwich = deviation(
          centred_sandwich(made.information, made.middle, 1).diagonal, full_sandwich(made));
      CHECK(sandwich.mean < 0.02);
      CHECK(sandwich.greatest < 0.2);
    }
  }
}

/// Players in a random order.
std::vector<std::size_t> shuffled(std::size_t n) {
  std::vector<std::size_t> ranking(n);
  std::iota(ranking.begin(), ranking.end(), std::size_t{0});
  Rng rng(9);
  for (std::size_t i = n; i > 1; --i) std::swap(ranking[i - 1], ranking[rng.below(i)]);
  return ranking;
}

/// The variances of differences of neighbours by a full covariance.
template <class Covariance>
std::vector<double> differences(const std::vector<std::size_t>& ranking,
                                const Covariance& covariance) {
  std::vector<double> variances;
  for (std::size_t k = 0; k + 1 < ranking.size(); ++k) {
    const std::size_t i = ranking[k], j = ranking[k + 1];
    variances.push_back(covariance(i, i) + covariance(j, j) - 2 * covariance(i, j));
  }
  return variances;
}

TEST_CASE("pair variances: those of differences have the announced accuracy") {
  constexpr std::size_t n = 400;
  for (const Design& design : designs) {
    for (const double prior : {0.0, 0.5}) {
      const Matrices made = matrices(design, n, prior);
      const auto inverse = centred_inverse(made.information);
      REQUIRE(inverse);
      std::vector<double> image(inverse->size());
      const auto sandwich = [&](std::size_t i, std::size_t j) {
        made.middle.multiply({inverse->row(i), inverse->size()}, image);
        return dot(image, {inverse->row(j), inverse->size()});
      };
      std::vector<std::size_t> in_order(n);
      std::iota(in_order.begin(), in_order.end(), std::size_t{0});
      for (const auto& ranking : {in_order, shuffled(n)}) {
        const auto exact =
            differences(ranking, [&](std::size_t i, std::size_t j) { return inverse->at(i, j); });
        const auto exact_sandwich = differences(ranking, sandwich);
        // With a core that is inverted, and with one that is not.
        for (const std::size_t most_dense : {n, std::size_t{1}}) {
          CAPTURE(design.name, prior, ranking[0], most_dense);
          const auto plain =
              deviation(centred_variances(made.information, most_dense, ranking).steps, exact);
          CHECK(plain.mean < 0.04);
          CHECK(plain.greatest < 0.2);
          const auto pairs =
              deviation(centred_sandwich(made.information, made.middle, most_dense, ranking).steps,
                        exact_sandwich);
          CHECK(pairs.mean < 0.06);
          CHECK(pairs.greatest < 0.4);
        }
      }
    }
  }
}

TEST_CASE("pair variances: samples are the same each time") {
  const Matrices made = matrices(designs[0], 200, 0.5);
  CHECK(centred_variances(made.information, 1).diagonal ==
        centred_variances(made.information, 1).diagonal);
}

TEST_CASE("pair variances: games that determine nothing have none") {
  PairMatrix nothing(3);
  nothing.add(0, 1, 1, {});
  nothing.add(1, 2, 1, {});
  CHECK(centred_variances(nothing, 10).diagonal.empty());
  CHECK(centred_sandwich(nothing, nothing, 10).diagonal.empty());
}

}  // namespace pair_variances_test
