#pragma once

#include <functional>
#include <string>
#include <vector>

// Regular expressions of ECMAScript. Here so that <regex> is compiled once.

/// A place of a text that is as a pattern says.
struct Match {
  std::size_t at;                   ///< where it begins
  std::vector<std::string> groups;  ///< first the whole of it, then what stands in parentheses
};

/// All matches that do not overlap, from the left.
std::vector<Match> matches_of(const std::string& text, const std::string& pattern);
bool has_match(const std::string& text, const std::string& pattern);
/// Is the whole text so?
bool is_match(const std::string& text, const std::string& pattern);
/// Puts something else in the place of each match; `$1` in it is the first group.
std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::string& by);
/// The same with what is made of each match.
std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::function<std::string(const std::string&)>& by);
