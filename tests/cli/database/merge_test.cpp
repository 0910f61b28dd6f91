#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace database_merge_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

struct Fixture {
  TemporaryDirectory directory;
  std::string a = directory.file("a.db"), b = directory.file("b.db");

  Run play(const std::string& db, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"tournament", "run",    "--game", "creeper",
                                      "--bot",      "random", "--bot",  "greedy",
                                      "--rounds",   "4",      "--db",   db};
    words.insert(words.end(), more.begin(), more.end());
    return run_schiri(words);
  }
  std::string exported(const std::string& db) const {
    return run_schiri({"db", "export", "--no-times", "--db", db}).out;
  }
  Run merge(const std::string& into, const std::vector<std::string>& others) const {
    std::vector<std::string> words = {"db", "merge", "--db", into};
    words.insert(words.end(), others.begin(), others.end());
    return run_schiri(words);
  }
  void change(const std::string& db, const std::string& sql) const {
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec(sql);
  }
  Run check(const std::string& db) const { return run_schiri({"db", "check", "--db", db}); }
};

TEST_CASE_METHOD(Fixture, "db merge: merged shards equal the whole tournament") {
  const std::string whole = directory.file("whole.db"), c = directory.file("c.db");
  play(whole);
  play(a, {"--shard", "1/3"});
  play(b, {"--shard", "2/3"});
  play(c, {"--shard", "3/3"});
  CHECK(exported(a) != exported(whole));
  const std::string all = directory.file("all.db");
  CHECK(merge(all, {c, a, b}).status == 0);
  CHECK(exported(all) == exported(whole));
  CHECK(run_schiri({"db", "query", "events", "--db", all, "--format", "csv"}).out ==
        run_schiri({"db", "query", "events", "--db", whole, "--format", "csv"}).out);
  CHECK(run_schiri({"tournament", "resume", "--db", all}).status == 0);
  CHECK(exported(all) == exported(whole));
  CHECK(check(all).status == 0);
}

TEST_CASE_METHOD(Fixture, "db merge: each game is stored once however often it is merged") {
  run_schiri({"db", "import", "--db", a, sample});
  play(b);
  const std::string records = exported(a) + exported(b);
  CHECK_THAT(merge(a, {b}).out, contains_text("8 games of 1 new event"));
  CHECK(exported(a) == records);
  CHECK_THAT(merge(a, {b, b}).out, contains_text("0 games of 0 new events"));
  CHECK(exported(a) == records);
  // The reverse order works too.
  merge(b, {a});
  const std::string both = exported(b);
  CHECK(both.size() == records.size());
  merge(a, {b});
  CHECK(exported(a) == records);
  CHECK(check(a).status == 0);
  CHECK(check(b).status == 0);
}

TEST_CASE_METHOD(Fixture,
                 "db merge: a different tournament of the same name is refused completely") {
  play(a);
  SECTION("other settings") { play(b, {"--seed", "2"}); }
  SECTION("another game under one number") {
    play(b);
    change(b, "UPDATE game SET hash = hash + 1 WHERE number = 3");
  }
  SECTION("an imported event with another game") {
    const std::string name = "creeper round-robin";
    run_schiri({"db", "import", "--db", b, "-"},
               "[Event \"" + name + "\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n");
  }
  const std::string before = exported(a);
  const Run run = merge(a, {b});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("creeper round-robin") && contains_text("nothing is merged"));
  CHECK(exported(a) == before);
  // The other databases are still merged.
  const std::string c = directory.file("c.db");
  run_schiri({"db", "import", "--db", c, sample});
  CHECK(merge(a, {b, c}).status == 3);
  CHECK(exported(a) == before + read_file(sample));
}

TEST_CASE_METHOD(Fixture, "db merge: missing and duplicate and contradictory games are listed") {
  const std::string all = directory.file("all.db"), c = directory.file("c.db");
  play(a, {"--shard", "1/4"});
  play(b, {"--shard", "3/4"});
  CHECK_THAT(merge(all, {a, b}).out,
             contains_text("creeper round-robin: 4 of 8 games; missing: 2, 4, 6, 8\n") &&
                 !contains_text("more than one"));
  play(c);
  CHECK_THAT(merge(all, {a, b, c}).out,
             contains_text("creeper round-robin: 8 of 8 games\n") &&
                 contains_text("in more than one of the databases: 1, 3, 5, 7\n"));
  change(c,
         "UPDATE game SET result = CASE result WHEN '1-0' THEN '0-1' ELSE '1-0' END"
         " WHERE number IN (2, 5)");
  const Run run = merge(all, {c});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("its game 2 and 1 more differ there") &&
                          contains_text("  game 2: random - greedy ") &&
                          contains_text("  game 5: greedy - random ") && contains_text(" here, ") &&
                          !contains_text("game 3"));
}

TEST_CASE_METHOD(Fixture, "db merge: the parts of a tournament make it whole") {
  const std::string all = directory.file("all.db");
  std::vector<std::string> shards;
  for (int i = 1; i <= 4; ++i) {
    shards.push_back(directory.file(std::to_string(i) + ".db"));
    run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random name=a", "--bot",
                "random name=b", "--rounds", "80", "--shard", std::to_string(i) + "/4", "--db",
                shards.back()});
  }
  CHECK_THAT(merge(all, shards).out, contains_text("160 of 160 games\n"));
}

TEST_CASE_METHOD(Fixture, "db merge: an export of a stored tournament adds nothing") {
  play(a);
  run_schiri({"db", "import", "--db", b, "-"}, run_schiri({"db", "export", "--db", a}).out);
  const Run run = merge(a, {b});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("0 games of 0 new events") && contains_text("8 there already"));
}

TEST_CASE_METHOD(Fixture, "db merge: failures and void games and openings are merged") {
  play(a);
  run_schiri({"db", "import", "--db", b, sample});
  change(a,
         "INSERT INTO failure SELECT id, 'white', 'it crashed', 'a trace', '> go' FROM game"
         " WHERE number = 5;"
         "INSERT INTO void_game (event_id, number, reason, record)"
         " SELECT id, 7, 'the disk was full', '*' FROM event");
  CHECK(merge(b, {a}).status == 0);
  const auto rows = [&](const std::string& db, const std::string& select) {
    return run_schiri({"db", "query", "sql", "--db", db, "--format", "csv", select}).out;
  };
  for (const char* select :
       {"SELECT event, number, round, player, side, remark, standard_error, protocol FROM failures",
        "SELECT * FROM void_games", "SELECT * FROM openings"}) {
    CAPTURE(select);
    const std::string before = rows(a, select);
    CHECK(std::count(before.begin(), before.end(), '\n') > 1);
    CHECK(rows(b, select) == before);
  }
  CHECK(merge(b, {a}).status == 0);
  CHECK(rows(b, "SELECT count(*) AS n FROM void_games") == "n\n1\n");
  CHECK(check(b).status == 0);
}

TEST_CASE_METHOD(Fixture, "db merge: invalid inputs") {
  play(a);
  CHECK(merge(a, {a}).status == 3);
  CHECK(merge(a, {directory.file("none.db")}).status == 3);
  CHECK(merge(a, {sample}).status == 3);
  CHECK(run_schiri({"db", "merge", "--db", a}).status == 2);
  CHECK_FALSE(std::filesystem::exists(directory.file("none.db")));
}

}  // namespace database_merge_test
