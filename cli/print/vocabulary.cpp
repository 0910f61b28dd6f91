#include "cli/print/vocabulary.h"

#include <algorithm>
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

std::string Vocabulary::number(double value, int decimals) const {
  std::string text = fixed_text(value, decimals);
  if (!is_english()) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

}  // namespace schiri::cli
