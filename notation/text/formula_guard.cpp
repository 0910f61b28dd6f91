#include "notation/text/formula_guard.h"

#include <algorithm>

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

}  // namespace

std::string with_formula_guard(std::string_view text) {
  return copied(text, [](std::string_view&, std::string& copy) { copy += guard; });
}

std::string without_formula_guard(std::string_view cell) {
  return copied(cell, [](std::string_view& rest, std::string&) {
    if (rest[0] == guard) rest.remove_prefix(1);
  });
}

}  // namespace schiri
