#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/commands.h"
#include "tests/support/environment.h"
#include "tests/support/run.h"

namespace mistyped_test {

namespace fs = std::filesystem;

constexpr const char* club = R"([Event "Club evening"]
[Site "Ulm"]
[Date "2026.03.14"]
[Round "1"]
[White "Anna"]
[Black "Emil"]
[Result "1-0"]
[Game "creeper"]

1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. B1+C2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D7
6. D3+C4 D2-D3 7. C1+D2 E2xC2 8. C4+D5 C2-B2 9. D5+E4 1-0
)";

/// A folder with one input file of each kind, created once.
const std::string& folder() {
  static const TemporaryDirectory directory;
  static const std::string path = [] {
    directory.write("club.pgn", club);
    directory.write("open.pgn", "[Game \"creeper\"]\n\n1. A2+B3 A6-B6 2. B3-B4 *\n");
    directory.write("illegal.pgn", "[Game \"creeper\"]\n\n1. A2+B9 *\n");
    directory.write("empty", "");
    directory.write("notes.txt", "a shopping list: milk, eggs\n");
    directory.write("bad.json", "{\"game\": \"creeper\",\n");
    directory.write("typo.json",
                    R"({"game": "creeper", "bots": ["random", "greedy"], "rouds": 2})");
    fs::permissions(directory.write("mine", "#!/bin/sh\n"), fs::perms::owner_all);
    for (const char* line :
         {"tournament run --game creeper --bot greedy --bot random --db s.db",
          "otb new cup.otb --name Cup --game creeper --rounds 3 --date 2026.05.01",
          "otb enter cup.otb Anna Björn Carla Dora",
          "otb new round.otb --name Round --game creeper --rounds 3 --date 2026.05.01",
          "otb enter round.otb Anna Björn Carla Dora", "otb pair round.otb"}) {
      if (!has_otb() && std::string_view(line).starts_with("otb ")) continue;
      must_run(words_of(line), "", {directory.file(""), {}});
    }
    return directory.file("");
  }();
  return path;
}

std::set<std::string> files() {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) names.insert(entry.path());
  return names;
}

struct Mistake {
  std::string line;  ///< without the program
  int status = 0;
  std::string message;  ///< a part of it
};

/// Reads lines `COMMAND LINE`, each followed by a line `  STATUS MESSAGE`.
std::vector<Mistake> mistakes() {
  std::vector<Mistake> all;
  std::ifstream in(std::string(SCHIRI_TEST_DATA) + "/mistakes.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    if (!line.starts_with("  ")) {
      all.push_back({line});
    } else {
      all.back().status = line.at(2) - '0';
      all.back().message = line.substr(4);
    }
  }
  // Mistakes about a command that was left out are all answered with that.
  if (!has_otb()) {
    std::erase_if(all, [](const Mistake& one) {
      return one.line.starts_with("otb") || one.message.find("schiri otb") != std::string::npos;
    });
  }
  return all;
}

TEST_CASE("mistyped: each mistake gives the expected status and advice and changes no file") {
  const auto all = mistakes();
  REQUIRE(all.size() >= (has_otb() ? 600U : 500U));
  const auto before = files();
  for (const Mistake& mistake : all) {
    const Run run = run_schiri(words_of(mistake.line), "", {folder(), {}});
    CAPTURE(mistake.line, run.err);
    CHECK(run.status == mistake.status);
    CHECK_THAT(run.err, contains_text(mistake.message));
    for (const char* raw : {"json.exception", "not in {", "required but received", "Could not"}) {
      CHECK_THAT(run.err, !contains_text(raw));
    }
    CHECK(run.err.find("\n\n") == std::string::npos);
  }
  CHECK(files() == before);
}

TEST_CASE("mistyped: a mistake is answered in another language, or in that of the command") {
  // Words of English sentences that neither German nor French has.
  const std::string english_words =
      "(^| )(the|there|has|have|is|are|of|with|not|and|needs?|expected|specify|nearest|known|"
      "required|cannot|must|only|already)( |,|:|;|$)";
  const std::string text_of_parser = "line \\d+, column .*";  // of JSON, which is English
  // Another test finds sentences without a translation, so that one language for each is enough.
  bool is_german = false;
  for (const Mistake& mistake : mistakes()) {
    is_german = !is_german;
    const EnvironmentVariable variable("LC_ALL", is_german ? "de_DE.UTF-8" : "fr_FR.UTF-8");
    const Run run = run_schiri(words_of(mistake.line), "", {folder(), {}});
    CAPTURE(is_german, mistake.line, run.err);
    CHECK(run.status == mistake.status);
    if (cli::speaks_english(split(mistake.line, ' ').front())) {
      CHECK_THAT(run.err, contains_text(mistake.message));
      continue;
    }
    CHECK_THAT(run.err, !contains_text(mistake.message));
    CHECK_FALSE(has_match(with_replaced(run.err, text_of_parser, ""), english_words));
  }
}

TEST_CASE("mistyped: --language decides the language of an error, wherever it stands") {
  const EnvironmentVariable variable("LC_ALL", "fr_FR.UTF-8");
  const auto error = [](const Words& words) { return run_schiri(words).err; };
  CHECK(error({"validate", "--nosuch"}) ==
        "schiri: il n’y a pas d’option « --nosuch »\n"
        "Voir « schiri validate --help ».\n");
  CHECK(error({"help", "--nosuch", "--language", "de"}) ==
        "schiri: unbekannte Option „--nosuch“\nSiehe „schiri help --help“.\n");
  CHECK_THAT(error({"help", "--nosuch", "--language=en"}), contains_text("there is no option"));
  CHECK_THAT(error({"help", "--nosuch", "--language", "it"}), contains_text("il n’y a pas"));
}

TEST_CASE("mistyped: control characters of the command line do not reach the terminal") {
  const Run run = run_schiri({"validate", "x\x1b[2J", "--ga\x1b[2Jme", "y"});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text("there is no option '--ga?[2Jme'"));
}

}  // namespace mistyped_test
