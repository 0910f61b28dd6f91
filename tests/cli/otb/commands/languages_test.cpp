#include "cli/otb/acts/acts.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/environment.h"
#include "tests/support/otb_event.h"

namespace languages_test {

// Commands on over-the-board events answer in German and French.

using namespace schiri::cli;

/// A command of an evening, and what is typed for it.
struct Step {
  const char* command;
  Words words = {};
  std::string input = {};
};

/// An evening of a club, with mistakes. Names are capitals, so that they are not taken for words.
std::vector<Step> evening() {
  return {
      {"new",
       {"--name", "CUP", "--game", "creeper", "--rounds", "3", "--date", "2026-11-27", "--arbiter",
        "EVA"}},
      {"pair"},
      {"enter", {"ANNA", "BERT", "CARLA", "DORA", "EMIL"}},
      {"enter", {"ANNA"}},
      {"enter", {"CARLAA"}},
      {"undo"},
      {"redo"},
      {"undo"},
      {"change", {"ANNA", "--rating", "1900", "--club", "NORD", "--title", "GM", "--sex", "w"}},
      {"change", {"ANNA"}},
      {"set", {"--place", "ULM", "--round-date", "2=2026-12-04 18:00"}},
      {"set", {"--place", "ULM"}},
      {"set", {"--points", "x"}},
      {"set", {"--tie-breaks", "x"}},
      {"forbid", {"ANNA", "BERT"}},
      {"forbid", {"ANNA", "BERT", "--lift"}},
      {"players"},
      {"show"},
      {"pair"},
      {"pair"},
      {"show"},
      {"result", {"1", "1-0"}},
      {"result", {"1", "0-1"}},
      {"result", {"1", "=", "--correct"}},
      {"result", {"9", "1-0"}},
      {"result", {"1", "2-0"}},
      {"result", {}, "help\nshow\n2 0-1\nundo\nredo\nstanding\nnonsense\nquit\n"},
      {"swap", {"ANNA", "BERT"}},
      {"bye", {"EMIL", "--round", "1"}},
      {"bye", {"EMIL"}},
      {"withdraw", {"FRITZ"}},
      {"withdraw", {"EMIL"}},
      {"withdraw", {"EMIL"}},
      {"reinstate", {"EMIL"}},
      {"enter", {"FRITZ"}},
      {"standing"},
      {"table"},
      {"cards", {"ANNA"}},
      {"check"},
      {"log"},
      {"publish", {"-o", "SITE"}},
  };
}

/// Reports of other programs, most of them wrong: what `check` says about each.
std::vector<Step> reports() {
  const std::string one = "012 CUP\nXXR 3\n001    1      ANNA\n";
  std::string anna = "001    1      ANNA", bert = "001    2      BERT";
  anna.resize(91, ' ');
  bert.resize(91, ' ');
  return {
      {"check", {}, "012 CUP\n"},
      {"check", {}, one + "001    1      BERT\n"},
      {"check", {}, one + "001    x      BERT\n"},
      {"check", {}, one + "192 FIDE_KNOCKOUT\n"},
      {"check", {}, one + "192 FIDE_DUBOV\n"},
      {"check", {}, one + "XXC red\n250 1.x\n"},
      {"check", {}, "012 CUP\nXXR 3\n" + anna + "   2 w 1\n" + bert + "   1 b 0\n"},
      {"check", {}, "012 CUP\nXXR 3\n" + anna + "   2 w 1\n" + bert + "   1 b 1\n"},
      {"check", {}, "012 CUP\nXXR 3\n" + anna + "   2 w ?\n" + bert + "   1 b 0\n"},
  };
}

/// The output and messages of an evening, by step, without the names of folders.
std::vector<std::string> texts_of(const std::vector<Step>& steps, const std::string& language) {
  const EnvironmentVariable variable("LC_ALL", language == "en" ? "C" : language + "_XX.UTF-8");
  OtbEvent event;
  std::vector<std::string> texts;
  for (Step step : steps) {
    for (std::string& word : step.words) {
      if (word == "SITE") word = event.directory.file(word);
    }
    // A report is not an event in progress.
    if (step.input.starts_with("012")) event.directory.write("cup.otb", step.input);
    const Run run = event.run(step.command, step.words, step.input);
    std::string text = run.out + run.err;
    const std::string folder = std::filesystem::path(event.file).parent_path().string();
    for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size() + 1);
    texts.push_back(text);
  }
  return texts;
}

/// Has a line a word in small letters that is neither a command word, nor the same in all three
/// languages?
bool has_words(const std::string& line) {
  constexpr std::string_view same[] = {"schiri", "otb",  "undo",           "cup",
                                       "show",   "set",  "Buchholz",       "Sonneborn-Berger",
                                       "index",  "html", "schiri otb undo"};
  std::string rest = line;
  for (const std::string_view word : same) {
    for (std::size_t at; (at = rest.find(word)) != rest.npos;) rest.erase(at, word.size());
  }
  return std::any_of(rest.begin(), rest.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

TEST_CASE("schiri otb: no answer, list or error of an evening stays English") {
  // Words of English sentences that neither German nor French has.
  const std::string english_words =
      "(^| )(the|has|have|round|board|players?|already|paired|result|entered|without|of|is|not)"
      "( |,|:|$)";
  for (const auto& steps : {evening(), reports()}) {
    const auto english = texts_of(steps, "en");
    for (const std::string language : {"de", "fr"}) {
      const auto texts = texts_of(steps, language);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto lines = split(english[i], '\n');
        for (const std::string_view line : split(texts[i], '\n')) {
          CAPTURE(language, steps[i].command, steps[i].words, line);
          const bool is_english = std::find(lines.begin(), lines.end(), line) != lines.end();
          CHECK_FALSE((is_english && has_words(std::string(line))));
          CHECK_FALSE(has_match(std::string(line), english_words));
        }
        CAPTURE(language, steps[i].command, steps[i].words, english[i], texts[i]);
        CHECK(std::count(texts[i].begin(), texts[i].end(), '\n') ==
              std::count(english[i].begin(), english[i].end(), '\n'));
      }
    }
  }
}

TEST_CASE("schiri otb log: local times as the language writes them") {
  const EnvironmentVariable zone("TZ", "CET-1");
  OtbEvent event;
  REQUIRE(event.run("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"}).status == 0);
  const auto is_as = [&](const char* language, const char* pattern) {
    const std::string log = event.out("log", {"--language", language});
    CAPTURE(log);
    CHECK(matches_of(log, pattern).size() == 1);
  };
  is_as("en", "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+01:00  new: Cup\n$");
  is_as("de", "^\\d\\d\\.\\d\\d\\.\\d{4}, \\d\\d:\\d\\d  neues Turnier: Cup\n$");
  is_as("fr", "^\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d  nouveau tournoi\u00a0: Cup\n$");
}

TEST_CASE("act sentences: each act has a sentence in each language") {
  constexpr const char* acts[] = {
      R"({"act":"new","name":"A","game":"creeper","variant":"standard","place":"","date":"",)"
      R"("system":"dutch","rounds":3,"tie_breaks":[]})",
      R"({"act":"set","place":"","date":"2026.11.27","schedule":[[1,"2026.11.27","18:00"],[2,"",""],)"
      R"([3,"","19:00"]],"rounds":1,"half_byes":2,"points":"3-1-0","tie_breaks":["BH"]})",
      R"({"act":"enter","name":"A","rating":1,"club":"C","half_byes":1,"fide_id":"1","title":"GM",)"
      R"("federation":"GER","sex":"w","born":"1999"})",
      R"({"act":"enter","name":"A"})",
      R"({"act":"change","name":"A","new_name":"B","rating":null})",
      R"({"act":"change","name":"A","rating":5})",
      R"({"act":"order","names":["A"]})",
      R"({"act":"withdraw","name":"A"})",
      R"({"act":"reinstate","name":"A"})",
      R"({"act":"bye","name":"A","round":1})",
      R"({"act":"zero_bye","name":"A","round":1})",
      R"({"act":"forbid","names":["A","B"]})",
      R"({"act":"allow","names":["A","B"]})",
      R"({"act":"pair","round":1,"boards":[["A","B"]],"byes":[],"fixed":[["A","B"]]})",
      R"({"act":"unpair","round":1})",
      R"({"act":"swap","round":1,"players":["A","B"]})",
      R"({"act":"swap","round":1,"boards":[1,2]})",
      R"({"act":"result","round":1,"board":1,"result":"1-0"})",
      R"({"act":"result","round":1,"board":1,"result":"1-0","record":"x"})",
      R"({"act":"correct","round":1,"board":1,"result":null})",
      R"({"act":"correct","round":1,"board":1,"result":"0-1"})",
      R"({"act":"undo","line":3})",
      R"({"act":"undo","lines":1})",
      R"({"act":"undo","lines":2,"line":3})",
      R"({"act":"redo","line":3})",
      R"({"act":"redo","lines":1})",
      R"({"act":"redo","lines":2,"line":3})"};
  for (const char* act : acts) {
    const Message sentence = otb::line_sentence(Json::parse(act));
    CAPTURE(act, sentence.english());
    CHECK_FALSE(sentence.english().starts_with("{"));
    std::set<std::string> texts = {sentence.english()};
    for (const char* language : {"de", "fr"}) {
      const std::string text = sentence.in(translation_to(language));
      CAPTURE(language, text);
      CHECK(texts.insert(text).second);
      CHECK(text.find('{') == text.npos);
    }
  }
}

}  // namespace languages_test
