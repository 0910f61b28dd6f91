#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/bots/value.h"
#include "core/game.h"

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

/// The principal variation of a depth-first search: for each distance from the root, the best turns
/// from there as far as they are known exactly (a triangular table).
template <class Turn>
class LineTable {
 public:
  explicit LineTable(int most_turns) : lines_(static_cast<std::size_t>(most_turns)) {}

  const std::vector<Turn>& after(int turns) const { return lines_[index(turns)]; }
  void clear(int turns) { lines_[index(turns)].clear(); }
  /// Sets the best turn at this distance, followed by the line of the next distance.
  void set(int turns, const Turn& best) {
    const auto& rest = lines_[index(turns + 1)];
    auto& line = lines_[index(turns)];
    line.assign(1, best);
    line.insert(line.end(), rest.begin(), rest.end());
  }

 private:
  static std::size_t index(int turns) { return static_cast<std::size_t>(turns); }

  std::vector<std::vector<Turn>> lines_;
};

/// Remembers which turns were too good for the opponent elsewhere in the tree (the history
/// heuristic, Schaeffer 1983). Turns that look alike by a hash of 12 bits share an entry.
template <class Turn>
class TurnHistory {
 public:
  /// The history score that equals one hundredth of an evaluation.
  static constexpr std::int64_t unit = 64;

  void reward(Side side, const Turn& turn, int depth) {
    std::int32_t& worth = worth_[slot(side, turn)];
    worth += depth * depth;
    if (worth > most) halve();
  }
  std::int64_t worth(Side side, const Turn& turn) const { return worth_[slot(side, turn)]; }

 private:
  static_assert(std::is_trivially_copyable_v<Turn> &&
                std::has_unique_object_representations_v<Turn>);
  static constexpr std::int32_t most = 1 << 14;
  static constexpr std::size_t size = 1 << 12;

  /// The factor of each byte of a turn: powers of 67. So the products do not wait for each other.
  static constexpr auto factors = [] {
    std::array<std::uint64_t, sizeof(Turn)> powers{};
    std::uint64_t power = 1;
    for (std::size_t i = powers.size(); i-- > 0; power *= 67) powers[i] = power;
    return powers;
  }();

  static std::size_t key(const Turn& turn) {
    std::uint64_t hash = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&turn);
    for (std::size_t i = 0; i < sizeof(Turn); ++i) hash += bytes[i] * factors[i];
    return mix64(hash) % size;
  }

  static std::size_t slot(Side side, const Turn& turn) {
    return static_cast<std::size_t>(side) * size + key(turn);
  }
  void halve() {
    for (std::int32_t& worth : worth_) worth /= 2;
  }

  std::vector<std::int32_t> worth_ = std::vector<std::int32_t>(2 * size);
};

/// The table of ABDADA (J.-C. Weill, The ABDADA distributed minimax-search algorithm, 1996, as T.
/// Kerrigan simplified it): which positions the threads are searching, and to which depth. Each
/// thread defers turns that others are searching, and later finds their results in the
/// transposition table. Only a hint: some of many simultaneous entries get lost.
class CurrentlySearching {
 public:
  CurrentlySearching() : buckets_(size) {}

  bool has(std::uint64_t hash, int depth) const {
    const std::uint64_t wanted = key(hash, depth);
    for (const auto& place : bucket(wanted)) {
      if (place.load(std::memory_order_relaxed) == wanted) return true;
    }
    return false;
  }

  /// Enters a position from the start of its search to its end.
  class Mark {
   public:
    /// Enters nothing if there is no table.
    Mark(CurrentlySearching* others, std::uint64_t hash, int depth) : key_(key(hash, depth)) {
      if (!others) return;
      auto& bucket = others->bucket(key_);
      place_ = &bucket[0];
      for (auto& place : bucket) {
        if (place.load(std::memory_order_relaxed) == nothing) place_ = &place;
      }
      place_->store(key_, std::memory_order_relaxed);
    }
    ~Mark() {
      if (place_ && place_->load(std::memory_order_relaxed) == key_) {
        place_->store(nothing, std::memory_order_relaxed);
      }
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

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

/// The numbers 0 to n - 1 in order, then the deferred ones.
class DeferringOrder {
 public:
  explicit DeferringOrder(std::size_t n) : n_(n) {}

  /// Advances to the next number; false if there is none.
  bool next() {
    if (next_ < n_) {
      now_ = next_++;
      return true;
    }
    is_second_pass_ = true;
    if (!deferred_) return false;
    now_ = static_cast<std::size_t>(std::countr_zero(deferred_));
    deferred_ &= deferred_ - 1;
    return true;
  }

  std::size_t now() const { return now_; }
  bool is_first_pass() const { return !is_second_pass_; }
  /// Defers the current number. False if it was deferred before or is above 63.
  bool defer() {
    if (is_second_pass_ || now_ >= 64) return false;
    deferred_ |= std::uint64_t{1} << now_;
    return true;
  }

 private:
  std::size_t n_, next_ = 0, now_ = 0;
  std::uint64_t deferred_ = 0;
  bool is_second_pass_ = false;
};

}  // namespace schiri
