#include "cli/print/vocabulary.h"

#include "cli/help/embedded_files.h"
#include "cli/web/otb/room_script.h"
#include "cli/web/report/report_document.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/rating/tables/tie_breaks.h"
#include "notation/analysis/accuracy.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/run.h"

namespace vocabulary_test {

using namespace schiri::cli;

/// Collects every text by its path of keys.
void gather(const Json& words, const std::string& path, std::map<std::string, std::string>& texts) {
  if (words.is_object()) {
    for (const auto& [key, value] : words.members()) gather(value, path + "/" + key, texts);
  } else if (words.is_array()) {
    std::size_t number = 0;
    for (const Json& value : words) gather(value, path + "/" + std::to_string(number++), texts);
  } else {
    CHECK(texts.emplace(path, words.text()).second);
  }
}

/// The words of a subject or page by their paths, in each language.
using Texts = std::map<std::string, std::map<std::string, std::string>>;

std::vector<Texts> all_words() {
  std::vector<Texts> all;
  for (const std::string_view tables : {play_words, report_words}) {
    Texts& texts = all.emplace_back();
    const Json parsed = Json::parse(tables, Json::Twice::is_error);
    for (const auto& [language, words] : parsed.members()) {
      gather(words, "", texts[language]);
    }
  }
  Texts& texts = all.emplace_back();
  for (const std::string& language : languages()) {
    gather(page_words(words_of_room(), translation_to(language)), "", texts[language]);
  }
  return all;
}

/// In small letters of ASCII and of these languages.
std::string small(const std::string& text) {
  std::string result = lower_case(text);
  // Capitals from À to Þ; × is none.
  for (std::size_t at = 0; (at = result.find('\xc3', at)) != result.npos; at += 2) {
    const auto second = static_cast<unsigned char>(result[at + 1]);
    if (second >= 0x80 && second <= 0x9e && second != 0x97) {
      result[at + 1] = static_cast<char>(second + 0x20);
    }
  }
  return result;
}

std::set<std::string> places_of(const std::string& text) {
  std::set<std::string> places;
  for (const Match& place : matches_of(text, "\\{\\d\\}")) places.insert(place.groups[0]);
  return places;
}

TEST_CASE("words: the terms of the glossary are translated as it says") {
  // Rows such as `| board (of a round) | Brett | table |`; several rows may have one term.
  struct Translations {
    std::set<std::string> german, french;
  };
  std::map<std::string, Translations> terms;
  const auto each_of = [](const std::string& cell) {
    std::set<std::string> words;
    for (const std::string_view word : split(cell, ','))
      words.insert(small(std::string(trimmed(word))));
    return words;
  };
  const std::string page(text_of(manual_pages, "glossary"));
  const std::string table = page.substr(page.find("| English | German | French |"));
  for (const Match& row :
       matches_of(table, "\\| ([^|(]+?)(?: \\([^|]*\\))? \\| ([^|]+) \\| ([^|]+) \\|")) {
    if (row.groups[1] == "English") continue;
    for (const std::string& term : each_of(row.groups[1])) {
      terms[term].german.merge(each_of(row.groups[2]));
      terms[term].french.merge(each_of(row.groups[3]));
    }
  }
  CHECK(terms.size() >= 100);
  std::size_t compared = 0;
  for (const Texts& words : all_words()) {
    const auto &german = words.at("de"), &french = words.at("fr");
    for (const auto& [path, english] : words.at("en")) {
      const auto term = terms.find(small(english));
      if (term == terms.end()) continue;
      ++compared;
      CAPTURE(path, english, german.at(path), french.at(path));
      CHECK(term->second.german.contains(small(german.at(path))));
      CHECK(term->second.french.contains(small(french.at(path))));
    }
  }
  CHECK(compared > 70);
}

TEST_CASE("words: each language has each key with the same placeholders") {
  for (const Texts& words : all_words()) {
    const auto& english = words.at("en");
    REQUIRE(english.size() > 50);
    CHECK(words.size() == languages().size());
    for (const std::string& language : languages()) {
      const auto& texts = words.at(language);
      for (const auto& [path, text] : english) {
        CAPTURE(language, path);
        REQUIRE(texts.contains(path));
        CHECK_FALSE(texts.at(path).empty());
        CHECK(places_of(texts.at(path)) == places_of(text));
      }
      CHECK(texts.size() == english.size());
    }
  }
}

TEST_CASE("words: every key that scripts and pages use is defined") {
  const Json page = Vocabulary(play_words, "en").words(),
             report = Vocabulary({play_words, report_words}, "en").words(),
             room = page_words(words_of_room(), {});
  const std::string script = report_script();
  const struct {
    const Json& words;
    std::string_view text;
    const char* key;
  } rows[] = {{page, table_js, "\\bt\\(\"(\\w+)\""},
              {page, records_js, "\\bt\\(\"(\\w+)\""},
              {page, guide_js, "\\bt\\(\"(\\w+)\""},
              {page, start_js, "\\bt\\(\"(\\w+)\""},
              {room, room_js, "\\bt(?:\\.of)?\\(\"(\\w+)\""},
              {report, script, "\\bt(?:\\.of)?\\(\"(\\w+)\""},
              {report, script, "\\badd\\(\"(\\w+)\""},
              {report, check_js, "\\bt(?:\\.of)?\\(\"(\\w+)\""},
              {report, verify_js, "return \\[\"(\\w+)\""},
              {report, report_html, "@(\\w+)@"}};
  const std::set<std::string> no_words = {"policy", "title",  "style",  "boards",
                                          "data",   "blocks", "engine", "script"};
  for (const auto& row : rows) {
    const std::string text(row.text);
    std::size_t found = 0;
    for (const Match& match : matches_of(text, row.key)) {
      const std::string& key = match.groups[1];
      CAPTURE(key);
      if (row.text != report_html || !no_words.contains(key)) CHECK(row.words.contains(key));
      ++found;
    }
    CHECK(found > 0);
  }
  // A report has its own keys in addition to those of the page.
  CHECK(report.size() == page.size() + Vocabulary(report_words, "en").words().size());
}

TEST_CASE("words: placeholders, groups and numbers") {
  const Vocabulary words(R"({"de": {"a": "{1} von {0}, {7} {x}", "names": {"final": "Finale",
      "round of {0}": "die letzten {0}", "{0}, game {1}": "{0}, {1}. Partie"}}})",
                         "de");
  CHECK(words("a", {"7", "{0}"}) == "{0} von 7, {7} {x}");
  CHECK_THROWS_AS(words("b"), JsonError);
  CHECK(words.of("names", "final") == "Finale");
  CHECK(words.of("names", "x") == "x");
  CHECK(words.number(2.5, 1) == "2,5");
}

TEST_CASE("words: a report translates the parts of accuracy") {
  for (const std::string& language : languages()) {
    const Vocabulary words(report_words, language);
    for (const AccuracyPart& part : accuracy_parts()) {
      CAPTURE(language);
      CHECK(words.words().at("parts").contains(part.by));
      CHECK(words.words().at("parts").contains(part.part));
    }
  }
}

TEST_CASE("words: --language precedes the locale and the default is English") {
  const struct {
    std::vector<std::string> environment;
    std::vector<std::string> options;
    std::string word;
  } rows[] = {{{}, {}, "after round 0"},
              {{"LANG=de_AT.UTF-8"}, {}, "Rangliste"},
              {{"LANG=de"}, {}, "Rangliste"},
              {{"LANG=de_DE", "LC_MESSAGES=fr_FR.UTF-8"}, {}, "classement"},
              {{"LANG=de_DE", "LC_ALL=C"}, {}, "after round 0"},
              {{"LANG=de_DE", "LC_ALL="}, {}, "Rangliste"},
              {{"LANG=den"}, {}, "after round 0"},
              {{"LANG=it_IT"}, {}, "after round 0"},
              {{"LANG=de_DE"}, {"--language", "fr"}, "classement"},
              {{"LANG=de_DE"}, {"--language", "en"}, "after round 0"},
              {{}, {"--language", "it"}, ""}};
  const TemporaryDirectory directory;
  const std::string file = directory.file("cup.otb");
  REQUIRE(run_schiri({"otb", "new", file, "--name", "Cup", "--game", "creeper", "--rounds", "1"})
              .status == 0);
  for (const auto& row : rows) {
    CAPTURE(row.environment, row.options);
    Words words = {"-u", "LC_ALL", "-u", "LC_MESSAGES", "-u", "LANG"};
    words = words + row.environment + Words{SCHIRI_PROGRAM, "otb", "standing", file} + row.options;
    const Run run = run_program("env", words);
    CHECK(run.status == (row.word.empty() ? 2 : 0));
    if (!row.word.empty()) CHECK(run.out.find("Cup, " + row.word) == 0);
  }
}

}  // namespace vocabulary_test
