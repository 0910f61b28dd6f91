#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The words of a command line.
using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Splits a command line at its blanks; double quotes keep them.
inline Words words_of(std::string_view line) {
  Words words;
  bool is_quoted = false, is_new = true;
  for (const char c : line) {
    const bool is_gap = c == ' ' && !is_quoted;
    if (!is_gap && is_new) words.emplace_back();
    is_new = is_gap;
    if (c == '"') is_quoted = !is_quoted;
    if (!is_gap && c != '"') words.back() += c;
  }
  return words;
}
