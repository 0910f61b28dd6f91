#include "core/played_line.h"
#include "tests/catch.h"
#include "tests/core/games/creeper/positions.h"

namespace creeper_position_test {

// A test for each rule of Creeper. The rule alone decides in its positions.

using namespace creeper_test;

constexpr char start_text[] = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w";

/// White on B3 lacks BC34 of the chain AB12-BC12-...-BC67-...-FG67.
constexpr char white_lacks_one[] = "6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w";
/// Black on B3 lacks BC34 of the chain AB67-BC67-...-BC12-...-FG12.
constexpr char black_lacks_one[] = "6W/7/7/7/1B5/7/7 1b4/1b4/1b4/6/1b4/1bbbb1 b";

struct Rejection {
  const char* position;
  const char* turn;
  Violation violation;
};

void check_rejections(const std::vector<Rejection>& rejections) {
  for (const Rejection& rejection : rejections) {
    INFO(rejection.position << ": " << rejection.turn);
    const Position position = position_of(rejection.position);
    CHECK(position.violation(turn_of(rejection.turn)) == rejection.violation);
    CHECK_FALSE(position.is_legal(turn_of(rejection.turn)));
  }
}

struct Move {
  const char* before;
  const char* turn;
  const char* after;
};

void check_moves(const std::vector<Move>& moves) {
  for (const Move& move : moves) {
    INFO(move.before << ": " << move.turn);
    const Position position = position_of(move.before);
    CHECK(position.is_legal(turn_of(move.turn)));
    CHECK(text_of(after(position, move.turn)) == move.after);
  }
}

struct Finish {
  const char* before;
  const char* turn;
  std::optional<Ending> ending;
};

void check_endings(const std::vector<Finish>& finishes) {
  for (const Finish& finish : finishes) {
    INFO(finish.before << ": " << finish.turn);
    REQUIRE(position_of(finish.before).is_legal(turn_of(finish.turn)));
    const Position end = after(position_of(finish.before), finish.turn);
    CHECK(end.ending() == finish.ending);
    CHECK(end.ending_after(turn_of(finish.turn)) == finish.ending);
    CHECK((end.count_turns() == 0) == finish.ending.has_value());
    CHECK(turns_of(end).empty() == finish.ending.has_value());
  }
}

const Ending white_chain{Outcome::white_wins, chain_reason};
const Ending black_chain{Outcome::black_wins, chain_reason};
const Ending blocked{Outcome::draw, blocked_reason};

TEST_CASE("creeper: the board has 45 squares and 36 octagons with four home bases") {
  CHECK(std::popcount(squares) == 45);
  CHECK(std::popcount(octagons) == 36);
  CHECK(std::popcount(all_bases) == 4);
  CHECK(base_pairs[0] == (bit(square_of("A1")) | bit(square_of("F6"))));
  CHECK(base_pairs[1] == (bit(square_of("A6")) | bit(square_of("F1"))));
}

TEST_CASE("creeper: White moves first from the start") {
  CHECK(text_of(Position()) == start_text);
  CHECK(position_of(start_text) == Position());
  CHECK_FALSE(Position().ending());
  CHECK(turns_of(Position()).size() == 24);
}

TEST_CASE("creeper: a jump claims the octagon") {
  check_moves({
      // An empty octagon gets a disc, in each of the four directions.
      {"7/7/7/2W4/7/7/7 6/6/6/6/6/6 w", "C4+D5", "7/7/3W3/7/7/7/7 6/6/2w3/6/6/6 b"},
      {"7/7/7/2W4/7/7/7 6/6/6/6/6/6 w", "C4+B5", "7/7/1W5/7/7/7/7 6/6/1w4/6/6/6 b"},
      {"7/7/7/2B4/7/7/7 6/6/6/6/6/6 b", "C4+D3", "7/7/7/7/3B3/7/7 6/6/6/2b3/6/6 w"},
      {"7/7/7/2B4/7/7/7 6/6/6/6/6/6 b", "C4+B3", "7/7/7/7/1B5/7/7 6/6/6/1b4/6/6 w"},
      // An enemy disc is flipped.
      {"7/7/7/2W4/7/7/7 6/6/2b3/6/6/6 w", "C4+D5", "7/7/3W3/7/7/7/7 6/6/2w3/6/6/6 b"},
      {"7/7/7/2B4/7/7/7 6/6/2w3/6/6/6 b", "C4+D5", "7/7/3B3/7/7/7/7 6/6/2b3/6/6/6 w"},
      // A disc of the mover stays.
      {"7/7/7/2W4/7/7/7 6/6/2w3/6/6/6 w", "C4+D5", "7/7/3W3/7/7/7/7 6/6/2w3/6/6/6 b"},
  });
}

TEST_CASE("creeper: both sides may jump over every home base without placing a disc") {
  check_moves({
      {"7/7/7/7/7/W6/7 6/6/6/6/6/6 w", "A2+B1", "7/7/7/7/7/7/1W5 6/6/6/6/6/6 b"},
      {"7/7/7/7/7/B6/7 6/6/6/6/6/6 b", "A2+B1", "7/7/7/7/7/7/1B5 6/6/6/6/6/6 w"},
      {"5W1/7/7/7/7/7/7 6/6/6/6/6/6 w", "F7+G6", "7/6W/7/7/7/7/7 6/6/6/6/6/6 b"},
      {"5B1/7/7/7/7/7/7 6/6/6/6/6/6 b", "F7+G6", "7/6B/7/7/7/7/7 6/6/6/6/6/6 w"},
      {"7/W6/7/7/7/7/7 6/6/6/6/6/6 w", "A6+B7", "1W5/7/7/7/7/7/7 6/6/6/6/6/6 b"},
      {"7/B6/7/7/7/7/7 6/6/6/6/6/6 b", "A6+B7", "1B5/7/7/7/7/7/7 6/6/6/6/6/6 w"},
      {"7/7/7/7/7/7/5W1 6/6/6/6/6/6 w", "F1+G2", "7/7/7/7/7/6W/7 6/6/6/6/6/6 b"},
      {"7/7/7/7/7/7/5B1 6/6/6/6/6/6 b", "F1+G2", "7/7/7/7/7/6B/7 6/6/6/6/6/6 w"},
  });
}

TEST_CASE("creeper: a shunt changes no disc") {
  check_moves({
      {"7/7/7/2W4/7/7/7 6/6/1bb3/1bb3/6/6 w", "C4-D4", "7/7/7/3W3/7/7/7 6/6/1bb3/1bb3/6/6 b"},
      {"7/7/7/2W4/7/7/7 6/6/1bb3/1bb3/6/6 w", "C4-B4", "7/7/7/1W5/7/7/7 6/6/1bb3/1bb3/6/6 b"},
      {"7/7/7/2W4/7/7/7 6/6/1bb3/1bb3/6/6 w", "C4-C5", "7/7/2W4/7/7/7/7 6/6/1bb3/1bb3/6/6 b"},
      {"7/7/7/2W4/7/7/7 6/6/1bb3/1bb3/6/6 w", "C4-C3", "7/7/7/7/2W4/7/7 6/6/1bb3/1bb3/6/6 b"},
  });
}

TEST_CASE("creeper: a capture takes one enemy pawn from the board and changes no disc") {
  constexpr char surrounded[] = "7/7/2B4/1BWB3/2B4/7/7 6/6/1bb3/1bb3/6/6 w";
  check_moves({
      {surrounded, "C4xE4", "7/7/2B4/1B2W2/2B4/7/7 6/6/1bb3/1bb3/6/6 b"},
      {surrounded, "C4xA4", "7/7/2B4/W2B3/2B4/7/7 6/6/1bb3/1bb3/6/6 b"},
      {surrounded, "C4xC6", "7/2W4/7/1B1B3/2B4/7/7 6/6/1bb3/1bb3/6/6 b"},
      {surrounded, "C4xC2", "7/7/2B4/1B1B3/7/2W4/7 6/6/1bb3/1bb3/6/6 b"},
      {"7/7/7/2BW3/7/7/7 6/6/6/6/6/6 b", "C4xE4", "7/7/7/4B2/7/7/7 6/6/6/6/6/6 w"},
  });
}

TEST_CASE("creeper: a capture goes two squares along a line over exactly one enemy pawn") {
  check_rejections({
      {"7/7/3B3/2W4/7/7/7 6/6/6/6/6/6 w", "C4xE6", Violation::not_a_capture},
      {"7/7/7/2WBB2/7/7/7 6/6/6/6/6/6 w", "C4xF4", Violation::not_a_capture},
      {"7/7/7/2WBB2/7/7/7 6/6/6/6/6/6 w", "C4xE4", Violation::target_occupied},
      {"7/7/7/2WB1B1/7/7/7 6/6/6/6/6/6 w", "C4xG4", Violation::not_a_capture},
      {"7/7/7/2WB3/7/7/7 6/6/6/6/6/6 w", "C4xD4", Violation::not_a_capture},
      {"7/7/7/2WB3/7/7/7 6/6/6/6/6/6 w", "C4xD6", Violation::not_a_capture},
      {"7/7/7/2W4/7/7/7 6/6/6/6/6/6 w", "C4xE4", Violation::nothing_captured},
      // Not across the edge.
      {"7/7/7/B5W/7/7/7 6/6/6/6/6/6 w", "G4xA5", Violation::not_a_capture},
      {"7/7/W6/6B/7/7/7 6/6/6/6/6/6 w", "A5xG4", Violation::not_a_capture},
  });
}

TEST_CASE("creeper: a player cannot capture a pawn of their own") {
  check_rejections({
      {"7/7/7/2WW3/7/7/7 6/6/6/6/6/6 w", "C4xE4", Violation::own_pawn_captured},
      {"7/7/2B4/2B4/7/7/7 6/6/6/6/6/6 b", "C4xC6", Violation::own_pawn_captured},
  });
}

TEST_CASE("creeper: the opponent moves after a capture") {
  const Position next = after(position_of("7/7/7/1WB1B2/7/7/7 6/6/6/6/6/6 w"), "B4xD4");
  CHECK(next.side_to_move() == Side::black);
  CHECK(text_of(next) == "7/7/7/3WB2/7/7/7 6/6/6/6/6/6 b");
}

TEST_CASE("creeper: capturing is not compulsory") {
  const auto turns = turns_of(position_of("7/7/7/2WB3/7/7/7 6/6/6/6/6/6 w"));
  CHECK(turns.size() == 8);
  CHECK(std::count(turns.begin(), turns.end(), turn_of("C4xE4")) == 1);
}

TEST_CASE("creeper: a pawn moves onto an empty square only") {
  constexpr char crowd[] = "7/7/1WBB3/1WWB3/7/7/7 6/6/6/6/6/6 w";
  check_rejections({
      {crowd, "C4+D5", Violation::target_occupied},
      {crowd, "C4+B5", Violation::target_occupied},
      {crowd, "C4-D4", Violation::target_occupied},
      {crowd, "C4-B4", Violation::target_occupied},
  });
}

TEST_CASE("creeper: only jumps and shunts and captures are legal") {
  constexpr char lone[] = "7/7/7/2W4/7/7/5B1 6/6/6/6/6/6 w";
  check_rejections({
      {lone, "C4+D4", Violation::not_a_jump},
      {lone, "C4+E6", Violation::not_a_jump},
      {lone, "C4-D5", Violation::not_a_shunt},
      {lone, "C4-E4", Violation::not_a_shunt},
      {lone, "C4-C4", Violation::not_a_shunt},
      {lone, "C4+C4", Violation::not_a_jump},
      {lone, "C4xC4", Violation::not_a_capture},
      // Not across the edge.
      {"7/7/7/6W/7/7/5B1 6/6/6/6/6/6 w", "G4+A5", Violation::not_a_jump},
      {"7/7/7/6W/7/7/5B1 6/6/6/6/6/6 w", "G4-A5", Violation::not_a_shunt},
      {"7/7/7/W6/7/7/5B1 6/6/6/6/6/6 w", "A4-G3", Violation::not_a_shunt},
  });
}

TEST_CASE("creeper: only the mover's own pawns move") {
  constexpr char two[] = "7/7/7/2W1B2/7/7/7 6/6/6/6/6/6 w";
  check_rejections({
      {two, "D4-D5", Violation::no_pawn_there},
      {two, "E4-E5", Violation::opponents_pawn},
  });
}

TEST_CASE("creeper: the chain between the mover's bases wins") {
  check_endings({
      {white_lacks_one, "B3+C4", white_chain},
      {black_lacks_one, "B3+C4", black_chain},
      // The last disc of the chain was an enemy disc and is flipped.
      {"6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/1b4/1w4/1w4 w", "B3+C4", white_chain},
      // A longer chain, with a detour.
      {"6B/7/7/7/1W5/7/7 1wwww1/1w4/ww4/6/ww4/1w4 w", "B3+A4", white_chain},
  });
}

TEST_CASE("creeper: the shortest chain has nine discs") {
  const Position end = after(position_of(white_lacks_one), "B3+C4");
  CHECK(std::popcount(end.discs(Side::white)) == shortest_chain);
  for (Bits left = end.discs(Side::white); left; left &= left - 1) {
    const Bits without = end.discs(Side::white) & ~(left & -left);
    CHECK_FALSE(Position({0, 0}, {without, 0}, Side::black).has_chain(Side::white));
  }
}

TEST_CASE("creeper: only the mover can finish a chain and only by claiming") {
  check_endings({
      {white_lacks_one, "B3-B4", std::nullopt},
      // Black claims the octagon that White lacks.
      {"7/7/7/7/1B4W/7/7 1wwww1/1w4/1w4/6/1w4/1w4 b", "B3+C4", std::nullopt},
  });
}

TEST_CASE("creeper: a base connects discs of its owner only") {
  check_endings({
      // Along the left and upper edges, with Black's AB67 in the corner.
      {"6B/7/W6/7/7/7/7 1wwww1/6/w5/w5/w5/6 w", "A5+B6", std::nullopt},
      {"6W/7/7/7/B6/7/7 6/b5/b5/6/b5/1bbbb1 b", "A3+B4", std::nullopt},
      // A base of the mover at the end connects.
      {"6B/7/1W5/7/7/7/7 1wwww1/6/w5/w5/w5/6 w", "B5+A6", std::nullopt},
      {"7/6B/1W5/7/7/7/7 1wwww1/1w4/w5/w5/w5/6 w", "B5+A6", white_chain},
  });
}

TEST_CASE("creeper: diagonal neighbours are not connected") {
  check_endings({
      {"6B/7/7/7/1W5/7/7 2www1/2w3/2w3/6/1w4/1w4 w", "B3+C4", std::nullopt},
      {"6B/7/7/7/1W5/7/7 2www1/2w3/1ww3/6/1w4/1w4 w", "B3+C4", white_chain},
  });
}

TEST_CASE("creeper: the game is a draw if the opponent has no move") {
  constexpr char walled[] = "7/7/7/W6/WW5/BW5/1WW4 6/6/6/6/6/6 w";
  check_endings({
      {walled, "C1-C2", blocked},
      // A possible capture is a move.
      {walled, "C1-D1", std::nullopt},
      {"7/7/W6/7/WW5/BWW4/1W5 6/6/6/6/6/6 w", "A5-A4", blocked},
  });
}

TEST_CASE("creeper: a player without pawns has no move") {
  check_endings({
      {"7/7/7/2WB3/7/7/7 6/6/6/6/6/6 w", "C4xE4", blocked},
      {"7/7/7/2WB3/7/7/7 6/6/6/6/6/6 b", "D4xB4", blocked},
      {"7/7/7/2WB1B1/7/7/7 6/6/6/6/6/6 w", "C4xE4", std::nullopt},
  });
  CHECK(position_of("7/7/7/2W4/7/7/7 6/6/6/6/6/6 b").ending() == blocked);
  CHECK_FALSE(position_of("7/7/7/2W4/7/7/7 6/6/6/6/6/6 w").ending());
}

TEST_CASE("creeper: a finished chain wins even if the opponent has no move") {
  check_endings({
      {"7/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w", "B3+C4", white_chain},
      {"7/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w", "B3-C3", blocked},
  });
}

/// Plays the trip repeatedly; returns the number of turns until the game is over and its ending.
std::pair<int, std::optional<Ending>> play_trip(const char* start,
                                                const std::vector<const char*>& trip) {
  PlayedLine<Position> line(position_of(start));
  int turns = 0;
  while (!line.ending() && turns < 40) {
    line.play(turn_of(trip[static_cast<std::size_t>(turns) % trip.size()]));
    ++turns;
  }
  return {turns, line.ending()};
}

const Ending repetition{Outcome::draw, repetition_reason};

TEST_CASE("creeper: the third occurrence of a position is a draw and the start counts") {
  const auto [turns, ending] =
      play_trip("7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w", {"B1-C1", "G6-G5", "C1-B1", "G5-G6"});
  CHECK(turns == 8);
  CHECK(ending == repetition);
}

TEST_CASE("creeper: repeated positions have the same discs") {
  // The first trip places discs, so the start cannot recur. The position after it can.
  const auto [turns, ending] =
      play_trip("7/7/5B1/7/7/1W5/7 6/6/6/6/6/6 w", {"B2+C3", "F5+E4", "C3+B2", "E4+F5"});
  CHECK(turns == 10);
  CHECK(ending == repetition);
}

TEST_CASE("creeper: repeated positions have the same side to move") {
  const Position white = position_of("7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w");
  const Position black = position_of("7/6B/7/7/7/7/1W5 6/6/6/6/6/6 b");
  CHECK_FALSE(white == black);
  CHECK(white.hash() != black.hash());
}

}  // namespace creeper_position_test
