#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schiri::rating {

/// How games ended: White's wins, draws, Black's wins, and games that a player lost by a failure
/// such as running out of time, or that have no winner.
using ResultCounts = std::array<std::uint64_t, 4>;

/// The results of one group (a shard, a computer) in one stratum: games that should differ by
/// chance alone, such as those of the same two players with the same colours.
struct GroupCounts {
  std::size_t group = 0;
  std::size_t stratum = 0;
  ResultCounts counts{};
};

/// The deviation of one group's results from those of the others.
struct GroupTest {
  ResultCounts observed{};
  std::array<double, 4> expected{};
  double statistic = 0;
  int degrees = 0;        ///< 0: too few games for a test
  double p = 1;           ///< p-value for this group alone
  double bonferroni = 1;  ///< p-value adjusted for the number of groups, at most 1
};

/// Tests each group against all others. Within each stratum the number of games of the group and of
/// each result are taken as given (multivariate hypergeometric distribution); observed minus
/// expected counts are added up over the strata, and their quadratic form is a chi-square variable
/// (the generalised test of Cochran, Mantel and Haenszel, which for one stratum is Pearson's with n
/// - 1 for n). So groups may have different shares of each pairing. Results of which fewer than
/// five are expected in the group are merged with the next rarest because the distribution would
/// not hold.
std::vector<GroupTest> test_homogeneity(const std::vector<GroupCounts>& counts, std::size_t groups);

}  // namespace schiri::rating
