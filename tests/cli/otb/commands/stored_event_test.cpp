#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/programs/swiss_simulation.h"
#include "tests/support/database.h"
#include "tests/support/otb_event.h"
#include "tests/support/report_page.h"

namespace stored_event_test {

using schiri::Json;

/// An event that is stored in a database.
struct StoredEvent : OtbEvent {
  std::string db = directory.file("club.db");

  std::string store() const { return out("export", {"--db", db}); }
  Run table(const Words& words = {}) const {
    return run_schiri(Words{"table", "--db", db, "--format", "json"} + words);
  }
  std::string csv(const std::string& sql) const {
    const Run run = run_schiri({"db", "query", "sql", "--db", db, sql, "--format", "csv"});
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run.out;
  }
  /// Four players, two rounds: a forfeit, a bye by request, and the odd one out.
  void play() const {
    REQUIRE(
        run("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3", "--date", "2026.05.01"})
            .status == 0);
    for (const auto& [name, rating] : {std::pair("Anna", "1900"), std::pair("Bert", "1800"),
                                       std::pair("Carl", "1700"), std::pair("Dora", "1600")}) {
      REQUIRE(run("enter", {name, "--rating", rating}).status == 0);
    }
    REQUIRE(run("pair").status == 0);
    REQUIRE(run("result", {"1", "1-0", "2", "+--"}).status == 0);
    REQUIRE(run("bye", {"Anna"}).status == 0);
    REQUIRE(run("pair").status == 0);
    REQUIRE(run("result", {"1", "="}).status == 0);
  }

  /// The table of the database has the places, points and tie-breaks of the standing.
  void check_table(const Words& words = {}) const {
    const auto standing = json_lines(out("standing", Words{"--format", "json"} + words));
    const Run run = table(words);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = json_lines(run.out);
    REQUIRE(rows.size() == standing.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(rows[i], standing[i]);
      CHECK(rows[i].at("rank") == standing[i].at("rank"));
      CHECK(rows[i].at("player") == standing[i].at("player"));
      CHECK(rows[i].at("points") == standing[i].at("points"));
      std::size_t tie_breaks = 0;
      for (const char* key : {"buchholz_cut1", "buchholz", "sonneborn_berger", "progressive",
                              "koya", "all_wins", "average_rating", "performance_rating"}) {
        if (!standing[i].contains(key)) continue;
        ++tie_breaks;
        REQUIRE(rows[i].contains(key));
        const Json &shown = rows[i].at(key), &own = standing[i].at(key);
        CHECK((shown.is_null() ? own.is_null() : shown.get<double>() == own.get<double>()));
      }
      CHECK(tie_breaks > 0);
    }
  }
};

TEST_CASE_METHOD(StoredEvent, "otb export --db: the table agrees with the standing") {
  play();
  CHECK(store() == "2 games stored, 0 corrected; the standing has 4 players\n");
  check_table();
  check_table({"--tie-breaks", "PS,BH,ARO,TPR"});
  CHECK(csv("SELECT place, player, points, games, wins, rating FROM standings LIMIT 1") ==
        "place,player,points,games,wins,rating\n1,Anna,1.5,1,1,1900\n");
  CHECK(csv("SELECT round, player, opponent, kind, points FROM byes ORDER BY round, player") ==
        "round,player,opponent,kind,points\n"
        "1,Bert,Dora,forfeit,0.0\n"
        "1,Dora,Bert,forfeit,1.0\n"
        "2,Anna,,half-point,0.5\n"
        "2,Carl,,pairing,1.0\n");
  CHECK(csv("SELECT player, own_rating, round, board, date FROM player_games LIMIT 1") ==
        "player,own_rating,round,board,date\nAnna,1900,1,1,2026-05-01\n");
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: random events agree with their standings") {
  for (int seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    StoredEvent event;
    SimulationTerms terms;
    terms.players = static_cast<std::size_t>(9 + seed);
    terms.rounds = 5;
    terms.seed = static_cast<std::uint64_t>(seed);
    terms.forfeits = terms.half_byes = 15;
    terms.absences = 10;
    terms.withdrawals = 8;
    const std::string trf = event.directory.write("x.trf", simulated_trf(simulate_swiss(terms)));
    REQUIRE(run_schiri({"otb", "import", trf, "-o", event.file, "--game", "creeper"}).status == 0);
    event.store();
    event.check_table();
    // What was played and what was not add up to the points.
    CHECK(event.csv(
              "SELECT count(*) AS wrong FROM standings AS s WHERE points <>"
              " (SELECT coalesce(sum(points), 0) FROM byes WHERE player = s.player)"
              " + (SELECT coalesce(sum(points), 0) FROM player_games WHERE player = s.player)") ==
          "wrong\n0\n");
    const Run check = run_schiri({"db", "check", "--db", event.db});
    CHECK(check.status == 0);
  }
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: again after a correction, nothing is there twice") {
  play();
  store();
  CHECK(store() == "0 games stored, 0 corrected; the standing has 4 players\n");
  REQUIRE(run("result", {"1", "0-1", "--round", "1", "--correct"}).status == 0);
  CHECK(store() == "0 games stored, 1 corrected; the standing has 4 players\n");
  CHECK(csv("SELECT count(*) AS n FROM games") == "n\n2\n");
  check_table();
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: the table follows changes of the database") {
  play();
  store();
  REQUIRE(run_schiri({"db", "rename-player", "--db", db, "Anna", "Anna Berg", "--yes"}).status ==
          0);
  CHECK(json_lines(table().out).front().at("player") == "Anna Berg");
  SECTION("a merged player keeps the standing") {
    REQUIRE(run_schiri({"db", "import", "--db", db, "-"},
                       "[Event \"Other\"]\n[White \"Dora D\"]\n[Black \"Emil\"]\n[Result \"1-0\"]\n"
                       "[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 1-0\n")
                .status == 0);
    REQUIRE(run_schiri({"db", "merge-players", "--db", db, "Dora D", "Dora", "--yes"}).status == 0);
    CHECK(csv("SELECT count(*) AS n FROM byes WHERE player = 'Dora D'") == "n\n1\n");
    CHECK(csv("SELECT opponent FROM byes WHERE player = 'Bert'") == "opponent\nDora D\n");
    CHECK(table({"--event", "Cup"}).status == 0);
  }
  SECTION("a deleted event takes its standing along") {
    REQUIRE(run_schiri({"db", "delete-event", "--db", db, "Cup", "--yes"}).status == 0);
    CHECK(csv("SELECT (SELECT count(*) FROM standings) + (SELECT count(*) FROM byes)"
              " + (SELECT count(*) FROM players) AS n") == "n\n0\n");
  }
  SECTION("another database receives it with the games") {
    const std::string other = directory.file("other.db");
    REQUIRE(run_schiri({"db", "merge", "--db", other, db}).status == 0);
    const Run merged = run_schiri({"table", "--db", other, "--format", "json"});
    CHECK(merged.out == table().out);
  }
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: players without games go with their event") {
  REQUIRE(run("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"}).status == 0);
  REQUIRE(run("enter", {"Anna", "Bert", "Carl"}).status == 0);
  REQUIRE(run("pair").status == 0);
  REQUIRE(run("result", {"1", "+--"}).status == 0);
  store();
  REQUIRE(csv("SELECT count(*) FROM player") == "count(*)\n3\n");
  const std::string game =
      "[Event \"Cap\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Dora\"]\n[Result \"*\"]\n"
      "[Game \"creeper\"]\n\n1. A2+B3 *\n";
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, game).status == 0);
  // Players of the event stay, whoever else goes.
  REQUIRE(run_schiri({"db", "delete-event", "Cap", "--yes", "--db", db}).status == 0);
  CHECK(csv("SELECT name FROM player ORDER BY 1") == "name\nAnna\nBert\nCarl\n");
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, game).status == 0);
  SECTION("deleted") {
    const Run deleted = run_schiri({"db", "delete-event", "Cup", "--yes", "--db", db});
    CHECK_THAT(deleted.out, contains_text("2 players without other games are removed"));
  }
  SECTION("merged into another event") {
    REQUIRE(run_schiri({"db", "merge-events", "Cap", "Cup", "--yes", "--db", db}).status == 0);
  }
  CHECK(csv("SELECT name FROM player ORDER BY 1") == "name\nAnna\nDora\n");
  CHECK_THAT(run_schiri({"db", "check", "--db", db}).out, contains_text(" 0 problems"));
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: two entrants who are one player are refused") {
  play();
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"},
                     "[White \"Anna\"]\n[Black \"Eva\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n")
              .status == 0);
  REQUIRE(run_schiri({"db", "add-alias", "Anna", "Dora", "--yes", "--db", db}).status == 0);
  const Run refused = run("export", {"--db", db});
  CHECK(refused.status == 3);
  CHECK_THAT(refused.err, contains_text("'Anna' and 'Dora' are one player in " + db));
  CHECK(csv("SELECT count(*) FROM game") == "count(*)\n1\n");
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: other games are no standing") {
  play();
  store();
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"},
                     "[Event \"Other\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n"
                     "[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 0-1\n")
              .status == 0);
  CHECK(json_lines(table().out).front().contains("direct_encounter"));
  CHECK(json_lines(table({"--event", "Cup"}).out).front().at("points") == 1.5);
  CHECK(json_lines(table({"--event", "Cup", "--player", "Bert"}).out).size() == 2);
  CHECK(table({"--event", "Other", "--tie-breaks", "PS"}).status == 2);
  CHECK(table({"--event", "Nix"}).status == 2);
}

TEST_CASE_METHOD(StoredEvent, "otb export --db: a damaged event is refused") {
  play();
  store();
  {
    SQLite::Database database(db, SQLite::OPEN_READWRITE);
    database.exec(GENERATE("UPDATE otb_event SET journal = 'x'",
                           "UPDATE otb_event SET journal = ''",
                           "UPDATE otb_event SET journal = replace(journal, '1-0', '0-1')",
                           "DELETE FROM otb_player WHERE number = 2",
                           "UPDATE otb_player SET number = 9 WHERE number = 2"));
  }
  const Run run = table();
  CHECK(run.status == 3);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text("the event 'Cup'"));
}

TEST_CASE("report: the standing of an event that people played is its table") {
  const StoredEvent cup;
  cup.play();
  cup.store();
  const Run run = run_schiri({"report", "--db", cup.db, "-o", "-"});
  const Json kind = report_data(run.out).at("kinds")[0];
  CHECK(kind.at("isEvent") == true);
  const std::vector<Json> lines = json_lines(cup.out("standing", {"--format", "json"}));
  const Json& rows = kind.at("tables")[0].at("rows");
  REQUIRE(rows.size() == lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(rows[i].at("name") == lines[i].at("player"));
    CHECK(rows[i].at("place") == lines[i].at("rank"));
    CHECK(rows[i].at("points") == lines[i].at("points"));
  }
}

}  // namespace stored_event_test
