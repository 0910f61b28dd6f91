#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/text/typed_words.h"
#include "notation/typed/form.h"

namespace schiri {

/// A set of non-canonical spellings.
using SpellingSet = std::uint16_t;
constexpr SpellingSet set_of(Spelling spelling) {
  return static_cast<SpellingSet>(1u << static_cast<unsigned>(spelling));
}

/// A piece of typed text that may be one turn, in the plain characters of the game's notation.
class TypedTurnText {
 public:
  /// Reads the text at `at` up to `end` at most.
  TypedTurnText(const TypedForm& form, const char* at, const char* end);

  /// In plain characters, followed by zeros (text_padding of them).
  const char* plain() const { return plain_.data(); }
  std::size_t size() const { return size_; }
  /// The bound of the text; null in a text with other signs.
  const char* end() const { return end_; }

  /// The end in the text of the first `length` plain characters; at least one.
  const char* end_of(std::size_t length) const { return text_ + ends_[length - 1]; }
  /// The deviations from canonical spelling.
  SpellingSet spellings_of(std::size_t length) const;

  /// The text up to its first comma; empty without a comma.
  TypedTurnText before_comma() const;
  /// The text with these signs inserted between squares without a sign; empty if there are none.
  TypedTurnText with_signs(char first, char others) const;

 private:
  static constexpr std::size_t most = 480;

  TypedTurnText(const TypedForm& form, const char* text) : form_(&form), text_(text) {}

  void take_plain();
  bool skip_blanks();
  bool is_open() const;
  bool is_digit_of_letter(char next) const;
  bool is_sign(const char* at) const;
  bool take();
  bool take_pass();
  bool take_sign(OtherSign sign);
  std::size_t pass_length() const;
  bool is_place_for_sign(std::size_t at) const;
  void put(char plain, std::size_t length, SpellingSet spellings);
  void close();

  const TypedForm* form_;
  const char* text_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::size_t size_ = 0;
  SpellingSet spellings_ = 0;
  std::array<char, most + text_padding> plain_;
  std::array<std::uint32_t, most> ends_;
  std::array<SpellingSet, most> spelled_;
};

/// A typed turn.
template <class N>
struct TypedTurn {
  typename N::Position::Turn turn;
  const char* end;  ///< after it in the text
  SpellingSet spellings;
};

/// The turn at the front of the text, if it is one and is properly ended.
template <class N>
std::optional<TypedTurn<N>> scan_typed(const TypedTurnText& text) {
  // Constructed in the caller's place because copying right after writing is slow.
  std::optional<TypedTurn<N>> typed;
  if (text.size() == 0) return typed;
  typed.emplace();
  const std::size_t length = N::scan_turn(text.plain(), typed->turn);
  if (length > 0 && length <= text.size()) {
    typed->end = text.end_of(length);
    typed->spellings = text.spellings_of(length);
    // Tags may follow the last turn of a text without a space.
    const bool is_last = typed->end == text.end() && *typed->end == '[';
    if (ends_word_at(typed->end) || *typed->end == ',' || is_last) return typed;
  }
  typed.reset();
  return typed;
}

}  // namespace schiri
