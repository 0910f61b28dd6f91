#include "notation/text/printable.h"
#include "tests/catch.h"
#include "tests/support/run.h"

namespace help_test {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::vector<std::string> topics = {
    "records",  "games",  "bots", "tournaments", "learning",   "cluster",  "otb",        "ratings",
    "database", "report", "page", "library",     "javascript", "security", "coming-from"};

TEST_CASE("help: without a word lists topics and commands") {
  const Run run = run_schiri({"help"});
  CHECK(run.status == 0);
  for (const std::string& topic : topics) CHECK(has(run.out, "\n  " + topic + " "));
  CHECK(has(run.out, "\n  validate     Check records"));
  CHECK(has(run.out, "\n  help         "));
}

TEST_CASE("help: each topic is a page and has no styles outside a terminal") {
  for (const std::string& topic : topics) {
    const Run run = run_schiri({"help", topic});
    CHECK(run.status == 0);
    CHECK(run.out.starts_with(topic + " - "));
    CHECK_FALSE(has(run.out, "\033"));
    CHECK_FALSE(has(run.out, "\1"));
    CHECK_FALSE(has(run.out, "**"));
  }
}

TEST_CASE("help: a page and the list of topics are in the language, in English if untranslated") {
  const Run german = run_schiri({"help", "records", "--language", "de"});
  CHECK(german.status == 0);
  CHECK(german.out.starts_with("records - Aufzeichnungen von Partien "));
  CHECK(run_schiri({"help", "records", "--language", "fr"}).out.starts_with("records - vérifier"));
  CHECK(run_schiri({"help", "records", "--language", "en"}).out.starts_with("records - check"));
  CHECK(run_schiri({"help", "sql", "--language", "de"}).out.starts_with("sql - ten questions"));
  const std::string list = run_schiri({"help", "--language", "de"}).out;
  CHECK(has(list, "\n  tutorial     eine Stunde mit schiri\n"));
  CHECK(has(list, "\n  sql          ten questions in SQL"));
  const Run unknown = run_schiri({"help", "records", "--language", "it"});
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "expected en, de or fr, not 'it'"));
}

TEST_CASE("help: without a language the environment decides, but not for man pages") {
  const auto run_in = [](const std::string& language, std::vector<std::string> words) {
    words.insert(words.begin(), {"LC_ALL=" + language, SCHIRI_PROGRAM});
    return run_program("env", words).out;
  };
  CHECK(run_in("fr_CH.UTF-8", {"help", "otb"}).starts_with("otb - tournois"));
  CHECK(run_in("it_IT.UTF-8", {"help", "otb"}).starts_with("otb - over-the-board"));
  CHECK(run_in("de_AT.UTF-8", {"help", "otb", "--language", "en"}).starts_with("otb - over"));
  CHECK(run_in("de_AT.UTF-8", {"help", "otb", "--format", "man"}) ==
        run_in("C", {"help", "otb", "--format", "man"}));
}

TEST_CASE("help: the name of a command shows its options") {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"validate"}, {"db"}, {"db", "import"}, {"db", "quarantine", "show"}, {"help"}}) {
    std::vector<std::string> command_line = {"help"}, direct = command;
    command_line.insert(command_line.end(), command.begin(), command.end());
    direct.push_back("--help");
    CHECK(run_schiri(command_line).out == run_schiri(direct).out);
  }
}

TEST_CASE("help: a name of a topic and a command shows the page and then the options") {
  const Run run = run_schiri({"help", "ratings"});
  const std::string options = run_schiri({"ratings", "--help"}).out;
  CHECK(run.out.starts_with("ratings - "));
  CHECK(run.out.ends_with("\n\n" + options));
}

TEST_CASE("help: an unknown word is wrong usage and the nearest one is suggested") {
  const Run topic = run_schiri({"help", "recods"});
  CHECK(topic.status == 2);
  CHECK(topic.out.empty());
  CHECK(has(topic.err, "no topic or command 'recods'; the nearest is 'records'"));
  const Run part = run_schiri({"help", "db", "imprt"});
  CHECK(part.status == 2);
  CHECK(has(part.err, "'schiri db' has no command 'imprt'; the nearest is 'import'"));
  const Run none = run_schiri({"help", "rules", "\033[2J"});
  CHECK(none.status == 2);
  CHECK(has(none.err, "'schiri rules' has no command '"));
  CHECK_FALSE(has(none.err, "\033"));
  CHECK(run_schiri({"help", ""}).status == 2);
}

TEST_CASE("help: man pages of topics and the program") {
  const Run program = run_schiri({"help", "--format", "man"});
  CHECK(program.status == 0);
  CHECK(program.out.starts_with(".TH SCHIRI 1 "));
  CHECK(has(program.out, "\nUsage: schiri [OPTIONS] SUBCOMMAND\n"));
  CHECK(has(program.out, "\n.SS schiri db import\n.nf\n"));
  CHECK(has(program.out, "\n  \\-j,\\-\\-threads N"));
  CHECK(has(program.out, "\\-\\-format text|json"));
  const Run topic = run_schiri({"help", "report", "--format", "man"});
  CHECK(topic.status == 0);
  CHECK(topic.out.starts_with(".TH SCHIRI\\-REPORT 7 "));
}

TEST_CASE("help: a format that does not suit the word is wrong usage") {
  CHECK(run_schiri({"help", "validate", "--format", "man"}).status == 2);
  CHECK(run_schiri({"help", "records", "games", "--format", "man"}).status == 2);
  CHECK(run_schiri({"help", "records", "--format", "bash"}).status == 2);
  CHECK(run_schiri({"help", "--format", "html"}).status == 2);
}

TEST_CASE("help: completion lists commands and options and words of the program") {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Run run = run_schiri({"help", "--format", shell});
    CHECK(run.status == 0);
    CHECK_FALSE(has(run.out, "@TABLE@"));
    CHECK(has(run.out, "\ncommand\tschiri db\timport\t"));
    CHECK(has(run.out, "\noption\tschiri validate\t--format\twords\ttext json\t"));
    CHECK(has(run.out, "\noption\tschiri validate\t--strict\tnone\t\t"));
    CHECK(has(run.out, "\noption\tschiri select\t--white\tplayer\t\t"));
    CHECK(has(run.out, "\noption\tschiri play\t--white\twords\thuman random greedy"));
    CHECK(has(run.out, "\nargument\tschiri rules\tfirst\twords\tcreeper "));
    CHECK(has(run.out, "\nargument\tschiri db delete-event\tfirst\tevent\t"));
  }
}

/// Visits each command of the program with the words of its command line.
void visit_commands(const std::vector<std::string>& words,
                    const std::function<void(const std::vector<std::string>&)>& visitor) {
  visitor(words);
  std::vector<std::string> command_line = words;
  command_line.push_back("--help");
  std::istringstream help(run_schiri(command_line).out);
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") listed = true;
    if (!listed || !line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    std::vector<std::string> part = words;
    part.push_back(line.substr(2, line.find(' ', 2) - 2));
    visit_commands(part, visitor);
  }
}

TEST_CASE("help: each command has short lines and no jargon") {
  std::size_t commands = 0;
  visit_commands({}, [&](const std::vector<std::string>& words) {
    ++commands;
    std::vector<std::string> command_line = words;
    command_line.push_back("--help");
    const Run run = run_schiri(command_line);
    CAPTURE(words);
    CHECK(run.status == 0);
    CHECK(has(run.out, "\nUsage: schiri"));
    CHECK(has(run.out, "-h,--help"));
    for (const char* jargon : {"UINT", "INT:", "FLOAT", "TEXT:", " in [", "REQUIRED"}) {
      CAPTURE(jargon);
      CHECK_FALSE(has(run.out, jargon));
    }
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(schiri::display_width(line) <= 100);
    }
  });
  CHECK(commands > 50);
}

TEST_CASE("help: a missing one of several values is reported") {
  const auto complaint = [](const std::vector<std::string>& words) {
    const Run run = run_schiri(words);
    CHECK(run.status == 2);
    return run.err.substr(0, run.err.find('\n'));
  };
  CHECK(complaint({"otb", "swap", "x.otb", "A"}) ==
        "schiri: WHO takes 2 values and was given 1: two players, or the numbers of two boards");
  CHECK(complaint({"otb", "pair", "x.otb", "--fix", "A"}) ==
        "schiri: --fix takes 2 values and was given 1: WHITE BLACK");
  CHECK(complaint({"otb", "pair", "x.otb", "--fix"}) == "schiri: --fix needs a value: WHITE BLACK");
  CHECK(complaint({"ratings", "x.pgn", "--predict", "A"}) ==
        "schiri: --predict takes 2 values and was given 1: NAME NAME");
}

TEST_CASE("help: own options come before the groups of shared options") {
  const std::string help = run_schiri({"select", "--help"}).out;
  const auto place = [&](const char* text) { return help.find(text); };
  CHECK(place("\nArguments:\n") < place("\nOptions:\n"));
  CHECK(place("\nOptions:\n") < place("--output"));
  CHECK(place("--output") < place("\nWhich games:\n"));
  CHECK(place("\nWhich games:\n") < place("--player"));
  CHECK(place("--player") < place("\nReading records:\n"));
  CHECK(place("\nReading records:\n") < place("--max-game-bytes"));
  CHECK(place("--max-game-bytes") < place("\nHelp:\n"));
  CHECK(has(run_schiri({"perft", "--help"}).out, "   --depth N "));
  CHECK(has(help, "--legality valid|invalid|any"));
}

}  // namespace help_test
