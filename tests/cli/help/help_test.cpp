#include "core/base/text.h"
#include "notation/text/printable.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

namespace help_test {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::vector<std::string> topics = {
    "records",  "games",  "bots", "tournaments", "learning",   "cluster",  "ratings",
    "database", "report", "page", "library",     "javascript", "security", "coming-from"};

TEST_CASE("help: without a word lists topics and commands") {
  const Run run = run_schiri({"help"});
  CHECK(run.status == 0);
  for (const std::string& topic : topics) CHECK(has(run.out, "\n  " + topic + " "));
  CHECK(has(run.out, "\nStart:\n  overview "));
  CHECK(has(run.out, "\nAbout schiri:\n  security "));
  CHECK(has(run.out, "\n  Records: validate, convert, replay, "));
  CHECK(has(run.out, "\n  Help: help\n"));
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
  CHECK(has(list, "\n  tutorial     ein Abend mit schiri"));
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
  CHECK(run_in("fr_CH.UTF-8", {"help", "records"}).starts_with("records - vérifier, répa"));
  CHECK(run_in("it_IT.UTF-8", {"help", "records"}).starts_with("records - check, rep"));
  CHECK(run_in("de_AT.UTF-8", {"help", "records", "--language", "en"})
            .starts_with("records - check, rep"));
  CHECK(run_in("de_AT.UTF-8", {"help", "records", "--format", "man"}) ==
        run_in("C", {"help", "records", "--format", "man"}));
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

TEST_CASE("help: man pages of topics and the program") {
  const Run program = run_schiri({"help", "--format", "man"});
  CHECK(program.status == 0);
  CHECK(program.out.starts_with(".TH SCHIRI 1 "));
  CHECK(has(program.out, "\n.TP\n\\fBschiri\\-db\\fR(1)\nStore games"));
  const Run test = run_schiri({"help", "test", "--format", "man"});
  CHECK(has(test.out, "\n.TP\n\\fB\\-j\\fR, \\fB\\-\\-threads\\fR \\fIN\\fR\n"));
  CHECK(has(test.out, "\n.SH EXAMPLES\n.nf\nA patch against the last version:\n  schiri test "));
  CHECK(has(test.out, "\n.SH ENVIRONMENT\n.TP\n\\fBSCHIRI_DB\\fR\n"));
  CHECK(test.out.ends_with("\\fBschiri\\fR(1),\n\\fBschiri\\-strength\\fR(7)\n"));
  const Run topic = run_schiri({"help", "report", "--format", "man"});
  CHECK(topic.status == 0);
  CHECK(topic.out.starts_with(".TH SCHIRI\\-REPORT 7 "));
  const Run command = run_schiri({"help", "report", "--format", "man1"});
  CHECK(command.out.starts_with(".TH SCHIRI\\-REPORT 1 "));
  const Run german = run_schiri({"help", "records", "--format", "man", "--language", "de"});
  CHECK(has(german.out, ".SH BEZEICHNUNG\nschiri\\-records \\- Aufzeichnungen von"));
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
    CHECK(has(run.out, "\noption\tschiri select\t--ending\twords\tchain "));
    CHECK(has(run.out, "\noption\tschiri play\t--white\twords\thuman random uct greedy"));
    CHECK(has(run.out, "\nargument\tschiri rules\tfirst\twords\tcreeper "));
    CHECK(has(run.out, "\nargument\tschiri db delete-event\tfirst\tevent\t"));
  }
}

TEST_CASE("help: commands stand in groups, each in a short line") {
  const Run run = run_schiri({"--help"});
  std::size_t last = 0, commands = 0;
  for (const char* group :
       {"Records", "Games", "Bots and tournaments", "Ratings and databases", "Help"}) {
    CAPTURE(group);
    const std::size_t at = run.out.find("\n" + std::string(group) + ":\n", last);
    REQUIRE(at != run.out.npos);
    last = at;
  }
  CHECK_FALSE(has(run.out, "Subcommands"));
  for (const std::string_view line : schiri::split(run.out, '\n')) {
    if (!line.starts_with("  ") || line.starts_with("   ") || line.starts_with("  -")) continue;
    const std::size_t about = line.find_first_not_of(' ', line.find(' ', 2));
    CAPTURE(line);
    CHECK(schiri::display_width(line.substr(about)) <= 60);
    ++commands;
  }
  CHECK(commands == (has_otb() ? 36 : 35));
}

TEST_CASE("help: of a command with many options the most used come first") {
  for (const Words& command : {Words{"tournament", "run"}, Words{"test"}}) {
    CAPTURE(command);
    const std::string brief = run_schiri(command + Words{"--help"}).out;
    const std::string whole = run_schiri(command + Words{"--help-all"}).out;
    CHECK(has(brief, "\nMost used options:\n"));
    CHECK(has(brief, "--db FILE"));
    CHECK_FALSE(has(brief, "--watchdog"));
    CHECK(has(brief, "--help-all"));
    CHECK(has(whole, "\nPlaying:\n"));
    CHECK(has(whole, "--watchdog"));
    CHECK(run_schiri(Words{"help"} + command).out.ends_with(whole));
  }
}

TEST_CASE("help: each command has short lines, an example and no jargon") {
  CHECK(program().commands.size() > 50);
  for (const std::string& path : program().commands) {
    const Run run = run_schiri(words_of(path + " --help"));
    CAPTURE(path);
    CHECK(run.status == 0);
    CHECK(has(run.out, "\nUsage: schiri " + path));
    CHECK(has(run.out, "-h,--help"));
    if (!has(run.out, "\nSubcommands:\n")) {
      CHECK(has(run.out.substr(run.out.rfind("\nExample")), "schiri " + path));
    }
    for (const char* jargon : {"UINT", "INT:", "FLOAT", "TEXT:", " in [", "REQUIRED"}) {
      CAPTURE(jargon);
      CHECK_FALSE(has(run.out, jargon));
    }
    for (const std::string_view line : schiri::split(run.out, '\n')) {
      CAPTURE(line);
      CHECK(schiri::display_width(line) <= 100);
    }
  }
}

TEST_CASE("help: a missing one of several values is reported") {
  const auto complaint = [](const std::vector<std::string>& words) {
    const Run run = run_schiri(words);
    CHECK(run.status == 2);
    return run.err.substr(0, run.err.find('\n'));
  };
  CHECK(complaint({"ratings", "x.pgn", "--predict"}) ==
        "schiri: --predict needs a value: NAME NAME");
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
  CHECK(place("\nReading records:\n") < place("--encoding"));
  CHECK(place("--encoding") < place("\nHelp:\n"));
  CHECK(has(run_schiri({"perft", "--help"}).out, "   --depth N "));
  CHECK(has(help, "--legality valid|invalid|any"));
}

}  // namespace help_test
