#pragma once

#include <string>
#include <vector>

/// The words of a command line.
using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}
