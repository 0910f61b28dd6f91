#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace schiri {

/// A vector of at most `most` elements that allocates nothing: for scratch data in code that runs
/// millions of times a second. Elements beyond its size are not initialised.
template <class T, std::size_t most>
class FixedVector {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  FixedVector() {}

  /// Adds an element, for which there must be room.
  T& emplace_back() {
    assert(size_ < most);
    return *std::construct_at(&items_[size_++]);
  }
  void push_back(const T& item) {
    assert(size_ < most);
    std::construct_at(&items_[size_++], item);
  }
  void pop_back() { --size_; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t at) { return items_[at]; }
  const T& operator[](std::size_t at) const { return items_[at]; }
  T& back() { return items_[size_ - 1]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

 private:
  std::size_t size_ = 0;
  union {
    T items_[most];
  };
};

}  // namespace schiri
