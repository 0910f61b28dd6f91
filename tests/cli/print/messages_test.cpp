#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "notation/game_types.h"
#include "notation/text/json.h"
#include "tests/catch.h"
#include "tests/files.h"

namespace messages_test {

namespace {

using namespace schiri;
using namespace schiri::cli;

/// A text of source code from a place on, past white space.
std::string_view from(std::string_view source, std::size_t at) {
  at = source.find_first_not_of(" \t\n", at);
  return at == source.npos ? std::string_view() : source.substr(at);
}

/// The string literal, of several pieces perhaps, that a text begins with; empty if none.
std::string literal_in(std::string_view text) {
  std::string literal;
  while (text.starts_with('"')) {
    std::size_t i = 1;
    for (; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\') ++i;
      literal += text[i - 1] == '\\' && text[i] == 'n' ? '\n' : text[i];
    }
    text = from(text, i + 1);
  }
  return literal;
}

/// The patterns of all calls of message() in the sources, each with a file that has it, and the
/// sentences about the games.
std::map<std::string, std::string> patterns_of_sources() {
  std::map<std::string, std::string> patterns;
  for (const char* folder : {"core", "notation", "db", "cli"}) {
    const std::string root = std::string(SCHIRI_SOURCE_FOLDER) + "/" + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      const std::string source = read_file(entry.path().string());
      constexpr std::string_view call = "message(";
      for (std::size_t at = 0; (at = source.find(call, at)) != source.npos;) {
        const std::size_t line = source.rfind('\n', at) + 1;
        const bool is_comment = from(source, line).starts_with("//");
        const bool is_other = at > 0 && (is_letter(source[at - 1]) || source[at - 1] == '_');
        at += call.size();
        const std::string pattern = literal_in(from(source, at));
        if (!is_comment && !is_other && !pattern.empty()) {
          patterns.emplace(pattern, entry.path().string());
        }
      }
    }
  }
  for (const GameType* type : game_types()) {
    const auto add = [&](std::string_view text) { patterns.emplace(text, type->name()); };
    add(type->facts.summary);
    for (const GameSetting& setting : type->facts.settings) {
      add(setting.sources);
      for (const auto& value : setting.values) add(value.meaning);
    }
  }
  const std::string systems = list_systems();
  for (const std::string_view name : split(systems, ',')) {
    patterns.emplace(system_title(find_system(trimmed(name)).value()), "systems");
  }
  return patterns;
}

struct Places {
  std::set<char> numbers;
  std::set<std::size_t> forms;  ///< how many alternatives the places with plural forms have
  std::string rest;             ///< the text without the places
};

Places places_of(const std::string& pattern) {
  Places places;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern.find('}', i);
    const bool is_place = pattern[i] == '{' && i + 2 < pattern.size() && is_digit(pattern[i + 1]) &&
                          (pattern[i + 2] == '}' || pattern[i + 2] == ':') && end != pattern.npos;
    if (!is_place) {
      places.rest += pattern[i];
      continue;
    }
    places.numbers.insert(pattern[i + 1]);
    const std::string inside = pattern.substr(i + 2, end - i - 2);
    if (!inside.empty()) {
      places.forms.insert(static_cast<std::size_t>(std::count(inside.begin(), inside.end(), '|')) +
                          1);
      places.rest += inside.substr(1);
    }
    i = end;
  }
  return places;
}

bool has_letter(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return is_letter(c); });
}

}  // namespace

TEST_CASE("messages: every sentence is translated, and every translation is used") {
  const auto patterns = patterns_of_sources();
  std::set<std::string> translated_ones;
  for (const EmbeddedFile& file : message_files) {
    const Json table = Json::parse(file.text, Json::Twice::is_error);
    for (const auto& [pattern, translations] : table.members()) {
      CAPTURE(file.name, pattern);
      CHECK(translated_ones.insert(pattern).second);
      CHECK(patterns.contains(pattern));
      CHECK(translations.size() == languages().size() - 1);
    }
  }
  for (const auto& [pattern, file] : patterns) {
    if (!has_letter(places_of(pattern).rest)) continue;
    CAPTURE(file, pattern);
    CHECK(translated_ones.contains(pattern));
  }
}

TEST_CASE("messages: a translation has the places of its sentence, and two forms of a number") {
  for (const EmbeddedFile& file : message_files) {
    const Json table = Json::parse(file.text);
    for (const auto& [pattern, translations] : table.members()) {
      const Places english = places_of(pattern);
      CHECK((english.forms.empty() || english.forms == std::set<std::size_t>{2}));
      for (const auto& [language, text] : translations.members()) {
        CAPTURE(file.name, pattern, language, text.text());
        const Places places = places_of(text.text());
        CHECK(places.numbers == english.numbers);
        CHECK((places.forms.empty() || places.forms == std::set<std::size_t>{2}));
        CHECK_FALSE(text.text().empty());
      }
    }
  }
}

TEST_CASE("messages: each translation is that of its language") {
  CHECK(translation_to("en").is_english());
  for (const std::string& language : languages()) {
    CHECK(translation_to(language).language() == language);
  }
  CHECK(all_of({"a", "b"}).in(translation_to("de")) == "a und b");
  CHECK(any_of({"a", "b"}).in(translation_to("fr")) == "a ou b");
}

}  // namespace messages_test
