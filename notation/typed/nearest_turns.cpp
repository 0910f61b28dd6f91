#include "notation/typed/nearest_turns.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri {

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// The text with the game's signs; `colon` is what a colon means.
std::string with_usual_signs(std::string_view text, std::string_view colon) {
  std::string plain(text);
  for (const std::string_view swap : {"<->", "<>", "\xe2\x86\x94", "\xe2\x87\x84"}) {
    plain = replaced(std::move(plain), swap, "~");
  }
  for (const std::string_view sign : {"++", "--", "xx", "~~", "//", ">>", ",,"}) {
    plain = replaced(std::move(plain), sign, sign.substr(1));
  }
  return replaced(replaced(std::move(plain), "\\", "/"), ":", colon);
}

/// The length of a letter or a figurine for a piece at the front, 0 if there is none.
std::size_t piece_length(std::string_view text) {
  constexpr std::string_view figurine_front = "\xe2\x99";
  if (text.starts_with(figurine_front)) return std::min<std::size_t>(3, text.size());
  return !text.empty() && is_letter(text[0]) ? 1 : 0;
}

Message near_message(std::span<const std::string> turns) {
  return turns.empty() ? Message() : message("legal and near it: {0}", join(turns, ", "));
}

/// The letters and digits of a text, and the sign of a supply, without signs between them.
std::string without_signs(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '@') letters += to_upper(c);
  }
  return letters;
}

}  // namespace

bool begins_with_piece(std::string_view text) {
  const std::size_t length = piece_length(text);
  return length > 0 && text.size() > length + 1 && is_letter(text[length]) &&
         is_digit(text[length + 1]);
}

std::vector<std::string> near_misses(std::string_view text) {
  std::vector<std::string> texts;
  const auto add = [&](std::string other) {
    const bool is_known =
        other == text || std::find(texts.begin(), texts.end(), other) != texts.end();
    if (!is_known) texts.push_back(std::move(other));
  };
  const std::string_view bare = begins_with_piece(text) ? text.substr(piece_length(text)) : text;
  for (const std::string_view front : {text, bare}) {
    for (const std::string_view colon : {"x", "-"}) add(with_usual_signs(front, colon));
  }
  return texts;
}

NearestTurns::NearestTurns(std::string_view text)
    : distance_(text),
      limit_(text.empty() || text.size() > most_letters
                 ? 0
                 : std::clamp<std::size_t>(text.size() / 2 + 1, 2, 3)) {}

void NearestTurns::look_at(std::string_view turn) {
  if (limit_ == 0) return;
  const std::size_t changes = distance_.to(turn, found_ == 0 ? limit_ : limit_ + 1);
  if (changes < limit_) {
    limit_ = changes;
    found_ = 0;
  } else if (found_ == 0 || changes > limit_) {
    return;
  }
  if (found_ < most_named) nearest_[found_] = turn;
  ++found_;
}

std::span<const std::string> NearestTurns::found() const {
  return std::span(nearest_).first(std::min(found_, most_named));
}

Message NearestTurns::advice() const { return near_message(found()); }

SignlessTurns::SignlessTurns(std::string_view text) : letters_(without_signs(text)) {}

void SignlessTurns::look_at(std::string_view turn) {
  const std::string its = without_signs(turn);
  if (!its.starts_with(letters_)) return;
  if (its != letters_) {
    if (begun_.empty()) begun_ = turn;
  } else if (whole_.size() < most_named) {
    whole_.emplace_back(turn);
  }
}

Message SignlessTurns::advice() const {
  if (!whole_.empty() || begun_.empty()) return near_message(whole_);
  return near_message(std::span(&begun_, 1));
}

}  // namespace schiri
