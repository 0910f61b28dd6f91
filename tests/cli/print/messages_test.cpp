#include "cli/help/embedded_files.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/po_file.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/files.h"
#include "tests/pattern.h"
#include "tests/support/message_patterns.h"

namespace messages_test {

using namespace schiri::cli;

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

struct Places {
  std::set<char> numbers;
  std::set<std::size_t> forms;  ///< how many alternatives the places with plural forms have
};

Places places_of(const std::string& pattern) {
  Places places;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern.find('}', i);
    const bool is_place = pattern[i] == '{' && i + 2 < pattern.size() && is_digit(pattern[i + 1]) &&
                          (pattern[i + 2] == '}' || pattern[i + 2] == ':') && end != pattern.npos;
    if (!is_place) continue;
    places.numbers.insert(pattern[i + 1]);
    const std::string inside = pattern.substr(i + 2, end - i - 2);
    if (!inside.empty()) {
      places.forms.insert(static_cast<std::size_t>(std::count(inside.begin(), inside.end(), '|')) +
                          1);
    }
    i = end;
  }
  return places;
}

TEST_CASE("messages: every sentence is translated, and every translation is used") {
  const auto patterns = message_patterns();
  CHECK(message_files.size() == languages().size() - 1);
  for (const EmbeddedFile& file : message_files) {
    std::set<std::string> translated_ones;
    for (const PoEntry& entry : read_po(file.text)) {
      CAPTURE(file.name, entry.pattern);
      CHECK(translated_ones.insert(entry.pattern).second);
      CHECK(patterns.contains(entry.pattern));
    }
    for (const auto& [pattern, files] : patterns) {
      CAPTURE(file.name, *files.begin(), pattern);
      CHECK(translated_ones.contains(pattern));
    }
  }
}

TEST_CASE("messages: a translation has the places of its sentence, and two forms of a number") {
  for (const EmbeddedFile& file : message_files) {
    for (const PoEntry& entry : read_po(file.text)) {
      CAPTURE(file.name, entry.pattern, entry.translation);
      const Places english = places_of(entry.pattern);
      CHECK((english.forms.empty() || english.forms == std::set<std::size_t>{2}));
      const Places places = places_of(entry.translation);
      CHECK(places.numbers == english.numbers);
      CHECK((places.forms.empty() || places.forms == std::set<std::size_t>{2}));
    }
  }
}

TEST_CASE("messages: the terms of the glossary are translated as it says") {
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
  for (const EmbeddedFile& file : message_files) {
    for (const PoEntry& entry : read_po(file.text)) {
      // A context is that of another sense.
      const auto term = terms.find(small(entry.pattern));
      if (term == terms.end()) continue;
      ++compared;
      CAPTURE(file.name, entry.pattern, entry.translation);
      const auto& known = file.name == "de" ? term->second.german : term->second.french;
      CHECK(known.contains(small(entry.translation)));
    }
  }
  CHECK(compared > 140);
}

TEST_CASE("messages: each translation is that of its language") {
  CHECK(translation_to("en").is_english());
  for (const std::string& language : languages()) {
    CHECK(translation_to(language).language() == language);
  }
  CHECK(all_of({"a", "b"}).in(translation_to("de")) == "a und b");
  CHECK(any_of({"a", "b"}).in(translation_to("fr")) == "a ou b");
}

TEST_CASE("messages: the texts of pages") {
  CHECK(patterns_of_page(
            "t(\"a \\\"b\\\"\", n) + xt(\"no\") + x.t(\"no\") + t(key) + pattern(\"c\\x04d\")") ==
        std::vector<std::string>{"a \"b\"", "c\4d"});
  CHECK(patterns_of_page("<p>@[To the games]</p> @[x]") ==
        std::vector<std::string>{"To the games", "x"});
}

TEST_CASE("messages: no source prints a bare English sentence") {
  // What stays English by decision (see the manual's page on contributing): cluster, for
  // administrators, and formats for programs.
  constexpr std::string_view english[] = {"cli/cluster/", "cli/lsp/lsp.cpp", "cli/share/"};
  const std::filesystem::path root = SCHIRI_SOURCE_FOLDER;
  std::size_t read = 0;
  for (const char* folder : {"core", "notation", "db", "cli"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string name = entry.path().lexically_relative(root).generic_string();
      const bool is_english =
          std::any_of(std::begin(english), std::end(english),
                      [&](std::string_view place) { return name.starts_with(place); });
      if (entry.path().extension() != ".cpp" || is_english) continue;
      ++read;
      // Two words in a literal after << or print_message(; HTML has a < or = in it.
      const std::string source = read_file(entry.path().string());
      // Other errors are those of programs: of the library, JSON, SQLite, the client of `lsp`.
      for (const Match& match : matches_of(source,
                                           "(?:<<|print_message\\(|print_note\\(|"
                                           "throw "
                                           "(?:\\w+::)?(?!Json|MessageFrame|WrongUse|Failure|"
                                           "Exception)[A-Z]\\w+\\((?:std::string\\()?)"
                                           "\\s*\"([^\"<=\\\\]*)")) {
        CAPTURE(name, match.groups[1]);
        CHECK(matches_of(match.groups[1], "[A-Za-z]{2,} [a-z]{2,}").empty());
      }
    }
  }
  CHECK(read > 100);
}

}  // namespace messages_test
