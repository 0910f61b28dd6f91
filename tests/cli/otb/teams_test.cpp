#include "tests/catch.h"
#include "tests/support/otb_event.h"

namespace otb_teams_test {

// Team events.

struct TeamEvent : OtbEvent {
  explicit TeamEvent(std::vector<std::string> options) {
    options.insert(options.begin(),
                   {"--name", "League", "--game", "creeper", "--date", "2026.05.01"});
    REQUIRE(run("new", options).status == 0);
  }
  /// Teams Aa, Bb, ... of players Aa1, Aa2, ..., by descending rating.
  TeamEvent& enter(int teams, int players) {
    std::string table = "name;rating;team\n";
    for (int t = 0; t < teams; ++t) {
      const std::string team = {static_cast<char>('A' + t), static_cast<char>('a' + t)};
      for (int p = 1; p <= players; ++p) {
        table +=
            team + std::to_string(p) + ";" + std::to_string(2000 - 50 * t - p) + ";" + team + "\n";
      }
    }
    out("enter", {"--players", "-"}, table);
    return *this;
  }
  /// The lines of the TRF file with this code.
  std::string report(const std::string& code) const {
    std::istringstream lines(out("export"));
    std::string found;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(code)) found += line + "\n";
    }
    return found;
  }
};

TEST_CASE("schiri otb: teams from entry to standing") {
  TeamEvent event({"--boards", "2", "--system", "round-robin"});
  CHECK(event.out("enter", {"Anna", "Bert", "--team", "Ulm"}) == "2 players in 1 team\n");
  CHECK(event.out("enter", {"Carl", "Dora", "--team", "Bonn"}) == "4 players in 2 teams\n");
  CHECK(event.out("pair") ==
        "League, round 1\n"
        "board  White  team  result  Black  team\n"
        "1             Ulm                  Bonn\n"
        "1.1    Anna   Ulm           Carl   Bonn\n"
        "1.2    Dora   Bonn          Bert   Ulm\n");
  CHECK_THAT(event.out("result", {"1.2", "1-0"}),
             contains_text("without a result: board 1.1 (Anna - Carl)\n"));
  CHECK(event.out("result", {"1.1", "="}) ==
        "R1 board 1.1 Anna – Carl: ½\nround 1 has all its results\n");
  CHECK_THAT(event.out("show"), contains_text("1             Ulm   0.5-1.5         Bonn\n"));
  CHECK_THAT(event.out("standing"), contains_text("rank  no  team  MP   GP  matches  wins  draws"));
  CHECK_THAT(event.out("standing", {"--format", "csv"}),
             contains_text("\n1,2,Bonn,,2,1.5,1,1,0,0,"));
  CHECK_THAT(event.out("standing", {"--players", "--format", "csv"}),
             contains_text("2,1,,Dora,Bonn,,1.0,1,1,\n2,2,,Bert,Ulm,,0.0,1,0,\n"));
  CHECK_THAT(event.out("log"), contains_text("Anna enters for Ulm\n"));
  CHECK_THAT(event.out("log"), contains_text("round 1, board 1.2: 1-0\n"));
  CHECK_THAT(event.out("standing", {"--format", "html"}),
             contains_text("<th scope=\"row\">Bonn</th>"));
}

TEST_CASE("schiri otb: an empty board is lost by forfeit, and is never open") {
  TeamEvent event({"--boards", "4", "--rounds", "3"});
  event.out("enter", {"Ulm1", "Ulm2", "Ulm3", "Ulm4", "--team", "Ulm"});
  event.out("enter", {"Bonn1", "Bonn2", "Bonn3", "--team", "Bonn"});
  CHECK(event.run("pair").err ==
        "schiri: note: 'Bonn' has no player at board 1.4 and loses it by forfeit\n");
  CHECK_THAT(event.out("show"), contains_text("(no player)"));
  CHECK_THAT(event.out("show", {"--format", "json"}), contains_text("\"black\":\"Ulm4\""));
  CHECK_THAT(event.out("result", {"1.1", "1-0", "1.2", "="}),
             contains_text("without a result: board 1.3 (Ulm3 - Bonn3)\n"));
  const Run game = event.run("result", {"1.4", "1-0"});
  CHECK(game.status == 2);
  CHECK_THAT(game.err,
             contains_text("board 1.4 has no player with White, so it is forfeited: --+"));
  // The player who is there has not come either.
  CHECK_THAT(event.out("result", {"1.4", "---"}), contains_text("R1 board 1.4 none – Ulm4"));
  CHECK_THAT(event.out("result", {"1.3", "1-0"}), contains_text("round 1 has all its results"));
}

TEST_CASE("schiri otb: cross table and cards of teams") {
  TeamEvent event({"--boards", "2", "--system", "round-robin"});
  event.enter(3, 2).out("pair");
  event.out("result", {"1.1", "1-0", "1.2", "="});
  CHECK(event.out("table", {"--format", "csv", "--columns", "-no,-rating"})
            .starts_with("line,team,against_1,against_2,against_3,match_points,game_points,"));
  CHECK_THAT(event.out("table"), contains_text("1½"));
  CHECK_THAT(event.out("cards", {"--language", "de"}), contains_text("Mannschaftskarten"));
  CHECK_THAT(event.out("cards", {"--format", "json"}),
             contains_text("\"result\":\"1.5-0.5\",\"total\":2,\"game_points\":1.5}"));
}

TEST_CASE("schiri otb: lineups and corrections and forfeits of teams") {
  TeamEvent event({"--boards", "2", "--rounds", "3"});
  event.enter(5, 2).out("pair");
  // A reserve enters late, a result is entered for the wrong board, a team forfeits.
  event.out("enter", {"Aa3", "--team", "Aa"});
  event.out("lineup", {"Aa", "Aa1", "Aa3"});
  CHECK_THAT(event.out("show"), contains_text("Aa3"));
  event.out("result", {"1.1", "1-0"});
  event.out("undo");
  event.out("result", {"1.1", "0-1", "1.2", "="});
  CHECK_THAT(event.out("result", {"2", "--+"}), contains_text("round 1 has all its results\n"));
  CHECK_THAT(event.out("show"), contains_text("0.0-2.0"));
  CHECK_THAT(event.out("show"), contains_text("bye, 1 match point"));
  CHECK_THAT(event.report("330"), contains_text("330 -+ 001 "));
  CHECK_THAT(event.report("320"), contains_text("320  1.0  1.0 005"));
  CHECK_THAT(event.report("300"), contains_text("300 001 001 003 0001 0003\n"));
  CHECK(event.report("352") == "352 WB\n");
  CHECK(event.report("082") == "082 5\n");
  CHECK_THAT(event.report("013"),
             contains_text("013 Aa" + std::string(30, ' ') + "   1    2    3\n"));
  CHECK_THAT(event.report("310"), contains_text("310   1 Aa"));
  // Teams are swapped before the round begins, and the round is paired again.
  event.out("pair");
  const std::string before = event.out("show");
  event.out("swap", {"1", "2"});
  CHECK(event.out("show") != before);
  event.out("undo");
  CHECK(event.out("show") == before);
  event.out("pair", {"--again"});
  CHECK(event.out("show") == before);
  CHECK(event.out("result", {}, "1.1 1-0\n").find("board 1.1 ") != std::string::npos);
  CHECK(event.run("check").out == "1 round, all paired according to the rules\n");
}

TEST_CASE("schiri otb: records of team games have team names and can be imported") {
  TeamEvent event({"--boards", "1", "--system", "scheveningen"});
  event.enter(2, 1).out("pair");
  event.out("result", {"1.1", "1-0"});
  const std::string records = event.out("export", {"--format", "pgn"});
  CHECK_THAT(records, contains_text("[Round \"1.1.1\"]\n"));
  CHECK_THAT(records, contains_text("[WhiteTeam \"Aa\"]\n"));
  CHECK_THAT(records, contains_text("[BlackTeam \"Bb\"]\n"));
  CHECK(run_schiri({"validate", "-"}, records).status == 0);
  CHECK_THAT(event.report("092"), contains_text("Team: Scheveningen System"));
}

TEST_CASE("schiri otb: a Scheveningen tournament with five boards") {
  TeamEvent event({"--boards", "5", "--system", "scheveningen"});
  event.enter(2, 5);
  for (int round = 1; round <= 5; ++round) {
    event.out("pair");
    event.out("result", {"1.1", "1-0", "1.2", "1-0", "1.3", "=", "1.4", "=", "1.5", "0-1"});
  }
  CHECK(event.run("pair").status == 2);
  CHECK_THAT(event.out("standing", {"--players"}), contains_text("board  rank  player  team"));
  std::istringstream lines(event.out("standing", {"--format", "csv"}));
  double points = 0;
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string cell;
    for (int i = 0; i < 6; ++i) std::getline(cells, cell, ',');
    points += std::stod(cell);
  }
  CHECK(points == 25);
}

TEST_CASE("schiri otb: the TRF file of a team event restores it") {
  const auto check = [](const TeamEvent& event, const std::string& wanted) {
    const std::string report = event.directory.write("a.trf", event.out("export"));
    const std::string again = event.directory.file("again.otb");
    const Run run = run_schiri({"otb", "import", report, "-o", again});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.out == wanted);
    CHECK(run_schiri({"otb", "export", again}).out == read_file(report));
    const std::string newer = event.out("export", {"--format", "trf26"});
    CHECK(newer.find("\n013 ") == newer.npos);
    CHECK(newer.find("\nXX") == newer.npos);
    std::filesystem::remove(again);
    CHECK(run_schiri({"otb", "import", "-", "-o", again}, newer).out == wanted);
    CHECK(run_schiri({"otb", "export", again}).out == read_file(report));
    for (const char* format : {"text", "csv"}) {
      for (const Words& which : {Words{}, Words{"--players"}}) {
        const Words words = which + Words{"--format", format};
        CHECK(run_schiri(Words{"otb", "standing", again} + words).out ==
              event.out("standing", words));
      }
    }
    std::filesystem::remove(again);
  };
  SECTION("Swiss with reserves and forfeits and empty boards and a bye") {
    TeamEvent event({"--boards", "2", "--rounds", "4"});
    event.enter(5, 3).out("pair");
    event.out("lineup", {"Aa", "Aa1", "Aa3"});
    CHECK(event.run("lineup", {"Bb", "Bb2"}).err ==
          "schiri: note: 'Bb' has no player at board 2.2 and loses it by forfeit\n");
    event.out("result", {"1.1", "0-1", "1.2", "=", "2.1", "1-0"});
    check(event, "5 teams, 15 players, 1 of 4 rounds finished\n");
    event.out("pair");
    event.out("result", {"1", "--+", "2.1", "="});
    check(event, "5 teams, 15 players, 1 of 4 rounds finished, one in progress\n");
    event.out("result", {"2.2", "---"});
    event.out("forbid", {"Aa", "Ee"});
    event.out("bye", {"Cc", "--round", "4"});
    check(event, "5 teams, 15 players, 2 of 4 rounds finished\n");
  }
  SECTION("round-robin") {
    TeamEvent event({"--boards", "3", "--system", "round-robin"});
    event.enter(4, 3).out("pair");
    event.out("result", {"1.1", "1-0", "1.2", "1-0", "1.3", "0-1", "2", "+--"});
    event.out("pair");
    check(event, "4 teams, 12 players, 1 of 3 rounds finished, one in progress\n");
  }
  SECTION("Scheveningen") {
    TeamEvent event({"--boards", "3", "--system", "scheveningen"});
    event.enter(2, 3);
    for (int round = 1; round <= 2; ++round) {
      event.out("pair");
      event.out("result", {"1.1", "1-0", "1.2", "=", "1.3", "0-1"});
    }
    check(event, "2 teams, 6 players, 2 of 3 rounds finished\n");
  }
}

TEST_CASE("schiri otb: an inconsistent TRF file of teams is refused") {
  TeamEvent event({"--boards", "2", "--rounds", "3"});
  event.enter(4, 2).out("pair");
  event.out("result", {"1.1", "1-0", "1.2", "=", "2", "+--"});
  const std::string report = event.out("export");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = report;
    const std::size_t place = text.find(from);
    REQUIRE(place != text.npos);
    return text.replace(place, from.size(), to);
  };
  const std::pair<std::string, const char*> wrong[] = {
      {with("013 Aa", "013 "), "a team has no name"},
      {report + "310   1 Xx\n", "team 1 has two lines"},
      {report + "310  17 Xx" + std::string(62, ' ') + "    1\n", "player 1 plays for two teams"},
      {report + "300 001 001 009\n", "there is no team 9"},
      {report + "300 001 001\n", "a lineup names round, team and opponent"},
      {report + "300 001 001 002 0001 0002\n", "round 1: the lines of 'Aa' and"},
      {report + "330 +x 001 001 002\n", "a forfeit is +-, -+ or --"},
      {report + "320  1.0  1.0 017\n", "there is no team 17"},
      {with("352 WB", "352 W"), "a match has 1 board, but more players play for 'Aa'"}};
  for (const auto& [text, why] : wrong) {
    CAPTURE(why);
    const std::string file = event.directory.write("wrong.trf", text);
    const std::string made = event.directory.file("made.otb");
    const Run run = run_schiri({"otb", "import", file, "-o", made});
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(why));
    CHECK_FALSE(std::filesystem::exists(made));
  }
  const Run check = run_schiri({"otb", "check", event.directory.write("a.trf", report)});
  CHECK(check.status == 0);
  CHECK(check.out == "1 round, all paired according to the rules\n");
  const std::size_t words = report.find("092 Team: Swiss-System (creeper standard)");
  std::string other = report;
  other.replace(words, 41, "092 Team Swiss");
  const Run foreign = run_schiri({"otb", "check", event.directory.write("b.trf", other)});
  CHECK(foreign.status == 3);
  CHECK_THAT(foreign.err, contains_text("it is a team event, and its system is not one of"));
  const std::string points = with("2.0    1.5", "1.0    1.5");
  const Run wrong_points = run_schiri({"otb", "check", event.directory.write("c.trf", points)});
  CHECK(wrong_points.status == 1);
  CHECK_THAT(wrong_points.out, contains_text(": match_points 1.0, expected 2.0\n"));
}

}  // namespace otb_teams_test
