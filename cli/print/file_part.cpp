#include "cli/print/file_part.h"

#include <algorithm>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

bool is_within_character(char c) { return (c & '\xc0') == '\x80'; }

bool is_safe(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '-' || (c & '\x80') != 0;
}

}  // namespace

std::string file_part(std::string_view text, std::size_t longest) {
  std::string part = printable(text, text.size());
  if (part.size() > longest) {
    while (longest > 0 && is_within_character(part[longest])) --longest;
    part.resize(longest);
  }
  std::replace_if(
      part.begin(), part.end(), [](char c) { return !is_safe(c); }, '_');
  if (part.starts_with('.') || part.starts_with('-')) part.front() = '_';
  return part;
}

}  // namespace schiri::cli
