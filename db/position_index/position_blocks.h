#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// The packed form of the position index: pairs of a position's key and a game's id, ascending, in
/// blocks that each fill a page of the database. A pair takes four or five bytes, and a block is
/// read in microseconds; as rows of a table, pairs took three times the space and, with an index of
/// any size, most of the time.
namespace schiri::db {

/// Packs ascending pairs into blocks.
class BlockPacker {
 public:
  /// Gets each block with the key of its last pair.
  using Take = std::function<void(std::uint32_t last_key, const std::string& block)>;

  /// `first_game`: no id is less.
  BlockPacker(std::int64_t first_game, Take take);

  /// A pair that is equal to the last one is left out.
  void add(std::uint32_t key, std::int64_t game);
  /// Hands over the last block.
  void finish();
  /// The number of different pairs.
  std::uint64_t pairs() const { return pairs_; }

 private:
  void append(std::uint64_t number);

  std::int64_t first_game_;
  Take take_;
  std::string block_;
  std::uint32_t key_ = 0;
  std::int64_t game_ = 0;
  std::uint64_t pairs_ = 0;
};

/// Reads the pairs of a block one by one.
class BlockReader {
 public:
  explicit BlockReader(std::string_view block) : rest_(block), first_game_(number()) {}

  /// Advances to the next pair; false at the end of the block, or where it is damaged.
  bool next() {
    if (rest_.empty() || is_damaged_) return false;
    const std::uint64_t more = number();
    const std::uint64_t game = number() + (more == 0 && !is_first_ ? game_ : first_game_);
    is_first_ = false;
    is_damaged_ = is_damaged_ || key_ + more > UINT32_MAX || game > most_game;
    key_ += more;
    game_ = game;
    return !is_damaged_;
  }

  std::uint32_t key() const { return static_cast<std::uint32_t>(key_); }
  std::int64_t game() const { return static_cast<std::int64_t>(game_); }
  bool is_damaged() const { return is_damaged_; }

 private:
  static constexpr std::uint64_t most_game = std::uint64_t{1} << 53;

  /// Seven bits a byte, the lowest first; the highest bit says that more follow.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 56 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    is_damaged_ = true;
    return value;
  }

  std::string_view rest_;
  bool is_damaged_ = false;
  bool is_first_ = true;
  std::uint64_t key_ = 0;
  std::uint64_t game_ = 0;
  std::uint64_t first_game_;
};

}  // namespace schiri::db
