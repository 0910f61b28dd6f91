#include "db/games/stored_line.h"

#include <algorithm>
#include <utility>

#include "core/base/random.h"
#include "db/games/compact_movetext.h"

namespace schiri::db {

namespace {

std::uint64_t mix_text(std::uint64_t state, std::string_view text) {
  for (const char c : text) state = mix64(state ^ static_cast<unsigned char>(c));
  return mix64(state);
}

/// Does an element of compact movetext that is no turn begin with this character?
bool is_special(char c) { return c == '{' || c == ';' || c == '$' || c == '(' || c == ')'; }

}  // namespace

std::uint64_t position_key(std::uint64_t hash, std::string_view game, std::string_view variant) {
  return mix64(hash ^ mix_text(mix_text(0, game), variant));
}

void StoredLine::read(Statement& row, int first) {
  const auto text = [&](int column) { return row.getColumn(first + column).view(); };
  id_ = row.id(first);
  game_ = text(1);
  start_.variant = text(2);
  start_.position = text(position_column);
  start_.roll = text(roll_column);
  text_ = text(5);
  read_turns();
}

void StoredLine::assign(std::int64_t id, std::string game, StartSpec start, std::string text) {
  id_ = id;
  game_ = std::move(game);
  start_ = std::move(start);
  text_ = std::move(text);
  read_turns();
}

void StoredLine::read_turns() {
  if (read_turns_in_place()) return;
  is_plain_ = has_single_comments_ = false;
  turns_.clear();
  comments_.clear();
  elements_ = read_compact_movetext(text_);
  for (const Element& element : elements_) {
    if (element.kind == Element::Kind::turn) turns_.push_back(element.text);
  }
}

bool StoredLine::read_turns_in_place() {
  is_plain_ = has_single_comments_ = true;
  elements_.clear();
  turns_.clear();
  comments_.clear();
  const std::string_view text = text_;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char front = text[at];
    std::size_t end = at + 1;
    if (front == '{' || front == ';') {
      const std::size_t close = std::min(text.find(front == '{' ? '}' : '\n', end), text.size());
      add_comment(text.substr(end, close - end));
      end = std::min(close + 1, text.size());
    } else if (front == '(' || front == ')') {
      depth += front == '(' ? 1 : -1;
    } else {
      end = at;
      while (end < text.size() && text[end] != ' ' && text[end] != '\\') ++end;
      if (end < text.size() && text[end] == '\\') return false;
      if (depth <= 0 && front != '$') {
        turns_.push_back(text.substr(at, end - at));
        comments_.emplace_back();
      }
    }
    is_plain_ = is_plain_ && !is_special(front);
    has_single_comments_ = has_single_comments_ && front != '(' && front != ')';
    at = end + (end < text.size() && text[end] == ' ');
  }
  return true;
}

/// Keeps it if the turn has no other one.
void StoredLine::add_comment(std::string_view comment) {
  if (turns_.empty() || !comments_.back().empty()) {
    has_single_comments_ = false;
  } else {
    comments_.back() = comment;
  }
}

bool StoredLine::is_indexable() const {
  const GameType* type = find_game(game_);
  return type && !type->facts.has_words;
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
