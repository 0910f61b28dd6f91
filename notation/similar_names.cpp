#include "notation/similar_names.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "core/characters.h"
#include "core/names.h"
#include "notation/edit_distance.h"

namespace schiri {

namespace {

constexpr std::size_t letters_for_one = 8;
constexpr std::size_t letters_for_two = 10;

/// The words in small letters, sorted, with blanks between them.
std::string sorted_words(std::string_view name) {
  std::string text = without_case(tidy_name(name));
  for (char& c : text) c = c == ',' || c == '.' || c == ';' || c == '-' ? ' ' : c;
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::sort(words.begin(), words.end());
  std::string sorted;
  for (const std::string& word : words) sorted += (sorted.empty() ? "" : " ") + word;
  return sorted;
}

std::string digits_of(const std::string& text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_digit);
  return digits;
}

}  // namespace

std::string tidy_name(std::string_view name) {
  std::string text = name_key(name);
  constexpr std::string_view wide_blanks[] = {"\u00a0", "\u2007", "\u202f", "\u3000"};
  for (const std::string_view blank : wide_blanks) {
    for (auto at = text.find(blank); at != text.npos; at = text.find(blank, at)) {
      text.replace(at, blank.size(), " ");
    }
  }
  std::istringstream in(text);
  std::string tidy;
  for (std::string word; in >> word;) tidy += (tidy.empty() ? "" : " ") + word;
  return tidy;
}

bool are_similar_names(std::string_view a, std::string_view b) {
  const std::string one = sorted_words(a), other = sorted_words(b);
  if (one == other) return true;
  if (digits_of(one) != digits_of(other)) return false;
  const std::size_t letters = std::min(one.size(), other.size());
  const std::size_t most = letters >= letters_for_two ? 2 : letters >= letters_for_one ? 1 : 0;
  return most > 0 && EditDistance(one).to(other, most + 1) <= most;
}

}  // namespace schiri
