#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"
#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace log_records_test {

// `convert --from log` makes records of a tournament's log.

const std::vector<std::string> compared_tags = {"Event",   "Site",  "Date",     "Round",
                                                "White",   "Black", "Result",   "Game",
                                                "Variant", "Roll",  "Position", "Termination"};

/// Tags, turns and result of each record of a file, sorted.
std::vector<std::string> games_of(const std::string& file) {
  std::vector<std::string> games;
  const std::string text = read_file(file);
  TextSource source(text);
  read_records(source, {.keep = Keep::records}, [&](CheckedRecord& record) {
    CHECK(record.check.valid());
    std::string game;
    for (const std::string& name : compared_tags) {
      const std::string_view value = record.record.tag(name);
      if (!value.empty()) game += name + "=" + std::string(value) + ";";
    }
    for (const std::string_view turn : record.record.turns()) game += " " + std::string(turn);
    games.push_back(game + " " + record.record.result);
    return true;
  });
  std::sort(games.begin(), games.end());
  return games;
}

struct Fixture {
  /// Plays a tournament; returns its arguments.
  void play(const Words& more) const {
    const Run run = run_schiri(Words{"tournament", "run", "--db", db, "--log", log} + more);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
  }
  Run convert(const std::string& text) const {
    directory.write("cut.log", text);
    return run_schiri(
        {"convert", "--from", "log", directory.file("cut.log"), "-o", directory.file("cut.pgn")});
  }

  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), log = directory.file("a.log");
};

TEST_CASE_METHOD(Fixture, "records of a log: they equal the stored ones") {
  const std::string liar = scripted_bot("lies", directory) + " name=liar";
  const auto [game, more] = GENERATE_REF(values<std::pair<std::string, Words>>(
      {{"creeper", {"--bot", "greedy", "--bot", "random", "--bot", liar, "-j", "3"}},
       {"springerjagd", {"--bot", "greedy", "--bot", "random", "--opening-turns", "0"}},
       {"more-or-less", {"--bot", "greedy", "--bot", "random", "--balanced"}},
       {"sperre", {"--bot", "greedy", "--bot", "random", "--max-turns", "30"}}}));
  play(Words{"--game", game} + more);
  REQUIRE(run_schiri({"db", "export", "--db", db, "-o", directory.file("a.pgn")}).status == 0);
  const Run run = convert(read_file(log));
  CAPTURE(game, run.err);
  CHECK(run.status == 0);
  CHECK(games_of(directory.file("cut.pgn")) == games_of(directory.file("a.pgn")));
}

TEST_CASE_METHOD(Fixture, "records of a log: a game that a crash has cut off has its turns") {
  play({"--game", "creeper", "--bot", "greedy", "--bot", "random", "-j", "1"});
  const std::string whole = read_file(log);
  const std::size_t last = whole.rfind("\"type\":\"end\"");
  const std::size_t turns = whole.rfind("\"type\":\"turn\"", last);
  const std::size_t end_of_turn = whole.find('\n', turns);
  // With its last turn the game has its result by the rules.
  for (const auto& [cut, unfinished] : {std::pair(turns + 9, 1),
                                        {end_of_turn - 1, 1},
                                        {end_of_turn, 0},
                                        {end_of_turn + 1, 0},
                                        {last + 9, 0}}) {
    const Run run = convert(whole.substr(0, cut));
    CAPTURE(cut, run.err);
    CHECK(run.status == 0);
    const auto games = games_of(directory.file("cut.pgn"));
    REQUIRE(games.size() == 2);
    CHECK(std::count_if(games.begin(), games.end(), [](const std::string& game) {
            return game.ends_with(" *") && game.find("Termination=unterminated") != game.npos;
          }) == unfinished);
  }
  // A new run begins its first line on a new one, and plays the game again.
  directory.write("a.log", whole.substr(0, last));
  std::filesystem::remove(db);
  play({"--game", "creeper", "--bot", "greedy", "--bot", "random", "-j", "1"});
  const Run run = convert(read_file(log));
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(games_of(directory.file("cut.pgn")).size() == 4);
}

TEST_CASE_METHOD(Fixture, "records of a log: games of a log that is there twice come once") {
  play({"--game", "creeper", "--bot", "greedy", "--bot", "random", "-j", "1"});
  const std::string whole = read_file(log);
  CHECK(convert(whole + whole).status == 0);
  CHECK(games_of(directory.file("cut.pgn")).size() == 2);
}

TEST_CASE_METHOD(Fixture, "records of a log: other lines are findings") {
  play({"--game", "creeper", "--bot", "greedy", "--bot", "random", "-j", "1"});
  const std::string whole = read_file(log);
  const std::string start =
      "{\"type\":\"start\",\"event\":\"e\",\"number\":1,\"game\":\"creeper\"}\n";
  for (const std::string& wrong :
       {std::string("no JSON\n"), std::string("[1]\n"), std::string("{}\n"),
        std::string("{\"type\":\"start\"}\n"),
        std::string("{\"type\":\"start\",\"event\":\"e\",\"number\":-1}\n"),
        start + "{\"type\":\"turn\",\"event\":\"e\",\"number\":1,\"turn\":7,\"text\":\"A2-A3\"}\n",
        start + "{\"type\":\"turn\",\"event\":\"e\",\"number\":1,\"turn\":1}\n"}) {
    const Run run = convert(wrong + whole);
    CAPTURE(wrong, run.err);
    CHECK(run.status == 1);
    CHECK_THAT(run.err, contains_text("tournament's log"));
    CHECK(games_of(directory.file("cut.pgn")).size() >= 2);
  }
  CHECK(run_schiri({"convert", "--to", "log", log}).status == 2);
}

}  // namespace log_records_test
