#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

/// The number of letters to be changed, inserted, deleted or, if they are neighbours, transposed:
/// Levenshtein's whole table, as a check of faster ways.
inline std::size_t plain_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& least = table[i][j];
      least = i + j;
      if (i == 0 || j == 0) continue;
      least = std::min(
          {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool transposed = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (transposed) least = std::min(least, table[i - 2][j - 2] + 1);
    }
  }
  return table.back().back();
}
