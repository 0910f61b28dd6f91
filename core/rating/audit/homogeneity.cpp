#include "core/rating/audit/homogeneity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

namespace {

constexpr std::size_t results = std::tuple_size_v<ResultCounts>;
constexpr double least_expected = 5;

using Vector = std::array<double, results>;
using Matrix = std::array<Vector, results>;

/// Observed minus expected counts of a group with their covariances.
struct Deviation {
  Vector observed{};
  Vector expected{};
  Matrix covariance{};
};

void add(Deviation& deviation, const ResultCounts& group, const ResultCounts& all) {
  double n = 0, m = 0;
  for (std::size_t i = 0; i < results; ++i) {
    n += static_cast<double>(all[i]);
    m += static_cast<double>(group[i]);
  }
  const double factor = n > 1 ? m * (n - m) / (n * n * (n - 1)) : 0;
  for (std::size_t i = 0; i < results; ++i) {
    const auto k = static_cast<double>(all[i]);
    deviation.observed[i] += static_cast<double>(group[i]);
    deviation.expected[i] += m * k / n;
    for (std::size_t j = 0; j < results; ++j) {
      deviation.covariance[i][j] += factor * k * ((i == j ? n : 0) - static_cast<double>(all[j]));
    }
  }
}

/// Counts result `from` together with `to`.
void join(Deviation& deviation, std::size_t from, std::size_t to) {
  const auto move = [&](Vector& vector) { vector[to] += std::exchange(vector[from], 0); };
  move(deviation.observed);
  move(deviation.expected);
  for (Vector& row : deviation.covariance) move(row);
  for (std::size_t i = 0; i < results; ++i) {
    deviation.covariance[to][i] += std::exchange(deviation.covariance[from][i], 0);
  }
}

/// Merges rare results with the next rarest until none is rare. Returns all but one of the
/// remaining ones (the counts of the last follow from the others); none if there is nothing to
/// test.
std::vector<std::size_t> join_rare(Deviation& deviation) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < results; ++i) {
    if (deviation.expected[i] > 0) left.push_back(i);
  }
  const auto rarer = [&](std::size_t a, std::size_t b) {
    return deviation.expected[a] < deviation.expected[b];
  };
  std::stable_sort(left.begin(), left.end(), rarer);
  while (left.size() > 1 && deviation.expected[left[0]] < least_expected) {
    join(deviation, left[0], left[1]);
    left.erase(left.begin());
    std::stable_sort(left.begin(), left.end(), rarer);
  }
  if (!left.empty()) left.pop_back();
  return left;
}

/// x' V^-1 x of the remaining results, V positive semidefinite; `degrees` is V's rank.
double quadratic_form(const Deviation& deviation, const std::vector<std::size_t>& left,
                      int& degrees) {
  const std::size_t n = left.size();
  std::vector<double> covariance, solved(n);
  for (const std::size_t i : left) {
    for (const std::size_t j : left) covariance.push_back(deviation.covariance[i][j]);
  }
  const std::vector<double> root = semidefinite_root(covariance, n);
  for (std::size_t i = 0; i < n; ++i) {
    if (root[i * n + i] == 0) continue;
    ++degrees;
    double rest = deviation.observed[left[i]] - deviation.expected[left[i]];
    for (std::size_t k = 0; k < i; ++k) rest -= root[i * n + k] * solved[k];
    solved[i] = rest / root[i * n + i];
  }
  return dot(solved, solved);
}

GroupTest test(Deviation deviation, std::size_t groups) {
  GroupTest test;
  for (std::size_t i = 0; i < results; ++i) {
    test.observed[i] = static_cast<std::uint64_t>(deviation.observed[i]);
    test.expected[i] = deviation.expected[i];
  }
  const std::vector<std::size_t> left = join_rare(deviation);
  test.statistic = quadratic_form(deviation, left, test.degrees);
  if (test.degrees > 0) test.p = chi_square_tail(test.statistic, test.degrees);
  test.bonferroni = std::min(1.0, test.p * static_cast<double>(groups));
  return test;
}

}  // namespace

std::vector<GroupTest> test_homogeneity(const std::vector<GroupCounts>& counts,
                                        std::size_t groups) {
  std::map<std::size_t, ResultCounts> strata;
  std::map<std::pair<std::size_t, std::size_t>, ResultCounts> cells;
  for (const GroupCounts& cell : counts) {
    ResultCounts& stratum = strata[cell.stratum];
    ResultCounts& group = cells[{cell.group, cell.stratum}];
    for (std::size_t i = 0; i < results; ++i) {
      stratum[i] += cell.counts[i];
      group[i] += cell.counts[i];
    }
  }
  std::vector<Deviation> deviations(groups);
  for (const auto& [place, cell] : cells) {
    add(deviations.at(place.first), cell, strata.at(place.second));
  }
  std::vector<GroupTest> tests;
  tests.reserve(groups);
  for (const Deviation& deviation : deviations) tests.push_back(test(deviation, groups));
  return tests;
}

}  // namespace schiri::rating
