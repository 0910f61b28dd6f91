#include "tests/catch.h"
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

struct Option {
  Words words;
  std::string message;
};

/// A command that filters games, and the options that it has.
struct Filter {
  Words words;
  bool has_players = true;
  bool has_events = true;
  bool has_games = true;
  bool has_dates = true;
};

const Filter filters[] = {
    {{"select", "FILE"}},
    {{"select", "FILE", "-o", "OUT"}},
    {{"select", "FILE", "--count"}},
    {{"select", "FILE", "--sample", "3"}},
    {{"ratings", "FILE"}},
    {{"ratings", "--db", "DB"}},
    {{"ratings", "--method", "elo", "FILE"}},
    {{"ratings", "--method", "elo", "--db", "DB"}},
    {{"table", "FILE"}},
    {{"table", "--db", "DB"}},
    {{"report", "-o", "OUT", "FILE"}, false},
    {{"report", "-o", "OUT", "--db", "DB"}, false},
    {{"db", "query", "games", "--db", "DB"}},
    {{"db", "query", "players", "--db", "DB"}},
    {{"db", "query", "events", "--db", "DB"}},
    {{"db", "query", "endings", "--db", "DB"}},
    {{"db", "query", "head-to-head", "--db", "DB"}},
    {{"db", "query", "streaks", "--db", "DB"}},
    {{"db", "query", "openings", "creeper", "--db", "DB"}, true, true, false},
    {{"db", "export", "--db", "DB"}},
    {{"db", "export", "-o", "OUT", "--db", "DB"}},
    {{"validate", "FILE"}, false, false, true, false},
    {{"replay", "FILE"}, false, false, true, false},
    {{"convert", "FILE", "-o", "OUT"}, false, false, true, false},
    {{"dedupe", "FILE", "-o", "OUT"}, false, false, true, false},
    {{"summary", "FILE"}, false, false, true, false},
    {{"analyse", "FILE", "-o", "OUT"}, false, false, true, false},
    {{"db", "import", "--db", "DB", "FILE"}, false, false, true, false},
    {{"db", "quarantine", "retry", "--db", "DB", "--yes"}, false, false, true, false},
};

TEST_CASE("names: an unknown value of a filter is wrong usage and the nearest one is suggested") {
  const Data data;
  for (const Filter& filter : filters) {
    if (filter.has_players) {
      data.check_refused(filter.words + Words{"--player", "Ana"}, "the nearest is 'Anna'");
      data.check_refused(filter.words + Words{"--player", "Anna", "--player", "Clio"},
                         "no player 'Clio' is known here; the nearest is 'Cleo'");
    }
    if (filter.has_events) {
      data.check_refused(filter.words + Words{"--event", "Sprin cup"},
                         "no event 'Sprin cup' is known here; the nearest is 'Spring cup'");
    }
    if (filter.has_games) {
      data.check_refused(filter.words + Words{"--game", "creper"}, "the nearest is 'creeper'");
      data.check_refused(filter.words + Words{"--variant", "52"},
                         "there are 'standard', '51', '31'");
      data.check_refused(filter.words + Words{"--game", "creeper", "--variant", "51"},
                         "Creeper has no variant '51'");
    }
    if (filter.has_dates) {
      for (const char* option : {"--since", "--until"}) {
        for (const char* none : {"2026.02.31", "tomorrow", "2026.13", "12.3.2024", "????.??.??"}) {
          data.check_refused(filter.words + Words{option, none},
                             std::string(option) + ": expected");
        }
      }
    }
  }
}

TEST_CASE("names: a valid filter without matching games is no error") {
  const Data data;
  for (const Filter& filter : filters) {
    if (!filter.has_dates) continue;
    for (const Words& more : {Words{"--since", "2030"}, Words{"--until", "1990-01-01"},
                              Words{"--event", "Spring cup", "--since", "2030"}}) {
      const Run run = data.run(filter.words + more);
      CAPTURE(filter.words, more, run.err);
      CHECK(run.status == 0);
    }
    if (!filter.has_players) continue;
    const Run run = data.run(filter.words + Words{"--player", "Anna", "--player", "Cleo"});
    CAPTURE(filter.words, run.err);
    CHECK(run.status == 0);
  }
  CHECK(data.run({"select", "FILE", "--white", "Bob"}).status == 0);
  CHECK(data.run({"select", "FILE", "--ending", "agreement"}).status == 0);
  CHECK(data.run({"select", "FILE", "--ending", "goal"}).status == 0);
  CHECK(data.run({"select", "FILE", "--tag", "Seed=1"}).status == 0);
  CHECK(data.run({"select", "FILE", "--pieces", "D=9"}).status == 0);
  CHECK(data.run({"select", "FILE", "--game", "sperre"}).status == 0);
  CHECK(data.run({"select", "FILE", "--result", "*"}).status == 0);
  CHECK(data.run({"select", "FILE", "--first", "0", "--player", "Nobody"}).status == 0);
}

TEST_CASE("names: unknown values of other options are wrong usage") {
  const Data data;
  const Option options[] = {
      {{"select", "FILE", "--white", "Anne"},
       "--white: no player 'Anne' is known here; the nearest is 'Anna'"},
      {{"select", "FILE", "--black", "Bbo"}, "the nearest is 'Bob'"},
      {{"select", "FILE", "--white", "Anne", "--invert", "-o", "OUT"}, "the nearest is 'Anna'"},
      {{"select", "FILE", "--ending", "chains"},
       "no ending 'chains' is known here; the nearest is 'chain'"},
      {{"select", "FILE", "--ending", "resignaton"}, "the nearest is 'resignation'"},
      {{"select", "FILE", "--ending", "a floot"}, "the nearest is 'a flood'"},
      {{"select", "FILE", "--tag", "WhitElo>=1500"}, "the nearest is 'WhiteElo'"},
      {{"select", "FILE", "--tag", "White Elo=1500"}, "the nearest is 'WhiteElo'"},
      {{"select", "FILE", "--tag", "WhiteElo<high"}, "expected a number after <, not 'high'"},
      {{"select", "FILE", "--tag", "WhitElo=1500"},
       "no tag 'WhitElo' is known here; the nearest is 'WhiteElo'"},
      {{"select", "FILE", "--tag", "Openin!=x", "-o", "OUT"}, "the nearest is 'Opening'"},
      {{"select", "FILE", "--tag", "White"}, "expected NAME=PATTERN"},
      {{"select", "FILE", "--result", "2-0"}, "1/2-1/2"},
      {{"select", "FILE", "--code", "ilegal"}, "illegal"},
      {{"select", "FILE", "--legality", "good"}, "valid"},
      {{"select", "FILE", "--pieces", "Q=1"}, "no position has a piece 'Q'"},
      {{"select", "FILE", "--game", "sperre", "--pieces", "w=1"}, "the letters are WB"},
      {{"select", "FILE", "--pieces", "W=-1"}, "is not a piece count"},
      {{"select", "FILE", "--reaches", "here"}, "no game has the position"},
      {{"select", "FILE", "--roll", "999"}, "--roll"},
      {{"validate", "FILE", "--roll", "9999"}, "--roll"},
      {{"validate", "FILE", "--game", "creeper", "--roll", "147"}, "--roll"},
      {{"validate", "--explain", "ilegal"}, "illegal"},
      {{"ratings", "FILE", "--anchor", "Nobody=1700"},
       "--anchor: 'Nobody' has played no game here; there are "},
      {{"ratings", "--db", "DB", "--anchor", "Ana=1700"}, "the nearest is 'Anna'"},
      {{"ratings", "FILE", "--method", "elo", "--anchor", "Anna=1700"}, "--method bt"},
      {{"ratings", "FILE", "--predict", "Anna", "Bo"}, "the nearest is 'Bob'"},
      {{"ratings", "FILE", "--method", "elo", "--history", "Anne"}, "the nearest is 'Anna'"},
      {{"ratings", "FILE", "--method", "magic"}, "glicko2"},
      {{"ratings", "FILE", "--since", "2025.02.29"}, "2025.02.29"},
      {{"turns", "creper"}, "the nearest is 'creeper'"},
      {{"rules", "spere"}, "the nearest is 'sperre'"},
      {{"turns", "more-or-less", "--variant", "32"}, "there are '51' and '31'"},
      {{"position", "sperre", "--roll", "147", "--variant", "row"}, "the nearest is 'rows'"},
      {{"position", "creeper", "--roll", "147"}, "without dice"},
      {{"position", "sperre", "--roll", "555"}, "oll"},
      {{"ugi", "creper", "--bot", "random"}, "the nearest is 'creeper'"},
      {{"bot", "check", "creper", "--bot", "random"}, "the nearest is 'creeper'"},
      {{"bot", "check", "creeper", "--bot", "randm"}, "random"},
      {{"board", "creper"}, "the nearest is 'creeper'"},
      {{"perft", "creper", "--depth", "1"}, "the nearest is 'creeper'"},
      {{"play", "creper"}, "the nearest is 'creeper'"},
      {{"db", "query", "games", "--db", "DB", "--sort", "dte"}, "date"},
      {{"db", "query", "games", "--db", "DB", "--columns", "id,dte"}, "date"},
      {{"db", "query", "games", "--db", "DB", "--result", "2-0"}, "1/2-1/2"},
      {{"db", "query", "games", "--db", "DB", "--reaches", "x"}, "no game has the position 'x'"},
      {{"db", "query", "openings", "creper", "--db", "DB"}, "the nearest is 'creeper'"},
      {{"db", "query", "openings", "creeper", "--play", "A2-A9", "--db", "DB"}, "--play"},
      {{"db", "query", "streaks", "--db", "DB", "--kind", "long"}, "unbeaten"},
      {{"db", "query", "sql", "SELECT x FROM games", "--db", "DB"}, "no such column"},
      {{"db", "rename-player", "--db", "DB", "Ana", "Anna B", "--yes"},
       "there is no player 'Ana'; the nearest is 'Anna'"},
      {{"db", "merge-players", "--db", "DB", "Anna", "Bop", "--yes"}, "the nearest is 'Bob'"},
      {{"db", "delete-event", "--db", "DB", "Spring", "--yes"}, "the nearest is 'Spring cup'"},
      {{"db", "undo-import", "--db", "DB", "--import", "99", "--yes"}, "there is no import 99"},
      {{"db", "quarantine", "show", "--db", "DB", "99"}, "no record 99"},
      {{"db", "quarantine", "drop", "--db", "DB", "99", "--yes"}, "no record 99"},
      {{"tournament", "run", "--game", "creper", "--bot", "random", "--bot", "greedy", "--db",
        "OUT"},
       "the nearest is 'creeper'"},
      {{"tournament", "run", "--game", "creeper", "--variant", "51", "--bot", "random", "--bot",
        "greedy", "--db", "OUT"},
       "no variant '51'"},
      {{"tournament", "run", "--game", "creeper", "--bot", "randm", "--bot", "greedy", "--db",
        "OUT"},
       "random"},
      {{"tournament", "run", "--game", "creeper", "--system", "swis", "--bot", "random", "--bot",
        "greedy", "--db", "OUT"},
       "swiss"},
      {{"tournament", "verify", "--db", "DB", "--event", "x"}, "no tournament 'x'"},
  };
  for (const auto& [words, message] : options) data.check_refused(words, message);
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

TEST_CASE("names: numbers out of range are refused by every command") {
  const Data data;
  const Words tournament = {"tournament", "run",   "--game", "creeper", "--bot",
                            "random",     "--bot", "greedy", "--db",    "OUT"};
  const Words beginnings[] = {
      {"select", "FILE", "--min-turns", "-1"},
      {"select", "FILE", "--max-turns", "-1"},
      {"select", "FILE", "--min-turns", "99999999999999999999"},
      {"select", "FILE", "--min-turns", "2x"},
      {"select", "FILE", "--min-turns", "0x10"},
      {"select", "FILE", "--min-turns", "1.5"},
      {"select", "FILE", "--min-turns", ""},
      {"select", "FILE", "--first", "-1"},
      {"select", "FILE", "--sample", "-1"},
      {"select", "FILE", "--seed", "-1"},
      {"select", "FILE", "--split", "0", "-o", "OUT"},
      {"select", "FILE", "--split", "-1", "-o", "OUT"},
      {"summary", "FILE", "--top", "-1"},
      {"replay", "FILE", "--index", "0"},
      {"replay", "FILE", "--index", "-1"},
      {"replay", "FILE", "--index", "3"},
      {"replay", "FILE", "--turn", "9"},
      {"replay", "FILE", "--turn", "-9"},
      {"replay", "FILE", "--format", "svg", "--width", "0"},
      {"analyse", "FILE", "--index", "0"},
      {"analyse", "FILE", "--index", "-1"},
      {"analyse", "FILE", "--index", "9", "--turn", "0"},
      {"analyse", "FILE", "--turn", "9"},
      {"analyse", "FILE", "--lines", "0"},
      {"analyse", "FILE", "--seed", "-1"},
      {"analyse", "FILE", "--watchdog", "0"},
      {"analyse", "FILE", "--marks", "10,20,nan"},
      {"analyse", "FILE", "--marks", "0,10,20"},
      {"validate", "FILE", "-j", "0"},
      {"validate", "FILE", "-j", "-1"},
      {"validate", "FILE", "--max-game-bytes", "0"},
      {"validate", "FILE", "--max-game-bytes", "-1"},
      {"ratings", "FILE", "--min-games", "-1"},
      {"ratings", "FILE", "--k", "0", "--method", "elo"},
      {"ratings", "FILE", "--k", "inf", "--method", "elo"},
      {"ratings", "FILE", "--k", "1e999", "--method", "elo"},
      {"ratings", "FILE", "--tau", "0", "--method", "glicko2"},
      {"ratings", "FILE", "--tau", "nan", "--method", "glicko2"},
      {"ratings", "FILE", "--tau", "-1", "--method", "glicko2"},
      {"ratings", "FILE", "--prior-sd", "-1"},
      {"ratings", "FILE", "--anchor", "Anna=inf"},
      {"ratings", "FILE", "--predict", "Anna", "Anna"},
      {"db", "query", "games", "--db", "DB", "--limit", "-1"},
      {"db", "query", "games", "--db", "DB", "--offset", "-1"},
      {"db", "query", "openings", "creeper", "--db", "DB", "--limit", "-1"},
      {"db", "query", "sql", "SELECT 1", "--db", "DB", "--timeout", "0"},
      {"db", "query", "sql", "SELECT 1", "--db", "DB", "--timeout", "-1"},
      {"db", "query", "sql", "SELECT 1", "--db", "DB", "--timeout", "nan"},
      {"db", "export", "--db", "DB", "--limit", "-1"},
      {"db", "export", "--db", "DB", "--offset", "-1"},
      {"db", "check", "--db", "DB", "-j", "0"},
      {"db", "undo-import", "--db", "DB", "--import", "1x", "--yes"},
      {"db", "quarantine", "show", "--db", "DB", "-1"},
      {"perft", "creeper", "--depth", "-1"},
      {"perft", "creeper", "--depth", "one"},
      {"board", "creeper", "--width", "0"},
      {"board", "creeper", "--width", "-1"},
      {"play", "creeper", "--seed", "-1"},
      {"play", "creeper", "--watchdog", "0"},
      {"play", "--continue", "FILE", "--index", "0"},
      {"bot", "check", "creeper", "--bot", "random", "--watchdog", "0"},
      {"stats", "elo", "--wdl", "1,-2,3"},
      {"stats", "elo", "--penta", "1,2,3"},
      {"stats", "sprt", "--elo0", "0", "--elo1", "5", "--alpha", "2", "--wdl", "1,2,3"},
      {"stats", "sprt", "--elo0", "nan", "--elo1", "5", "--wdl", "1,2,3"},
      {"otb", "new", "OUT", "--name", "x", "--game", "creeper", "--rounds", "0"},
      {"otb", "new", "OUT", "--name", "x", "--game", "creeper", "--rounds", "-1"},
      {"otb", "new", "OUT", "--name", "x", "--game", "creeper", "--rounds", "1001"},
      tournament + Words{"--rounds", "-1"},
      tournament + Words{"--opening-turns", "-1"},
      tournament + Words{"--max-turns", "-1"},
      tournament + Words{"--seed", "-1"},
      tournament + Words{"-j", "0"},
      tournament + Words{"-j", "-1"},
      tournament + Words{"--shard", "0/3"},
      tournament + Words{"--shard", "4/3"},
      tournament + Words{"--shard", "1/0"},
      tournament + Words{"--strikes", "-1"},
      tournament + Words{"--watchdog", "0"},
      tournament + Words{"--until-error", "0"},
  };
  for (const Words& words : beginnings) data.check_refused(words, "");
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
