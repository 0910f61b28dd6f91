#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace schiri::rating {

/// Sorts stably by the number that `key` gives each item, all below `limit`, by counting.
template <class T, class Key>
void sort_by_number(std::vector<T>& items, std::size_t limit, Key key) {
  std::vector<std::size_t> next(limit + 1);
  for (const T& item : items) ++next[std::invoke(key, item) + 1];
  for (std::size_t i = 1; i <= limit; ++i) next[i] += next[i - 1];
  std::vector<T> sorted(items.size());
  for (const T& item : items) sorted[next[std::invoke(key, item)]++] = item;
  items.swap(sorted);
}

/// Sorts stably by two numbers of players, all below `players`: in time that grows with the items,
/// not faster, which counts where there are a million of them.
template <class T, class First, class Second>
void sort_by_players(std::vector<T>& items, std::size_t players, First first, Second second) {
  sort_by_number(items, players, second);
  sort_by_number(items, players, first);
}

/// Adds up neighbours for which `same` holds by `merge(into, from)`.
template <class T, class Same, class Merge>
void merge_neighbours(std::vector<T>& items, Same same, Merge merge) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kept > 0 && same(items[kept - 1], items[i])) {
      merge(items[kept - 1], items[i]);
    } else {
      items[kept++] = items[i];
    }
  }
  items.resize(kept);
}

}  // namespace schiri::rating
