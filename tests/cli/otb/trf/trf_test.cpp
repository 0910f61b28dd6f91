#include "cli/otb/trf/trf.h"

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/pattern.h"
#include "tests/programs/swiss_simulation.h"

namespace trf_test {

using namespace schiri::otb;

/// A player's line with its rounds, as `   2 w 1`.
std::string player(std::size_t id, const std::string& name, const std::string& points,
                   const std::vector<std::string>& rounds) {
  char text[128];
  std::snprintf(text, sizeof text, "001 %4zu      ", id);
  std::string line = text + name;
  line.resize(line.size() + 33 - std::min<std::size_t>(name.size(), 33), ' ');
  line += " 1900" + std::string(28, ' ');
  line += std::string(4 - points.size(), ' ') + points + "    1";
  for (const std::string& round : rounds) line += "  " + round;
  return line + "\n";
}

std::string two_players(const std::string& more) {
  return player(1, "Anna", "1.0", {"   2 w 1"}) + player(2, "Bert", "0.0", {"   1 b 0"}) + more;
}

std::vector<std::size_t> paired_in(const TrfReport& tournament, std::uint64_t round) {
  std::vector<std::size_t> present;
  for (std::size_t p = 0; p < tournament.players.size(); ++p) {
    if (was_paired(tournament.history.entry(p, round).result)) present.push_back(p);
  }
  return present;
}

TEST_CASE("trf: tournaments of another pairing program are paired identically") {
  for (const char* name :
       {"d007-04-154", "d011-07-103", "d016-09-113", "d025-11-114", "d040-11-131", "d064-09-149"}) {
    const TrfReport tournament = read_trf(read_data("pairings/" + std::string(name) + ".trf"));
    REQUIRE(tournament.contradictions.empty());
    REQUIRE(tournament.rounds == tournament.history.rounds_planned);
    for (std::uint64_t round = 1; round <= tournament.rounds; ++round) {
      INFO(name << ", round " << round);
      const auto made = pair_dutch(tournament.history, round, paired_in(tournament, round));
      REQUIRE(made);
      std::size_t alike = 0;
      for (const auto& [white, black] : made->pairs) {
        const PlayedRound played = tournament.history.entry(white, round);
        alike += played.opponent == black && played.colour == Side::white;
      }
      REQUIRE(alike == made->pairs.size());
      if (made->bye) {
        REQUIRE(tournament.history.entry(*made->bye, round).result == RoundResult::paired_bye);
      }
    }
  }
}

TEST_CASE("trf: players' data is read for wide characters and all line ends") {
  for (const char* end : {"\n", "\r", "\r\n"}) {
    std::string text = "012 Cup\n" + player(2, "Bj\u00f6rn", "0.0", {"   1 b 0"}) +
                       player(1, "Anna", "1.0", {"   2 w 1"}) + "022 Town\n";
    // The name has one byte more than characters, so the column is one byte wider.
    text.insert(text.find("Bj\u00f6rn") + 6, " ");
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += std::strlen(end)) {
      text.replace(at, 1, end);
    }
    const TrfReport tournament = read_trf(text);
    REQUIRE(tournament.name == "Cup");
    REQUIRE(tournament.about == std::vector<std::pair<std::string, std::string>>{{"022", "Town"}});
    REQUIRE(tournament.players[0].name == "Anna");
    REQUIRE(tournament.players[1].name == "Bj\u00f6rn");
    REQUIRE(tournament.players[1].rating == 1900);
    REQUIRE(tournament.players[0].points == 10);
    REQUIRE(tournament.history.entry(1, 1) == PlayedRound{RoundResult::loss, 0, Side::black});
  }
}

TEST_CASE("trf: each result code is read") {
  struct Row {
    const char* cell;
    RoundResult result;
  };
  const Row rows[] = {
      {"0000 - U", RoundResult::paired_bye},  {"0000 - H", RoundResult::half_bye},
      {"0000 - F", RoundResult::full_bye},    {"0000 - Z", RoundResult::absent},
      {"0000 - -", RoundResult::absent},      {"0000 - +", RoundResult::paired_bye},
      {"0000 - =", RoundResult::half_bye},    {"        ", RoundResult::absent},
      {"   2 w 1", RoundResult::win},         {"   2 b W", RoundResult::win},
      {"   2 w =", RoundResult::draw},        {"   2 w D", RoundResult::draw},
      {"   2 w 0", RoundResult::loss},        {"   2 w L", RoundResult::loss},
      {"   2 w +", RoundResult::forfeit_win}, {"   2 - -", RoundResult::forfeit_loss}};
  for (const Row& row : rows) {
    INFO(row.cell);
    const TrfReport tournament =
        read_trf(player(1, "Anna", "0.0", {row.cell, "0000 - Z"}) + player(2, "Bert", "0.0", {}));
    REQUIRE(tournament.history.entry(0, 1).result == row.result);
    REQUIRE(tournament.history.entry(1, 1).result == RoundResult::absent);
  }
}

TEST_CASE("trf: settings of the event are read") {
  const auto history = [](const std::string& more) { return read_trf(two_players(more)).history; };
  REQUIRE(history("").rounds_planned == 1);
  REQUIRE(history("XXR 7\n").rounds_planned == 7);
  REQUIRE(history("XXC rank white1\n").initial_colour == Side::white);
  REQUIRE_FALSE(history("").initial_colour);
  REQUIRE(history("BBW  3.0\nBBD  1.0\nBBL  0.5\nBBZ  0.1\nBBF  0.2\nBBU  2.0\n").points ==
          PointSystem{30, 10, 5, 1, 2, 20});
  REQUIRE(history("XXP 1 2\n").forbidden[0].players == std::vector<std::size_t>{0, 1});
  REQUIRE(history("260   2   3    1    2\n").forbidden[0].first_round == 2);
  REQUIRE(history("260   2   3    1    2\n").forbidden[0].last_round == 3);
  REQUIRE(read_trf(two_players("240 H   2    1\n")).byes[0].round == 2);
  REQUIRE(read_trf(player(2, "B", "0.0", {}) + player(1, "A", "0.0", {}) + "XXC rank\n")
              .players[0]
              .id == 2);
}

TEST_CASE("trf: rounds with byes only or open games are not finished") {
  const TrfReport byes = read_trf(player(1, "Anna", "1.0", {"   2 w 1", "0000 - H"}) +
                                  player(2, "Bert", "0.0", {"   1 b 0"}));
  REQUIRE(byes.rounds == 1);
  REQUIRE(byes.byes.size() == 1);
  REQUIRE(byes.byes[0].kind == RoundResult::half_bye);
  const TrfReport open = read_trf(player(1, "Anna", "1.0", {"   2 w 1", "   2 b  "}) +
                                  player(2, "Bert", "0.0", {"   1 b 0", "   1 w  "}));
  REQUIRE(open.rounds == 1);
}

TEST_CASE("trf: comments have the boards of a round in progress") {
  const std::string three = player(1, "Anna", "1.0", {"   2 w 1"}) +
                            player(2, "Bert", "0.0", {"   1 b 0"}) +
                            player(3, "Carla", "1.0", {"0000 - U"});
  const TrfReport open =
      read_trf("XXR 3\n### open 2 3 1 1/2-1/2\n### open 2 2 - U\n### open 9 1 2\n" + three);
  CHECK(open.rounds == 1);
  REQUIRE(open.open_round.size() == 3);
  CHECK(open.open_round[0].opponent == 2);
  CHECK(open.open_round[0].colour == Side::black);
  CHECK(open.open_round[0].result == RoundResult::draw);
  CHECK(open.open_round[1].result == RoundResult::paired_bye);
  CHECK_FALSE(open.open_round[1].opponent);
  CHECK(open.open_tables == std::vector<std::size_t>{1, 0, 1});
  CHECK_FALSE(read_trf("### open 2 1 2\n" + three).open_round[0].result);
  for (const char* words :
       {"", "### open", "### open 2", "### open 2 1", "### open 2 1 2 3-0", "### open 2 x 2",
        "### open 2 1 - Q", "### open 2 - 1 U", "### open 0 1 2", "### open 1 1 2",
        "### open 3 1 2", "### opening 2 1 2", "### open 2 1 2 1-0 0", "### a remark"}) {
    CAPTURE(words);
    CHECK(read_trf(words + ("\n" + three)).open_round.empty());
  }
  CHECK_THROWS_AS(read_trf("### open 2 1 7\n" + three), TrfError);
}

TEST_CASE("trf: JaVaFo's line of absent players is about the next round") {
  const std::string two = two_players("XXR 3\nXXZ 2\n240 H   2    1\n");
  const TrfReport tournament = read_trf(two + "XXZ 1\n");
  REQUIRE(tournament.byes.size() == 2);
  CHECK(tournament.byes[0].kind == RoundResult::half_bye);
  CHECK(tournament.byes[0].player == 0);
  CHECK(tournament.byes[1].kind == RoundResult::absent);
  CHECK(tournament.byes[1].player == 1);
  CHECK(tournament.byes[1].round == 2);
  CHECK(tournament.about.empty());
  CHECK_THROWS_AS(read_trf(two + "XXZ 3\n"), TrfError);
}

TEST_CASE("trf: contradictory lines are reported once") {
  const char* cells[][2] = {{"   2 w 1", "   1 w 0"}, {"   2 w 1", "   1 b 1"},
                            {"   2 w 1", "0000 - Z"}, {"   2 w +", "   1 b +"},
                            {"   2 w 1", "   1 b -"}, {"   2 w 1", "   1 b  "},
                            {"   2 w 1", "        "}};
  for (const auto& [white, black] : cells) {
    INFO(white << " / " << black);
    const TrfReport tournament =
        read_trf(player(1, "Anna", "1.0", {white}) + player(2, "Bert", "0.0", {black}));
    REQUIRE(tournament.contradictions.size() == 1);
  }
}

TEST_CASE("trf: invalid files are rejected with a line number") {
  struct Row {
    std::string text;
    std::size_t line;
  };
  const Row rows[] = {{"", 1},
                      {"012 Cup\n", 1},
                      {two_players("XXR x\n"), 3},
                      {two_players("XXP 1 3\n"), 3},
                      {two_players("BBW 1.25\n"), 3},
                      {two_players("240 U   2    1\n"), 3},
                      {two_players("240     2    1\n"), 3},
                      {two_players(player(1, "Again", "0.0", {})), 3},
                      {player(1, "Anna", "0.0", {"   2 w 1"}), 1},
                      {player(1, "Anna", "0.0", {"   1 w 1"}), 1},
                      {player(1, "Anna", "0.0", {"   2 x 1"}), 1},
                      {player(1, "Anna", "0.0", {"0000 w 1"}), 1},
                      {player(0, "Anna", "0.0", {}), 1}};
  for (const Row& row : rows) {
    INFO(row.text);
    try {
      read_trf(row.text);
      FAIL("the file was accepted");
    } catch (const TrfError& error) {
      REQUIRE(error.line == row.line);
    }
  }
}

TEST_CASE("trf: reports of teams, knockouts, accelerated rounds and TRF26 are refused") {
  for (const char* code : {"013",
                           "142",
                           "152",
                           "162",
                           "172",
                           "192",
                           "202",
                           "212",
                           "222",
                           "250",
                           "300",
                           "310",
                           "320",
                           "330",
                           "352",
                           "362",
                           "XXA",
                           "092 Team: Swiss-System",
                           "092 Schweizer Team",
                           "092 SCHEVENINGEN",
                           "092 Knock-out"}) {
    CAPTURE(code);
    try {
      read_trf(two_players(code + std::string(" 1\n")));
      FAIL("the file was accepted");
    } catch (const TrfError& error) {
      CHECK(error.line == 3);
      CHECK_THAT(error.what(),
                 contains_text(std::string(code).substr(0, 3) == "092" ? "its system" : code));
    }
  }
}

TEST_CASE("trf: a column that must be blank and is not is an error with its column") {
  const std::string good = two_players("");
  for (const std::size_t column :
       std::vector<std::size_t>{4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91, 96, 98}) {
    CAPTURE(column);
    std::string bad = good;
    bad[column - 1] = 'x';
    try {
      read_trf(bad);
      FAIL("the file was accepted");
    } catch (const TrfError& error) {
      CHECK(error.line == 1);
      CHECK_THAT(error.what(),
                 contains_text("column " + std::to_string(column) + " must be blank"));
    }
  }
}

TEST_CASE("trf: a bye of the pairing without a board does not finish a round") {
  const std::string two =
      player(1, "Anna", "1.0", {"   2 w 1"}) + player(2, "Bert", "0.0", {"   1 b 0"});
  const TrfReport lone = read_trf(two + player(3, "Carla", "1.0", {"0000 - U", "0000 - U"}));
  CHECK(lone.rounds == 1);
  REQUIRE(lone.byes.size() == 1);
  CHECK(lone.byes[0].kind == RoundResult::paired_bye);
  CHECK(lone.byes[0].round == 2);
  // Among other byes as well, but not if everybody has an entry.
  const std::string bert = player(2, "Bert", "0.0", {"   1 b 0", "0000 - H"});
  const std::string carla = player(3, "Carla", "1.0", {"0000 - U", "0000 - U"});
  CHECK(read_trf(player(1, "Anna", "1.0", {"   2 w 1"}) + bert + carla).rounds == 1);
  CHECK(read_trf(player(1, "Anna", "1.0", {"   2 w 1", "0000 - Z"}) + bert + carla).rounds == 2);
}

TEST_CASE("trf: a simulated tournament is read as it was played") {
  SimulationTerms terms;
  terms.players = 21;
  terms.rounds = 5;
  terms.late_entries = 20;
  const SimulatedEvent event = simulate_swiss(terms);
  const TrfReport read = read_trf(simulated_trf(event, "Cup"));
  REQUIRE(read.contradictions.empty());
  REQUIRE(read.name == "Cup");
  REQUIRE(read.rounds == event.rounds);
  REQUIRE(read.history.rounds_planned == 5);
  REQUIRE(read.history.initial_colour == event.history.initial_colour);
  REQUIRE(read.history.players == event.history.players);
  REQUIRE(read.players[3].name == "Player 4");
  REQUIRE(read.players[3].rating == event.ratings[3]);
  REQUIRE(read.players[3].points == event.history.points_before(3, event.rounds + 1));
}

}  // namespace trf_test
