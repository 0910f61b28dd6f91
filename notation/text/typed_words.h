#pragma once

#include <cstddef>
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

/// The length in bytes of a quotation mark other than `"` at the front of a text, 0 if there is
/// none.
std::size_t curly_quote_length(const char* at, const char* end);

/// The canonical result of a word: `1-0` for `1:0`; empty if it is not a result.
std::string_view canonical_result(std::string_view word);

/// Converts Latin-1 to UTF-8.
void append_latin1(std::string_view bytes, std::string& out);

}  // namespace schiri
/// Converts Windows-1252 to UTF-8. Its five unused bytes stay, which are not UTF-8.
void append_cp1252(std::string_view bytes, std::string& out);
