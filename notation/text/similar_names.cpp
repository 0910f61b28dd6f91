#include "notation/text/similar_names.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <sstream>
#include <vector>

#include "core/base/characters.h"
#include "core/base/edit_distance.h"
#include "core/base/names.h"

namespace schiri {

namespace {

constexpr std::size_t letters_for_one = 8;
constexpr std::size_t letters_for_two = 10;

/// The words in small letters, sorted, with spaces between them.
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

/// A name in the form for comparisons.
struct Form {
  explicit Form(std::string_view name)
      : words(sorted_words(name)), digits(digits_of(words)), distance(words) {
    for (const char c : words) letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
  }

  bool is_similar(const Form& other) const {
    if (words == other.words) return true;
    const std::size_t least = std::min(words.size(), other.words.size());
    const std::size_t most = least >= letters_for_two ? 2 : least >= letters_for_one ? 1 : 0;
    // Each change removes at most one letter and adds at most one.
    if (std::popcount(letters ^ other.letters) > static_cast<int>(2 * most)) return false;
    return most > 0 && digits == other.digits && distance.to(other.words, most + 1) <= most;
  }

  std::string words;
  std::string digits;
  std::uint64_t letters = 0;  ///< a bit for each letter that occurs
  EditDistance distance;
};

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
  return Form(a).is_similar(Form(b));
}

std::vector<std::pair<std::size_t, std::size_t>> similar_pairs(
    const std::vector<std::string>& names) {
  std::vector<Form> forms;
  forms.reserve(names.size());
  for (const std::string& name : names) forms.emplace_back(name);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    for (std::size_t j = i + 1; j < forms.size(); ++j) {
      if (forms[i].is_similar(forms[j])) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

}  // namespace schiri
