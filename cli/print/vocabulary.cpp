#include "cli/print/vocabulary.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/base/decimals.h"

namespace schiri::cli {

namespace {

std::string filled(const std::string& text, std::span<const std::string> values) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_place = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    const auto number = is_place ? static_cast<std::size_t>(text[i + 1] - '0') : values.size();
    if (number < values.size()) {
      result += values[number];
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// The parts of a text at the places of a pattern, in order; nothing if the text does not match.
std::optional<std::vector<std::string>> places_in(std::string_view pattern, std::string_view text) {
  std::vector<std::string> found;
  while (true) {
    const std::size_t place = pattern.find('{');
    const std::string_view before = pattern.substr(0, place);
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    if (place == pattern.npos) return text.empty() ? std::optional(found) : std::nullopt;
    pattern.remove_prefix(place + 3);
    const std::string_view behind = pattern.substr(0, pattern.find('{'));
    const std::size_t end = behind.empty() ? text.size() : text.find(behind);
    if (end == text.npos) return std::nullopt;
    found.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

Vocabulary::Vocabulary(std::initializer_list<std::string_view> tables, std::string language)
    : language_(std::move(language)) {
  words_ = Json::object();
  for (const std::string_view table : tables) words_.update(Json::parse(table).at(language_));
}

std::string Vocabulary::operator()(std::string_view key,
                                   std::initializer_list<std::string_view> values) const {
  return filled(words_.at(key).text(), std::vector<std::string>(values.begin(), values.end()));
}

std::string Vocabulary::of(std::string_view group, std::string_view key) const {
  const Json* const word = words_.at(group).find(key);
  return word ? word->text() : std::string(key);
}

std::string Vocabulary::sentence(std::string_view group, std::string_view english) const {
  for (const auto& [pattern, text] : words_.at(group).members()) {
    auto values = places_in(pattern, english);
    if (!values) continue;
    for (std::string& value : *values) value = sentence(group, value);
    return filled(text.text(), *values);
  }
  return std::string(english);
}

std::string Vocabulary::number(double value, int decimals) const {
  std::string text = fixed_text(value, decimals);
  if (!is_english()) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

namespace {

const Vocabulary& words_of_report() {
  static const Vocabulary words(report_words, output_language().language());
  return words;
}

}  // namespace

std::string ending_word(const std::string& ending) {
  return output_language().is_english() ? ending : words_of_report().of("endings", ending);
}

std::string rating_note(const std::string& english) {
  return output_language().is_english() ? english : words_of_report().sentence("notes", english);
}

}  // namespace schiri::cli
