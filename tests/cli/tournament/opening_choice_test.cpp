#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace opening_choice_test {

// The openings of a tournament.

const Words run_command = {"tournament", "run"};
const Words three_bots = {"--game", "creeper", "--bot", "greedy",
                          "--bot",  "random",  "--bot", "random name=x"};

/// The stored openings by number.
std::vector<std::string> stored_openings(const std::string& db) {
  std::vector<std::string> openings;
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  SQLite::Statement row(database,
                        "SELECT coalesce(position, '') || coalesce(roll, '') || turns FROM opening"
                        " ORDER BY event_id, number");
  while (row.executeStep()) openings.push_back(row.getColumn(0).getString());
  return openings;
}

void change(const std::string& db, const std::string& sql) {
  SQLite::Database(db, SQLite::OPEN_READWRITE).exec(sql);
}

/// The position of Creeper after these turns.
std::string position_after(const std::vector<std::string>& turns) {
  Words words = {"position", "creeper", "--format", "json"};
  for (const std::string& turn : turns) words = words + Words{"--play", turn};
  return Json::parse(run_schiri(words).out).at("position").text();
}

const char* const records = R"([Game "creeper"]

1. A2+B3 C7-C6 2. G6+F5 *

[Game "creeper"]

1. A2-B2 A5-A4

[Game "creeper"]

1. A3-A4 B7-B6 2. A2-B2 C7+D6 1-0
)";

TEST_CASE("openings: balanced ones are distinct and stored and equal at any number of threads") {
  const TemporaryDirectory directory;
  const Words command =
      run_command + three_bots + Words{"--balanced", "--rounds", "12", "--opening-turns", "2"};
  std::string first;
  for (const std::string threads : {"1", "2", "8"}) {
    const std::string db = directory.file(threads + ".db");
    REQUIRE(run_schiri(command + Words{"--db", db, "-j", threads}).status == 0);
    if (first.empty()) first = exported(db);
    CHECK((exported(db) == first));
    CHECK(verify(db).status == 0);
    const auto openings = stored_openings(db);
    CHECK(openings.size() == 12);
    CHECK(std::set<std::string>(openings.begin(), openings.end()).size() == 12);
  }
  const std::string any = directory.file("any.db");
  REQUIRE(run_schiri(run_command + three_bots + Words{"--rounds", "12", "--db", any}).status == 0);
  CHECK(stored_openings(any) != stored_openings(directory.file("1.db")));
}

TEST_CASE("openings: a search rates balanced ones nearly equal for both sides") {
  const TemporaryDirectory directory;
  const Run shown =
      run_schiri(Words{"tournament", "show", "--balanced", "--rounds", "10", "--opening-turns", "6",
                       "--with-openings", "--limit", "0", "--format", "json"} +
                 three_bots);
  REQUIRE(shown.status == 0);
  std::set<std::string> positions;
  for (const Json& game : json_lines(shown.out)) {
    if (!game.contains("opening")) continue;
    Words turns;
    for (const Json& turn : game.at("line")) turns.push_back(turn.text());
    const auto position = position_after(turns);
    if (!positions.insert(position).second) continue;
    const Run search = run_schiri({"ugi", "creeper", "--bot", "alphabeta"},
                                  "position fen " + position + "\ngo nodes 2000\n");
    const auto score = search.out.rfind("score cp ");
    REQUIRE(score != search.out.npos);
    CHECK(std::abs(std::stoi(search.out.substr(score + 9))) <= 200);
  }
  CHECK(positions.size() == 10);
}

TEST_CASE("openings: without another balanced one the tournament ends after the last full round") {
  const TemporaryDirectory directory;
  // White has 24 first turns.
  const Words command =
      run_command + three_bots + Words{"--balanced", "--rounds", "40", "--opening-turns", "1"};
  std::string first;
  for (const std::string threads : {"1", "8"}) {
    const std::string db = directory.file(threads + ".db");
    const Run run = run_schiri(command + Words{"--db", db, "-j", threads});
    CHECK(run.status == 0);
    CHECK_THAT(run.err,
               contains_text("the tournament ends early") && contains_text("--opening-turns"));
    CHECK(stored_openings(db).size() <= 24);
    if (first.empty()) first = exported(db);
    CHECK((exported(db) == first));
    CHECK(verify(db).status == 0);
    CHECK_THAT(run_schiri({"tournament", "resume", "--db", db}).err,
               contains_text("0 games played"));
  }
  const Run swiss =
      run_schiri(command + Words{"--db", directory.file("s.db"), "--system", "swiss"});
  CHECK(swiss.status == 2);
  CHECK_FALSE(std::filesystem::exists(directory.file("s.db")));
}

TEST_CASE("openings: a file of records gives one per round for each pairing with both colours") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), file = directory.write("o.pgn", records);
  REQUIRE(
      run_schiri(run_command + three_bots + Words{"--openings", file, "--rounds", "4", "--db", db})
          .status == 0);
  CHECK(stored_openings(db) ==
        Words{"A2+B3 C7-C6 G6+F5", "A2-B2 A5-A4", "A3-A4 B7-B6 A2-B2 C7+D6", "A2+B3 C7-C6 G6+F5"});
  std::map<std::string, int> begun;
  std::istringstream lines(exported(db));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("1. ")) ++begun[line.substr(0, 16)];
  }
  CHECK(begun["1. A2+B3 C7-C6 2"] == 12);
  CHECK(begun["1. A2-B2 A5-A4 2"] == 6);
  CHECK(begun["1. A3-A4 B7-B6 2"] == 6);
  CHECK(verify(db).status == 0);
}

TEST_CASE("openings: a file of positions") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string position = position_after({"A2+B3", "C7-C6"});
  const std::string file = directory.write("o.txt", "# two openings\n\n" + position + "\r\n" +
                                                        position_after({"A2-B2"}) +
                                                        " moves A5-A4 A3-B3\n" + position + "\n");
  const Run run =
      run_schiri(run_command + three_bots + Words{"--openings", file, "--rounds", "2", "--db", db});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.err, contains_text("1 of the openings in " + file + " lead to the same position"));
  CHECK(stored_openings(db) == Words{position, position_after({"A2-B2"}) + "A5-A4 A3-B3"});
  CHECK_THAT(exported(db), contains_text("[Position \"" + position + "\"]"));
  CHECK(verify(db).status == 0);
  CHECK(run_schiri({"validate", "--strict", "-"}, exported(db)).status == 0);
}

TEST_CASE("openings: the roll is part of an opening") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words bots = {"--game", "sperre", "--bot", "random", "--bot", "greedy"};
  REQUIRE(run_schiri(run_command + bots + Words{"--rounds", "3", "--max-turns", "12", "--db", db})
              .status == 0);
  const auto games = json_lines(run_schiri({"db", "query", "sql", "--db", db, "--format", "json",
                                            "SELECT number, roll, position, movetext FROM games"})
                                    .out);
  REQUIRE(games.size() == 6);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    CHECK(games[i].at("roll") == games[i + 1].at("roll"));
    CHECK(games[i].at("roll").get<std::string>().size() == 3);
    CHECK(stored_openings(db)[i / 2].starts_with(games[i].at("roll").get<std::string>()));
  }
  CHECK(verify(db).status == 0);
  change(db,
         "UPDATE game SET roll = CASE roll WHEN '111' THEN '222' ELSE '111' END WHERE number = 4");
  CHECK_THAT(verify(db).out, contains_text("Roll is '"));
}

TEST_CASE("openings: a tournament file names or holds them") {
  const TemporaryDirectory directory;
  const std::string named = directory.file("a.db"), held = directory.file("b.db");
  const std::string file = directory.write("o.pgn", records);
  const std::string bots = R"("game": "creeper", "bots": ["greedy", "random"], "rounds": 2, )";
  REQUIRE(run_schiri({"tournament", "run", "-", "--db", named},
                     "{" + bots + R"("openings": ")" + file + R"(", "openings-start": 2})")
              .status == 0);
  REQUIRE(run_schiri({"tournament", "run", "-", "--db", held}, "{" + bots + R"("openings":
      [{"turns": ["A2-B2", "A5-A4"]}, {"turns": ["A3-A4", "B7-B6", "A2-B2", "C7+D6"]}]})")
              .status == 0);
  CHECK((exported(named) == exported(held)));
  std::filesystem::remove(file);
  CHECK(verify(named).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", named}).status == 0);
}

TEST_CASE("openings: forfeited and abandoned games start with their opening") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string fault = GENERATE("lies", "dies in between");
  REQUIRE(run_schiri(run_command + Words{"--game", "creeper", "--bot", "random", "--bot",
                                         scripted_bot(fault, directory) + " name=villain",
                                         "--rounds", "4", "--strikes", "2", "-j", "1",
                                         "--max-turns", "20", "--db", db})
              .status == 0);
  CHECK(verify(db).status == 0);
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  SQLite::Statement row(database,
                        "SELECT movetext LIKE openings.turns || '%', termination FROM games"
                        " JOIN openings ON openings.number = (games.number + 1) / 2");
  int abandoned = 0;
  while (row.executeStep()) {
    CHECK(row.getColumn(0).getInt() == 1);
    abandoned += row.getColumn(1).getString() == "abandoned";
  }
  CHECK(abandoned > 0);
  CHECK(run_schiri({"validate", "--strict", "-"}, exported(db)).status == 0);
}

TEST_CASE("openings: a resumed tournament uses the stored ones") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words command = run_command + three_bots + Words{"--balanced", "--rounds", "3", "--db", db};
  REQUIRE(run_schiri(command).status == 0);
  // Simulates a later version whose search selects another opening.
  change(db,
         "DELETE FROM movetext WHERE game_id > 6; DELETE FROM game WHERE number > 6;"
         "DELETE FROM opening WHERE number = 2;"
         "UPDATE opening SET turns = 'G5-F5 A6-B6' WHERE number = 3");
  REQUIRE(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  CHECK(stored_openings(db)[2] == "G5-F5 A6-B6");
  CHECK(verify(db).status == 0);
}

TEST_CASE("openings: changes in a database are found") {
  const auto [change_it, expected] = GENERATE(table<std::string, std::string>({
      {"UPDATE opening SET turns = 'G5-F5 A6-B6' WHERE number = 2", "does not begin with its"},
      {"UPDATE opening SET turns = 'G5-F5' WHERE number = 2", "it has 1 turn instead of 2"},
      {"UPDATE opening SET turns = 'A1-A2 A6-B6' WHERE number = 2", "turn 1, 'A1-A2'"},
      {"UPDATE opening SET position = 'x' WHERE number = 2", "opening 2"},
      {"UPDATE opening SET turns = (SELECT turns FROM opening WHERE number = 1) WHERE number = 2",
       "the same position as opening 1"},
  }));
  CAPTURE(change_it);
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri(run_command + three_bots + Words{"--balanced", "--rounds", "3", "--db", db})
              .status == 0);
  change(db, change_it);
  const Run run = verify(db);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text(expected));
}

TEST_CASE("openings: a stored one that differs from the seed is found") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri(run_command + three_bots + Words{"--rounds", "2", "--db", db}).status == 0);
  change(db, "UPDATE opening SET turns = 'G5-F5 A6-B6' WHERE number = 2");
  const Run run = verify(db);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("opening 2 (G5-F5 A6-B6) is") && contains_text("in the plan"));
}

TEST_CASE("openings: merged shards keep them and agree") {
  const TemporaryDirectory directory;
  const std::string a = directory.file("a.db"), b = directory.file("b.db");
  const Words command = run_command + three_bots + Words{"--balanced", "--rounds", "4"};
  REQUIRE(run_schiri(command + Words{"--db", a, "--shard", "1/2"}).status == 0);
  REQUIRE(run_schiri(command + Words{"--db", b, "--shard", "2/2"}).status == 0);
  const bool differ = GENERATE(false, true);
  if (differ) change(b, "UPDATE opening SET turns = 'G5-F5 A6-B6' WHERE number = 2");
  const Run merged = run_schiri({"db", "merge", "--db", a, b});
  CHECK(merged.status == (differ ? 3 : 0));
  if (differ) {
    CHECK_THAT(merged.err, contains_text("its opening 2 differs"));
    return;
  }
  CHECK(stored_openings(a).size() == 4);
  CHECK(verify(a).status == 0);
}

}  // namespace opening_choice_test
