#include "cli/otb/event/event.h"
#include "cli/otb/event/knockout.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/standing.h"
#include "core/base/random.h"
#include "tests/catch.h"

namespace otb_arbiter_test {

// Actions of an arbiter during an over-the-board event.

using namespace schiri::otb;

Event event_of(const otb::Terms& terms, std::size_t players) {
  Event event(terms);
  for (std::size_t i = 0; i < players; ++i) {
    event.enter({"p" + std::to_string(i + 1), static_cast<int>(2000 - i)});
  }
  return event;
}

Event dutch(std::size_t players, std::uint64_t rounds = 5) {
  return event_of({System::dutch, rounds}, players);
}

/// The boards with player numbers from 1, as in pairing tables: `1-4 2-3`.
std::string boards_text(const Round& round) {
  std::string text;
  for (const Board& board : round.boards) {
    text += (text.empty() ? "" : " ") + std::to_string(board.first + 1) + "-" +
            std::to_string(board.second + 1);
  }
  return text;
}

/// Gives every board of the last round the same result.
void finish_round(Event& event, BoardResult result = BoardResult::white_wins) {
  const std::uint64_t round = event.rounds().size();
  for (std::uint64_t board = 1; board <= event.rounds().back().boards.size(); ++board) {
    if (event.rounds().back().boards[board - 1].is_walkover) continue;
    event.set_result(round, board, result);
  }
}

void play_round(Event& event, BoardResult result = BoardResult::white_wins) {
  event.add_round(otb::pair(event));
  finish_round(event, result);
}

ByeKind bye_of(const Round& round, std::size_t player) {
  for (const Bye& bye : round.byes) {
    if (bye.entrant == player) return bye.kind;
  }
  throw std::runtime_error("the player is paired");
}

bool meet(const Round& round, std::size_t a, std::size_t b) {
  return std::any_of(round.boards.begin(), round.boards.end(), [&](const Board& board) {
    return std::set{board.first, board.second} == std::set{a, b};
  });
}

StandingRow line_of(const Event& event, std::size_t player) {
  for (const StandingRow& line : standing(event, event.rounds().size())) {
    if (line.entrant == player) return line;
  }
  throw std::runtime_error("no such player");
}

TEST_CASE("otb: round-robins follow FIDE's Berger tables") {
  // FIDE handbook C.05, annex 1.
  const struct {
    std::size_t players;
    std::vector<std::string> rounds;
  } tables[] = {{4, {"1-4 2-3", "4-3 1-2", "2-4 3-1"}},
                {6, {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}},
                {8,
                 {"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
                  "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"}}};
  for (const auto& [players, rounds] : tables) {
    Event event = event_of({System::round_robin}, players);
    for (const std::string& round : rounds) {
      play_round(event);
      CHECK(boards_text(event.rounds().back()) == round);
    }
    CHECK(event.is_over());
  }
}

TEST_CASE("otb: in a round-robin of an odd number each player is free once without a point") {
  Event event = event_of({System::round_robin}, 5);
  std::set<std::size_t> free;
  while (!event.is_over()) {
    play_round(event, BoardResult::draw);
    REQUIRE(event.rounds().back().byes.size() == 1);
    CHECK(event.rounds().back().byes[0].kind == ByeKind::free);
    free.insert(event.rounds().back().byes[0].entrant);
  }
  CHECK(free.size() == 5);
  CHECK(line_of(event, 0).points == 2);
  // A TRF file calls the free player absent.
  const Round right = otb::pair(event_of({System::round_robin}, 3));
  Round reported = right;
  reported.byes[0].kind = ByeKind::zero_point;
  Event mended = event_of({System::round_robin}, 3);
  mended.add_round(reported);
  CHECK(mended.rounds()[0].byes[0].kind == ByeKind::free);
}

TEST_CASE(
    "otb: a double round-robin pairs each pair with both colours and no colour three times in a "
    "row") {
  for (const std::size_t players : {2u, 3u, 4u, 7u, 8u}) {
    otb::Terms terms{System::round_robin};
    terms.cycles = 2;
    Event event = event_of(terms, players);
    std::multiset<std::pair<std::size_t, std::size_t>> met;
    std::vector<std::string> colours(players);
    while (!event.is_over()) {
      play_round(event);
      for (const Board& board : event.rounds().back().boards) {
        met.insert({board.first, board.second});
        colours[board.first] += 'w';
        colours[board.second] += 'b';
      }
    }
    CAPTURE(players);
    CHECK(event.rounds().size() == 2 * (players - 1 + players % 2));
    CHECK(met.size() == players * (players - 1));
    CHECK(std::set<std::pair<std::size_t, std::size_t>>(met.begin(), met.end()).size() ==
          met.size());
    for (const std::string& row : colours) {
      CHECK(row.find("www") == row.npos);
      CHECK(row.find("bbb") == row.npos);
    }
  }
}

TEST_CASE("otb: the games of a player who leaves a round-robin before half of it are annulled") {
  for (const std::size_t games : {1u, 2u, 3u}) {
    Event event = event_of({System::round_robin}, 6);
    for (std::size_t i = 0; i < games; ++i) play_round(event, BoardResult::draw);
    event.withdraw("p6");
    while (!event.is_over()) play_round(event, BoardResult::draw);
    CAPTURE(games);
    // Two of five games are less than half.
    const bool is_annulled = games < 3;
    CHECK(line_of(event, 5).is_annulled == is_annulled);
    CHECK(line_of(event, 5).points == (is_annulled ? 0 : 1.5));
    CHECK(line_of(event, 5).place == 6);
    // Each player has four draws. If games count, three have another draw and two a full point.
    double points = 0;
    for (std::size_t p = 0; p < 5; ++p) points += line_of(event, p).points;
    CHECK(points == (is_annulled ? 5 * 2 : 5 * 2 + 3 * 0.5 + 2));
    event.reinstate("p6");
    CHECK_FALSE(line_of(event, 5).is_annulled);
  }
}

TEST_CASE("otb: a knockout has a match for the third place and two games per match") {
  otb::Terms terms{System::knockout};
  terms.games = 2;
  terms.third_place = true;
  Event event = event_of(terms, 4);
  CHECK(event.planned_rounds() == 4);
  play_round(event);
  CHECK(round_name(event, 1) == "semi-finals");
  const std::string first = boards_text(event.rounds()[0]);
  // The second games have swapped colours. White wins again, so the matches are level.
  play_round(event);
  CHECK(round_name(event, 2) == "semi-finals, game 2");
  CHECK(event.rounds()[1].boards[0].first == event.rounds()[0].boards[0].second);
  CHECK(event.planned_rounds() == 5);
  play_round(event, BoardResult::white_wins);
  CHECK(event.rounds()[2].boards[0].first == event.rounds()[0].boards[0].first);
  // Two games of the final and of the match for the third place. White of the first games leads
  // 1.5:0.5.
  event.add_round(otb::pair(event));
  CHECK(round_name(event, 4) == "final and match for the third place");
  REQUIRE(event.rounds()[3].boards.size() == 2);
  const Board last = event.rounds()[3].boards[0], third = event.rounds()[3].boards[1];
  finish_round(event);
  CHECK_FALSE(event.is_over());
  play_round(event, BoardResult::draw);
  CHECK(event.is_over());
  CHECK(line_of(event, last.first).place == 1);
  CHECK(line_of(event, last.second).place == 2);
  CHECK(line_of(event, third.first).place == 3);
  CHECK(line_of(event, third.second).place == 4);
  CHECK_THROWS_AS(event.correct_result(3, 1, BoardResult::black_wins), EventError);
  event.correct_result(5, 2, BoardResult::white_wins);
  // The match is level, so another game follows.
  CHECK(boards_text(otb::pair(event)) == boards_text(event.rounds()[3]).substr(4));
}

TEST_CASE("otb: a match ends if a player cannot be caught") {
  otb::Terms terms{System::knockout};
  terms.games = 3;
  Event event = event_of(terms, 2);
  CHECK(event.planned_rounds() == 3);
  play_round(event);
  event.add_round(otb::pair(event));
  event.set_result(2, 1, BoardResult::black_wins);
  CHECK(event.is_over());
  CHECK(event.planned_rounds() == 2);
}

TEST_CASE("otb: a round paired again includes late entries and excludes withdrawn players") {
  Event event = dutch(5);
  event.add_round(otb::pair(event));
  CHECK(event.rounds()[0].byes.size() == 1);
  event.enter({"late", 1500});
  event.withdraw("p1");
  event.remove_round();
  CHECK(event.rounds().empty());
  event.add_round(otb::pair(event));
  CHECK(meet(event.rounds()[0], 1, 3));
  CHECK(meet(event.rounds()[0], 2, 4) != meet(event.rounds()[0], 2, 5));
  CHECK(bye_of(event.rounds()[0], 0) == ByeKind::zero_point);
  finish_round(event);
  CHECK_THROWS_WITH(event.remove_round(), contains_text("round 1 has results already"));
  // Only later entries and withdrawals are moved to the round.
  event.add_round(otb::pair(event));
  event.remove_round();
  CHECK(event.entrants()[5].first_round == 1);
  CHECK(event.entrants()[0].last_round == 0u);
}

TEST_CASE("otb: a reinstated player is paired again and a zero-point bye lasts one round") {
  Event event = dutch(6);
  event.withdraw("p2");
  play_round(event);
  CHECK(bye_of(event.rounds()[0], 1) == ByeKind::zero_point);
  event.reinstate("p2");
  event.grant_zero_point_bye("p3", 2);
  play_round(event);
  CHECK_THROWS(bye_of(event.rounds()[1], 1));
  CHECK(bye_of(event.rounds()[1], 2) == ByeKind::zero_point);
  play_round(event);
  CHECK_THROWS(bye_of(event.rounds()[2], 2));
  CHECK_THROWS_WITH(event.reinstate("p2"), contains_text("has not withdrawn"));
  event.grant_zero_point_bye("p3", 4);
  CHECK_THROWS_WITH(event.grant_zero_point_bye("p3", 4),
                    contains_text("has a zero-point bye in this round already"));
  CHECK_THROWS_WITH(event.grant_half_point_bye("p3", 4),
                    contains_text("has a zero-point bye in this round already"));
}

TEST_CASE("otb: half-point byes are limited and late entries get them too") {
  otb::Terms terms{System::dutch, 6};
  terms.half_byes = 2;
  Event event = event_of(terms, 4);
  event.grant_half_point_bye("p1", 2);
  event.grant_half_point_bye("p1", 3);
  CHECK_THROWS_WITH(event.grant_half_point_bye("p1", 4), contains_text("all half-point byes"));
  for (int round = 0; round < 3; ++round) {
    event.add_round(otb::pair(event));
    finish_round(event);
  }
  event.enter({"late", 1000});
  CHECK(line_of(event, 4).points == 1);
  CHECK(bye_of(event.rounds()[2], 4) == ByeKind::half_point);
  CHECK_THROWS_WITH(event.grant_half_point_bye("late", 5), contains_text("all half-point byes"));
  event.enter({"later", 1000, "", 0});
  CHECK(line_of(event, 5).points == 0);
  CHECK_THROWS_WITH(event.enter({"more", 1000, "", 3}), contains_text("allows 2"));
  CHECK_THROWS_WITH(event.enter({"more", 1000, "", 4}), contains_text("has missed 3 rounds"));
}

TEST_CASE("otb: forbidden pairs do not meet until they are allowed") {
  Event event = event_of({System::dutch, 4}, 8);
  REQUIRE(meet(otb::pair(event), 0, 4));
  event.forbid({"p1", "p5", "p6"});
  const Round round = otb::pair(event);
  CHECK_FALSE(meet(round, 0, 4));
  CHECK_FALSE(meet(round, 0, 5));
  CHECK_FALSE(meet(round, 4, 5));
  CHECK(round.boards.size() == 4);
  event.allow({"p1", "p5"});
  CHECK(meet(otb::pair(event), 0, 4));
  CHECK(event.is_forbidden(0, 5));
  CHECK_THROWS_WITH(event.allow({"p1", "p5"}), contains_text("not forbidden"));
  Event two = dutch(2);
  two.forbid({"p1", "p2"});
  CHECK_THROWS_WITH(otb::pair(two), contains_text("forbid fewer pairs"));
  CHECK_THROWS_WITH(two.forbid({"p1"}), contains_text("at least two players"));
  CHECK_THROWS_WITH(two.forbid({"p1", "p1"}), contains_text("named twice"));
}

TEST_CASE("otb: boards demanded by the arbiter are ordered by points and the others are paired") {
  Event event = event_of({System::dutch, 4}, 9);
  play_round(event);
  const Round round = otb::pair(event, {{8, 7}, {6, 5}});
  CHECK(round.boards.size() == 4);
  CHECK(round.byes.size() == 1);
  std::size_t by_hand = 0;
  for (const Board& board : round.boards) by_hand += board.by_hand;
  CHECK(by_hand == 2);
  CHECK(meet(round, 8, 7));
  std::vector<std::pair<double, double>> points;
  for (const Board& board : round.boards) {
    points.push_back(
        std::minmax(-line_of(event, board.first).points, -line_of(event, board.second).points));
  }
  CHECK(std::is_sorted(points.begin(), points.end()));
  CHECK_THROWS_WITH(otb::pair(event, {{0, 1}, {1, 2}}), contains_text("paired twice"));
  CHECK_THROWS_WITH(otb::pair(event, {{0, 0}}), contains_text("paired twice"));
  Event pair = dutch(2);
  CHECK(boards_text(otb::pair(pair, {{1, 0}})) == "2-1");
  CHECK(otb::pair(dutch(3), {{1, 0}}).byes.front().kind == ByeKind::pairing_allocated);
  CHECK_THROWS_AS(otb::pair(event_of({System::round_robin}, 4), {{0, 1}}), EventError);
}

TEST_CASE("otb: players and boards can be swapped until there is a result") {
  Event event = dutch(5);
  event.add_round(otb::pair(event));
  const Round before = event.rounds()[0];
  const auto seats = [&] { return boards_text(event.rounds()[0]); };
  REQUIRE(seats() == "1-3 4-2");
  event.swap_entrants(0, 2);
  CHECK(seats() == "3-1 4-2");
  event.swap_entrants(1, 0);
  CHECK(seats() == "3-2 4-1");
  CHECK(event.rounds()[0].boards[1].by_hand);
  event.swap_entrants(4, 3);
  CHECK(seats() == "3-2 5-1");
  CHECK(bye_of(event.rounds()[0], 3) == ByeKind::pairing_allocated);
  event.swap_boards(1, 2);
  CHECK(seats() == "5-1 3-2");
  event.set_result(1, 1, BoardResult::draw);
  CHECK_THROWS_WITH(event.swap_entrants(0, 1), contains_text("'p1' has a result already"));
  CHECK_THROWS_WITH(event.swap_boards(1, 2), contains_text("have a result already"));
  CHECK_THROWS_WITH(event.swap_boards(2, 3), contains_text("boards 1 to 2"));
  CHECK_THROWS_WITH(event.swap_entrants(1, 1), contains_text("two different players"));
  event.withdraw("p5");
  event.set_result(1, 2, BoardResult::draw);
  event.add_round(otb::pair(event));
  CHECK_THROWS_WITH(event.swap_entrants(0, 4), contains_text("'p5' is not paired"));
  for (const System system : {System::round_robin, System::knockout}) {
    Event fixed = event_of({system}, 4);
    fixed.add_round(otb::pair(fixed));
    const Board board = fixed.rounds()[0].boards[0];
    fixed.swap_entrants(board.first, board.second);
    CHECK(fixed.rounds()[0].boards[0].first == board.second);
    CHECK_THROWS_WITH(fixed.swap_entrants(board.first, fixed.rounds()[0].boards[1].first),
                      contains_text("only opponents"));
  }
}

TEST_CASE("otb: players and the number of rounds can change but a fixed plan cannot") {
  Event event = dutch(4, 3);
  event.change("p4", {"Anna", 2500, "Ulm"});
  CHECK(event.start_list().front() == event.find("Anna"));
  event.change("Anna", {{}, std::optional<int>()});
  CHECK_FALSE(event.entrants()[3].rating);
  CHECK(event.entrants()[3].club == "Ulm");
  CHECK_THROWS_WITH(event.change("p1", {"Anna"}), contains_text("has entered already"));
  CHECK_THROWS_WITH(event.change("p1", {""}), contains_text("needs a name"));
  CHECK_THROWS_WITH(event.change("p1", {{}, 10000}), contains_text("0 to 9999"));
  CHECK(event.entrants()[0].name == "p1");
  play_round(event);
  play_round(event);
  event.set_rounds(2);
  CHECK(event.is_over());
  CHECK_THROWS_WITH(event.set_rounds(1), contains_text("round 2 is paired already"));
  for (const System system : {System::round_robin, System::knockout}) {
    Event fixed = event_of({system}, 4);
    play_round(fixed);
    const auto list = fixed.start_list();
    fixed.change("p4", {{}, 2900});
    CHECK(fixed.start_list() == list);
    CHECK_THROWS_WITH(fixed.set_rounds(9), contains_text("follow from its players"));
  }
}

}  // namespace otb_arbiter_test
