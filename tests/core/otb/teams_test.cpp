#include "core/otb/teams.h"

#include <map>

#include "core/base/random.h"
#include "core/otb/event.h"
#include "core/otb/knockout.h"
#include "core/otb/pairing.h"
#include "core/otb/standing.h"
#include "tests/catch.h"

namespace otb_teams_test {

// Team events, and the Scheveningen tables.

using namespace schiri::otb;

otb::Terms terms_of(System system, std::uint64_t boards, std::uint64_t rounds = 5) {
  otb::Terms terms{system, rounds};
  terms.boards = boards;
  return terms;
}

/// Teams A, B, C ... of players A1, A2 ...; the players of A have the highest ratings.
Event teams_of(const otb::Terms& terms, std::size_t teams, std::size_t players) {
  Event event(terms);
  for (std::size_t t = 0; t < teams; ++t) {
    const std::string team(1, static_cast<char>('A' + t));
    for (std::size_t p = 1; p <= players; ++p) {
      Entry player{team + std::to_string(p), static_cast<int>(2000 - 50 * t - p)};
      player.team = team;
      event.enter(player);
    }
  }
  return event;
}

/// The games of the last round, `A1-B1 B2-A2 | C1-D1 ...`. A `-` stands for a missing player.
std::string games_text(const Event& event) {
  const auto people = players(event);
  const auto name = [&](const std::optional<std::size_t>& person) {
    return person ? people[*person].name : "";
  };
  std::string text;
  for (const TableGame& game : games(event, event.rounds().size())) {
    if (!text.empty()) text += game.board == 1 ? " | " : " ";
    text += name(game.white) + "-" + name(game.black);
  }
  return text;
}

void pair(Event& event) { event.add_round(otb::pair(event)); }

/// Enters results of the last round from the first board on: `1`, `=`, `0` for White.
void enter_results(Event& event, const std::string& signs) {
  std::uint64_t number = 0;
  for (const char sign : signs) {
    if (sign == ' ') continue;
    event.set_result(event.rounds().size(), ++number,
                     sign == '1'   ? BoardResult::white_wins
                     : sign == '0' ? BoardResult::black_wins
                                   : BoardResult::draw);
  }
}

/// The standing, `A 4/6.5 B ...`, with match points and game points.
std::string standing_text(const Event& event) {
  std::ostringstream text;
  for (const StandingRow& line : standing(event, event.rounds().size())) {
    text << event.entrants()[line.entrant].name << ' ' << line.points << '/' << line.game_points
         << ' ';
  }
  return text.str();
}

void check_fails(const std::string& why, const std::function<void()>& action) {
  try {
    action();
    FAIL("the action succeeded: " << why);
  } catch (const EventError& error) {
    CHECK_THAT(std::string(error.what()), contains_text(why));
  }
}

TEST_CASE("scheveningen: the tables agree with published ones") {
  const struct {
    std::size_t players;
    std::vector<std::string> rounds;
  } tables[] = {{2, {"A1-B1 A2-B2", "B2-A1 B1-A2"}},
                {3, {"A1-B1 A2-B2 B3-A3", "B2-A1 A2-B3 B1-A3", "A1-B3 B1-A2 A3-B2"}},
                {4,
                 {"A1-B1 A2-B2 B3-A3 B4-A4", "B2-A1 B1-A2 A3-B4 A4-B3", "A1-B3 A2-B4 B1-A3 B2-A4",
                  "B4-A1 B3-A2 A3-B2 A4-B1"}},
                {5,
                 {"A1-B1 A2-B2 A3-B3 B4-A4 B5-A5", "B2-A1 B3-A2 A3-B4 A4-B5 B1-A5",
                  "A1-B3 A2-B4 B5-A3 B1-A4 A5-B2", "B4-A1 A2-B5 A3-B1 B2-A4 B3-A5",
                  "A1-B5 B1-A2 B2-A3 A4-B3 A5-B4"}},
                {6,
                 {"A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6", "B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6",
                  "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6", "B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5",
                  "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6", "B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3"}}};
  for (const auto& [players, rounds] : tables) {
    otb::Terms terms = terms_of(System::round_robin, players);
    terms.is_scheveningen = true;
    Event event = teams_of(terms, 2, players);
    for (const std::string& round : rounds) {
      pair(event);
      CHECK(games_text(event) == round);
      enter_results(event, std::string(players, '1'));
    }
    CHECK(event.is_over());
  }
  CHECK(scheveningen_seat(7, 5, 2) == ScheveningenSeat{0, true});
  CHECK(scheveningen_seat(8, 7, 4) == ScheveningenSeat{3, true});
}

TEST_CASE("scheveningen: each player meets every opponent with balanced colours") {
  for (std::size_t players = 1; players <= 26; ++players) {
    std::set<std::pair<std::size_t, std::size_t>> met;
    std::vector<std::size_t> first(players), second(players);
    for (std::size_t round = 0; round < players; ++round) {
      std::set<std::size_t> opponents;
      for (std::size_t player = 0; player < players; ++player) {
        const auto seat = scheveningen_seat(players, round, player);
        opponents.insert(seat.opponent);
        met.insert({player, seat.opponent});
        ++(seat.has_white ? first[player] : second[seat.opponent]);
      }
      CHECK(opponents.size() == players);
      CHECK(scheveningen_seat(players, round, 0) == ScheveningenSeat{round, round % 2 == 0});
    }
    CAPTURE(players);
    CHECK(met.size() == players * players);
    for (const std::size_t whites : first)
      CHECK((whites == players / 2 || whites == (players + 1) / 2));
    for (const std::size_t whites : second)
      CHECK((whites == players / 2 || whites == (players + 1) / 2));
  }
}

TEST_CASE("otb teams: matches follow Berger tables and colours alternate by board") {
  Event event = teams_of(terms_of(System::round_robin, 2), 4, 2);
  CHECK(event.planned_rounds() == 3);
  pair(event);
  CHECK(games_text(event) == "A1-D1 D2-A2 | B1-C1 C2-B2");
  enter_results(event, "1= ==");
  CHECK(event.rounds()[0].is_complete());
  CHECK(standing_text(event) == "A 2/1.5 B 1/1 C 1/1 D 0/0.5 ");
  pair(event);
  CHECK(games_text(event) == "D1-C1 C2-D2 | A1-B1 B2-A2");
  enter_results(event, "11 01");
  // Two game points each are a drawn match.
  CHECK(event.rounds()[1].boards[0].result == BoardResult::draw);
  CHECK(event.rounds()[1].boards[1].result == BoardResult::black_wins);
  CHECK(standing_text(event) == "B 3/3 C 2/2 A 2/1.5 D 1/1.5 ");
}

TEST_CASE("otb teams: the Dutch system never repeats a pair and a free team scores a drawn match") {
  Event event = teams_of(terms_of(System::dutch, 3, 4), 5, 3);
  Rng random(7);
  std::set<std::pair<std::size_t, std::size_t>> met;
  std::set<std::size_t> free;
  while (!event.is_over()) {
    pair(event);
    for (const Board& match : event.rounds().back().boards) {
      CHECK(met.insert(std::minmax(match.first, match.second)).second);
    }
    for (const Bye& bye : event.rounds().back().byes) CHECK(free.insert(bye.entrant).second);
    for (std::uint64_t board = 1; board <= 6; ++board) {
      event.set_result(event.rounds().size(), board, static_cast<BoardResult>(random.below(3)));
    }
  }
  double match_points = 0, game_points = 0;
  for (const StandingRow& line : standing(event, 4)) {
    match_points += line.points;
    game_points += line.game_points;
  }
  CHECK(match_points == 4 * (2 * 2 + 1));
  CHECK(game_points == 4 * (2 * 3 + 1.5));
}

TEST_CASE("otb teams: reserves play in board order and missing players forfeit") {
  Event event = teams_of(terms_of(System::round_robin, 3), 2, 4);
  event.set_lineup("A", 1, {"A1", "A3", "A4"});
  pair(event);
  CHECK(games_text(event) == "A1-B1 B2-A3 A4-B3");
  event.set_lineup("B", 1, {"B2", "B4"});
  CHECK(games_text(event) == "A1-B2 B4-A3 A4-");
  CHECK(games(event, 1)[2].result == BoardResult::white_by_forfeit);
  CHECK(!event.rounds()[0].has_results());
  event.set_result(1, 1, BoardResult::draw);
  check_fails("board 1 of this match has a result already", [&] {
    event.set_lineup("B", 1, {"B1", "B4"});
  });
  // The other boards may still change.
  event.set_lineup("B", 1, {"B2", "B3", "B4"});
  CHECK(games_text(event) == "A1-B2 B3-A3 A4-B4");
  CHECK(games(event, 1)[0].result == BoardResult::draw);
  event.set_result(1, 2, BoardResult::white_wins);
  event.set_result(1, 3, BoardResult::black_wins);
  CHECK(event.rounds()[0].boards[0].result == BoardResult::black_wins);
  const struct {
    std::vector<std::string> names;
    const char* why;
  } wrong[] = {{{"A2", "A1"}, "in the order of their boards"},
               {{"A1", "A1"}, "in the order of their boards"},
               {{"A1", "B2"}, "'B2' does not play for 'A'"},
               {{}, "1 to 3 players"},
               {{"A1", "A2", "A3", "A4"}, "1 to 3 players"}};
  Event next = teams_of(terms_of(System::dutch, 3), 2, 4);
  // Not a structured binding, which clang 14 does not capture.
  for (const auto& one : wrong) {
    check_fails(one.why, [&] { next.set_lineup("A", 1, one.names); });
  }
  check_fails("there is no round 9", [&] { next.set_lineup("A", 9, {"A1"}); });
  check_fails("round 1 has been played", [&] { event.set_lineup("A", 1, {"A1"}); });
}

TEST_CASE("otb teams: a match without a played game is lost by forfeit") {
  Event event = teams_of(terms_of(System::dutch, 2), 4, 2);
  pair(event);
  event.set_result(1, 1, BoardResult::black_by_forfeit);
  CHECK(!event.rounds()[0].boards[0].result);
  event.set_result(1, 2, BoardResult::white_by_forfeit);
  CHECK(event.rounds()[0].boards[0].result == BoardResult::black_by_forfeit);
  event.correct_result(1, 2, BoardResult::both_forfeit);
  CHECK(event.rounds()[0].boards[0].result == BoardResult::black_by_forfeit);
  event.correct_result(1, 1, std::nullopt);
  CHECK(!event.rounds()[0].boards[0].result);
}

TEST_CASE(
    "otb teams: in a knockout the board count decides a drawn match or the teams meet again") {
  Event event = teams_of(terms_of(System::knockout, 2), 2, 2);
  pair(event);
  enter_results(event, "==");
  CHECK(!event.is_over());
  pair(event);
  CHECK(games_text(event) == "B1-A1 A2-B2");
  // The second team has won on the first board.
  enter_results(event, "00");
  CHECK(event.is_over());
  CHECK(event.rounds()[1].boards[0].result == BoardResult::black_wins);
  CHECK(standing_text(event).substr(0, 1) == "A");
}

TEST_CASE("otb teams: invalid requests are reported in a sentence") {
  Event event = teams_of(terms_of(System::round_robin, 2), 3, 2);
  const auto enter = [&](const std::string& name, const std::string& team) {
    Entry player{name};
    player.team = team;
    event.enter(player);
  };
  check_fails("specify the team of 'Eva'", [&] { enter("Eva", ""); });
  check_fails("'A1' has entered already", [&] { enter("A1", "B"); });
  check_fails("'A' has entered already", [&] { enter("A", "B"); });
  check_fails("'A1' has entered already", [&] { enter("Eva", "A1"); });
  check_fails("the same name as the team", [&] { enter("Eva", "Eva"); });
  check_fails("no team named 'A1'", [&] { event.withdraw("A1"); });
  pair(event);
  check_fails("accepts no entries after its first pairing", [&] { enter("Eva", "D"); });
  enter("Eva", "A");  // a reserve may enter at any time
  check_fails("has matches 1 to 1", [&] { event.set_result(1, 3, BoardResult::draw); });
  check_fails("has matches 1 to 1", [&] { event.set_result(1, 0, BoardResult::draw); });
  check_fails("a match has boards 1 to 2", [&] { event.board_number(1, 3); });
  otb::Terms terms = terms_of(System::round_robin, 2);
  terms.is_scheveningen = true;
  Event two = teams_of(terms, 2, 2);
  Entry third{"C1"};
  third.team = "C";
  check_fails("has two teams, and two have entered", [&] { two.enter(third); });
  check_fails("both teams play all rounds", [&] { two.withdraw("A"); });
  pair(two);
  check_fails("the tables fix the colours", [&] { two.swap_entrants(0, 1); });
  Event single(System::dutch, 3);
  third.team = "C";
  check_fails("this is not a team event", [&] { single.enter(third); });
  check_fails("is only for team events",
              [&] { single.set_tie_breaks({rating::TieBreakId{"MPvGP"}}); });
}

TEST_CASE("otb teams: tie-breaks of match and game points agree with hand calculation") {
  // Round 1: A-C 2-0, B-D 1.5-0.5. Round 2: A-B 1-1, C-D 2-0.
  Event event = teams_of(terms_of(System::dutch, 2, 3), 4, 2);
  using Id = rating::TieBreakId;
  pair(event);
  REQUIRE(games_text(event) == "A1-C1 C2-A2 | D1-B1 B2-D2");
  enter_results(event, "10 0=");
  pair(event);
  REQUIRE(games_text(event) == "B1-A1 A2-B2 | C1-D1 D2-C2");
  enter_results(event, "11 10");
  // A 3/3, B 3/2.5, C 2/2, D 0/0.5.
  const Id list[] = {Id{"MPvGP"}, Id{"BC"},    Id{"EMMSB"}, Id{"EMGSB"},
                     Id{"EGMSB"}, Id{"EGGSB"}, Id{"BH-GP"}, Id{"EDE"}};
  const auto lines = standing(event, 2, list);
  REQUIRE(lines.size() == 4);
  const auto values = [&](std::size_t i) {
    std::vector<double> row;
    for (const auto& value : lines[i].tie_breaks) row.push_back(value.value_or(-1));
    return row;
  };
  CHECK(event.entrants()[lines[0].entrant].name == "A");
  // A beat C (2 match points, 2 game points) by 2-0 and drew with B (3, 2.5) by 1-1.
  CHECK(values(0) == std::vector<double>{3, 5, 2 * 2 + 3 * 1, 2 * 2 + 3 * 1, 2 * 2 + 2.5 * 1,
                                         2 * 2 + 2.5 * 1, 2 + 2.5, 0});
  // B beat D (0, 0.5) by 1.5-0.5 and drew with A (3, 3).
  CHECK(values(1) ==
        std::vector<double>{2.5, 1 + 1 + 1, 3, 3, 0.5 * 2 + 3, 0.5 * 1.5 + 3, 0.5 + 3, 0});
}

TEST_CASE("otb teams: results of boards from the top and without the bottom separate teams") {
  // A-C 2-1, B-D 2-1: A has lost on the first board, B on the last.
  Event event = teams_of(terms_of(System::dutch, 3, 2), 4, 3);
  using Id = rating::TieBreakId;
  pair(event);
  REQUIRE(games_text(event) == "A1-C1 C2-A2 A3-C3 | D1-B1 B2-D2 D3-B3");
  enter_results(event, "001 011");
  const auto order = [&](Id id) {
    std::string text;
    for (const StandingRow& line : standing(event, 1, std::vector<Id>{id})) {
      const auto& value = line.tie_breaks[0];
      text += event.entrants()[line.entrant].name + std::to_string(line.place);
      if (value) text += '(' + std::to_string(static_cast<int>(*value * 2)) + ')';
      text += ' ';
    }
    return text;
  };
  CHECK(order(Id{"TBR"}) == "B1(2) A2(0) C3(2) D4(0) ");
  CHECK(order(Id{"BBE"}) == "B1(4) A2(2) C3(2) D4(0) ");
  // Teams that have not met have no boards of their own match to compare.
  CHECK(order(Id{"EDET"}) == "A1 B1 C3 D3 ");
  CHECK(order(Id{"EDE"}) == "A1 B1 C3 D3 ");
  // 2 + 0 / K and 1 + 2 / K, where K is 2 rounds of 2 points over 3.
  CHECK(order(Id{"SSSC"}) == "A1(4) B1(4) C3(6) D3(6) ");
}

TEST_CASE("otb teams: a drawn match between two tied teams is decided by its own boards") {
  Event event = teams_of(terms_of(System::round_robin, 5), 3, 5);
  using Id = rating::TieBreakId;
  // A-B: 1 0 0 = 1 for A. C has lost to both, to A on all boards, so A has more game points.
  const std::map<std::string, std::string> results = {{"A1-B1", "110=1"}, {"A1-C1", "10101"},
                                                      {"B1-C1", "11100"}, {"B1-A1", "001=0"},
                                                      {"C1-A1", "01010"}, {"C1-B1", "01001"}};
  for (int round = 1; round <= 3; ++round) {
    pair(event);
    enter_results(event, results.at(games_text(event).substr(0, 5)));
  }
  const auto order = [&](Id id) {
    std::string text;
    for (const StandingRow& line : standing(event, 3, std::vector<Id>{id})) {
      text += event.entrants()[line.entrant].name + std::to_string(line.place) + ' ';
    }
    return text;
  };
  CHECK(order(Id{"EDE"}) == "A1 B1 C3 ");
  CHECK(order(Id{"EDET"}) == "A1 B2 C3 ");   // A has won on the first board
  CHECK(order(Id{"EDEB"}) == "B1 A2 C3 ");   // B leads without the last
  CHECK(order(Id{"EDEBT"}) == "B1 A2 C3 ");  // 7 against 8
  CHECK(order(Id{"EDEBB"}) == "B1 A2 C3 ");
}

TEST_CASE(
    "otb teams: top and bottom boards of teams that stay tied are those of the first figure") {
  Event event = teams_of(terms_of(System::dutch, 2, 2), 4, 2);
  using Id = rating::TieBreakId;
  pair(event);
  enter_results(event, "=1 =1");
  REQUIRE(games_text(event) == "A1-C1 C2-A2 | D1-B1 B2-D2");
  for (const Id id : {Id{"TBR"}, Id{"BBE"}}) {
    const auto lines = standing(event, 1, std::vector<Id>{id});
    CHECK(lines[0].place == 1);
    CHECK(lines[1].place == 1);
    for (const StandingRow& line : lines) CHECK(line.tie_breaks[0] == 0.5);
  }
}

TEST_CASE("otb teams: boards of a bye count as won, its game points as half") {
  Event event = teams_of(terms_of(System::dutch, 2, 3), 3, 2);
  using Id = rating::TieBreakId;
  pair(event);
  enter_results(event, "==");
  const Id list[] = {Id{"MPvGP"}, Id{"BC"}, Id{"TBR"}, Id{"STD"}};
  for (const StandingRow& line : standing(event, 1, list)) {
    CAPTURE(event.entrants()[line.entrant].name);
    const bool is_free = event.rounds()[0].byes[0].entrant == line.entrant;
    CHECK(line.points == 1);
    CHECK(line.tie_breaks[0] == 1);
    CHECK(line.tie_breaks[1] == (is_free ? 3 : 1.5));
    CHECK(line.tie_breaks[3] == 0.5);
  }
}

TEST_CASE("otb teams: matches have the points of the event") {
  otb::Terms terms = terms_of(System::dutch, 2, 3);
  terms.points = PointSystem{30, 10, 0, 0, 0, {}};
  Event event = teams_of(terms, 5, 2);
  pair(event);
  REQUIRE(games_text(event) == "A1-C1 C2-A2 | D1-B1 B2-D2");
  enter_results(event, "10 ==");
  CHECK(standing_text(event) == "A 3/2 B 1/1 D 1/1 E 1/1 C 0/0 ");
  terms.points->paired_bye = 30;
  CHECK(Event(terms).points_of(ByeKind::pairing_allocated) == 3);
  CHECK(bye_game_points(Event(terms), ByeKind::pairing_allocated) == 2);
  CHECK(bye_game_points(event, ByeKind::pairing_allocated) == 1);
  CHECK(bye_game_points(event, ByeKind::zero_point) == 0);
  CHECK(Event(terms_of(System::round_robin, 2)).points_of(ByeKind::pairing_allocated) == 2);
}

TEST_CASE("otb teams: teams that sat down with the other colours keep their games") {
  Event event = teams_of(terms_of(System::dutch, 2, 3), 4, 2);
  pair(event);
  REQUIRE(games_text(event) == "A1-C1 C2-A2 | D1-B1 B2-D2");
  enter_results(event, "1= 00");
  const std::string before = standing_text(event);
  pair(event);
  event.exchange_colours(1, 0, 2);
  CHECK(event.rounds()[0].boards[0].first == 2);
  const auto first = games(event, 1);
  const auto people = players(event);
  CHECK(people[*first[0].white].name == "C1");
  CHECK(first[0].result == BoardResult::black_wins);
  CHECK(first[1].result == BoardResult::draw);
  CHECK(event.rounds()[0].boards[0].result == BoardResult::black_wins);
  CHECK(standing_text(event) == before);
  CHECK(event.rounds()[0].boards[0].games[0].first_is_white);
}

TEST_CASE("otb teams: scores of single players") {
  Event event = teams_of(terms_of(System::round_robin, 2), 2, 3);
  event.set_lineup("B", 1, {"B3"});
  pair(event);
  enter_results(event, "=");
  const auto people = players(event);
  REQUIRE(people.size() == 6);
  const auto scores = otb::scores(event, 1);
  const auto of = [&](const char* name) {
    for (std::size_t p = 0; p < people.size(); ++p) {
      if (people[p].name == name) return scores[p];
    }
    throw std::runtime_error("no such player");
  };
  CHECK(of("A1").points == 0.5);
  CHECK(of("A1").games == 1);
  CHECK(of("A1").performance == 1947);
  CHECK(of("A2").points == 1);
  CHECK(of("A2").games == 0);
  CHECK(!of("A2").performance);
  CHECK(of("B3").points == 0.5);
  CHECK(people[5].number == 3);
}

}  // namespace otb_teams_test
