#include "cli/input/name_check.h"
#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

namespace input_names_test {

std::string game(const std::string& tags, const std::string& movetext) {
  return record_text(
      {.event = "Spring cup", .site = "s", .round = "1", .more = tags, .turns = movetext});
}

const std::string records =
    game(
        "[Date \"2025.03.01\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n"
        "[WhiteElo \"1510\"]\n[Opening \"quiet\"]\n[Termination \"resignation\"]\n",
        "1. A2+B3 A6-B6 2. B3-B4 1-0") +
    game(
        "[Date \"2026.01.02\"]\n[White \"Cleo\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n"
        "[Termination \"a flood\"]\n",
        "1. A2-B2 0-1");

/// The records as a file and in a database.
struct Data {
  TemporaryDirectory directory;
  std::string file = directory.write("games.pgn", records), db = directory.file("games.db");

  Data() { must_run({"db", "import", "--db", db, file}); }

  /// Runs a command; FILE, DB and OUT are replaced by paths.
  Run run(Words words) const {
    for (std::string& word : words) {
      if (word == "FILE") word = file;
      if (word == "DB") word = db;
      if (word == "OUT") word = directory.file("out");
    }
    return run_schiri(words);
  }

  /// Checks that a command is refused as wrong usage with this message and writes nothing.
  void check_refused(const Words& words, const std::string& message) const {
    const Run result = run(words);
    CAPTURE(words, result.err);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains_text(message));
    CHECK_FALSE(std::filesystem::exists(directory.file("out")));
  }
};

/// A line of each command with the filter of games, of which the option is one, that reads
/// `games.pgn` or `e.db`.
std::vector<CommandLine> lines_with(const std::string& option) {
  std::vector<CommandLine> lines;
  std::set<std::string> paths;
  for (const CommandLine& line : command_lines()) {
    const auto& options = program().options.at(line.path);
    const bool reads_games = line.has("games.pgn") || line.has("e.db");
    const bool has_filter = options.contains("--since") && options.contains(option);
    if (reads_games && has_filter && paths.insert(line.path).second) lines.push_back(line);
  }
  CHECK(lines.size() > 10);
  return lines;
}

TEST_CASE("names: an unknown value of a filter is wrong usage and the nearest one is suggested") {
  const CommandFolder folder;
  const auto check_refused = [&](const char* option, const char* value, const char* message) {
    for (const CommandLine& line : lines_with(option)) {
      const Run run = run_schiri(line.words + Words{option, value}, "", {folder.path(), {}});
      CAPTURE(line.words, option, value, run.err);
      CHECK(run.status == 2);
      CHECK(run.out.empty());
      CHECK_THAT(run.err, contains_text(message));
    }
  };
  check_refused("--player", "Ana", "the nearest is 'Anna'");
  check_refused("--event", "Cuup", "no event 'Cuup' is known here; the nearest is 'Cup'");
  check_refused("--game", "creper", "the nearest is 'creeper'");
  check_refused("--variant", "52", "52");
  for (const char* none : {"2026.02.31", "tomorrow", "2026.13", "12.3.2024", "????.??.??"}) {
    check_refused("--since", none, "--since: expected");
    check_refused("--until", none, "--until: expected");
  }
}

TEST_CASE("names: a valid filter without matching games is no error") {
  const CommandFolder folder;
  for (const CommandLine& line : lines_with("--since")) {
    for (const Words& more : {Words{"--since", "2030"}, Words{"--until", "1990-01-01"}}) {
      const Run run = run_schiri(line.words + more, "", {folder.path(), {}});
      CAPTURE(line.words, more, run.err);
      CHECK(run.status == 0);
    }
  }
  const Data data;
  CHECK(data.run({"select", "FILE", "--white", "Bob"}).status == 0);
  CHECK(data.run({"select", "FILE", "--ending", "agreement"}).status == 0);
  CHECK(data.run({"select", "FILE", "--ending", "goal"}).status == 0);
  CHECK(data.run({"select", "FILE", "--tag", "Seed=1"}).status == 0);
  CHECK(data.run({"select", "FILE", "--pieces", "D=9"}).status == 0);
  CHECK(data.run({"select", "FILE", "--game", "sperre"}).status == 0);
  CHECK(data.run({"select", "FILE", "--result", "*"}).status == 0);
  CHECK(data.run({"select", "FILE", "--player", "Anna", "--player", "Cleo"}).status == 0);
  CHECK(data.run({"select", "FILE", "--first", "0", "--player", "Nobody"}).status == 0);
}

TEST_CASE("names: the nearest one is suggested of those in the games of a file or a database") {
  const Data data;
  const auto [words, message] = GENERATE(table<Words, std::string>({
      {{"select", "FILE", "--ending", "a floot"}, "the nearest is 'a flood'"},
      {{"select", "FILE", "--tag", "Openin!=x", "-o", "OUT"}, "the nearest is 'Opening'"},
      {{"ratings", "--db", "DB", "--anchor", "Ana=1700"}, "the nearest is 'Anna'"},
      {{"ratings", "FILE", "--predict", "Anna", "Bo"}, "the nearest is 'Bob'"},
      {{"db", "rename-player", "--db", "DB", "Ana", "Anna B", "--yes"}, "the nearest is 'Anna'"},
      {{"db", "merge-players", "--db", "DB", "Anna", "Bop", "--yes"}, "the nearest is 'Bob'"},
      {{"db", "delete-event", "--db", "DB", "Spring", "--yes"}, "the nearest is 'Spring cup'"},
      {{"tournament", "verify", "--db", "DB", "--event", "x"}, "no tournament 'x'"},
  }));
  data.check_refused(words, message);
}

TEST_CASE("names: unused names of a synonym file give one warning") {
  const Data data;
  const std::string names = data.directory.write(
      "names",
      "Anne = Anna\nA. N. = Anna\nBob = Rob\nNobody = Bob\nX1 = X\nX2 = X\nX3 = X\nX4 = X\n");
  for (const Words& source : {Words{"FILE"}, Words{"--db", "DB"}}) {
    const Run run = data.run(Words{"ratings", "--synonyms", names} + source);
    CAPTURE(source, run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, contains_text("Rob"));
    CHECK_THAT(
        run.err,
        contains_text("no player has the name 'A. N.', 'Anne', 'Nobody', 'X1', 'X2' and 2 more\n"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(data.run(Words{"table", "--synonyms", names, "--player", "Rob"} + source).status == 0);
    data.check_refused(Words{"table", "--synonyms", names, "--player", "Bob"} + source,
                       "no player 'Bob' is known here; the nearest is 'Rob'");
  }
}

TEST_CASE("names: a number is decimal whatever its first digit") {
  const Data data;
  const auto count = [&](const std::string& turns) {
    return data.run({"select", "FILE", "--min-turns", turns, "--count"}).out;
  };
  CHECK(count("1") == "2\n");
  CHECK(count("02") == "1\n");
  CHECK(count("+3") == "1\n");
  CHECK(count("010") == "0\n");
  CHECK(count("0") == "2\n");
  CHECK(data.run({"select", "FILE", "--max-turns", "010", "--count"}).out == "2\n");
}

}  // namespace input_names_test

namespace name_check_test {

using namespace schiri::cli;

TEST_CASE("name check: exact names are known and parts of names only without an exact match") {
  NameCheck names;
  names.expect("--player", NameKind::player, "Ada");
  names.expect("--event", NameKind::event, "Cup");
  CHECK(names.has_unknown_names());
  names.add_known(NameKind::event, "Spring cup");
  names.add_known(NameKind::player, "ADA Lovelace");
  CHECK(names.has_unknown_names());
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Ada", "Cup"});
  CHECK_NOTHROW(names.require_known());
  names.add_known(NameKind::player, "Ada");
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Cup"});
}

TEST_CASE("name check: an unknown name is wrong usage and the nearest one is suggested") {
  NameCheck names;
  names.expect("--player", NameKind::player, "");
  CHECK_NOTHROW(names.require_known());
  names.expect("--white", NameKind::player, "Emiil");
  names.add_known(NameKind::player, "Emil");
  names.add_known(NameKind::event, "Emiil");
  try {
    names.require_known();
    FAIL("expected an InputError");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(),
               contains_text("--white: no player 'Emiil' is known here") && contains_text("Emil"));
  }
}

TEST_CASE("name check: standard tags and endings of games are known without data") {
  NameCheck names;
  names.expect("--tag", NameKind::tag, "WhiteElo");
  names.expect("--ending", NameKind::ending, "chain");
  CHECK_NOTHROW(names.require_known());
}

}  // namespace name_check_test
