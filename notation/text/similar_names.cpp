#include "notation/text/similar_names.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <sstream>
#include <vector>

#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::size_t letters_for_doubles = 3;
constexpr std::size_t letters_for_one = 8;
constexpr std::size_t letters_for_two = 10;

/// Words in small letters, sorted, with spaces between them.
std::string sorted_words(std::string text) {
  for (char& c : text) c = c == ',' || c == '.' || c == ';' || c == '-' ? ' ' : c;
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::sort(words.begin(), words.end());
  std::string sorted;
  for (const std::string& word : words) sorted += (sorted.empty() ? "" : " ") + word;
  return sorted;
}

/// Hyphens, apostrophes and their like as one ASCII character each.
std::string with_plain_signs(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"}, {"\u2013", "-"},
      {"\u2014", "-"}, {"\u2212", "-"}, {"\u00ad", "-"}, {"_", "-"},
      {"\u2018", "'"}, {"\u2019", "'"}, {"\u201b", "'"}, {"\u02bc", "'"},
      {"\u02b9", "'"}, {"\u2032", "'"}, {"\u00b4", "'"}, {"`", "'"}};
  for (const auto& [sign, plain] : signs) {
    for (auto at = text.find(sign); at != text.npos; at = text.find(sign, at + plain.size())) {
      text.replace(at, sign.size(), plain);
    }
  }
  return text;
}

/// The text without these characters; between two digits a space stays instead.
std::string without(std::string_view text, std::string_view characters) {
  std::string rest;
  bool is_gap = false;
  for (const char c : text) {
    const bool is_dropped = characters.find(c) != characters.npos;
    if (!is_dropped) {
      if (is_gap && !rest.empty() && is_digit(rest.back()) && is_digit(c)) rest += ' ';
      rest += c;
    }
    is_gap = is_dropped;
  }
  return rest;
}

/// `Klein, Finn` as `Finn Klein`.
std::string in_spoken_order(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos || text.find(',', comma + 1) != text.npos) return text;
  return text.substr(comma + 1) + ' ' + text.substr(0, comma);
}

/// Each letter once where it stands twice.
std::string with_single_letters(std::string text) {
  const auto end =
      std::unique(text.begin(), text.end(), [](char a, char b) { return a == b && !is_digit(a); });
  text.erase(end, text.end());
  return text;
}

std::string digits_of(const std::string& text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_digit);
  return digits;
}

/// A name in the form for comparisons.
struct Form {
  explicit Form(std::string_view name)
      : plain(plain_letters(with_plain_signs(tidy_name(name)))),
        words(sorted_words(without(plain, "'"))),
        joined_words(sorted_words(without(plain, "'-"))),
        one_word(without(in_spoken_order(plain), " '-,.;")),
        short_words(with_single_letters(words)),
        short_spelling(with_single_letters(
            sorted_words(without(spelled_letters(with_plain_signs(tidy_name(name))), "'")))),
        digits(digits_of(words)),
        distance(words) {
    for (const char c : words) letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
  }

  bool is_similar(const Form& other) const {
    if (words.empty() || other.words.empty()) return plain == other.plain;
    if (words == other.words || joined_words == other.joined_words) return true;
    if (!one_word.empty() && one_word == other.one_word) return true;
    const std::size_t least = std::min(count_characters(words), count_characters(other.words));
    const bool is_short = least < letters_for_doubles;
    if (!is_short && short_words == other.short_words) return true;
    if (!is_short && short_spelling == other.short_spelling) return true;
    const std::size_t most = least >= letters_for_two ? 2 : least >= letters_for_one ? 1 : 0;
    // Each change removes at most one letter and adds at most one.
    if (std::popcount(letters ^ other.letters) > static_cast<int>(2 * most)) return false;
    return most > 0 && digits == other.digits && distance.to(other.words, most + 1) <= most;
  }

  std::string plain;           ///< in small letters without accents
  std::string words;           ///< without apostrophes, and with spaces for hyphens
  std::string joined_words;    ///< without apostrophes and hyphens
  std::string one_word;        ///< without any of them, in spoken order
  std::string short_words;     ///< without double letters
  std::string short_spelling;  ///< the same, of the other spelling of umlauts
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
