#include "notation/trf/trf.h"

#include <cstdio>
#include <cstring>

#include "core/pairing/swiss_simulation.h"
#include "notation/trf/trf_writer.h"
#include "tests/catch.h"
#include "tests/data.h"

using namespace schiri;

namespace {

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

std::vector<std::size_t> paired_in(const TrfTournament& told, std::uint64_t round) {
  std::vector<std::size_t> present;
  for (std::size_t p = 0; p < told.players.size(); ++p) {
    if (was_paired(told.history.entry(p, round).result)) present.push_back(p);
  }
  return present;
}

}  // namespace

TEST_CASE("trf: tournaments of a known program are paired alike, round by round") {
  for (const char* name :
       {"d007-04-154", "d011-07-103", "d016-09-113", "d025-11-114", "d040-11-131", "d064-09-149"}) {
    const TrfTournament told = read_trf(read_data("pairings/" + std::string(name) + ".trf"));
    REQUIRE(told.contradictions.empty());
    REQUIRE(told.rounds == told.history.rounds_planned);
    for (std::uint64_t round = 1; round <= told.rounds; ++round) {
      INFO(name << ", round " << round);
      const auto made = pair_dutch(told.history, round, paired_in(told, round));
      REQUIRE(made);
      std::size_t alike = 0;
      for (const auto& [white, black] : made->pairs) {
        const PlayedRound played = told.history.entry(white, round);
        alike += played.opponent == black && played.colour == Side::white;
      }
      REQUIRE(alike == made->pairs.size());
      if (made->bye) {
        REQUIRE(told.history.entry(*made->bye, round).result == RoundResult::paired_bye);
      }
    }
  }
}

TEST_CASE("trf: what is told of players, with characters of any width, and lines of any end") {
  for (const char* end : {"\n", "\r", "\r\n"}) {
    std::string text = "012 Cup\n" + player(2, "Bj\u00f6rn", "0.0", {"   1 b 0"}) +
                       player(1, "Anna", "1.0", {"   2 w 1"}) + "022 Town\n";
    // The name's column has one byte more than characters.
    text.insert(text.find("Bj\u00f6rn") + 6, " ");
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += std::strlen(end)) {
      text.replace(at, 1, end);
    }
    const TrfTournament told = read_trf(text);
    REQUIRE(told.name == "Cup");
    REQUIRE(told.about == std::vector<std::pair<std::string, std::string>>{{"022", "Town"}});
    REQUIRE(told.players[0].name == "Anna");
    REQUIRE(told.players[1].name == "Bj\u00f6rn");
    REQUIRE(told.players[1].rating == 1900);
    REQUIRE(told.players[0].points == 10);
    REQUIRE(told.history.entry(1, 1) == PlayedRound{RoundResult::loss, 0, Side::black});
  }
}

TEST_CASE("trf: each code of results") {
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
    const TrfTournament told =
        read_trf(player(1, "Anna", "0.0", {row.cell, "0000 - Z"}) + player(2, "Bert", "0.0", {}));
    REQUIRE(told.history.entry(0, 1).result == row.result);
    REQUIRE(told.history.entry(1, 1).result == RoundResult::absent);
  }
}

TEST_CASE("trf: rules of the event") {
  const auto history = [](const std::string& more) { return read_trf(two_players(more)).history; };
  REQUIRE(history("").rounds_planned == 1);
  REQUIRE(history("XXR 7\n").rounds_planned == 7);
  REQUIRE(history("142 7\n").rounds_planned == 7);
  REQUIRE(history("152 B\n").initial_colour == Side::black);
  REQUIRE(history("XXC rank white1\n").initial_colour == Side::white);
  REQUIRE_FALSE(history("").initial_colour);
  REQUIRE(history("162  W 3.0    D 1.0\n").points == PointSystem{30, 10, 0, 0, 0, {}});
  REQUIRE(history("162  W 1.0    P 0.5    Z 0.5\n").points == PointSystem{10, 5, 0, 5, 5, 5});
  REQUIRE(history("BBW  3.0\nBBD  1.0\nBBL  0.5\nBBZ  0.1\nBBF  0.2\nBBU  2.0\n").points ==
          PointSystem{30, 10, 5, 1, 2, 20});
  REQUIRE(history("XXP 1 2\n").forbidden[0].players == std::vector<std::size_t>{0, 1});
  REQUIRE(history("260   2   3    1    2\n").forbidden[0].first_round == 2);
  REQUIRE(history("260   2   3    1    2\n").forbidden[0].last_round == 3);
  REQUIRE(history("XXR 3\nXXA    1  1.0  0.5\n").virtual_score(0, 2) == 5);
  REQUIRE(history("XXR 3\nXXA    1  1.0  0.5\n").virtual_score(0, 3) == 0);
  REQUIRE(history("250       1.0   1   2    1    1\n").virtual_score(0, 2) == 10);
  REQUIRE(history("250       1.0   1   2    1    1\n").virtual_score(1, 2) == 0);
  REQUIRE(history("XXR 3\n192 FIDE_DUTCH_2025_BAKU\n").virtual_score(0, 1) == 10);
  REQUIRE(history("XXR 3\n192 FIDE_DUTCH_2025_BAKU\n").virtual_score(0, 2) == 5);
  REQUIRE(history("XXR 3\n192 FIDE_DUTCH_2025_BAKU\n").virtual_score(1, 1) == 0);
  REQUIRE(read_trf(two_players("240 H   2    1\n")).byes[0].round == 2);
  REQUIRE(read_trf(player(2, "B", "0.0", {}) + player(1, "A", "0.0", {}) + "XXC rank\n")
              .players[0]
              .id == 2);
}

TEST_CASE("trf: a column of byes alone, and a round with open games, are not finished rounds") {
  const TrfTournament byes = read_trf(player(1, "Anna", "1.0", {"   2 w 1", "0000 - H"}) +
                                      player(2, "Bert", "0.0", {"   1 b 0"}));
  REQUIRE(byes.rounds == 1);
  REQUIRE(byes.byes.size() == 1);
  REQUIRE(byes.byes[0].kind == 'H');
  const TrfTournament open = read_trf(player(1, "Anna", "1.0", {"   2 w 1", "   2 b  "}) +
                                      player(2, "Bert", "0.0", {"   1 b 0", "   1 w  "}));
  REQUIRE(open.rounds == 1);
}

TEST_CASE("trf: lines that contradict each other are told once") {
  const char* cells[][2] = {{"   2 w 1", "   1 w 0"},
                            {"   2 w 1", "   1 b 1"},
                            {"   2 w 1", "0000 - Z"},
                            {"   2 w +", "   1 b +"},
                            {"   2 w 1", "   1 b -"}};
  for (const auto& [white, black] : cells) {
    INFO(white << " / " << black);
    const TrfTournament told =
        read_trf(player(1, "Anna", "1.0", {white}) + player(2, "Bert", "0.0", {black}));
    REQUIRE(told.contradictions.size() == 1);
  }
}

TEST_CASE("trf: what does not belong is refused with its line") {
  struct Row {
    std::string text;
    std::size_t line;
  };
  const Row rows[] = {{"", 1},
                      {"012 Cup\n", 1},
                      {two_players("XXR x\n"), 3},
                      {two_players("152 Q\n"), 3},
                      {two_players("XXP 1 3\n"), 3},
                      {two_players("013\n"), 3},
                      {two_players("013 Team" + std::string(28, ' ') + "   1    9\n"), 3},
                      {two_players("013 Team" + std::string(28, ' ') + "   1    1\n"), 3},
                      {two_players("300 001 001\n"), 3},
                      {two_players("300 x 001 002\n"), 3},
                      {two_players("330 +- 001 001\n"), 3},
                      {two_players("BBW 1.25\n"), 3},
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
      FAIL("it was taken");
    } catch (const TrfError& error) {
      REQUIRE(error.line == row.line);
    }
  }
}

TEST_CASE("trf: what is written is read back") {
  SimulationTerms terms;
  terms.players = 21;
  terms.rounds = 5;
  terms.late_entries = 20;
  terms.baku = true;
  const SimulatedEvent event = simulate_swiss(terms);
  TrfTournament told;
  told.name = "Cup";
  told.about = {{"022", "Ulm"}};
  told.history = event.history;
  told.history.points = {30, 10, 0, 1, 2, 20};
  for (auto& rounds : told.history.virtual_points) {
    for (int& points : rounds) points *= 3;
  }
  told.history.forbidden = {{{0, 4}, 1, UINT64_MAX}, {{1, 2, 3}, 2, 3}};
  told.rounds = event.rounds;
  for (std::size_t p = 0; p < 21; ++p) {
    told.players.push_back(
        {p + 1, "w", "WGM", "Bj\u00f6rn", 1500, "GER", "12345", "1990/01/02", {}, {}});
  }
  const TrfTournament read = read_trf(write_trf(told));
  REQUIRE(read.contradictions.empty());
  REQUIRE(read.name == "Cup");
  REQUIRE(read.about == told.about);
  REQUIRE(read.rounds == told.rounds);
  REQUIRE(read.history.points == told.history.points);
  REQUIRE(read.history.virtual_points == told.history.virtual_points);
  REQUIRE(read.history.initial_colour == told.history.initial_colour);
  REQUIRE(read.history.players == told.history.players);
  REQUIRE(read.history.forbidden.size() == 2);
  const TrfPlayer& player = read.players[3];
  REQUIRE(player.name == "Bj\u00f6rn");
  REQUIRE(player.title == "WGM");
  REQUIRE(player.fide_id == "12345");
  REQUIRE(player.birth == "1990/01/02");
  REQUIRE(player.points == told.history.points_before(3, told.rounds + 1));
}
