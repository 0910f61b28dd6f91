#include "notation/records/game_hash.h"

#include <algorithm>
#include <cstring>

#include "core/base/random.h"

namespace schiri {

namespace {

// Odd constants with well distributed bits: the fractions of pi and e.
constexpr std::uint64_t high_factor = 0xa4093822299f31d1u;
constexpr std::uint64_t low_factor = 0xb7e151628aed2a6bu;

}  // namespace

void KeyMaker::add(std::string_view text) {
  std::uint64_t word = text.size();
  for (std::size_t at = 0;; at += 8) {
    high_ = fold_product(high_ ^ word, high_factor) + word;
    low_ = fold_product(low_ ^ word, low_factor) ^ mix64(word);
    if (at >= text.size()) return;
    word = 0;
    std::memcpy(&word, text.data() + at, std::min<std::size_t>(8, text.size() - at));
  }
}

GameKey KeyMaker::key() const { return {mix64(high_), mix64(low_ ^ high_)}; }

GameHasher::GameHasher(std::string_view game, std::string_view variant, std::string_view position,
                       std::string_view roll) {
  for (const std::string_view text : {game, variant, position, roll}) add(text);
  start_ = state_;
}

void GameHasher::start_over() {
  state_ = start_;
  has_turns_ = false;
}

void GameHasher::add_turn(std::string_view turn) {
  add(turn);
  has_turns_ = true;
}

std::optional<std::uint64_t> GameHasher::value() const {
  return has_turns_ ? std::optional(mix64(state_)) : std::nullopt;
}

/// FNV-1a (Fowler, Noll, Vo), each text with a zero after it; mixed at the end.
void GameHasher::add(std::string_view text) {
  constexpr std::uint64_t prime = 0x100000001b3u;
  for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * prime;
  state_ *= prime;
}

std::optional<std::uint64_t> game_hash(std::string_view game, std::string_view variant,
                                       const Record& record) {
  GameHasher hasher(game, variant, record.tag("Position"), record.tag("Roll"));
  for (const Element& element : record.movetext) {
    if (element.kind == Element::Kind::turn) hasher.add_turn(element.text);
  }
  return hasher.value();
}

}  // namespace schiri
