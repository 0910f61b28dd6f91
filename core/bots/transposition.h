#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bots/value.h"

namespace schiri {

/// What a search has found out about positions, in a table of fixed size. When a bucket is full, an
/// entry of an earlier game makes room, else one of an earlier turn, else the one of the least
/// depth.
class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { none, lower, upper, exact };

  struct Entry {
    static constexpr std::uint16_t no_turn = UINT16_MAX;

    std::uint32_t check = 0;
    Value value = 0;               ///< wins and losses counted from the position itself
    std::uint16_t turn = no_turn;  ///< the best one's number among the position's turns
    std::uint16_t game = 0;
    std::uint8_t age = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
  };

  /// Takes the greatest power of two in bytes that is at most this many MiB.
  explicit TranspositionTable(int mebibytes)
      : buckets_(std::bit_floor(static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket)) {}

  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

  /// Forgets everything, without touching it.
  void new_game() {
    if (++game_ == 0) {
      buckets_.assign(buckets_.size(), Bucket{});
      game_ = 1;
    }
    age_ = 0;
  }
  void new_turn() { ++age_; }

  /// What is known of a position; null if nothing.
  const Entry* find(std::uint64_t hash) const {
    for (const Entry& entry : bucket(hash)) {
      if (is_of(entry, hash)) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t hash, int depth, Value value, Bound bound, std::uint16_t turn) {
    Entry& entry = place_for(hash);
    if (is_of(entry, hash) && turn == Entry::no_turn) turn = entry.turn;
    entry = {check_of(hash), value, turn, game_, age_, static_cast<std::int8_t>(depth), bound};
  }

 private:
  using Bucket = std::array<Entry, 4>;

  static std::uint32_t check_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
  }
  bool is_of(const Entry& entry, std::uint64_t hash) const {
    return entry.check == check_of(hash) && entry.game == game_;
  }

  const Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (buckets_.size() - 1)]; }

  Entry& place_for(std::uint64_t hash) {
    Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
    Entry* least = &bucket[0];
    for (Entry& entry : bucket) {
      if (is_of(entry, hash)) return entry;
      if (worth(entry) < worth(*least)) least = &entry;
    }
    return *least;
  }

  int worth(const Entry& entry) const {
    if (entry.game != game_) return -1000;
    return entry.depth - (entry.age == age_ ? 0 : 500);
  }

  std::vector<Bucket> buckets_;
  std::uint16_t game_ = 1;
  std::uint8_t age_ = 0;
};

/// A value as the table keeps it: `ply` turns from the root, a win is that many turns nearer.
constexpr Value from_here(Value value, int ply) {
  return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
}
constexpr Value from_root(Value value, int ply) {
  return is_win(value) ? value - ply : is_loss(value) ? value + ply : value;
}

}  // namespace schiri
