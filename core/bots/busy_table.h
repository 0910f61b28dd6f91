#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schiri {

/// The positions that the threads of a search examine now, and how deeply, so that each thread can
/// begin with turns that no other thread examines, and later finds their results in the
/// transposition table (J.-C. Weill, The ABDADA distributed minimax-search algorithm, 1996, as T.
/// Kerrigan simplified it). Only a hint: some of many simultaneous entries get lost.
class BusyTable {
 public:
  BusyTable() : buckets_(size) {}

  bool has(std::uint64_t hash, int depth) const {
    const std::uint64_t wanted = key(hash, depth);
    for (const auto& place : bucket(wanted)) {
      if (place.load(std::memory_order_relaxed) == wanted) return true;
    }
    return false;
  }

  /// Marks a position as busy while it exists.
  class Claim {
   public:
    /// Marks nothing if there is no table.
    Claim(BusyTable* others, std::uint64_t hash, int depth) : key_(key(hash, depth)) {
      if (!others) return;
      auto& bucket = others->bucket(key_);
      place_ = &bucket[0];
      for (auto& place : bucket) {
        if (place.load(std::memory_order_relaxed) == nothing) place_ = &place;
      }
      place_->store(key_, std::memory_order_relaxed);
    }
    ~Claim() {
      if (place_ && place_->load(std::memory_order_relaxed) == key_) {
        place_->store(nothing, std::memory_order_relaxed);
      }
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

   private:
    std::uint64_t key_;
    std::atomic<std::uint64_t>* place_ = nullptr;
  };

 private:
  using Bucket = std::array<std::atomic<std::uint64_t>, 4>;
  static constexpr std::size_t size = 4096;
  static constexpr std::uint64_t nothing = 0;

  static std::uint64_t key(std::uint64_t hash, int depth) {
    // Never `nothing`.
    return (hash ^ static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15u) | 1;
  }
  Bucket& bucket(std::uint64_t key) { return buckets_[(key >> 1) % size]; }
  const Bucket& bucket(std::uint64_t key) const { return buckets_[(key >> 1) % size]; }

  std::vector<Bucket> buckets_;
};

/// The numbers 0 to n - 1 in order, then the postponed ones.
class Visits {
 public:
  explicit Visits(std::size_t n) : n_(n) {}

  /// Advances to the next number; false if there is none.
  bool next() {
    if (next_ < n_) {
      now_ = next_++;
      return true;
    }
    comes_back_ = true;
    if (!put_off_) return false;
    now_ = static_cast<std::size_t>(std::countr_zero(put_off_));
    put_off_ &= put_off_ - 1;
    return true;
  }

  std::size_t now() const { return now_; }
  bool is_first_time() const { return !comes_back_; }
  /// Postpones the current number. False if it was postponed before or is above 63.
  bool put_off() {
    if (comes_back_ || now_ >= 64) return false;
    put_off_ |= std::uint64_t{1} << now_;
    return true;
  }

 private:
  std::size_t n_, next_ = 0, now_ = 0;
  std::uint64_t put_off_ = 0;
  bool comes_back_ = false;
};

}  // namespace schiri
