#include <cctype>

#include "cli/games/rules_text.h"
#include "cli/print/vocabulary.h"
#include "tests/catch.h"
#include "tests/support/run.h"

namespace games_rules_test {

namespace rules_test {

using namespace schiri;
using namespace schiri::cli;

/// The words of a text that are the same in every language: those with a digit, as places, turns
/// and positions have one.
std::vector<std::string> words_with_digits(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char sign : text + ' ') {
    if (std::string_view(" \n.,:;()\"").find(sign) == std::string_view::npos) {
      word += sign;
      continue;
    }
    if (std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }))
      words.push_back(word);
    word.clear();
  }
  return words;
}

TEST_CASE("rules: a translation has the places, turns, positions and endings of the English text") {
  for (const GameType* type : game_types()) {
    const std::string english = rules_text(*type, "en");
    const std::vector<std::string> words = words_with_digits(english);
    CHECK(words.size() > 50);
    for (const std::string language : {"de", "fr"}) {
      const std::string text = rules_text(*type, language);
      CHECK(text != english);
      CHECK_THAT(text, !contains_text("{0}"));
      for (const std::string& word : words) {
        INFO(type->name() << ' ' << language << ": " << word);
        CHECK(text.find(word) != text.npos);
      }
      for (const std::string_view ending : type->facts.endings) {
        INFO(type->name() << ' ' << language << ": " << ending);
        CHECK(text.find('(' + std::string(ending) + ')') != text.npos);
      }
    }
  }
}

TEST_CASE("rules: a translation lists every setting with its values and their default") {
  for (const GameType* type : game_types()) {
    for (const std::string language : {"de", "fr"}) {
      const std::string text = rules_text(*type, language);
      std::size_t defaults = 0;
      const std::string word = language == "de" ? "(Vorgabe)" : "(par défaut)";
      for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) ++defaults;
      CHECK(defaults == type->facts.settings.size());
      for (const GameSetting& setting : type->facts.settings) {
        const std::size_t place = text.find("\n  " + std::string(setting.name) + '\n');
        INFO(type->name() << ' ' << language << ": " << setting.name);
        REQUIRE(place != text.npos);
        for (const GameSetting::Value& value : setting.values) {
          INFO(value.name);
          CHECK(text.find("\n    " + std::string(value.name) + ' ', place) != text.npos);
        }
      }
    }
  }
}

TEST_CASE("rules: the language is that of the option, otherwise that of the environment") {
  const auto first_line = [](Words words, const std::string& environment) {
    words.insert(words.begin(), {"LC_ALL=" + environment, SCHIRI_PROGRAM});
    const Run run = run_program("env", words);
    CHECK(run.status == 0);
    return run.out.substr(0, run.out.find('\n'));
  };
  CHECK_THAT(first_line({"rules", "creeper"}, "C"), contains_text("White moves first"));
  CHECK_THAT(first_line({"rules", "creeper"}, "de_AT.UTF-8"), contains_text("Weiß beginnt"));
  CHECK_THAT(first_line({"rules", "creeper", "--language", "fr"}, "de_AT.UTF-8"),
             contains_text("les Blancs commencent"));
  const Run run = run_schiri({"rules", "creeper", "--language", "it"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("de"));
}

}  // namespace rules_test

}  // namespace games_rules_test
