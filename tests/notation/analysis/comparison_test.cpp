#include "notation/analysis/comparison.h"

#include "notation/records/pgn/turn_data.h"
#include "tests/catch.h"

namespace comparison_test {

/// A game of a schedule of players 0 and 1 with these turns; even numbers are second legs.
ScheduledGame scheduled(std::uint64_t number) {
  const bool is_second = number % 2 == 0;
  const std::uint64_t round = (number + 1) / 2;
  return {number, round, is_second ? 2 : 1, is_second ? 1U : 0U, is_second ? 0U : 1U, round};
}

/// Comments are those of a bot, empty for none.
Record record_of(const std::vector<std::string>& turns, const std::string& result,
                 const std::vector<std::string>& comments = {}) {
  Record record;
  record.result = result;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    record.movetext.push_back({Element::Kind::turn, turns[i]});
    if (i < comments.size() && !comments[i].empty()) {
      record.movetext.push_back({Element::Kind::comment, comments[i]});
    }
  }
  return record;
}

TEST_CASE("comparison: pairs part where the players choose different turns") {
  Comparison comparison(0, 1, true);
  const Opening opening{{}, {"a"}};
  // Player 0 wins both games of the first pair, which part in the third turn.
  comparison.add(scheduled(1), 101, record_of({"a", "b", "c", "d"}, "1-0"), Side::white, opening);
  comparison.add(scheduled(2), 102, record_of({"a", "b", "x", "d"}, "0-1"), Side::white, opening);
  // A level pair, one of equal games, and one that loses half a point in the second turn.
  comparison.add(scheduled(3), 103, record_of({"a", "b"}, "1-0"), Side::white, opening);
  comparison.add(scheduled(4), 104, record_of({"a", "c"}, "1-0"), Side::white, opening);
  comparison.add(scheduled(5), 105, record_of({"a", "b"}, "1-0"), Side::white, opening);
  comparison.add(scheduled(6), 106, record_of({"a", "b"}, "1-0"), Side::white, opening);
  comparison.add(scheduled(7), 107, record_of({"a", "b"}, "0-1"), Side::white, opening);
  comparison.add(scheduled(8), 108, record_of({"a", "c"}, "1/2-1/2"), Side::white, opening);
  comparison.add(scheduled(9), 109, record_of({"a"}, "*"), Side::white, opening);
  CHECK(comparison.games() == 8);
  const auto rows = comparison.partings();
  REQUIRE(rows.size() == 2);
  // White played it in the first game, Black in the second.
  CHECK(rows[0].turn_number == 2);
  CHECK(rows[0].side == Side::black);
  CHECK(rows[0].turn == "c");
  CHECK(rows[0].opponent_turn == "b");
  CHECK(rows[0].id == 108);
  CHECK(rows[0].opponent_id == 107);
  CHECK(rows[0].half_points == 1);
  CHECK(rows[1].turn_number == 3);
  CHECK(rows[1].side == Side::white);
  CHECK(rows[1].turn == "c");
  CHECK(rows[1].id == 101);
  CHECK(rows[1].opponent_id == 102);
  CHECK(rows[1].half_points == 4);
  CHECK(comparison.json()["equal_pairs"] == Json(1));
}

TEST_CASE("comparison: Black may begin") {
  Comparison comparison(0, 1, true);
  comparison.add(scheduled(1), 1, record_of({"a"}, "1-0"), Side::black, {});
  comparison.add(scheduled(2), 2, record_of({"b"}, "0-1"), Side::black, {});
  REQUIRE(comparison.partings().size() == 1);
  CHECK(comparison.partings()[0].side == Side::black);
  CHECK(comparison.partings()[0].turn == "b");
}

TEST_CASE("comparison: phases have a third of the games, with time and depth of their turns") {
  Comparison comparison(0, 1, true);
  for (std::uint64_t number = 1; number <= 6; ++number) {
    const std::size_t length = 2 * ((number + 1) / 2);  // 2, 2, 4, 4, 6, 6
    const std::vector<std::string> turns(length, "t");
    // White and Black need 1 s and 3 s a turn; the depth of both is the turn's number.
    std::vector<std::string> comments;
    for (std::size_t i = 0; i < length; ++i) {
      comments.push_back("+0.10/" + std::to_string(i + 1) + (i % 2 == 0 ? " 1.000s" : " 3.000s"));
    }
    comparison.add(scheduled(number), static_cast<std::int64_t>(number),
                   record_of(turns, number <= 3 ? "1-0" : "0-1", comments), Side::white, {});
  }
  const auto phases = comparison.phases();
  REQUIRE(phases.size() == 3);
  for (const PhaseRow& row : phases) {
    CAPTURE(row.phase);
    CHECK(row.from == 2 * row.phase + 1);
    CHECK(row.to == 2 * row.phase + 2);
    CHECK(row.results.games() == 2);
    // Each player has both colours equally often.
    CHECK(row.seconds[0] == 2.0);
    CHECK(row.seconds[1] == 2.0);
    CHECK(row.depth[0] == 2 * static_cast<double>(row.phase) + 1.5);
  }
  CHECK(phases[0].results == rating::Wdl{1, 0, 1});
  CHECK(phases[1].results == rating::Wdl{2, 0, 0});
  CHECK(phases[2].results == rating::Wdl{1, 0, 1});
  Comparison untimed(0, 1, false);
  untimed.add(scheduled(1), 1, record_of({"t"}, "1-0", {"+0.10/1 1.000s"}), Side::white, {});
  CHECK(untimed.phases()[0].seconds[0] == std::nullopt);
  CHECK(untimed.phases()[0].depth[0] == 1.0);
  const auto colours = comparison.colours();
  CHECK(colours[0].results == rating::Wdl{2, 0, 1});
  CHECK(colours[1].results == rating::Wdl{2, 0, 1});
}

TEST_CASE("comparison: openings are grouped, and dead ones named") {
  Comparison comparison(0, 1, true);
  // White wins all games after a, and every second after b; the second turn is always another.
  for (std::uint64_t number = 1; number <= 20; ++number) {
    const bool is_dead = number <= 10;
    const Opening opening{{}, {is_dead ? "a" : "b", std::to_string(number)}};
    comparison.add(scheduled(number), static_cast<std::int64_t>(number),
                   record_of(opening.turns, is_dead || number % 2 == 0 ? "1-0" : "0-1"),
                   Side::white, opening);
  }
  const auto rows = comparison.openings();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].opening == "b");
  CHECK_FALSE(rows[0].is_dead());
  CHECK(rows[0].results == rating::Wdl{0, 0, 10});
  CHECK(rows[1].opening == "a");
  CHECK(rows[1].is_dead());
  CHECK(rows[1].results == rating::Wdl{5, 0, 5});
  const auto tables = comparison.tables(1);
  REQUIRE(tables.size() == 4);
  CHECK(tables[2].rows.size() == 1);
  REQUIRE(tables[2].notes.size() == 2);
  CHECK(tables[2].notes[0].english() == "1 dead opening, nearly always with one result: a");
  CHECK(tables[2].notes[1].english() == "1 more");
}

TEST_CASE("comparison: without games there is nothing to compare") {
  const Comparison comparison(0, 1, true);
  CHECK(comparison.phases().empty());
  CHECK(comparison.openings().empty());
  CHECK(comparison.partings().empty());
}

TEST_CASE("turn data: the thinking time of a game is the sum of its turns") {
  const Record record = record_of({"a", "b", "c"}, "*", {"+0.10/3 1.500s", "", "0.250s"});
  CHECK(thinking_time(record) == 1.75);
  CHECK(thinking_time(record_of({"a"}, "*")) == std::nullopt);
}

}  // namespace comparison_test
