#include "tests/pattern.h"

#include <regex>

std::vector<Match> matches_of(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<Match> matches;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    matches.push_back({static_cast<std::size_t>(at->position()), {at->begin(), at->end()}});
  }
  return matches;
}

bool has_match(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

bool is_match(const std::string& text, const std::string& pattern) {
  return std::regex_match(text, std::regex(pattern));
}

std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

std::string with_replaced(const std::string& text, const std::string& pattern,
                          const std::function<std::string(const std::string&)>& by) {
  std::string result;
  std::size_t from = 0;
  for (const Match& match : matches_of(text, pattern)) {
    result += text.substr(from, match.at - from) + by(match.groups.front());
    from = match.at + match.groups.front().size();
  }
  return result + text.substr(from);
}
