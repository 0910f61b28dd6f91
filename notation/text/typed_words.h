#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schiri {

// What people, phones and word processors make of the few characters that records are written with.

/// The sign at the front of a text that stands for one of ASCII.
struct OtherSign {
  char plain = 0;          ///< `-`, `x`, or `>` for an arrow; 0 if there is none
  std::size_t length = 0;  ///< in bytes
};

OtherSign scan_other_sign(const char* at, const char* end);

/// How many bytes a quotation mark that is not `"` takes at the front of a text, 0 if there is
/// none.
std::size_t curly_quote_length(const char* at, const char* end);

/// The result that a word stands for, canonical or not: `1-0` for `1:0`; empty if for none.
std::string_view canonical_result(std::string_view word);

/// Any bytes of Latin-1 as UTF-8.
void append_latin1(std::string_view bytes, std::string& out);

}  // namespace schiri
