#include <cctype>
#include <csignal>

#include "cli/games/rules_text.h"
#include "core/base/text.h"
#include "notation/records/pgn/movetext.h"
#include "tests/catch.h"
#include "tests/support/run.h"

namespace games_test {

using namespace schiri::cli;

struct Reference {
  const char* file;  ///< written by the arguments and inspected by eye
  std::vector<std::string> arguments;
};

const Reference references[] = {
    {"diagrams/creeper.svg",
     {"creeper", "--position", "5W1/B1B1B1W/7/2WB2W/5BB/W4B1/4WB1 2w3/bbw2w/bb4/w5/5b/1wwwb1 b",
      "--play", "A6+B5"}},
    {"diagrams/springerjagd.svg",
     {"springerjagd", "--position", "P1p2N/2P1P1/NPdp1P/3PPp/1Pp1n1/1npp2 b a4", "--play",
      "b1~c4"}},
    {"diagrams/more-or-less.svg",
     {"more-or-less", "--position", "w/w1b1w1bbw1/w2w1ww2w/bww1ww4/b4w4/1bbb1bbb2 w 2 3", "--play",
      "OxC6xOxC7"}},
    {"diagrams/sperre.svg",
     {"sperre", "--variant", "both", "--position",
      "BB5BB/3B2B2/1B7/9/4W4/W5B2/2B2W3/4W1W2/1WW1WW3 b 798 5", "--play", "III1/33-11/12>14"}}};

TEST_CASE("board: diagrams equal inspected references") {
  for (const Reference& reference : references) {
    std::vector<std::string> arguments = {"board", "--coordinates", "--theme", "light"};
    arguments.insert(arguments.end(), reference.arguments.begin(), reference.arguments.end());
    const Run run = run_schiri(arguments);
    INFO(reference.file << ": " << run.err);
    CHECK(run.status == 0);
    CHECK(run.out == read_data(reference.file));
  }
}

TEST_CASE("board: output file and theme and width") {
  const TemporaryDirectory folder;
  const std::string file = folder.file("board.svg");
  CHECK(run_schiri({"board", "creeper", "-o", file, "--theme", "dark", "--width", "200"}).out ==
        "");
  const std::string text = read_file(file);
  CHECK_THAT(text, contains_text("width=\"200\""));
  CHECK(text.find("prefers-color-scheme") == std::string::npos);
  CHECK_THAT(run_schiri({"board", "creeper"}).out, contains_text("prefers-color-scheme:dark"));
}

TEST_CASE("replay: svg shows the last position unless --turn is given") {
  const std::string record = "[Game \"creeper\"]\n\n1. A2+B3 A6-B6 *\n";
  const Run last = run_schiri({"replay", "-", "--format", "svg"}, record);
  CHECK(last.status == 0);
  CHECK_THAT(last.out, contains_text("Turn 2: Black A6-B6"));
  const Run first = run_schiri({"replay", "-", "--format", "svg", "--turn", "0"}, record);
  CHECK_THAT(first.out, contains_text("<title>? - ?, Start</title>"));
  CHECK(first.out.find("creeper-last-square\" x") == std::string::npos);
}

namespace rules_test {

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

TEST_CASE("rules: the turns and positions of their notation are read") {
  for (const GameType* type : game_types()) {
    const std::string text = rules_text(*type, "en");
    std::size_t turns = 0, positions = 0;
    for (const std::string& word : words_with_digits(text.substr(text.find("\nNotation\n")))) {
      turns += type->turn_length((word + std::string(text_padding, '\0')).c_str()) == word.size();
    }
    std::string_view lines = std::string_view(text).substr(text.find("\nPositions: "));
    for (; !lines.empty(); lines.remove_prefix(std::min(lines.find('\n'), lines.size() - 1) + 1)) {
      try {
        type->start({"", std::string(trimmed(lines.substr(0, lines.find('\n')))), ""});
        ++positions;
      } catch (const StartError&) {
      }
    }
    INFO(type->name());
    CHECK(turns >= 3);
    CHECK(positions >= 1);
  }
}

TEST_CASE("rules: a translation has the places, turns, positions and endings of the English text") {
  for (const GameType* type : game_types()) {
    const std::string english = rules_text(*type, "en");
    const std::vector<std::string> words = words_with_digits(english);
    for (const std::string language : {"de", "fr"}) {
      const std::string text = rules_text(*type, language);
      if (text == english) continue;
      CHECK(words.size() > 50);
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
  check_run({"rules", "creeper", "--language", "it"}, 2, "de");
}

}  // namespace rules_test

}  // namespace games_test
