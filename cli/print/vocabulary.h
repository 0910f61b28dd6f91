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
  /// Translates an English sentence whose pattern is a key of a group: `round of {0}`. The parts at
  /// the placeholders are translated in the same way. Returns the sentence unchanged if no pattern
  /// matches.
  std::string sentence(std::string_view group, std::string_view english) const;
  /// A number with the decimal separator of the language, a comma or a point.
  std::string number(double value, int decimals) const;
  /// The words by their keys.
  const Json& words() const { return words_; }

 private:
  std::string language_;
  Json words_;
};

/// How a game ended, `chain` or `resignation`, in the language of the process.
std::string ending_word(const std::string& ending);

/// A note of a rating list or table in the language of the process.
std::string rating_note(const std::string& english);

/// The embedded files of the source folder.
extern const std::string_view otb_words;
extern const std::string_view play_words;
extern const std::string_view report_words;
extern const std::string_view room_words;

}  // namespace schiri::cli
