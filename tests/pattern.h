#pragma once

#include <functional>
#include <string>
#include <vector>

// ECMAScript regular expressions; declared here so that <regex> is compiled only once.

/// A match of a pattern in a text.
struct Match {
  std::size_t at;                   ///< its offset
  std::vector<std::string> groups;  ///< the whole match, followed by the groups
};

/// All non-overlapping matches from left to right.
std::vector<Match> matches_of(const std::string& text, const std::string& pattern);
bool has_match(const std::string& text, const std::string& pattern);
/// Does the whole text match?
bool is_match(const std::string& text, const std::string& pattern);
/// Replaces each match by a text, in which `$1` is the first group.
std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::string& by);
/// Replaces each match by the result of a function.
std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::function<std::string(const std::string&)>& by);
