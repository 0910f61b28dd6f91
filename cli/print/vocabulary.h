#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "notation/text/json.h"

namespace schiri::cli {

/// The languages in which people are spoken to: `en`, `de`, `fr`.
const std::vector<std::string>& languages();

/// The language that is told, else that of the surroundings (LC_ALL, LC_MESSAGES, LANG, the first
/// that is set), else English.
std::string chosen_language(const std::string& told);

/// The words of some subject in one language. `{0}` in them is what is put there.
class Vocabulary {
 public:
  /// `tables`: files of cli/share/translations, each an object of words for each language.
  /// `language`: one of languages().
  Vocabulary(std::initializer_list<std::string_view> tables, std::string language);
  Vocabulary(std::string_view table, std::string language)
      : Vocabulary({table}, std::move(language)) {}

  const std::string& language() const { return language_; }
  bool is_english() const { return language_ == "en"; }
  /// Throws JsonError for a key that is not there.
  std::string operator()(std::string_view key,
                         std::initializer_list<std::string_view> values = {}) const;
  /// A word of a group; the key itself where the group does not know it.
  std::string of(std::string_view group, std::string_view key) const;
  /// A sentence that was made in English, whose pattern is a key of a group: `round of {0}`. What
  /// stands at the places is put into the sentence of this language, itself so translated. The
  /// sentence as it is where no pattern fits.
  std::string sentence(std::string_view group, std::string_view english) const;
  /// A number with the decimal sign of the language, a comma or a point.
  std::string number(double value, int decimals) const;
  /// The words by their keys.
  const Json& words() const { return words_; }

 private:
  std::string language_;
  Json words_;
};

/// The files, as they stand in the source folder.
extern const std::string_view otb_words;
extern const std::string_view play_words;
extern const std::string_view report_words;

}  // namespace schiri::cli
