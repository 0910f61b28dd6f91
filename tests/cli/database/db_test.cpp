#include "tests/catch.h"
#include "tests/support/run.h"

namespace db_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

std::string game(const std::string& tags, const std::string& movetext = "1. A2+B3 A6-B6 *") {
  return record_text({.more = tags, .turns = movetext});
}

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");

  Run import(const std::string& records) const {
    return run_schiri({"db", "import", "--db", db, "-"}, records);
  }
  Run query(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"db", "query", "games", "--db", db};
    words.insert(words.end(), more.begin(), more.end());
    return run_schiri(words);
  }
};

TEST_CASE_METHOD(Fixture, "db: import and export are inverse") {
  const Run imported = run_schiri({"db", "import", "--db", db, sample});
  CHECK(imported.status == 0);
  CHECK_THAT(imported.out, contains_text(" games stored, 0 in quarantine"));
  const Run exported = run_schiri({"db", "export", "--db", db});
  CHECK(exported.status == 0);
  CHECK(exported.out == read_file(sample));
  const std::string file = directory.file("out.pgn");
  CHECK(run_schiri({"db", "export", "--db", db, "-o", file}).status == 0);
  CHECK(read_file(file) == exported.out);
}

TEST_CASE_METHOD(Fixture, "db: an exported tournament can be imported into another database") {
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
              "greedy name=\"it's \\\"me\\\"\"", "--rounds", "3", "--db", db});
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  CHECK_FALSE(records.empty());
  const std::string other = directory.file("b.db");
  CHECK(run_schiri({"db", "import", "--db", other, "-"}, records).status == 0);
  CHECK(run_schiri({"db", "export", "--db", other}).out == records);
  CHECK(run_schiri({"convert", "-"}, records).out == records);
}

TEST_CASE_METHOD(Fixture, "db: an export without times does not depend on the clock") {
  import(game("[Date \"2024.05.17\"]\n", "1. A2+B3 {+0.34/6 0.120s} A6-B6 {0.5s} *"));
  CHECK_THAT(run_schiri({"db", "export", "--db", db, "--no-times"}).out,
             contains_text("2024.05.17") && contains_text("{+0.34/6} 1... A6-B6 *"));
  run_schiri(
      {"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy", "--db", db});
  const std::string text =
      run_schiri({"db", "export", "--db", db, "--no-times", "--event", "creeper round-robin"}).out;
  CHECK_THAT(text, contains_text("[Date \"????.??.??\"]"));
  CHECK(text.find("s}") == std::string::npos);
}

TEST_CASE_METHOD(Fixture, "db: broken records go to quarantine and the others are stored") {
  const Run run =
      import(game("[White \"A\"]\n") + game("", "1. A2+B9 *") + game("[White \"C\"]\n"));
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("2 games stored, 1 in quarantine"));
  CHECK_THAT(run.err, contains_text("A2+B9"));
  CHECK(run_schiri({"db", "query", "games", "--db", db, "--format", "json"}).out.find("\"id\":2") !=
        std::string::npos);
}

TEST_CASE_METHOD(
    Fixture, "db: an error in one file does not stop the others and the worst status is returned") {
  const std::string good = directory.write("good.pgn", game(""));
  const std::string bad = directory.write("bad.pgn", game("", "1. A2+B9 *"));
  const Run run =
      run_schiri({"db", "import", "--db", db, bad, directory.file("none.pgn"), good, good});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("none.pgn"));
  CHECK_THAT(run.out, contains_text("1 game stored, 1 in quarantine, 1 there already"));
}

TEST_CASE_METHOD(Fixture, "db: --game of the command line is stored with the records") {
  const std::string text = "1. A2+B3 A6-B6 *\n";
  CHECK(import(text).status == 1);
  CHECK(run_schiri({"db", "import", "--db", db, "--game", "creeper", "-"}, text).status == 0);
  CHECK_THAT(run_schiri({"db", "export", "--db", db}).out, contains_text("[Game \"creeper\"]"));
}

TEST_CASE_METHOD(Fixture, "db: games as JSON") {
  import(
      game("[Event \"E\"]\n[Round \"3\"]\n[Date \"2024.05.17\"]\n[White \"A\"]\n[Black \"B\"]\n"
           "[Result \"1-0\"]\n[Termination \"resignation\"]\n",
           "1. A2+B3 A6-B6 1-0"));
  import(game(""));
  std::istringstream lines(query({"--format", "json"}).out);
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  CHECK(first ==
        R"({"id":1,"event":"E","round":3,"board":null,"game":"creeper",)"
        R"("variant":"standard","date":"2024-05-17","white":"A","black":"B","result":"1-0",)"
        R"("termination":"resignation","turns":2})");
  CHECK(Json::parse(second).at("termination").is_null());
}

TEST_CASE_METHOD(Fixture, "db: filters apply to queries and exports") {
  import(game("[White \"A\"]\n[Black \"B\"]\n[Date \"2024.05.17\"]\n") +
         game("[White \"B\"]\n[Black \"C\"]\n[Date \"2024.06.01\"]\n") + game("[White \"C\"]\n"));
  const auto [filter, games] = GENERATE(table<std::vector<std::string>, int>({
      {std::vector<std::string>{}, 3},
      {{"--player", "B"}, 2},
      {{"--player", "A", "--player", "B"}, 1},
      {{"--game", "creeper", "--result", "*"}, 3},
      {{"--result", "1-0"}, 0},
      {{"--since", "2024"}, 2},
      {{"--since", "2024-06"}, 1},
      {{"--until", "2024.05"}, 1},
      {{"--until", "2024.05.16"}, 0},
      {{"--limit", "2"}, 2},
  }));
  const std::string list = query(filter).out;
  CHECK(std::count(list.begin(), list.end(), '\n') == games + 1);
  std::vector<std::string> words = {"db", "export", "--db", db};
  words.insert(words.end(), filter.begin(), filter.end());
  const Run exported = run_schiri(words);
  CHECK(exported.status == 0);
  std::size_t records = 0;
  for (std::size_t at = 0; (at = exported.out.find("[Event ", at)) != std::string::npos; ++at)
    ++records;
  CHECK(records == static_cast<std::size_t>(games));
}

TEST_CASE_METHOD(Fixture, "db: hostile names are stored unchanged and shown harmlessly") {
  const std::string sql = "'); DROP TABLE game; --";
  import(game("[White \"" + sql + "\"]\n[Black \"=1+2,\\\"x\\\"\"]\n") +
         game("[White \"\x1b[31mred\xc2\x9b\"]\n[Black \"<b>\"]\n"));
  CHECK(query({"--player", sql}).out.find(sql) != std::string::npos);
  CHECK_THAT(query({"--format", "csv"}).out, contains_text(",\"'=1+2,\"\"x\"\"\","));
  for (const std::string format : {"text", "csv", "json"}) {
    const std::string out = query({"--format", format}).out;
    CHECK(out.find('\x1b') == std::string::npos);
    CHECK_THAT(out, contains_text("[31mred"));
  }
  CHECK(run_schiri({"db", "query", "players", "--db", db}).out.find('\x1b') == std::string::npos);
}

TEST_CASE_METHOD(Fixture, "db: players and events") {
  import(
      game("[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
           "[Termination \"resignation\"]\n",
           "1. A2+B3 A6-B6 1-0"));
  CHECK(run_schiri({"db", "query", "players", "--db", db, "--format", "csv"}).out ==
        "player,games,wins,draws,losses,score_rate,first,last\nA,1,1,0,0,1.0,,\nB,1,0,0,1,0.0,,\n");
  CHECK(run_schiri({"db", "query", "events", "--db", db, "--format", "csv"}).out ==
        "event,games,planned,shard\nE,1,,\n");
}

TEST_CASE("schiri db import --fix: repaired records are stored and the rest goes to quarantine") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("x.db");
  const std::string text =
      "[White \"a\"]\n[Black \"b\"]\n[Game \"creeper\"]\n\n1. A2+B3\n\n"
      "[White \"c\"]\n[Black \"d\"]\n[Game \"creeper\"]\n\n1. A2-A3 *\n\n";
  const Run run = run_schiri({"db", "import", "--db", db, "--fix", "-"}, text);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("1 game stored, 1 in quarantine\n"));
  CHECK_THAT(run.err, contains_text("repaired: the missing result is now *"));
  CHECK(run_schiri({"db", "import", "--db", db, "--fix", "--from", "json", "-"}).status == 2);
}

TEST_CASE("schiri db quarantine: importing a repaired record removes it from quarantine") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("x.db");
  const auto text = [](const std::string& movetext) {
    return "[Event \"e\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"a\"]\n"
           "[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n" +
           movetext + "\n\n";
  };
  const auto quarantined = [&] {
    const std::string list =
        run_schiri({"db", "quarantine", "list", "--db", db, "--format", "json"}).out;
    return std::count(list.begin(), list.end(), '\n');
  };
  const std::string file = directory.write("a.pgn", text("1. A2-A3 *"));
  REQUIRE(run_schiri({"db", "import", "--db", db, file}).status == 1);
  REQUIRE(quarantined() == 1);
  // Another game does not release the record; its repaired version does, from any file.
  std::string other = text("1. A2+B3 *");
  other.replace(other.find("Round \"1\""), 9, "Round \"2\"");
  must_run({"db", "import", "--db", db, "-"}, other);
  CHECK(quarantined() == 1);
  const Run mended = run_schiri({"db", "import", "--db", db, "-"}, text("1. A2+B3 A6-B6 *"));
  CHECK(mended.status == 0);
  CHECK_THAT(mended.out,
             contains_text("1 game stored, 0 in quarantine, 1 repaired and removed from it"));
  CHECK(quarantined() == 0);
  // Undoing the import restores the record.
  must_run({"db", "undo-import", "--db", db, "--yes"});
  CHECK(quarantined() == 1);
}

TEST_CASE("schiri db quarantine retry --fix: makes only unambiguous repairs") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("x.db");
  const std::string text = "[Game \"creeper\"]\n\n1. A2+B3\n\n[Game \"creeper\"]\n\n1. A2-A3 *\n\n";
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, text).status == 1);
  const Run without = run_schiri({"db", "quarantine", "retry", "--db", db, "--yes"});
  CHECK_THAT(without.out, contains_text("no record can be stored, 2 in quarantine"));
  const Run run = run_schiri({"db", "quarantine", "retry", "--db", db, "--fix", "--yes"});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("1 game stored"));
  CHECK_THAT(run.err, contains_text("-:3: repaired: the missing result is now *"));
  CHECK_THAT(run.err, contains_text("-:7:4: error: "));
}

}  // namespace db_test
