#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace schiri {

/// A comparison of two values by a key: a function or a member.
template <class Key>
auto by(Key key) {
  return [key](const auto& a, const auto& b) { return std::invoke(key, a) < std::invoke(key, b); };
}

/// The numbers 0 to n - 1.
template <class Number = std::size_t>
std::vector<Number> numbers_below(std::size_t n) {
  std::vector<Number> numbers(n);
  std::iota(numbers.begin(), numbers.end(), Number{0});
  return numbers;
}

/// The numbers below n, sorted stably by `key(number)`.
template <class Number = std::size_t, class Key>
std::vector<Number> numbers_by(std::size_t n, const Key& key) {
  std::vector<Number> numbers = numbers_below<Number>(n);
  std::stable_sort(numbers.begin(), numbers.end(), by(key));
  return numbers;
}

}  // namespace schiri
