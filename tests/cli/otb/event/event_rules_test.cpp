#include "cli/otb/event/event.h"
#include "cli/otb/event/knockout.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/standing.h"
#include "core/base/random.h"
#include "tests/catch.h"

namespace otb_event_test {

using namespace schiri::otb;

Event event_of(System system, std::size_t players, std::uint64_t rounds = 5) {
  Event event(system, rounds);
  for (std::size_t i = 0; i < players; ++i) {
    event.enter({"p" + std::to_string(i), static_cast<int>(2000 - i)});
  }
  return event;
}

void play_round(Event& event, Rng& rng) {
  event.add_round(otb::pair(event));
  const std::uint64_t round = event.rounds().size();
  for (std::uint64_t b = 1; b <= event.rounds().back().boards.size(); ++b) {
    if (event.rounds().back().boards[b - 1].is_walkover) continue;
    event.set_result(round, b, static_cast<BoardResult>(rng.below(3)));
  }
}

using Meetings = std::map<std::set<std::size_t>, int>;

Meetings meetings(const Event& event) {
  Meetings count;
  for (const Round& round : event.rounds()) {
    for (const Board& board : round.boards) ++count[{board.first, board.second}];
  }
  return count;
}

std::vector<int> colours(const Event& event) {
  std::vector<int> balance(event.entrants().size());
  for (const Round& round : event.rounds()) {
    for (const Board& board : round.boards) {
      ++balance[board.first];
      --balance[board.second];
    }
  }
  return balance;
}

/// Whether every entrant appears in the round exactly once.
bool is_whole(const Event& event, const Round& round) {
  std::multiset<std::size_t> seen;
  for (const Board& board : round.boards) seen.insert({board.first, board.second});
  for (const Bye& bye : round.byes) seen.insert(bye.entrant);
  return seen.size() == event.entrants().size() &&
         std::set<std::size_t>(seen.begin(), seen.end()).size() == seen.size();
}

/// The points of one against another, also without a game.
double points_against(const Event& event, std::size_t own, std::size_t other) {
  double points = 0;
  for (const Round& round : event.rounds()) {
    for (const Board& board : round.boards) {
      if (!board.has(own) || !board.has(other)) continue;
      points += event.points_of(*board.result, board.first == own ? 0 : 1);
    }
  }
  return points;
}

template <class Change>
std::string complaint(const Change& change) {
  try {
    change();
  } catch (const EventError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("otb: the opponent of a player who left a round-robin wins without a game") {
  Event event = event_of(System::round_robin, 4);
  Rng rng(1);
  play_round(event, rng);
  event.withdraw("p3");
  play_round(event, rng);
  const Round& round = event.rounds()[1];
  REQUIRE(round.boards.size() == 2);
  CHECK(round.byes.empty());
  CHECK_FALSE(round.boards[0].is_walkover);
  const Board& walkover = round.boards[1];
  CHECK(walkover.is_walkover);
  CHECK(walkover.has(event.find("p3")));
  const bool is_white_away = walkover.first == event.find("p3");
  CHECK(walkover.result ==
        (is_white_away ? BoardResult::black_by_forfeit : BoardResult::white_by_forfeit));
  CHECK_THROWS_AS(event.set_result(2, 2, BoardResult::draw), otb::ResultStands);
  // A round in which nothing but such a board has a result can be paired again.
  event.add_round(otb::pair(event));
  CHECK(event.rounds()[2].boards.size() == 2);
  event.remove_round();
  CHECK(event.rounds().size() == 2);
  event.correct_result(2, 2, BoardResult::both_forfeit);
  CHECK_FALSE(event.rounds()[1].boards[1].is_walkover);
}

TEST_CASE("otb: a bye of an older file for the opponent of a player who left is a board") {
  Event event = event_of(System::round_robin, 4);
  Rng rng(1);
  play_round(event, rng);
  event.withdraw("p3");
  const Round made = otb::pair(event);
  Round older{{made.boards[0]}, {}};
  const std::size_t away = event.find("p3");
  const std::size_t here =
      made.boards[1].first == away ? made.boards[1].second : made.boards[1].first;
  older.byes = {{here, ByeKind::pairing_allocated}, {away, ByeKind::zero_point}};
  event.add_round(older);
  REQUIRE(event.rounds()[1].boards.size() == 2);
  CHECK(event.rounds()[1].boards[1].first == made.boards[1].first);
  CHECK(event.rounds()[1].boards[1].result == made.boards[1].result);
  CHECK(event.rounds()[1].byes.empty());
}

TEST_CASE("otb: a forfeit scores a point but counts as neither game nor opponent") {
  Event event = event_of(System::dutch, 2, 3);
  event.add_round(otb::pair(event));
  const std::size_t white = event.rounds()[0].boards[0].first;
  event.set_result(1, 1, BoardResult::white_by_forfeit);
  const auto standing = otb::standing(event, 1);
  CHECK(standing[0].entrant == white);
  CHECK(standing[0].points == 1);
  CHECK(standing[0].games + standing[0].wins == 0);
  CHECK(standing[0].tie_breaks[1] == 0);
  CHECK(otb::pair(event).boards.size() == 1);
}

TEST_CASE("otb: points of a win, a draw and a bye decide standing and pairings") {
  otb::Terms terms{System::dutch, 3};
  terms.points = PointSystem{30, 10, 0, 0, 5, 10};
  Event event(terms);
  for (std::size_t i = 0; i < 7; ++i) {
    event.enter({"p" + std::to_string(i), static_cast<int>(2000 - i)});
  }
  event.grant_half_point_bye("p6", 1);
  event.add_round(otb::pair(event));
  const std::vector<Board> boards = event.rounds()[0].boards;
  REQUIRE(boards.size() == 3);
  event.set_result(1, 1, BoardResult::white_wins);
  event.set_result(1, 2, BoardResult::both_lose);
  event.set_result(1, 3, BoardResult::black_by_forfeit);
  std::vector<double> points(7);
  int games = 0;
  for (const StandingRow& line : standing(event, 1)) {
    points[line.entrant] = line.points;
    games += line.games;
  }
  CHECK(points[boards[0].first] == 3);
  CHECK(points[boards[0].second] == 0);
  CHECK(points[boards[1].first] == 0);
  CHECK(points[boards[2].first] == 0.5);  // lost by forfeit
  CHECK(points[boards[2].second] == 3);
  CHECK(points[6] == 1);
  CHECK(games == 4);
  // Both of the 0-0 have met, and had a colour.
  CHECK(otb::history(event).points_before(6, 2) == 10);
  event.add_round(otb::pair(event));
  CHECK(event.meetings(boards[1].first, boards[1].second) == std::vector<std::uint64_t>{1});
  const Board top = event.rounds()[1].boards[0];
  CHECK(std::set<std::size_t>{top.first, top.second} ==
        std::set<std::size_t>{boards[0].first, boards[2].second});
  CHECK_THROWS_WITH(event.set_points({}), contains_text("round 2 is paired"));
  Event table = event_of(System::round_robin, 3);
  play_round(table, *std::make_unique<Rng>(1));
  table.set_points({30, 10, 0, 0, 0, {}});
  CHECK(table.points_of(BoardResult::draw, 1) == 1);
  CHECK(table.points_of(ByeKind::free) == 0);
}

TEST_CASE("otb: no corrected rating changes a number after the fourth round is paired") {
  const auto names = [](const Event& event) {
    std::string text;
    for (const std::size_t p : event.start_list()) text += event.entrants()[p].name + " ";
    return text;
  };
  {
    Event event = event_of(System::dutch, 10, 9);
    Rng rng(3);
    for (int round = 1; round <= 3; ++round) play_round(event, rng);
    event.change("p9", {.rating = 2600});
    CHECK(names(event).starts_with("p9 p0 "));
    event.change("p9", {.rating = 1991});
    play_round(event, rng);
    Event corrected = event;
    corrected.change("p9", {.rating = 2600});
    CHECK(names(corrected) == names(event));
    const Round expected = otb::pair(event), made = otb::pair(corrected);
    REQUIRE(made.boards.size() == expected.boards.size());
    for (std::size_t i = 0; i < made.boards.size(); ++i) {
      CHECK(made.boards[i].first == expected.boards[i].first);
      CHECK(made.boards[i].second == expected.boards[i].second);
    }
    // Late players still get the number of their rating.
    corrected.enter({"late", 1998});
    CHECK(names(corrected).starts_with("p0 p1 p2 late p3 "));
    // The fourth round is no longer paired.
    event.add_round(expected);
    event.remove_round();
    CHECK(names(event) == "p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 ");
  }
  Event event = event_of(System::dutch, 6, 9);
  Rng rng(3);
  for (int round = 1; round <= 3; ++round) play_round(event, rng);
  event.add_round(otb::pair(event));
  event.change("p5", {.rating = 2600});
  CHECK(names(event).starts_with("p0 "));
  event.remove_round();
  CHECK(names(event).starts_with("p5 "));
}

TEST_CASE("otb: Koya's limit is half of the games that count, whoever has left") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    Event event = event_of(System::round_robin, 3 + rng.below(6));
    try {
      while (!event.is_over()) {
        play_round(event, rng);
        const Entrant& one = event.entrants()[rng.below(event.entrants().size())];
        if (rng.below(2) == 0 && !one.last_round) event.withdraw(one.name);
      }
    } catch (const EventError&) {
      continue;  // Nobody is left to play.
    }
    constexpr rating::TieBreakId koya[] = {"KS"};
    const auto rows = standing(event, event.rounds().size(), koya);
    // All who count meet once.
    const auto counting = static_cast<double>(std::count_if(
        rows.begin(), rows.end(), [](const StandingRow& row) { return !row.is_annulled; }));
    for (const StandingRow& row : rows) {
      double expected = 0;
      for (const StandingRow& other : rows) {
        if (row.entrant == other.entrant || row.is_annulled || other.is_annulled) continue;
        if (2 * other.points < counting - 1) continue;
        expected += points_against(event, row.entrant, other.entrant);
      }
      CAPTURE(seed, row.entrant);
      CHECK(row.tie_breaks[0].value_or(-1) == expected);
    }
  }
}

TEST_CASE("otb: there is a standing without players") {
  for (const System system : {System::dutch, System::round_robin, System::knockout}) {
    for (const std::size_t players : {0u, 1u, 2u, 3u}) {
      CAPTURE(system, players);
      const Event event = event_of(system, players);
      CHECK(standing(event, 0).size() == players);
      CHECK(standing(event, 9).size() == players);
      CHECK_FALSE(event.is_over());
    }
  }
}

TEST_CASE("otb: invalid requests are reported in a sentence") {
  CHECK(complaint([] { Event(System::gauntlet, 3); }) ==
        "an over-the-board event is dutch, round-robin or knockout");
  CHECK(complaint([] { Event(System::dutch, 0); }) == "a Swiss event has 1 to 1000 rounds");
  CHECK_THAT(complaint([] { Event(System::swiss, 1); }), contains_text("is dutch, round-robin"));
  Event event(System::dutch, 1);
  CHECK(complaint([&] { otb::pair(event); }) == "a round needs at least two players");
  event.enter({"a", 1500});
  CHECK(complaint([&] { event.enter({"a", std::nullopt}); }) == "'a' has entered already");
  CHECK(complaint([&] { event.enter({"", std::nullopt}); }) == "a player needs a name");
  CHECK(complaint([&] { event.enter({"b", -1}); }) == "a rating is a number from 0 to 9999");
  CHECK(complaint([&] { event.withdraw("x"); }) == "no player named 'x' has entered");
  CHECK(complaint([&] { event.grant_half_point_bye("a", 2); }) ==
        "there is no round 2, the last is 1");
  event.grant_half_point_bye("a", 1);
  CHECK(complaint([&] { event.grant_half_point_bye("a", 1); }) ==
        "'a' has a half-point bye in this round already");
  event.enter({"b", 1500});
  event.withdraw("b");
  CHECK(complaint([&] { otb::pair(event); }) == "fewer than two players are present");
  event.reinstate("b");
  event.enter({"c", 1500});
  CHECK(complaint([&] { event.set_result(1, 1, BoardResult::draw); }) == "round 1 is not paired");
  event.add_round(otb::pair(event));
  CHECK(complaint([&] { otb::pair(event); }) == "round 1 has games without a result");
  CHECK(complaint([&] { event.set_result(1, 2, BoardResult::draw); }) ==
        "round 1 has boards 1 to 1");
  event.set_result(1, 1, BoardResult::draw);
  CHECK(complaint([&] { event.set_result(1, 1, BoardResult::draw); }) ==
        "board 1 of round 1 has the result 1/2-1/2 already");
  CHECK(complaint([&] { event.correct_result(1, 1, BoardResult::draw); }) ==
        "this is already the result of board 1 of round 1");
  CHECK(complaint([&] { otb::pair(event); }) == "the event is over after round 1");
  CHECK(complaint([&] { event.enter({"d", 1500}); }) == "the last round is paired already");
  CHECK(complaint([&] { event.grant_half_point_bye("b", 1); }) == "round 1 is paired already");
  event.withdraw("b");
  CHECK(complaint([&] { event.withdraw("b"); }) == "'b' has withdrawn already");
  CHECK(complaint([&] {
          event.add_round({{{0, 0, {}}}, {}});
        }) == "a round has a player twice, or one that has not entered");
}

/// Sets the results of the last round, board by board.
void enter_results(Event& event, const std::vector<BoardResult>& results) {
  REQUIRE(event.rounds().back().boards.size() == results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    event.set_result(event.rounds().size(), i + 1, results[i]);
  }
}

std::vector<std::size_t> places(const Event& event) {
  std::vector<std::size_t> places(event.entrants().size());
  for (const StandingRow& line : standing(event, event.rounds().size())) {
    places[line.entrant] = line.place;
  }
  return places;
}

/// Every stage has half the matches of the one before, between its winners.
void check_tree(const Event& event, std::size_t stages) {
  const auto tree = otb::knockout_after(event, event.rounds().size()).tree();
  REQUIRE(tree.size() == stages);
  for (std::size_t stage = 0; stage < stages; ++stage) {
    REQUIRE(tree[stage].size() == std::size_t{1} << (stages - 1 - stage));
    for (std::size_t i = 0; stage > 0 && i < tree[stage].size(); ++i) {
      CHECK(tree[stage][i].first == tree[stage - 1][2 * i].winner);
      CHECK(tree[stage][i].second == tree[stage - 1][2 * i + 1].winner);
    }
  }
  CHECK(tree.back()[0].winner.has_value() == event.is_over());
}

TEST_CASE("otb: a knockout ends with one winner and the best players meet last") {
  const std::size_t players = GENERATE(range(2u, 20u));
  Event event = event_of(System::knockout, players, 0);
  std::uint64_t least = 0;
  while ((std::size_t{1} << least) < players) ++least;
  CHECK(event.planned_rounds() == least);
  Rng rng(players);
  std::vector<bool> out(players);
  while (!event.is_over()) {
    event.add_round(otb::pair(event));
    check_tree(event, least);
    const Round& round = event.rounds().back();
    const std::uint64_t number = event.rounds().size();
    CHECK(number <= event.planned_rounds());
    // No player has one colour three times more often than the other.
    for (const int balance : colours(event)) CHECK(std::abs(balance) <= 2);
    if (number == 1) {
      CHECK(round.byes.size() == (std::size_t{1} << least) - players);
      for (const Bye& bye : round.byes) CHECK(bye.entrant < round.byes.size());
    } else {
      CHECK(round.byes.empty());
    }
    for (std::size_t b = 0; b < round.boards.size(); ++b) {
      const Board board = round.boards[b];
      CHECK_FALSE(out[board.first]);
      CHECK_FALSE(out[board.second]);
      const auto result = static_cast<BoardResult>(rng.below(3));
      event.set_result(number, b + 1, result);
      if (result == BoardResult::white_wins) out[board.second] = true;
      if (result == BoardResult::black_wins) out[board.first] = true;
    }
    REQUIRE(number < 100);
  }
  check_tree(event, least);
  CHECK(std::count(out.begin(), out.end(), false) == 1);
  CHECK(event.planned_rounds() == event.rounds().size());
  const auto winner = std::find(out.begin(), out.end(), false) - out.begin();
  const auto order = places(event);
  CHECK(order[static_cast<std::size_t>(winner)] == 1);
  CHECK(std::count(order.begin(), order.end(), 1u) == 1);
  CHECK(std::count(order.begin(), order.end(), 2u) == 1);
  CHECK_THROWS_AS(otb::pair(event), EventError);
}

TEST_CASE("otb: after a draw both players meet again with swapped colours while others wait") {
  Event event = event_of(System::knockout, 4, 0);
  event.add_round(otb::pair(event));
  REQUIRE(event.rounds()[0].boards.size() == 2);
  CHECK(meetings(event) == Meetings{{{0, 3}, 1}, {{1, 2}, 1}});
  const Board drawn = event.rounds()[0].boards[0];
  enter_results(event, {BoardResult::draw, BoardResult::white_wins});
  CHECK(event.planned_rounds() == 3);
  event.add_round(otb::pair(event));
  REQUIRE(event.rounds()[1].boards.size() == 1);
  CHECK(event.rounds()[1].boards[0].first == drawn.second);
  CHECK(event.rounds()[1].boards[0].second == drawn.first);
  CHECK(event.rounds()[1].byes.empty());
  enter_results(event, {BoardResult::black_by_forfeit});
  event.add_round(otb::pair(event));
  CHECK(event.rounds()[2].boards[0].first != event.rounds()[2].boards[0].second);
  enter_results(event, {BoardResult::white_wins});
  CHECK(event.is_over());
  // The losers of the first round share a place, regardless of their points.
  const auto order = places(event);
  CHECK(std::count(order.begin(), order.end(), 3u) == 2);
}

TEST_CASE(
    "otb: in a knockout a player who leaves has lost and after a double forfeit no player "
    "advances") {
  Event event = event_of(System::knockout, 8, 0);
  event.add_round(otb::pair(event));  // 0-7, 3-4, 1-6, 2-5
  event.withdraw("p7");
  std::vector<BoardResult> results;
  for (const Board& board : event.rounds()[0].boards) {
    const bool first = board.first == 3 || board.second == 3;
    results.push_back(first                        ? BoardResult::both_forfeit
                      : board.first < board.second ? BoardResult::white_wins
                                                   : BoardResult::black_wins);
  }
  enter_results(event, results);
  event.add_round(otb::pair(event));
  REQUIRE(event.rounds()[1].boards.size() == 1);
  REQUIRE(event.rounds()[1].byes.size() == 1);
  CHECK(event.rounds()[1].byes[0].entrant == 0);
  CHECK(meetings(event)[{1, 2}] == 1);
  const bool white = event.rounds()[1].boards[0].first == 1;
  enter_results(event, {white ? BoardResult::white_wins : BoardResult::black_wins});
  // The final is decided without a game.
  event.withdraw("p0");
  event.add_round(otb::pair(event));
  CHECK(event.rounds()[2].boards.empty());
  CHECK(event.is_over());
  CHECK(places(event)[1] == 1);
  CHECK(places(event)[0] == 2);
}

TEST_CASE("otb: a knockout accepts no late entries and no byes and no change of winners") {
  Event event = event_of(System::knockout, 4, 0);
  event.add_round(otb::pair(event));
  CHECK_THROWS_WITH(event.enter({"late", std::nullopt}),
                    contains_text("no entries after its first"));
  CHECK_THROWS_WITH(event.grant_half_point_bye("p1", 2), contains_text("no requested byes"));
  enter_results(event, {BoardResult::white_wins, BoardResult::white_wins});
  event.correct_result(1, 1, BoardResult::black_wins);
  event.add_round(otb::pair(event));
  CHECK_THROWS_WITH(event.correct_result(1, 1, BoardResult::white_wins),
                    contains_text("the winner of this game"));
  CHECK_THROWS_WITH(event.correct_result(1, 1, BoardResult::draw),
                    contains_text("the winner of this game"));
  event.correct_result(1, 1, BoardResult::black_by_forfeit);
}

TEST_CASE("event: the only one left has the bye of the pairing, unless he had it before") {
  Event event(System::dutch, 3);
  for (const char* name : {"a", "b", "c", "d"}) event.enter({name});
  event.withdraw("d");
  event.grant_half_point_bye("a", 1);
  event.grant_zero_point_bye("b", 1);
  event.add_round(otb::pair(event));
  CHECK(event.rounds()[0].boards.empty());
  REQUIRE(event.rounds()[0].byes.size() == 4);
  CHECK(event.rounds()[0].byes[0].entrant == event.find("c"));
  CHECK(event.rounds()[0].byes[0].kind == ByeKind::pairing_allocated);
  CHECK(standing(event, 1)[0].points == 1);
  CHECK(event.finished_rounds() == 1);
  event.grant_half_point_bye("a", 2);
  event.grant_half_point_bye("b", 2);
  CHECK_THAT(complaint([&] { otb::pair(event); }), contains_text("no pairing is possible"));
  event.remove_round();
  CHECK(event.rounds().empty());
}

TEST_CASE("event: a renamed player is found by the new name alone") {
  Event event(System::dutch, 3);
  event.enter({"Anna"});
  event.enter({"Bj\u00f6rn"});
  event.change("Anna", {.name = "Carla"});
  CHECK(event.find("Carla") == 0);
  CHECK(event.find("Bjo\u0308rn") == 1);
  CHECK(complaint([&] { event.find("Anna"); }) == "no player named 'Anna' has entered");
  event.change("Carla", {.name = "Carla"});
  CHECK(complaint([&] { event.change("Carla", {.name = "Bjo\u0308rn"}); }) ==
        "'Bjo\u0308rn' has entered already");
  event.enter({"Anna"});
  CHECK(event.find("Anna") == 2);
}

}  // namespace otb_event_test
