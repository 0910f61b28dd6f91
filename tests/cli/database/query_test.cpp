#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace query_test {

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& turns, const std::string& date = "2024.05.17") {
  return record_text({.event = "E",
                      .date = date,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "agreement",
                      .turns = turns});
}

struct Fixture {
  Fixture() {
    const Run run =
        run_schiri({"db", "import", "--db", db, "-"},
                   game("A", "B", "1-0", "1. A2+B3 A6-B6 2. G6-F6", "2024.01.01") +
                       game("B", "A", "0-1", "1. A2+B3 A6-B6 2. G6-F6 {good} C7-D7", "2024.01.02") +
                       game("A", "C", "1/2-1/2", "1. G6-F6 A6-B6 2. A2+B3", "2024.01.03") +
                       game("C", "A", "*", "1. A2+B3", "2024.01.04") +
                       game("C", "B", "1-0", "", "2024.01.05"));
    REQUIRE(run.status == 0);
  }

  Run query(std::vector<std::string> words) const {
    words.insert(words.begin(), {"db", "query"});
    words.insert(words.end(), {"--db", db});
    return run_schiri(words);
  }
  std::string csv(std::vector<std::string> words) const {
    words.insert(words.end(), {"--format", "csv"});
    const Run run = query(words);
    CHECK(run.status == 0);
    return run.out;
  }
  void index() const { CHECK(run_schiri({"db", "index", "--db", db}).status == 0); }
  /// The position after these turns.
  static std::string after(std::vector<std::string> turns) {
    std::vector<std::string> words = {"position", "creeper", "--format", "json"};
    for (const std::string& turn : turns) words.insert(words.end(), {"--play", turn});
    return Json::parse(run_schiri(words).out).at("position").text();
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

TEST_CASE_METHOD(
    Fixture, "query openings: turns and counts and score of the side to move and longest line") {
  if (GENERATE(false, true)) index();
  CHECK(csv({"openings", "creeper"}) ==
        "turn,games,white_wins,draws,black_wins,score_rate,rating,longest,id\n"
        "A2+B3,3,1,0,1,0.5,,4,2\n"
        ",1,1,0,0,1.0,,0,5\n"
        "G6-F6,1,0,1,0,0.5,,3,3\n");
  CHECK(csv({"openings", "creeper", "--play", "A2+B3", "--columns", "turn,games,score_rate"}) ==
        "turn,games,score_rate\nA6-B6,2,0.5\n,1,\n");
  CHECK(
      csv({"openings", "creeper", "--play", "1. a2 + b3", "--columns", "turn,games,score_rate"}) ==
      csv({"openings", "creeper", "--play", "A2+B3", "--columns", "turn,games,score_rate"}));
  CHECK(csv({"openings", "creeper", "--play", "A2+B3, A6\u2013B6", "--columns", "turn,games"}) ==
        csv({"openings", "creeper", "--play", "A2+B3", "--play", "A6-B6", "--columns",
             "turn,games"}));
  // A transposition leads to the same position; Black is to move there.
  CHECK(csv({"openings", "creeper", "--position", after({"A2+B3", "A6-B6", "G6-F6"}), "--columns",
             "turn,games,black_wins,score_rate"}) ==
        "turn,games,black_wins,score_rate\n,2,0,0.25\nC7-D7,1,1,1.0\n");
  CHECK(csv({"openings", "creeper", "--player", "C", "--columns", "turn,games"}) ==
        "turn,games\n,1\nA2+B3,1\nG6-F6,1\n");
  CHECK(csv({"openings", "creeper", "--limit", "1", "--columns", "turn"}) == "turn\nA2+B3\n");
  const auto rated = csv({"openings", "creeper", "--ratings", "--columns", "turn,rating"});
  CHECK(rated.find("A2+B3,1") != std::string::npos);
}

TEST_CASE_METHOD(Fixture,
                 "query games: through a position and sorted and paged with selected columns") {
  if (GENERATE(false, true)) index();
  const std::string reached = after({"G6-F6", "A6-B6", "A2+B3"});
  const auto ids = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "games");
    words.insert(words.end(), {"--columns", "id"});
    std::string list = csv(words);
    std::replace(list.begin(), list.end(), '\n', ' ');
    return list;
  };
  CHECK(ids({"--game", "creeper", "--reaches", reached}) == "id 1 2 3 ");
  CHECK(ids({"--game", "creeper", "--reaches", reached, "--player", "C"}) == "id 3 ");
  CHECK(ids({"--sort", "-turns"}) == "id 2 1 3 4 5 ");
  CHECK(ids({"--sort", "white"}) == "id 1 3 2 4 5 ");
  CHECK(ids({"--sort", "-date", "--limit", "3"}).ends_with(" 4 3 "));
  for (const char* number : {"9223372036854775808", "18446744073709551615"}) {
    check_run({"db", "query", "games", "--db", db, "--limit", number}, 2,
              "at most 9223372036854775807");
  }
  CHECK(csv({"games", "--columns", "result,white", "--limit", "1"}) == "result,white\n1-0,A\n");
  const Run exported =
      run_schiri({"db", "export", "--db", db, "--game", "creeper", "--reaches", reached});
  CHECK_THAT(exported.out, contains_text("{good}") && !contains_text("2024.01.04"));
}

TEST_CASE_METHOD(Fixture, "query games: positions and filters select the same games as in files") {
  if (GENERATE(false, true)) index();
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  const struct {
    Words words;
    std::string ids;
  } rows[] = {
      {{"--reaches", "A2+B3 A6-B6"}, "1 2 "},
      {{"--reaches", "1. A2+B3 A6-B6 2. G6-F6"}, "1 2 3 "},
      {{"--reaches", "A2+B3", "--at-end"}, "4 "},
      {{"--reaches", "A2+B3", "--reaches", "A2+B3 A6-B6 G6-F6"}, "1 2 "},
      {{"--pieces", "w=1"}, "1 2 3 4 "},
      {{"--pieces", "w=0", "--at-end"}, "5 "},
      {{"--pieces", "w=1", "--player", "C"}, "3 4 "},
      {{"--pieces", "w=1", "--result", "*"}, "4 "},
      {{"--pieces", "W<8"}, ""},
      {{"--pattern", "*/*/*/*/?W????\?/*/*"}, "1 2 3 4 "},
      {{"--pattern", "*/.B????\?/*/*/*/*/*"}, "1 2 3 "},
      {{"--pattern", "*/.B????\?/*/*/*/*/*", "--pieces", "w=1", "--event", "E"}, "1 2 3 "},
      {{"--pattern", "* */*/*/*/w????\?/* b"}, "1 2 3 4 "},
      // Black's pawn on F5, which is the image of White's on B3.
      {{"--pattern", "*/*/?????B?/*/*/*/*"}, ""},
      {{"--pattern", "*/*/?????B?/*/*/*/*", "--mirror"}, ""},
      {{"--pattern", "*/*/?????W?/*/*/*/*", "--mirror"}, "1 2 3 4 "},
      {{"--pattern", "*/*/*/*/?????B?/*/*", "--mirror"}, "1 2 3 4 "},
      {{"--pieces", "b=1,w=0"}, ""},
      {{"--pieces", "b=1,w=0", "--mirror"}, "1 2 3 4 "},
      {{"--pieces", "b=1", "--pattern", "*/*/*/*/?W????\?/*/*", "--mirror"}, ""},
      {{"--reaches", after({"A2+B3"})}, "1 2 4 "},
  };
  for (const auto& [words, ids] : rows) {
    CAPTURE(words);
    std::string list = csv(Words{"games", "--columns", "id"} + words);
    std::replace(list.begin(), list.end(), '\n', ' ');
    CHECK(list == "id " + ids);
    const Run exported = run_schiri(Words{"db", "export", "--db", db} + words);
    CHECK(exported.status == 0);
    CHECK(run_schiri(Words{"select", "-"} + words, records).out == exported.out);
  }
}

TEST_CASE_METHOD(Fixture, "query endings and head-to-head and streaks") {
  CHECK(csv({"endings"}) ==
        "game,variant,result,ending,games,shortest,mean,longest\n"
        "creeper,standard,1-0,agreement,2,0,1.5,3\n"
        "creeper,standard,*,agreement,1,1,1.0,1\n"
        "creeper,standard,0-1,agreement,1,4,4.0,4\n"
        "creeper,standard,1/2-1/2,agreement,1,3,3.0,3\n");
  CHECK(csv({"head-to-head", "--player", "A"}) ==
        "game,variant,player,opponent,games,wins,draws,losses,score_rate,as_white,white_score_rate,"
        "last\n"
        "creeper,standard,A,B,2,2,0,0,1.0,1,1.0,2024-01-02\n"
        "creeper,standard,A,C,1,0,1,0,0.5,1,0.5,2024-01-03\n");
  const std::string all = csv({"head-to-head", "--columns", "player,opponent"});
  CHECK(std::count(all.begin(), all.end(), '\n') == 7);
  CHECK(csv({"head-to-head", "--player", "B", "--player", "A", "--columns", "opponent,losses"}) ==
        "opponent,losses\nA,2\n");
  CHECK(csv({"streaks", "--columns", "player,length,first,last,open"}) ==
        "player,length,first,last,open\nA,2,2024-01-01,2024-01-02,false\n"
        "C,1,2024-01-05,2024-01-05,true\n");
  CHECK(csv({"streaks", "--kind", "losses", "--limit", "1", "--columns", "player,length"}) ==
        "player,length\nB,3\n");
}

TEST_CASE_METHOD(Fixture, "query players and events: filters restrict the games") {
  CHECK(csv({"players"}) ==
        "player,games,wins,draws,losses,score_rate,first,last\n"
        "A,4,2,1,0,0.8333333333333334,2024-01-01,2024-01-04\n"
        "B,3,0,0,3,0.0,2024-01-01,2024-01-05\n"
        "C,3,1,1,0,0.75,2024-01-03,2024-01-05\n");
  CHECK(csv({"players", "--player", "C", "--columns", "player,games"}) ==
        "player,games\nA,2\nB,1\nC,3\n");
  CHECK(csv({"players", "--until", "2024.01.02", "--columns", "player,games,losses"}) ==
        "player,games,losses\nA,2,0\nB,2,2\n");
  CHECK(csv({"players", "--result", "*", "--columns", "player,score_rate"}) ==
        "player,score_rate\nA,\nC,\n");
  CHECK(csv({"players", "--game", "sperre", "--columns", "player"}) == "player\n");
  CHECK(csv({"events"}) == "event,games,planned,shard\nE,5,,\n");
  CHECK(csv({"events", "--player", "C", "--columns", "event,games"}) == "event,games\nE,3\n");
  CHECK(csv({"events", "--since", "2025", "--columns", "event"}) == "event\n");
}

TEST_CASE_METHOD(Fixture, "query: a position restricts every list") {
  if (GENERATE(false, true)) index();
  const auto asked = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--game", "creeper", "--reaches", after({"A2+B3", "A6-B6"})});
    return csv(words);
  };
  CHECK(asked({"players", "--columns", "player,games"}) == "player,games\nA,2\nB,2\n");
  CHECK(asked({"events", "--columns", "games"}) == "games\n2\n");
  CHECK(asked({"endings", "--columns", "result,games"}) == "result,games\n0-1,1\n1-0,1\n");
  CHECK(asked({"head-to-head", "--columns", "player,opponent,games"}) ==
        "player,opponent,games\nA,B,2\nB,A,2\n");
  CHECK(asked({"streaks", "--kind", "losses", "--columns", "player,length"}) ==
        "player,length\nB,2\n");
}

TEST_CASE_METHOD(Fixture,
                 "query: every list is sorted and paged and truncated and formatted alike") {
  const auto [words, column] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"games"}, "black"},
      {{"games"}, "termination"},
      {{"players"}, "wins"},
      {{"events"}, "event"},
      {{"imports"}, "id"},
      {{"openings", "creeper"}, "turn"},
      {{"endings"}, "longest"},
      {{"head-to-head"}, "white_score_rate"},
      {{"streaks"}, "length"},
      {{"sql", "SELECT white, turns FROM games"}, "turns"},
  }));
  CAPTURE(words, column);
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, game("D", "A", "1-0", "1. A2+B3")).status ==
          0);
  const auto asked = [&, &words = words](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    const Run run = query(all);
    CAPTURE(run.err);
    CHECK(run.status == 0);
    std::vector<std::string> lines;
    std::istringstream stream(run.out);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  };
  const auto values = [&, &column = column](const std::vector<std::string>& lines) {
    std::vector<Json> list;
    for (const std::string& line : lines) list.push_back(Json::parse(line).at(column));
    return list;
  };
  const auto all = asked({"--format", "json"});
  REQUIRE(!all.empty());
  auto right = values(all);
  const auto before = [](const Json& a, const Json& b) {
    if (a.is_null() || b.is_null()) return !a.is_null();
    return a.is_string() ? a.text() < b.text() : a.get<double>() < b.get<double>();
  };
  std::stable_sort(right.begin(), right.end(), before);
  CHECK(values(asked({"--format", "json", "--sort", column})) == right);
  // Unknown values stay last.
  std::reverse(right.begin(), right.end());
  std::stable_partition(right.begin(), right.end(),
                        [](const Json& value) { return !value.is_null(); });
  const auto sorted = asked({"--format", "json", "--sort", "-" + column});
  CHECK(values(sorted) == right);
  const auto page = asked({"--format", "json", "--sort", "-" + column, "--limit", "2"});
  CHECK(page ==
        std::vector<std::string>(sorted.begin(),
                                 sorted.begin() + std::min<std::ptrdiff_t>(2, std::ssize(sorted))));
  CHECK(asked({"--format", "json", "--limit", "1"}) == std::vector<std::string>{all[0]});
  CHECK(asked({"--format", "json", "--limit", "0"}).empty());
  CHECK(asked({"--format", "csv", "--columns", column})[0] == column);
  CHECK(asked({"--format", "csv"}).size() == all.size() + 1);
  CHECK(asked({}).size() == all.size() + 1);
  std::vector<std::string> wrong = words;
  wrong.insert(wrong.end(), {"--sort", "nothing"});
  CHECK_THAT(query(wrong).err,
             contains_text("--sort: unknown column 'nothing'; the columns are: "));
  CHECK(query(wrong).status == 2);
}

TEST_CASE_METHOD(Fixture, "query sql: only a single reading statement is accepted") {
  CHECK(csv({"sql", "SELECT white, count(*) AS n FROM games GROUP BY white ORDER BY 2 DESC, 1"}) ==
        "white,n\nA,2\nC,2\nB,1\n");
  CHECK(csv({"sql", "SELECT NULL AS a, 1.5 AS b, x'00ff' AS c, '=1' AS d;"}) ==
        "a,b,c,d\n,1.5,00FF,'=1\n");
  CHECK(csv({"sql",
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3)"
             " SELECT sum(i) AS s FROM n"}) == "s\n6\n");
  const std::string before = read_file(db);
  const auto statement = GENERATE(values<std::string>({
      "DELETE FROM game",
      "INSERT INTO player (name) VALUES ('x')",
      "CREATE TEMP TABLE t (x)",
      "ATTACH 'other.db' AS other",
      "PRAGMA user_version = 99",
      "SELECT load_extension('x')",
      "VACUUM INTO 'copy.db'",
      "SELECT 1; SELECT 2",
      "SELECT 1; -- c\nSELECT 2",
      "SELECT 1; DELETE FROM game",
      "SELECT 1; SELEC",
      "-- c",
      "SELECT nothing FROM game",
      "SELEC",
      "",
      ";",
  }));
  CAPTURE(statement);
  const Run run = query({"sql", statement});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(read_file(db) == before);
}

TEST_CASE_METHOD(Fixture, "query sql: an error in a statement is explained") {
  const std::pair<std::string, std::string> wrong[] = {
      {"delete from game", "DELETE: queries only read; use SELECT"},
      {"SELECT nosuch FROM games", "no such column: nosuch; the columns of games are: id, "},
      {"SELECT * FROM nosuch", "no such table: nosuch; the views are: "}};
  for (const auto& [statement, expected] : wrong) {
    CAPTURE(statement);
    const Run run = query({"sql", statement});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text(expected));
  }
}

TEST_CASE_METHOD(Fixture, "query sql: comments and empty statements are ignored") {
  const auto statement = GENERATE(values<std::string>({
      "SELECT 1 AS n",
      "SELECT 1 AS n;",
      "SELECT 1 AS n; -- c",
      "SELECT 1 AS n;;\n /* c */ ; -- c\n",
      "-- c\nSELECT 1 AS n",
      ";/* c */SELECT 1 AS n -- ; SELECT 2",
  }));
  CAPTURE(statement);
  CHECK(csv({"sql", statement}) == "n\n1\n");
}

TEST_CASE_METHOD(Fixture, "query sql: columns of equal names are all printed") {
  const std::string statement = "SELECT 1 AS n, 2 AS n, 3 AS \"n:2\", 4 AS n";
  CHECK(csv({"sql", statement}) == "n,n:2,n:2:2,n:3\n1,2,3,4\n");
  CHECK(query({"sql", statement, "--format", "json"}).out ==
        "{\"n\":1,\"n:2\":2,\"n:2:2\":3,\"n:3\":4}\n");
  CHECK(csv({"sql", statement, "--columns", "n:3,n"}) == "n:3,n\n4,1\n");
}

TEST_CASE_METHOD(Fixture, "query sql: any number of seconds is a valid time limit") {
  for (const std::string seconds : {"1e10", "1e300", "9223372036.854775807"}) {
    CAPTURE(seconds);
    CHECK(csv({"sql", "--timeout", seconds, "SELECT count(*) AS n FROM game"}) == "n\n5\n");
  }
  for (const std::string seconds : {"nan", "-1", "-0", "0", "1e-400", "0x10", "soon", ""}) {
    CAPTURE(seconds);
    const Run run = query({"sql", "--timeout=" + seconds, "SELECT 1"});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text("--timeout"));
  }
}

TEST_CASE_METHOD(Fixture, "query sql: stops at the time limit") {
  const Run run = query({"sql", "--timeout", "0.05",
                         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                         " SELECT count(*) FROM n"});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("--timeout"));
}

TEST_CASE_METHOD(Fixture, "query sql: stops at the time limit within a single function") {
  const Run run = run_schiri({"db", "query", "sql", "--db", db, "--timeout", "0.05",
                              "SELECT instr(hex(zeroblob(30000000)),"
                              " hex(zeroblob(1000000)) || '1')"},
                             "", {.most = std::chrono::seconds(60)});
  CHECK(!run.hung);
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("--timeout"));
}

TEST_CASE_METHOD(Fixture, "query sql: a value that needs much memory is refused") {
  const auto [statement, status] = GENERATE(table<std::string, int>({
      {"SELECT length(hex(zeroblob(33000000))) AS n", 0},
      {"SELECT length(hex(zeroblob(34000000))) AS n", 2},
      {"SELECT length(replace(hex(zeroblob(30000000)), '0', '00')) AS n", 2},
  }));
  CAPTURE(statement);
  const Run run = query({"sql", "--timeout", "600", statement});
  CHECK(run.status == status);
  if (status != 0) CHECK_THAT(run.err, contains_text("too big"));
}

TEST_CASE_METHOD(Fixture, "db index: reports the size of the index") {
  const std::string once = run_schiri({"db", "index", "--db", db}).out;
  CHECK(once == "16 positions of 5 games in the index\n");
  CHECK(run_schiri({"db", "index", "--db", db, "--rebuild"}).out == once);
  CHECK(csv({"sql", "SELECT positions FROM positions"}) == "positions\n16\n");
}

TEST_CASE_METHOD(Fixture, "import --index: imported games are in the index at once") {
  const std::string other = directory.file("b.db");
  const Run run = run_schiri({"db", "import", "--db", other, "--add-index", "-"},
                             run_schiri({"db", "export", "--db", db}).out);
  CHECK(run.status == 0);
  SQLite::Database database(other, SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("SELECT unindexed_games FROM positions").getInt() == 0);
  CHECK(database.execAndGet("SELECT indexed_games FROM positions").getInt() == 5);
}

TEST_CASE("schiri db query: dates of older versions are read like others") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("old.db");
  must_run({"db", "import", "--db", db, "-"}, game("A", "B", "1-0", "1. A2+B3", "2024.01.01") +
                                                  game("A", "C", "1-0", "1. A2+B3", "2024.01.02") +
                                                  game("A", "D", "1-0", "1. A2+B3", "2024.01.03"));
  SQLite::Database(db, SQLite::OPEN_READWRITE)
      .exec(
          "UPDATE game SET date = '2026-03-07' WHERE id = 2;"
          "UPDATE game SET date = '7.3.2026' WHERE id = 3");
  const auto ids = [&](const std::string& option, const std::string& date) {
    return run_schiri({"db", "query", "games", "--db", db, option, date, "--format", "csv",
                       "--columns", "id"})
        .out;
  };
  CHECK(ids("--since", "2026") == "id\n2\n");
  CHECK(ids("--since", "2026-03-07") == "id\n2\n");
  CHECK(ids("--since", "2026.03.08") == "id\n");
  CHECK(ids("--until", "2026-03-07") == "id\n1\n2\n");
  CHECK(ids("--until", "2026.02") == "id\n1\n");
  CHECK_THAT(run_schiri({"db", "query", "players", "--db", db, "--format", "csv"}).out,
             contains_text("A,3,3,0,0,1.0,2024-01-01,2026-03-07\n"));
}

}  // namespace query_test
