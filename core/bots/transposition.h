#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/bots/value.h"

namespace schiri {

/// The transposition table of a search, of fixed size. When a bucket is full, an entry of an
/// earlier game is replaced, otherwise one of an earlier turn, otherwise the one of the least
/// depth. Several threads may find and store at a time.
class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { none, lower, upper, exact };

  struct Entry {
    static constexpr std::uint16_t no_turn = UINT16_MAX;

    Value value = 0;               ///< wins and losses are counted from the position itself
    std::uint16_t turn = no_turn;  ///< the best turn's number among the position's turns
    std::uint16_t game = 0;
    std::uint8_t age = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
  };

  /// The size is the greatest power of two in bytes that is at most this many MiB.
  explicit TranspositionTable(int mebibytes)
      : size_(std::bit_floor(static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket)),
        buckets_(std::make_unique<Bucket[]>(size_)) {}

  std::size_t bytes() const { return size_ * sizeof(Bucket); }

  /// Forgets all entries, in constant time. Not while other threads search.
  void new_game() {
    if (++game_ == 0) {
      buckets_ = std::make_unique<Bucket[]>(size_);
      game_ = 1;
    }
    age_ = 0;
  }
  void new_turn() { ++age_; }

  /// Fetches the memory that find() will need.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }

  /// The entry of a position, if there is one.
  std::optional<Entry> find(std::uint64_t hash) const {
    for (const Slot& slot : bucket(hash)) {
      const Words words = slot.words();
      if (is_of(words, hash)) return entry_of(words);
    }
    return std::nullopt;
  }

  void store(std::uint64_t hash, int depth, Value value, Bound bound, std::uint16_t turn) {
    Slot& slot = place_for(hash);
    const Words before = slot.words();
    if (turn == Entry::no_turn && is_of(before, hash)) turn = entry_of(before).turn;
    slot.set(words_of({value, turn, game_, age_, static_cast<std::int8_t>(depth), bound},
                      check_of(hash)));
  }

 private:
  /// An entry in two words: its value and the hash's upper half, and the rest.
  struct Words {
    std::uint64_t checked, rest;
  };

  /// Two words that are written one after the other. The first is kept mixed with the second, so
  /// that words of different entries do not match (Hyatt and Mann 2002).
  class Slot {
   public:
    Words words() const {
      const std::uint64_t rest = rest_.load(std::memory_order_relaxed);
      return {mixed_.load(std::memory_order_relaxed) ^ mask(rest), rest};
    }
    void set(const Words& words) {
      mixed_.store(words.checked ^ mask(words.rest), std::memory_order_relaxed);
      rest_.store(words.rest, std::memory_order_relaxed);
    }

   private:
    /// A mask whose upper half, which is mixed with the upper half of the hash, depends on all
    /// bits.
    static std::uint64_t mask(std::uint64_t rest) {
      return (rest ^ rest >> 32) * 0x9e3779b97f4a7c15u;
    }

    std::atomic<std::uint64_t> mixed_{0}, rest_{0};
  };
  using Bucket = std::array<Slot, 4>;

  static Words words_of(const Entry& entry, std::uint32_t check) {
    return {std::uint64_t{check} << 32 | static_cast<std::uint32_t>(entry.value),
            std::uint64_t{entry.turn} | std::uint64_t{entry.game} << 16 |
                std::uint64_t{entry.age} << 32 |
                std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 40 |
                std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 48};
  }
  static Entry entry_of(const Words& words) {
    return {static_cast<Value>(static_cast<std::uint32_t>(words.checked)),
            static_cast<std::uint16_t>(words.rest),
            static_cast<std::uint16_t>(words.rest >> 16),
            static_cast<std::uint8_t>(words.rest >> 32),
            static_cast<std::int8_t>(words.rest >> 40),
            static_cast<Bound>(words.rest >> 48)};
  }

  static std::uint32_t check_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
  }
  bool is_of(const Words& words, std::uint64_t hash) const {
    return words.checked >> 32 == check_of(hash) && entry_of(words).game == game_;
  }

  const Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (size_ - 1)]; }

  Slot& place_for(std::uint64_t hash) {
    Bucket& bucket = buckets_[hash & (size_ - 1)];
    Slot* least = &bucket[0];
    int least_worth = INT_MAX;
    for (Slot& slot : bucket) {
      const Words words = slot.words();
      if (is_of(words, hash)) return slot;
      const int its_worth = worth(entry_of(words));
      if (its_worth < least_worth) {
        least = &slot;
        least_worth = its_worth;
      }
    }
    return *least;
  }

  int worth(const Entry& entry) const {
    if (entry.game != game_) return -1000;
    return entry.depth - (entry.age == age_ ? 0 : 500);
  }

  std::size_t size_;
  std::unique_ptr<Bucket[]> buckets_;
  std::uint16_t game_ = 1;
  std::uint8_t age_ = 0;
};

/// Converts a value at a node `ply` turns from the root for the table: a win is that many turns
/// nearer.
constexpr Value from_here(Value value, int ply) {
  return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
}
constexpr Value from_root(Value value, int ply) {
  return is_win(value) ? value - ply : is_loss(value) ? value + ply : value;
}

}  // namespace schiri
