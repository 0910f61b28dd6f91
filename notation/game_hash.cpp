#include "notation/game_hash.h"

#include <algorithm>
#include <cstring>

#include "core/random.h"

namespace schiri {

namespace {

/// FNV-1a (Fowler, Noll, Vo), mixed at the end.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(c);
    add('\0');
  }
  std::uint64_t value() const { return mix64(state_); }

 private:
  void add(char c) { state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u; }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

// Odd, with bits all over: the fractions of pi and e.
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

std::optional<std::uint64_t> game_hash(std::string_view game, std::string_view variant,
                                       const Record& record) {
  Hash hash;
  hash.add(game);
  hash.add(variant);
  hash.add(record.tag("Position"));
  hash.add(record.tag("Roll"));
  bool has_turns = false;
  for (const Element& element : record.movetext) {
    if (element.kind != Element::Kind::turn) continue;
    hash.add(element.text);
    has_turns = true;
  }
  if (!has_turns) return std::nullopt;
  return hash.value();
}

}  // namespace schiri
