#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/order.h"

namespace schiri::rating {

/// Sorts indices of items stably by `key(item)`, which must be below `limit`: a counting sort.
template <class T, class Key>
void sort_places(std::vector<std::uint32_t>& places, const std::vector<T>& items, std::size_t limit,
                 Key key) {
  std::vector<std::uint32_t> next(limit + 1);
  for (const T& item : items) ++next[std::invoke(key, item) + 1];
  for (std::size_t i = 1; i <= limit; ++i) next[i] += next[i - 1];
  std::vector<std::uint32_t> sorted(places.size());
  for (const std::uint32_t place : places) sorted[next[std::invoke(key, items[place])]++] = place;
  places.swap(sorted);
}

/// Moves the item at `places[i]` to place i, for all i; `places` are lost.
template <class T>
void apply_places(std::vector<T>& items, std::vector<std::uint32_t>& places) {
  // By cycles, as a copy of a million items would double their memory.
  for (std::uint32_t start = 0; start < items.size(); ++start) {
    if (places[start] == start) continue;
    const T first = items[start];
    std::uint32_t at = start;
    for (std::uint32_t from = places[at]; from != start; from = places[at]) {
      items[at] = items[from];
      places[at] = at;
      at = from;
    }
    items[at] = first;
    places[at] = at;
  }
}

/// Sorts stably by two numbers of players, all below `players`, in linear time, which matters for a
/// million items.
template <class T, class First, class Second>
void sort_by_players(std::vector<T>& items, std::size_t players, First first, Second second) {
  const auto key = [&](const T& item) {
    return std::pair(std::invoke(first, item), std::invoke(second, item));
  };
  const auto less = [&](const T& a, const T& b) { return key(a) < key(b); };
  if (std::is_sorted(items.begin(), items.end(), less)) return;
  std::vector<std::uint32_t> places = numbers_below<std::uint32_t>(items.size());
  sort_places(places, items, players, second);
  sort_places(places, items, players, first);
  apply_places(items, places);
}

/// Merges neighbours that are `same` by `merge(into, from)`; gives the room back if few are left.
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
  if (2 * kept < items.capacity()) items.shrink_to_fit();
}

}  // namespace schiri::rating
