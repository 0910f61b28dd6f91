#include "core/rating/audit/homogeneity.h"

#include "core/rating/numerics/distributions.h"
#include "tests/catch.h"

namespace homogeneity_test {

using namespace schiri::rating;

Approx near(double value, double epsilon = 1e-9) { return Approx(value).epsilon(epsilon); }

TEST_CASE("chi-square: tails agree with tables and closed forms") {
  // 5 % points of published tables.
  CHECK(chi_square_tail(3.841458820694124, 1) == near(0.05));
  CHECK(chi_square_tail(5.991464547107979, 2) == near(0.05));
  CHECK(chi_square_tail(7.814727903251179, 3) == near(0.05));
  CHECK(chi_square_tail(124.3421134, 100) == near(0.05, 1e-7));
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

TEST_CASE("homogeneity: one stratum of two groups gives Pearson's test with n - 1 instead of n") {
  // Party and gender, A. Agresti, An Introduction to Categorical Data Analysis (2007), p. 39: X2 =
  // 30.070 with 2 degrees of freedom, p = 2.95e-7.
  const auto tests = test_homogeneity({{0, 0, {762, 327, 468, 0}}, {1, 0, {484, 239, 477, 0}}}, 2);
  for (const GroupTest& test : tests) {
    CHECK(test.degrees == 2);
    CHECK(test.statistic == near(30.0701490957547 * 2756 / 2757));
    CHECK(test.p == near(2.970e-7, 1e-3));
    CHECK(test.bonferroni == near(2 * test.p));
  }
  CHECK(tests[0].observed == ResultCounts{762, 327, 468, 0});
  CHECK(tests[0].expected[0] == near(1557.0 * 1246 / 2757));
}

TEST_CASE("homogeneity: strata give the test of Mantel and Haenszel") {
  // Admissions to six departments of Berkeley by gender, as in many textbooks. X2 = 92.2 without
  // departments. With departments X2 = 1.5246 without continuity correction, p = 0.2169.
  const std::uint64_t men[6][2] = {{512, 313}, {353, 207}, {120, 205},
                                   {138, 279}, {53, 138},  {22, 351}};
  const std::uint64_t women[6][2] = {{89, 19},   {17, 8},   {202, 391},
                                     {131, 244}, {94, 299}, {24, 317}};
  std::vector<GroupCounts> together, apart;
  for (std::size_t i = 0; i < 6; ++i) {
    const GroupCounts both[] = {{0, i, {men[i][0], 0, men[i][1], 0}},
                                {1, i, {women[i][0], 0, women[i][1], 0}}};
    for (GroupCounts cell : both) {
      apart.push_back(cell);
      cell.stratum = 0;
      together.push_back(cell);
    }
  }
  const GroupTest naive = test_homogeneity(together, 2)[0];
  CHECK(naive.degrees == 1);
  CHECK(naive.statistic == near(92.2052804 * 4525 / 4526, 1e-6));
  const GroupTest test = test_homogeneity(apart, 2)[0];
  CHECK(test.degrees == 1);
  CHECK(test.statistic == near(1.5246066604434356));
  CHECK(test.p == near(0.21692369705551828));
}

TEST_CASE("homogeneity: one deviating group among many is found") {
  std::vector<GroupCounts> counts;
  for (std::size_t group = 0; group < 20; ++group) {
    counts.push_back({group, 0, {50 + group % 3, 10, 40 - group % 3, 0}});
    counts.push_back({group, 1, {20, 10, 70, 0}});
  }
  SECTION("none") {
    for (const GroupTest& test : test_homogeneity(counts, 20)) CHECK(test.bonferroni > 0.5);
  }
  SECTION("one loses games on time") {
    counts[14] = {7, 0, {30, 5, 25, 40}};
    const auto tests = test_homogeneity(counts, 20);
    for (std::size_t group = 0; group < 20; ++group) {
      CAPTURE(group);
      CHECK((tests[group].bonferroni < 0.01) == (group == 7));
    }
  }
}

TEST_CASE("homogeneity: different shares of pairings are no deviation") {
  // Each group has its own pairing. The pairings differ widely.
  const auto alone = test_homogeneity({{0, 0, {90, 5, 5, 0}}, {1, 1, {5, 5, 90, 0}}}, 2);
  for (const GroupTest& test : alone) {
    CHECK(test.degrees == 0);
    CHECK(test.p == 1);
  }
}

TEST_CASE("homogeneity: a single rare result is no evidence") {
  std::vector<GroupCounts> counts;
  for (std::size_t group = 0; group < 500; ++group) {
    counts.push_back({group, 0, {20, 0, 20, group == 3 ? 1u : 0u}});
  }
  CHECK(test_homogeneity(counts, 500)[3].bonferroni == 1);
  // There are too few games for any test.
  for (const GroupTest& test : test_homogeneity({{0, 0, {3, 0, 0, 0}}, {1, 0, {0, 0, 3, 0}}}, 2)) {
    CHECK(test.degrees == 0);
  }
  CHECK(test_homogeneity({}, 0).empty());
  CHECK(test_homogeneity({}, 2)[1].p == 1);
}

}  // namespace homogeneity_test
