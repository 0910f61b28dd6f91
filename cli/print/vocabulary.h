#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/output_language.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// The words of a subject in one language. `{0}` in them is a placeholder.
class Vocabulary {
 public:
  /// `tables`: files of cli/share/translations, each an object of words for each language.
  /// `language`: one of languages().
  Vocabulary(std::initializer_list<std::string_view> tables, std::string language);
  Vocabulary(std::string_view table, std::string language)
      : Vocabulary({table}, std::move(language)) {}

  const std::string& language() const { return language_; }
  bool is_english() const { return language_ == "en"; }
  /// Throws JsonError for an unknown key.
  std::string operator()(std::string_view key,
                         std::initializer_list<std::string_view> values = {}) const;
  /// A word of a group; the key itself if the group does not contain it.
  std::string of(std::string_view group, std::string_view key) const;
  /// A number with the decimal separator of the language, a comma or a point.
  std::string number(double value, int decimals) const;
  /// The words by their keys.
  const Json& words() const { return words_; }

 private:
  std::string language_;
  Json words_;
};

/// The embedded files of the source folder.
extern const std::string_view play_words;
extern const std::string_view report_words;

}  // namespace schiri::cli
