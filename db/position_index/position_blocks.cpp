#include "db/position_index/position_blocks.h"

#include <utility>

namespace schiri::db {

namespace {

/// SQLite keeps a row of a table on one page of 4096 bytes if it has no more than 4061.
constexpr std::size_t block_bytes = 4000;
constexpr std::size_t largest_pair = 16;

}  // namespace

BlockPacker::BlockPacker(std::int64_t first_game, Take take)
    : first_game_(first_game), take_(std::move(take)) {}

void BlockPacker::add(std::uint32_t key, std::int64_t game) {
  if (!block_.empty() && key == key_ && game == game_) return;
  if (block_.size() + largest_pair > block_bytes) finish();
  if (block_.empty()) {
    append(static_cast<std::uint64_t>(first_game_));
    append(key);
    append(static_cast<std::uint64_t>(game - first_game_));
  } else {
    append(key - key_);
    append(static_cast<std::uint64_t>(game - (key == key_ ? game_ : first_game_)));
  }
  key_ = key;
  game_ = game;
  ++pairs_;
}

void BlockPacker::finish() {
  if (block_.empty()) return;
  take_(key_, block_);
  block_.clear();
}

void BlockPacker::append(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) block_ += static_cast<char>(number | 0x80);
  block_ += static_cast<char>(number);
}

}  // namespace schiri::db
