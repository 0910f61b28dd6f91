#include "tests/catch.h"
#include "tests/support/database.h"
#include "tests/support/otb_event.h"

namespace withdrawal_test {

// A player who leaves a round-robin: all lists, the report and its import agree (FIDE C.05).

/// A round-robin of six in which F leaves after some rounds; White wins all games.
struct Table : OtbEvent {
  explicit Table(int rounds_played) {
    run("new", {"--name", "T", "--game", "creeper", "--system", "round-robin"});
    for (int i = 0; i < 6; ++i) {
      out("enter",
          {std::string(1, static_cast<char>('A' + i)), "--rating", std::to_string(2000 - 100 * i)});
    }
    for (int round = 1; round <= rounds_played; ++round) play(3);
    out("withdraw", {"F"});
  }

  void play(int boards) const {
    out("pair");
    for (int board = 1; board <= boards; ++board) {
      out("result", {std::to_string(board), "1-0"});
    }
  }

  std::map<std::string, std::string> points_by(const std::string& command, const char* key) const {
    std::map<std::string, std::string> points;
    for (const Json& row : json_lines(out(command, {"--format", "json"}))) {
      if (!row.at(key).is_null()) points[row.at("player").text()] = row.at(key).dump();
    }
    return points;
  }

  /// Columns of points in the report, by player.
  std::map<std::string, std::string> points_in_report() const {
    std::map<std::string, std::string> points;
    std::istringstream lines(out("export"));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("001")) points[line.substr(14, 1)] = line.substr(81, 3);
    }
    return points;
  }

  /// At the end of an event, a report has no word for a withdrawal whose games count.
  void check_agreement(bool has_remark = true) const {
    const auto standing = points_by("standing", "points");
    CHECK(points_by("table", "points") == standing);
    CHECK(points_by("cards", "total") == standing);
    CHECK(points_in_report() == standing);
    out("check");
    const std::string report = directory.write("t.trf", out("export"));
    const std::string again = directory.file("again.otb");
    const Run import = run_schiri({"otb", "import", report, "-o", again});
    CHECK(import.err == "");
    REQUIRE(import.status == 0);
    for (const char* list : {"standing", "table", "cards"}) {
      if (has_remark) CHECK(run_schiri({"otb", list, again}).out == out(list));
    }
    CHECK(run_schiri({"otb", "export", again}).out == out("export"));
    CHECK(run_schiri({"otb", "check", again}).status == 0);
    std::filesystem::remove(again);
  }
};

TEST_CASE("schiri otb: games of a player who leaves a round-robin early count in no list") {
  const Table table(2);
  table.check_agreement();
  table.out("pair");
  const auto rows = json_lines(table.out("show", {"--format", "json"}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[2].at("board").is_null());
  CHECK(rows[2].at("result") == "free");
  CHECK_THAT(table.out("cards", {"F"}), contains_text("withdrawn, its games do not count"));
  CHECK_THAT(table.out("cards", {"A"}), contains_text("1 (does not count)"));
  table.out("result", {"1", "1-0", "2", "1-0"});
  table.check_agreement();
  table.play(2);
  table.play(2);
  table.check_agreement();
  CHECK_THAT(table.out("standing"), contains_text("withdrawn, its games do not count"));
}

TEST_CASE("schiri otb: opponents of a player who leaves a round-robin late win in every list") {
  const Table table(3);
  table.out("pair");
  const auto rows = json_lines(table.out("show", {"--format", "json"}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[2].at("board") == 3);
  const bool white_left = rows[2].at("white") == "F";
  CHECK(rows[2].at("result") == (white_left ? "--+" : "+--"));
  const std::string opponent = rows[2].at(white_left ? "black" : "white").text();
  table.out("result", {"1", "1-0", "2", "1-0"});
  const std::string report = table.out("export");
  const std::size_t line = report.find("      " + opponent + "      ");
  REQUIRE(line != report.npos);
  CHECK(report.substr(report.find('\n', line) - 8, 8) == (white_left ? "   6 b +" : "   6 w +"));
  table.check_agreement();
  table.play(2);
  CHECK(table.run("result", {"3", "1-0"}).status == 2);
  table.check_agreement(false);
  const auto cells = json_lines(table.out("table", {"--format", "json"}));
  int walkovers = 0;
  for (const Json& row : cells) {
    for (const auto& [key, value] : row.members()) {
      walkovers += key.starts_with("against_") && value == "+";
    }
  }
  CHECK(walkovers == 2);
}

TEST_CASE("schiri otb: lists mark who has withdrawn, is absent or comes late") {
  const OtbEvent cup;
  cup.out("new", {"--name", "Cup", "--game", "creeper", "--rounds", "4"});
  cup.out("enter", {"Anna", "Bert", "Carla", "Dora"});
  CHECK_THAT(cup.out("players"), !contains_text("remark"));
  cup.out("pair");
  cup.out("result", {"1", "1-0", "2", "1-0"});
  cup.out("enter", {"Emil"});
  cup.out("withdraw", {"Bert"});
  cup.out("bye", {"Carla"});
  cup.out("bye", {"Dora", "--zero", "--round", "3"});
  cup.out("bye", {"Dora", "--zero"});
  for (const std::string list : {"standing", "players", "table"}) {
    CAPTURE(list);
    std::map<std::string, std::string> remarks;
    for (const Json& row : json_lines(cup.out(list, {"--format", "json"}))) {
      remarks[row.at("player").text()] = row.at("remark").is_null() ? "" : row.at("remark").text();
    }
    CHECK(remarks["Anna"] == "");
    CHECK(remarks["Bert"] == "withdrawn");
    CHECK(remarks["Carla"] == "half-point bye in round 2");
    CHECK(remarks["Dora"] == "absent in round 2, 3");
    CHECK(remarks["Emil"] == "from round 2");
  }
  // Also while the round is played, but not in the standing after an earlier one.
  cup.out("pair");
  CHECK_THAT(cup.out("standing"), contains_text("half-point bye in round 2"));
  cup.out("result", {"1", "1-0"});
  CHECK_THAT(cup.out("standing"), !contains_text("half-point bye"));
  CHECK_THAT(cup.out("standing"), contains_text("absent in round 3"));
  CHECK_THAT(cup.out("standing", {"--round", "1"}), !contains_text("absent"));
  cup.out("withdraw", {"Anna"});
  const std::string first = cup.out("standing", {"--round", "1"});
  CHECK(first.find("withdrawn") > first.find("Bert"));
  CHECK(first.find("withdrawn") == first.rfind("withdrawn"));
  const std::string site = cup.directory.file("site");
  cup.out("publish", {"-o", site, "--language", "en"});
  for (const char* page : {"/standing.html", "/players.html"}) {
    CHECK_THAT(read_file(site + page), contains_text("absent in round 3"));
    CHECK_THAT(read_file(site + page), contains_text("withdrawn"));
  }
}

TEST_CASE("schiri otb: rounds of a knockout have the same word for each of their games") {
  const OtbEvent event;
  event.run("new", {"--name", "T", "--game", "creeper", "--system", "knockout", "--games", "2"});
  for (int i = 0; i < 16; ++i) event.out("enter", {"P" + std::to_string(i)});
  for (const char* title : {"Achtelfinale)", "Achtelfinale, 2. Partie)"}) {
    CHECK_THAT(event.out("pair", {"--language", "de"}), contains_text(title));
    for (int board = 1; board <= 8; ++board) event.out("result", {std::to_string(board), "="});
  }
}

}  // namespace withdrawal_test
