#include "tests/catch.h"
#include "tests/support/run.h"

namespace correction_test {

struct Played {
  std::string result = "1-0";
  std::string turns = "1. A2+B3 A6-B6";
  std::string round = "5.1";
  std::string white = "Ann";
  std::string event = "Club";
  std::string date = "2024.05.17";
  std::string more = "";  ///< additional tags
};

std::string record(const Played& game) {
  return record_text({.event = game.event,
                      .site = "?",
                      .date = game.date,
                      .round = game.round,
                      .white = game.white,
                      .black = "Bob",
                      .result = game.result,
                      .termination = "resignation",
                      .more = game.more,
                      .turns = game.turns});
}

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");

  Run import(const std::string& records, const std::string& corrections = "") const {
    Words words = {"db", "import", "--db", db, "-"};
    if (!corrections.empty()) words.insert(words.end(), {"--corrections", corrections});
    return run_schiri(words, records);
  }
  Run change(Words words) const {
    words.insert(words.begin(), "db");
    words.insert(words.end(), {"--db", db, "--yes"});
    return run_schiri(words);
  }
  std::string exported() const { return run_schiri({"db", "export", "--db", db}).out; }
  std::string csv(const std::string& columns) const {
    return run_schiri({"db", "query", "games", "--db", db, "--format", "csv", "--columns", columns})
        .out;
  }
  std::string sql(const std::string& statement) const {
    return run_schiri({"db", "query", "sql", "--db", db, "--format", "csv", statement}).out;
  }
  Run check() const { return run_schiri({"db", "check", "--db", db}); }
  /// Checks that the database has no errors and that derived data match the games.
  void require_consistent() const {
    const Run checked = check();
    CAPTURE(checked.out, checked.err);
    CHECK(checked.status == 0);
    CHECK(run_schiri({"table", "--db", db}).out == run_schiri({"table", "-"}, exported()).out);
  }
};

TEST_CASE_METHOD(Fixture, "db import: a correction is reported and applied only on request") {
  const Played before, after{.result = "0-1"};
  const std::string others = record({.round = "5.2", .white = "Cid"});
  REQUIRE(import(record(before) + others).status == 0);
  must_run({"db", "index", "--db", db});
  must_run({"ratings", "--db", db, "--store"});
  const std::string stored = exported();

  const Run reported = import(record(after) + others);
  CHECK(reported.status == 1);
  CHECK(reported.out ==
        "0 games stored, 0 in quarantine, 1 there already, 1 correction not applied\n");
  CHECK_THAT(reported.err, contains_text("-:1: [correction] game 1 (Club, round 5.1, Ann - Bob) is "
                                         "stored as 1-0 in 2 turns, here as 0-1 in 2 turns") &&
                               contains_text("--corrections apply"));
  CHECK(exported() == stored);
  CHECK(sql("SELECT DISTINCT outdated FROM ratings") == "outdated\n0\n");
  CHECK(sql("SELECT count(*) AS n FROM import") == "n\n1\n");

  const Run applied = import(record(after) + others, "apply");
  CHECK(applied.status == 0);
  CHECK(applied.out == "0 games stored, 0 in quarantine, 1 there already, 1 corrected\n");
  CHECK_THAT(applied.err, contains_text("; corrected"));
  CHECK(exported() == record(after) + others);
  CHECK(csv("id,result") == "id,result\n1,0-1\n2,1-0\n");
  CHECK(sql("SELECT DISTINCT outdated FROM ratings") == "outdated\n1\n");
  CHECK(sql("SELECT games, known, corrected FROM imports WHERE id = 2") ==
        "games,known,corrected\n0,1,1\n");
  require_consistent();
  // The corrected game is known.
  CHECK(import(record(after) + others).out == "0 games stored, 0 in quarantine, 2 there already\n");
}

TEST_CASE_METHOD(Fixture,
                 "db import: a game of the same place with other content is a correction") {
  REQUIRE(import(record({.more = "[Board \"3\"]\n"})).status == 0);
  const auto [what, game, is_correction] = GENERATE(table<std::string, Played, bool>({
      {"another result", {.result = "1/2-1/2"}, true},
      {"other turns", {.turns = "1. A2+B3 A6-B6 2. G6-F6"}, true},
      {"no turns", {.turns = ""}, true},
      {"a date that is not known", {.result = "0-1", .date = "????.??.??"}, true},
      {"a month", {.result = "0-1", .date = "2024.05.??"}, true},
      {"another day", {.result = "0-1", .date = "2024.05.18"}, false},
      {"the same board", {.result = "0-1", .more = "[Board \"3\"]\n"}, true},
      {"another board", {.result = "0-1", .more = "[Board \"4\"]\n"}, false},
      {"another round", {.result = "0-1", .round = "5.2"}, false},
      {"another event", {.result = "0-1", .event = "Cup"}, false},
      {"another player", {.result = "0-1", .white = "Cid"}, false},
  }));
  CAPTURE(what);
  CHECK(import(record(game)).status == (is_correction ? 1 : 0));
  CHECK(csv("id") == (is_correction ? "id\n1\n" : "id\n1\n2\n"));
  CHECK(check().status == 0);
  CHECK(import(record(game), "both").status == 0);
  CHECK(csv("id") == (is_correction ? "id\n1\n3\n" : "id\n1\n2\n"));
  // Two games of the same place are reported.
  const Run checked = check();
  CHECK(checked.status == (is_correction ? 1 : 0));
  CHECK((checked.out.find("duplicate 3: game 1 is of the same event") != std::string::npos) ==
        is_correction);
}

TEST_CASE_METHOD(Fixture, "db import: a game without event or round or player corrects nothing") {
  const auto game =
      GENERATE(values<Played>({{.round = "?"}, {.round = "-"}, {.white = "?"}, {.event = "?"}}));
  REQUIRE(import(record(game)).status == 0);
  Played other = game;
  other.result = "0-1";
  CHECK(import(record(other)).status == 0);
  CHECK(csv("id") == "id\n1\n2\n");
  CHECK(check().status == 0);
}

TEST_CASE_METHOD(
    Fixture,
    "db import: two games of one place in one file are both stored and each can be corrected") {
  const std::string one = record({}), two = record({.result = "0-1"}),
                    three = record({.result = "1/2-1/2"}), four = record({.turns = "1. A2+B3"});
  REQUIRE(import(one + two).status == 0);
  CHECK(csv("id") == "id\n1\n2\n");
  CHECK(import(two + one).status == 0);
  // Repeated games are not candidates for the third one: it is stored as a new game.
  CHECK(import(one + two + three).status == 0);
  CHECK(csv("id") == "id\n1\n2\n3\n");
  CHECK(import(four + two + three, "apply").out ==
        "0 games stored, 0 in quarantine, 2 there already, 1 corrected\n");
  CHECK(exported() == four + two + three);
}

TEST_CASE_METHOD(Fixture, "db import: as many games without turns are stored as the file holds") {
  const std::string forfeit = record({.turns = ""});
  REQUIRE(import(forfeit).status == 0);
  CHECK(import(forfeit + forfeit + forfeit).out ==
        "2 games stored, 0 in quarantine, 1 there already\n");
  require_consistent();
}

TEST_CASE_METHOD(Fixture, "db undo-import: restores corrected games") {
  const std::string first = record({}), second = record({.result = "0-1"}),
                    third = record({.result = "1/2-1/2"});
  REQUIRE(import(first).status == 0);
  REQUIRE(import(second, "apply").status == 0);
  REQUIRE(import(third, "apply").status == 0);
  REQUIRE(exported() == third);
  // In any order of undoing, the latest remaining version is current.
  SECTION("the last import first") {
    const Run undone = change({"undo-import"});
    CHECK_THAT(undone.out, contains_text("1 game that it corrected is restored"));
    CHECK(exported() == second);
    require_consistent();
    CHECK(change({"undo-import"}).status == 0);
    CHECK(exported() == first);
    require_consistent();
  }
  SECTION("the middle import first") {
    CHECK(change({"undo-import", "--import", "2"}).status == 0);
    CHECK(exported() == third);
    CHECK(change({"undo-import", "--import", "3"}).status == 0);
    CHECK(exported() == first);
    require_consistent();
  }
  SECTION("after a player was renamed") {
    REQUIRE(change({"rename-player", "Ann", "Anne"}).status == 0);
    CHECK(change({"undo-import"}).status == 0);
    CHECK(exported() == record({.result = "0-1", .white = "Anne"}));
    require_consistent();
  }
  SECTION("the first import removes the game") {
    CHECK(change({"undo-import", "--import", "1"}).status == 0);
    CHECK(exported().empty());
    require_consistent();
  }
}

TEST_CASE_METHOD(Fixture, "db salvage: salvaged imports can be undone") {
  REQUIRE(import(record({})).status == 0);
  REQUIRE(import(record({.result = "0-1"}), "apply").status == 0);
  REQUIRE(import("[White \"Ann\"]\n\n1. A2+B3 *\n").status == 1);
  REQUIRE(change({"quarantine", "retry", "--game", "creeper"}).status == 0);
  const std::string saved = directory.file("saved.db");
  must_run({"db", "salvage", "--db", db, "-o", saved});
  db = saved;
  require_consistent();
  CHECK(change({"undo-import"}).status == 0);
  CHECK_THAT(run_schiri({"db", "quarantine", "list", "--db", db}).out,
             contains_text("unknown-game"));
  CHECK(change({"undo-import", "--import", "2"}).status == 0);
  CHECK(exported() == record({}));
}

TEST_CASE_METHOD(Fixture,
                 "db replace-game and delete-game: announce the change and update derived data") {
  const std::string one = record({}), two = record({.round = "5.2", .white = "Cid"});
  REQUIRE(import(one + two).status == 0);
  must_run({"db", "index", "--db", db});
  must_run({"ratings", "--db", db, "--store"});
  const std::string other = record({.result = "0-1", .turns = "1. B1-B2", .white = "Dan"});
  const std::string file = directory.write("other.pgn", other);
  const Run dry = run_schiri({"db", "replace-game", "--db", db, "1", file, "--dry-run"});
  CHECK(dry.status == 0);
  CHECK(dry.out ==
        "game 1 (Club, round 5.1, Ann - Bob, 1-0 in 2 turns) becomes Club, round 5.1, Dan - Bob, "
        "0-1 in 1 turn\n");
  CHECK(exported() == one + two);
  CHECK(run_schiri({"db", "replace-game", "--db", db, "1", file}).status == 2);
  CHECK(change({"replace-game", "1", file}).status == 0);
  CHECK(exported() == other + two);
  CHECK(sql("SELECT name FROM players WHERE name = 'Ann'") == "name\n");
  CHECK(sql("SELECT DISTINCT outdated FROM ratings") == "outdated\n1\n");
  require_consistent();
  CHECK(run_schiri({"db", "query", "openings", "creeper", "--db", db, "--format", "csv",
                    "--columns", "turn,games"})
            .out == "turn,games\nA2+B3,1\nB1-B2,1\n");

  const Run gone = change({"delete-game", "1"});
  CHECK(gone.status == 0);
  CHECK_THAT(gone.out,
             contains_text("game 1 (Club, round 5.1, Dan - Bob, 0-1 in 1 turn) is removed") &&
                 contains_text("1 player and 0 events without other games are removed"));
  CHECK(exported() == two);
  require_consistent();
  CHECK_THAT(run_schiri({"db", "index", "--db", db}).out, contains_text("of 1 game in the index"));
  CHECK(change({"delete-game", "2"}).status == 0);
  CHECK(exported().empty());
  require_consistent();
}

TEST_CASE_METHOD(Fixture, "db replace-game and delete-game: refused changes change nothing") {
  REQUIRE(import(record({})).status == 0);
  directory.write("two.pgn", record({}) + record({.round = "6"}));
  directory.write("none.pgn", "");
  directory.write("bad.pgn", record({.turns = "1. A2+B9"}));
  directory.write("good.pgn", record({.result = "0-1"}));
  const auto [words, status, why] = GENERATE(table<Words, int, std::string>({
      {{"delete-game", "7"}, 2, "there is no game 7"},
      {{"delete-game", "1", "1"}, 2, "named twice"},
      {{"delete-game"}, 2, "ID"},
      {{"delete-game", "x"}, 2, "ID"},
      {{"replace-game", "7", "good.pgn"}, 2, "there is no game 7"},
      {{"replace-game", "1"}, 2, "FILE"},
      {{"replace-game", "1", "two.pgn"}, 2, "more than one record"},
      {{"replace-game", "1", "none.pgn"}, 2, "no record"},
      {{"replace-game", "1", "bad.pgn"}, 1, "nothing was changed"},
      {{"replace-game", "1", "missing.pgn"}, 3, "missing.pgn"},
      {{"import", "--corrections", "perhaps", "good.pgn"}, 2, "--corrections"},
  }));
  CAPTURE(words);
  Words all = words;
  if (all.back().ends_with(".pgn")) all.back() = directory.file(all.back());
  all.insert(all.begin(), "db");
  all.insert(all.end(), {"--db", db});
  if (words[0] != "import") all.push_back("--yes");
  const std::string before = exported();
  const Run run = run_schiri(all);
  CHECK(run.status == status);
  CHECK_THAT(run.err, contains_text(why));
  CHECK(exported() == before);
}

TEST_CASE_METHOD(Fixture,
                 "db: games of bots cannot be replaced and a deleted one is played again") {
  const auto play = [&](const Words& more, int status = 0) {
    Words words = {"tournament", "run",      "--game", "creeper", "--bot", "random", "--bot",
                   "greedy",     "--rounds", "2",      "--db",    db,      "--event"};
    words.insert(words.end(), more.begin(), more.end());
    REQUIRE(run_schiri(words).status == status);
  };
  play({"E"});
  const std::string played = run_schiri({"db", "export", "--db", db, "--no-times"}).out;
  const std::string today = exported();
  // As if the game had been abandoned after the opening.
  const std::string first =
      "[Event \"E\"]\n[Date \"" + today.substr(today.find("[Date \"") + 7, 10) +
      "\"]\n[Round \"1.1\"]\n[White \"greedy\"]\n[Black \"random\"]\n[Result \"1-0\"]\n[Game "
      "\"creeper\"]\n[Termination \"resignation\"]\n\n1-0\n\n";
  const Run reported = import(first, "apply");
  CHECK(reported.status == 1);
  CHECK_THAT(reported.err, contains_text("[correction] game 1") && contains_text("played here"));
  directory.write("first.pgn", first);
  const Run refused = change({"replace-game", "1", directory.file("first.pgn")});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, contains_text("is number 1 of the event 'E'"));

  const Run deleted = change({"delete-game", "1", "3"});
  CHECK(deleted.status == 0);
  CHECK_THAT(deleted.out, contains_text("'schiri tournament resume' plays it again, as number 3"));
  CHECK(check().status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "export", "--db", db, "--no-times"}).out == played);
  require_consistent();

  play({"S", "--system", "swiss"});
  play({"T", "--sprt", "elo0=0,elo1=500"}, 1);  // H0
  for (const std::string event : {"S", "T"}) {
    const std::string game = sql("SELECT min(id) AS id FROM games WHERE event = '" + event + "'");
    const Run kept = change({"delete-game", game.substr(3, game.size() - 4)});
    CHECK(kept.status == 2);
    CHECK_THAT(kept.err, contains_text("other games of the event '" + event + "' depend on it"));
  }
}

TEST_CASE_METHOD(Fixture, "db merge: corrections are reported and applied only on request") {
  const std::string other = directory.file("b.db");
  const std::string first = record({}), second = record({.result = "0-1"}),
                    new_one = record({.round = "6.1"});
  REQUIRE(import(first).status == 0);
  must_run({"db", "import", "--db", other, "-"}, new_one + second);
  const auto [corrections, status, records] = GENERATE_COPY(table<std::string, int, std::string>({
      {"report", 1, first + new_one},
      {"apply", 0, second + new_one},
      {"both", 0, first + new_one + second},
  }));
  const Run merged = run_schiri({"db", "merge", "--db", db, other, "--corrections", corrections});
  CHECK(merged.status == status);
  CHECK(exported() == records);
  CHECK((merged.err.find("[correction] game 1") != std::string::npos) == (corrections != "both"));
  if (corrections != "both") require_consistent();
  CHECK(run_schiri({"db", "merge", "--db", db, other, "--corrections", corrections}).status ==
        status);
  CHECK(exported() == records);
}

TEST_CASE_METHOD(Fixture, "db merge: as many games without turns are stored as an import stores") {
  const std::string forfeit = record({.turns = ""}), game = record({.round = "7"});
  const std::string other = directory.file("b.db");
  const auto times = [](std::size_t n, const std::string& text) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += text;
    return all;
  };
  const auto [here, there] =
      GENERATE(table<std::size_t, std::size_t>({{0, 1}, {0, 3}, {1, 3}, {1, 1}, {3, 1}, {2, 3}}));
  CAPTURE(here, there);
  REQUIRE(import(times(here, forfeit) + game).status == 0);
  REQUIRE(run_schiri({"db", "import", "--db", other, "-"}, times(there, forfeit) + game).status ==
          0);
  for (int again = 0; again < 2; ++again) {
    CHECK(run_schiri({"db", "merge", "--db", db, other}).status == 0);
    std::string count = sql("SELECT count(*) AS n FROM game WHERE hash IS NULL");
    CHECK(count == "n\n" + std::to_string(std::max(here, there)) + "\n");
    require_consistent();
  }
}

TEST_CASE_METHOD(Fixture, "db quarantine retry: undo-import restores the records") {
  const std::string unnamed =
      "[Event \"Club\"]\n[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. A2+B3 *\n\n";
  const auto list = [&] {
    return run_schiri({"db", "quarantine", "list", "--db", db, "--format", "csv"}).out;
  };
  REQUIRE(import(unnamed + record({.turns = "1. A2+B9"})).status == 1);
  const std::string before = list();
  REQUIRE(change({"quarantine", "retry", "--game", "creeper"}).status == 1);
  REQUIRE(list() != before);
  SECTION("the retry is undone") {
    const Run undone = change({"undo-import"});
    CHECK(undone.status == 0);
    CHECK_THAT(undone.out, contains_text("1 record returns to quarantine"));
    CHECK(list() == before);
    CHECK(exported().empty());
    CHECK(change({"quarantine", "retry", "--game", "creeper"}).status == 1);
    CHECK(csv("white") == "white\nAnn\n");
  }
  SECTION("a record that was already stored also leaves and returns") {
    REQUIRE(import(unnamed).status == 1);
    REQUIRE(change({"quarantine", "retry", "--game", "creeper"}).status == 1);
    CHECK(change({"undo-import"}).status == 0);
    CHECK_THAT(list(), contains_text("\n3,"));
  }
  SECTION("its import is undone") {
    CHECK(change({"undo-import", "--import", "1"}).status == 0);
    CHECK(list() == before.substr(0, before.find('\n') + 1));
    CHECK(csv("white") == "white\nAnn\n");
    CHECK(change({"undo-import"}).status == 0);
    CHECK(exported().empty());
  }
  require_consistent();
}

TEST_CASE_METHOD(Fixture, "db quarantine retry: a correction stays in quarantine unless applied") {
  const std::string unnamed =
      "[Event \"Club\"]\n[Date \"2024.05.17\"]\n[Round \"5.1\"]\n[White \"Ann\"]\n[Black "
      "\"Bob\"]\n\n1. A2+B3 *\n\n";
  REQUIRE(import(unnamed + record({})).status == 1);
  const Run reported = change({"quarantine", "retry", "--game", "creeper"});
  CHECK(reported.status == 1);
  CHECK_THAT(reported.out, contains_text("0 games stored, 1 correction not applied"));
  CHECK(exported() == record({}));
  CHECK_THAT(run_schiri({"db", "quarantine", "list", "--db", db}).out,
             contains_text("Club") || contains_text("1"));
  const Run applied =
      change({"quarantine", "retry", "--game", "creeper", "--corrections", "apply"});
  CHECK(applied.status == 0);
  CHECK_THAT(applied.out, contains_text("1 corrected"));
  CHECK(csv("id,result") == "id,result\n1,*\n");
  require_consistent();
  CHECK(change({"undo-import"}).status == 0);
  CHECK(exported() == record({}));
}

TEST_CASE_METHOD(Fixture, "db import: a date that is less exact is not a correction") {
  REQUIRE(import(record({})).status == 0);
  for (const char* date : {"2024.05.??", "2024.??.??", "????.??.??"}) {
    const Run again = import(record({.date = date}));
    CHECK(again.status == 0);
    CHECK(again.out == "0 games stored, 0 in quarantine, 1 there already\n");
  }
  CHECK(exported() == record({}));
  // With another result it is one, and keeps the day.
  const Run told = import(record({.result = "0-1", .date = "2024.05.??"}));
  CHECK(told.status == 1);
  CHECK_THAT(told.err, contains_text("is stored as 1-0 in 2 turns, 2024.05.17, here as 0-1 in 2 "
                                     "turns, 2024.05.??; unchanged"));
  CHECK(exported() == record({}));
  CHECK(import(record({.result = "0-1", .date = "2024.05.??"}), "apply").status == 0);
  CHECK(exported() == record({.result = "0-1"}));
  // A day that was unknown is one.
  REQUIRE(import(record({.round = "6", .date = "2024.06.??"})).status == 0);
  CHECK(import(record({.round = "6", .date = "2024.06.01"}), "apply").status == 0);
  CHECK(csv("date") == "date\n2024-05-17\n2024-06-01\n");
  // Without a round another game may be meant.
  REQUIRE(import(record({.round = "?"})).status == 0);
  CHECK_THAT(import(record({.round = "?", .date = "????.??.??"})).out,
             contains_text("1 game stored"));
  require_consistent();
}

TEST_CASE_METHOD(Fixture, "db: names are stored without control characters") {
  REQUIRE(import(record({.white = "A\x01nn"}) + record({.round = "6", .event = "Cl\tub"})).status ==
          0);
  CHECK(csv("event,white") == "event,white\nClub,Ann\nClub,Ann\n");
  // An export matches the stored names.
  CHECK(import(exported()).out == "0 games stored, 0 in quarantine, 2 there already\n");
  CHECK(sql("SELECT count(*) AS n FROM player") == "n\n2\n");
  require_consistent();
}

}  // namespace correction_test
