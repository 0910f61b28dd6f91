#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace schiri {

// Variants of the characters of records as typed by people, phones and word processors.

/// A typographic sign at the front of a text and its ASCII equivalent.
struct OtherSign {
  char plain = 0;          ///< `-`, `x`, or `>` for an arrow; 0 if there is none
  std::size_t length = 0;  ///< in bytes
};

OtherSign scan_other_sign(const char* at, const char* end);

/// As other_space_length(), without its quick test.
std::size_t rare_space_length(const char* at);

/// The length in bytes of a space other than those of ASCII records at this place: a form feed, a
/// vertical tab or a space of Unicode, such as the no-break space; 0 if there is none. The text
/// must be followed by a zero or other text.
inline std::size_t other_space_length(const char* at) {
  const auto byte = static_cast<unsigned char>(*at);
  return byte > '\f' && byte < 0xc2 ? 0 : rare_space_length(at);
}

/// The length in bytes of an ellipsis at this place, 0 if there is none; as for
/// other_space_length().
std::size_t ellipsis_length(const char* at);

/// An assessment of the position as books print it, and the number of its NAG.
struct AssessmentSign {
  std::string_view sign;  ///< empty if there is none
  std::string_view nag;
};
/// The sign that begins at this place and needs no space around it: `±`, `⩲`; as for
/// other_space_length().
AssessmentSign scan_assessment(const char* at);
/// The sign that a whole word is, also of ASCII: `+-`, `+/=`.
AssessmentSign find_assessment(std::string_view word);

/// The length in bytes of a quotation mark other than `"` at the front of a text, 0 if there is
/// none.
std::size_t curly_quote_length(const char* at, const char* end);

/// The canonical result of a text: `1-0` for `1:0`, `1 - 0` and `White wins`; empty if it is not a
/// result.
std::string_view canonical_result(std::string_view text);
/// The length in bytes of the longest text that is a result.
inline constexpr std::size_t longest_result = 24;

/// Who gives up in words, such as `Black resigns` or, for the player to move, `resigns`.
enum class Resigner : unsigned char { nobody, white, black, mover };
Resigner resigner_in(std::string_view text);
/// Is it the result of a game that both players lose, `0-0`? No record has it.
bool is_loss_of_both(std::string_view text);

/// The plain digits of a typed number: `2100` of `2'100`, `2 100`, `2,100` and `2.100`, and
/// `1800.5` of `1800,5`; a minus and decimals stay. Nullopt for any other text.
std::optional<std::string> plain_number(std::string_view text);

}  // namespace schiri
