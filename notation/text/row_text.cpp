#include "notation/text/row_text.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::string_view separators = ",;\t\r\n";
constexpr char guard = '\'';

/// Does a formula begin here, after any number of guards?
bool begins_formula(std::string_view text) {
  constexpr std::string_view beginnings[] = {
      "=",           "+", "-", "@", "\t", "\r", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
      "\xef\xbc\xa0"};
  text.remove_prefix(std::min(text.find_first_not_of(guard), text.size()));
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

/// Copies a text, and calls `act(rest, copy)` at each possible beginning of a cell; copies what it
/// leaves of the rest.
template <class Act>
std::string copied(std::string_view text, const Act& act) {
  std::string copy;
  for (bool may_begin = true; !text.empty(); text.remove_prefix(1)) {
    if (may_begin && begins_formula(text)) act(text, copy);
    may_begin = separators.find(text[0]) != separators.npos;
    copy += text[0];
  }
  return copy;
}

constexpr std::size_t any_length = std::size_t{1} << 20;

bool is_plain(char c) { return is_ascii_byte(c) && c != '\x7f'; }

void append_unit(std::string& out, char32_t unit) {
  char escape[16];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(unit));
  out += escape;
}

/// A JSON escape; beyond 16 bits a surrogate pair.
void append_escape(std::string& out, char32_t code) {
  if (code < 0x10000) return append_unit(out, code);
  append_unit(out, 0xd800 + ((code - 0x10000) >> 10));
  append_unit(out, 0xdc00 + ((code - 0x10000) & 0x3ff));
}

}  // namespace

std::string with_formula_guard(std::string_view text) {
  return copied(text, [](std::string_view&, std::string& copy) { copy += guard; });
}

std::string without_formula_guard(std::string_view cell) {
  return copied(cell, [](std::string_view& rest, std::string&) {
    if (rest[0] == guard) rest.remove_prefix(1);
  });
}

std::string text_cell(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return printable(value.text(), any_length);
  return value.dump();
}

std::string spreadsheet_cell(const Json& value, char delimiter) {
  const std::string text = text_cell(value);
  return value.is_string() ? quoted_cell(with_formula_guard(text), delimiter) : text;
}

std::string quoted_cell(const std::string& text, char delimiter) {
  if (text.find(delimiter) == text.npos && text.find('"') == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string json_line(const Json& object) {
  const std::string line = object.dump();
  std::string safe;
  for (std::string_view rest = line; !rest.empty();) {
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_plain);
    safe.append(rest.begin(), end);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
    if (rest.empty()) break;
    // It can occur in strings only, in which an escape is equivalent.
    const FirstCharacter first = first_character(rest);
    if (first.is_control) {
      append_escape(safe, first.code);
    } else {
      safe.append(rest.substr(0, first.length));
    }
    rest.remove_prefix(first.length);
  }
  return safe.append("\n");
}

void require_cells(std::size_t columns, std::size_t cells) {
  if (columns == cells) return;
  throw std::logic_error("a row has " + std::to_string(cells) + " cells in a table of " +
                         std::to_string(columns) + " columns");
}

}  // namespace schiri
