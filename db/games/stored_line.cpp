#include "db/games/stored_line.h"

#include <array>

#include "core/base/random.h"
#include "db/games/compact_movetext.h"

namespace schiri::db {

namespace {

std::uint64_t mix_text(std::uint64_t state, std::string_view text) {
  for (const char c : text) state = mix64(state ^ static_cast<unsigned char>(c));
  return mix64(state);
}

}  // namespace

std::uint64_t position_key(std::uint64_t hash, std::string_view game, std::string_view variant) {
  return mix64(hash ^ mix_text(mix_text(0, game), variant));
}

void StoredLine::read(Statement& row, int first) {
  id_ = row.id(first);
  game_ = row.text(first + 1);
  start_.variant = row.text(first + 2);
  start_.position = row.text(first + position_column);
  start_.roll = row.text(first + roll_column);
  text_ = row.text(first + 5);
  read_turns();
}

void StoredLine::read_turns() {
  is_plain_ = read_plain_turns();
  if (is_plain_) return;
  turns_.clear();
  elements_ = read_compact_movetext(text_);
  for (const Element& element : elements_) {
    if (element.kind == Element::Kind::turn) turns_.push_back(element.text);
  }
}

bool StoredLine::read_plain_turns() {
  constexpr auto ends_turn = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view(" {;$()\\")) table[static_cast<unsigned char>(c)] = true;
    return table;
  }();
  turns_.clear();
  for (std::size_t begin = 0; begin < text_.size();) {
    std::size_t end = begin;
    while (end < text_.size() && !ends_turn[static_cast<unsigned char>(text_[end])]) ++end;
    if (end < text_.size() && text_[end] != ' ') return false;
    turns_.emplace_back(text_.data() + begin, end - begin);
    begin = end + 1;
  }
  return true;
}

void StoredLine::visit_keys(const std::function<bool(std::uint64_t)>& visitor) const {
  const GameType* type = find_game(game_);
  if (!type) return;
  const std::uint64_t salt = mix_text(mix_text(0, game_), start_.variant);
  try {
    type->visit_hashes(start_, turns_,
                       [&](std::uint64_t hash) { return visitor(mix64(hash ^ salt)); });
  } catch (const StartError&) {
    // The start is invalid, so there is no position; `check` reports such a game.
  }
}

}  // namespace schiri::db
