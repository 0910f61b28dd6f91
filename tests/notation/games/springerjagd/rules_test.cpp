#include "notation/game_types.h"
#include "notation/games/springerjagd/notation.h"
#include "notation/typed/game.h"
#include "tests/catch.h"

namespace springerjagd_rules_test {

// A test for each rule, from positions in which it decides. Then all rules are compared with the
// reference.

using springerjagd::Notation;

/// The message on a turn; empty if it is legal.
std::string message_against(const std::string& position, const std::string& turn) {
  const auto game = find_game("springerjagd")->start({"", position, ""});
  const auto error = game->play(turn);
  if (!error) return "";
  CHECK(error->kind == TurnError::Kind::illegal);
  return error->message;
}

std::string after(const std::string& position, const std::vector<std::string>& turns) {
  const auto game = find_game("springerjagd")->start({"", position, ""});
  for (const std::string& turn : turns) {
    const auto error = game->play(turn);
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error);
  }
  return game->position();
}

std::set<std::string> turns_from(const std::string& position) {
  std::set<std::string> turns;
  find_game("springerjagd")->start({"", position, ""})->visit_turns([&](std::string_view turn) {
    turns.emplace(turn);
    return true;
  });
  return turns;
}

std::string ending_of(const std::string& position) {
  const auto game = find_game("springerjagd")->start({"", position, ""});
  CHECK((game->count_turns() == 0) == game->ending().has_value());
  return game->ending() ? describe(*game->ending()) : "";
}

struct Row {
  std::string turn;
  std::string message;  ///< part of the message; empty if the turn is legal
};

void check_turns(const std::string& position, const std::vector<Row>& rows) {
  const std::set<std::string> legal = turns_from(position);
  for (const Row& row : rows) {
    const std::string message = message_against(position, row.turn);
    INFO(position << "  " << row.turn << "  " << message);
    CHECK(message.empty() == row.message.empty());
    CHECK_THAT(message, contains_text(row.message));
    CHECK(legal.count(row.turn) == message.empty());
  }
}

const std::string start = "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -";
// Eight pawns on the board with two pairs, on c1 and e1.
const std::string pairs = "5n/6/6/6/PPPP2/N1D1D1 w -";

TEST_CASE("springerjagd rule: White moves first from the start") {
  CHECK(find_game("springerjagd")->start({})->position() == start);
  CHECK(turns_from(start).size() == 5152);
  check_turns(start, {{"b6-a4/c6/d6-e4", "the knight on b6 is Black's, and it is White's turn"},
                      {"b2-a4/c1/d1-e4", "there is no knight on b2"},
                      {"b3-a5/c1/d1-e4", "there is no knight on b3"}});
}

TEST_CASE("springerjagd rule: a knight makes a knight's move") {
  check_turns("5n/6/6/2N3/6/6 w -", {{"c3-a2/@", ""},
                                     {"c3-a4/@", ""},
                                     {"c3-b1/@", ""},
                                     {"c3-b5/@", ""},
                                     {"c3-d1/@", ""},
                                     {"c3-d5/@", ""},
                                     {"c3-e2/@", ""},
                                     {"c3-e4/@", ""},
                                     {"c3-c4/@", "c4 is no knight's move from c3"},
                                     {"c3-d4/@", "d4 is no knight's move from c3"},
                                     {"c3-c5/@", "c5 is no knight's move from c3"},
                                     {"c3-f3/@", "f3 is no knight's move from c3"},
                                     {"c3-c3/@", "own piece"}});
  // Moves do not wrap around the edge.
  CHECK(turns_from("3n2/6/6/5N/6/6 w -") ==
        std::set<std::string>{"f3-e1/@", "f3-d2/@", "f3-d4/@", "f3-e5/@"});
}

TEST_CASE("springerjagd rule: a single enemy piece can be captured and a pair cannot") {
  const std::string position = "5n/6/6/1p4/2d3/N5 w -";
  check_turns(position, {{"a1xb3/@", ""},
                         {"a1-b3/@", "b3 holds a pawn of Black's; to capture is written a1xb3"},
                         {"a1xc2/@", "c2 holds two pawns of Black's"},
                         {"a1-c2/@", "c2 holds two pawns of Black's"}});
  check_turns("5n/6/6/6/6/N5 w -", {{"a1xb3/@", "b3 is empty, there is nothing to capture"}});
}

TEST_CASE("springerjagd rule: a knight never ends on an own piece") {
  check_turns("5n/6/6/1N4/2P3/N5 w -", {{"a1-b3/@", "b3 holds a knight of White's"},
                                        {"a1-c2/@", "c2 holds a pawn of White's"},
                                        {"a1xc2/@", "c2 holds a pawn of White's"}});
  check_turns(pairs, {{"a1-c1/c1/a2-a4", "c1 holds two pawns of White's"}});
}

TEST_CASE("springerjagd rule: a captured pawn goes to its owner's reserve and fills from there") {
  // All black pawns are on the board. After the capture one is in reserve and must fill.
  const std::string position = "5n/6/pppppp/1p4/p5/N5 w -";
  CHECK(after(position, {"a1xb3/@"}) == "5n/6/pppppp/1N4/p5/P5 b b3");
  check_turns("5n/6/pppppp/1N4/p5/P5 b b3",
              {{"f6-e4/@/a2-a3", "own piece"},
               {"f6-d5/@/a2-a3", ""},
               {"f6-d5/a2/a4-a3", "Black has 1 in reserve, so f6 is filled from the reserve (@)"}});
}

TEST_CASE("springerjagd rule: a captured knight never returns") {
  CHECK(after("5n/6/6/1n4/6/N5 w -", {"a1xb3/@"}) == "5n/6/6/1N4/6/P5 b b3");
}

TEST_CASE("springerjagd rule: a knight attacks orthogonally adjacent knights") {
  check_turns("6/6/2n3/2N3/2n3/6 w -", {{"c3xc4/@", ""}, {"c3xc2/@", ""}});
  check_turns("6/6/1n4/2Nn2/6/6 w -",
              {{"c3xd3/@", ""},
               {"c3xb4/@", "b4 is no knight's move from c3 and not next to it along a row"}});
  check_turns("5n/6/6/2Np2/2p3/6 w -",
              {{"c3xd3/@",
                "only a knight can be captured by a knight next to it, and d3 holds a "
                "pawn of Black's"},
               {"c3xb3/@", "only a knight can be captured by a knight next to it, and b3 is empty"},
               {"c3-b3/@", "b3 is no knight's move"}});
  // Adjacency does not wrap around the edge.
  check_turns("6/6/6/n5/5N/6 w -", {{"f2xa3", "no knight's move from f2"}});
}

TEST_CASE("springerjagd rule: the knight that moved last is protected from its neighbours") {
  const std::string position = "6/6/6/2nn2/2NN2/1N4 w c3";
  // A third white knight makes the position invalid. With two knights, both sides of the rule can
  // be tested.
  CHECK_THROWS_AS(Notation::read_position(position), StartError);
  check_turns("6/6/6/2nn2/2NN2/6 w c3",
              {{"c2xc3/@", "the knight on c3 moved last turn and is protected this turn"},
               {"d2xd3/@", ""}});
  check_turns("6/6/6/2nn2/2NN2/6 w d3",
              {{"c2xc3/@", ""},
               {"d2xd3/@", "the knight on d3 moved last turn and is protected this turn"}});
  check_turns("6/6/6/2nn2/2NN2/6 w -", {{"c2xc3/@", ""}, {"d2xd3/@", ""}});
}

TEST_CASE("springerjagd rule: protection does not prevent capture by a knight's move") {
  check_turns("6/6/6/2nn2/2N3/1N4 w c3", {{"c2xc3/@", "protected"}, {"b1xc3/@", ""}});
}

TEST_CASE("springerjagd rule: protection lasts one turn") {
  const std::string position = "5n/6/2n3/6/2N3/N5 b -";
  CHECK(after(position, {"c4-e3/@"}) == "5n/6/2p3/4n1/2N3/N5 w e3");
  CHECK(after(position, {"f6-e4/@", "a1-b3/@"}) == "5p/6/2n1n1/1N4/2N3/P5 b b3");
  check_turns("5p/6/2n1n1/2N3/N5/P5 w -", {{"c3xc4/@/a1-a6", ""}});
  check_turns(after("5n/6/6/6/2N3/N2n2 b -", {"d1-c3/@", "a1-b3/@", "f6-e4/@/d1-d6"}),
              {{"c2xc3/@/a1-a6", ""}});
}

TEST_CASE("springerjagd rule: a swap counts as a move of the knight") {
  CHECK(after("6/6/2d3/2N3/6/n4n b -", {"a1~c4"}) == "6/6/2n3/2N3/6/p4n w c4");
  check_turns("6/6/2n3/2N3/6/p4n w c4", {{"c3xc4/@", "the knight on c4 moved last turn"}});
  check_turns("6/6/2n3/2N3/6/p4n w f1", {{"c3xc4/@", ""}});
}

TEST_CASE(
    "springerjagd rule: the fill comes from the reserve or a pair or any pawn in this order") {
  // Seven pawns are on the board.
  check_turns("5n/6/6/6/PPPP2/N1D2P w -",
              {{"a1-b3/@/c1-d4", ""},
               {"a1-b3/c1/c1-d4", "White has 1 in reserve, so a1 is filled from the reserve (@)"},
               {"a1-b3/a2/c1-d4", "from the reserve (@)"}});
  check_turns(pairs,
              {{"a1-b3/c1/a2-d4", ""},
               {"a1-b3/e1/a2-d4", ""},
               {"a1-b3/a2/c1-d4",
                "White has two pawns on one square, so a1 is filled out of a pair, on c1 and e1"},
               {"a1-b3/@/a2-d4", "White has no pawn in reserve; a1 is filled out of a pair"},
               {"a1-b3/d4/a2-d4", "there is no pawn of White's on d4 to fill a1"},
               {"a1-b3/a1/a2-d4", "there is no pawn of White's on a1 to fill a1"},
               {"a1-b3/f6/a2-d4", "there is no pawn of White's on f6 to fill a1"}});
  check_turns(start, {{"b1-a3/a2/f2-c4", ""},
                      {"b1-a3/d1/f2-c4", ""},
                      {"b1-a3/@/f2-c4", "b1 is filled by a pawn from the board, on c1, d1, a2"}});
}

TEST_CASE("springerjagd rule: a second pawn moves after a move to an empty square") {
  check_turns(pairs, {{"a1-b3/c1", "a second pawn has to move after a move to an empty square"},
                      {"a1-b3/c1/a2-f1", ""}});
}

TEST_CASE("springerjagd rule: a second pawn moves after the capture of a knight") {
  check_turns("5n/6/6/1n4/PPPP2/N1D1D1 w -",
              {{"a1xb3/c1", "a second pawn has to move after the capture of a knight"},
               {"a1xb3/c1/a2-f1", ""}});
  check_turns("5n/6/6/6/nPPP2/NPD1D1 w -",
              {{"a1xa2/c1", "after the capture of a knight"}, {"a1xa2/c1/b2-f1", ""}});
}

TEST_CASE("springerjagd rule: no second pawn moves after the capture of a pawn") {
  check_turns(
      "5n/6/6/1p4/PPPP2/N1D1D1 w -",
      {{"a1xb3/c1", ""}, {"a1xb3/c1/a2-f1", "no second pawn moves after the capture of a pawn"}});
}

TEST_CASE("springerjagd rule: the second pawn is on the board and is not the fill") {
  check_turns(pairs, {{"a1-b3/c1/a1-d4", "the pawn on a1 has just filled it"},
                      {"a1-b3/c1/d4-d5", "there is no pawn of White's on d4"},
                      {"a1-b3/c1/f6-d5", "there is no pawn of White's on f6"},
                      {"a1-b3/c1/b3-d5", "there is no pawn of White's on b3"}});
  check_turns(start, {{"b1-a3/d2/d2-c4", "the pawn from d2 has just gone to b1"}});
  CHECK_FALSE(read_turn<Notation>("a1-b3/@/@-d4"));
}

TEST_CASE("springerjagd rule: the other pawn of the pair that filled may move") {
  CHECK(after(pairs, {"a1-b3/c1/c1-d4"}) == "5n/6/3P2/1N4/PPPP2/P3D1 b b3");
}

TEST_CASE("springerjagd rule: the second pawn goes to an empty square or joins a single own pawn") {
  check_turns("5n/6/6/4d1/PPPP2/N1D1Dp w -",
              {{"a1-b3/c1/a2-f3", ""},
               {"a1-b3/c1/a2-b2", ""},
               {"a1-b3/c1/e1-b2", ""},
               {"a1-b3/c1/a2-a2", "has to go to another square than a2"},
               {"a1-b3/c1/e1-e1", "has to go to another square than e1"},
               {"a1-b3/c1/a2-e1", "e1 holds two pawns of White's; a pawn goes to an empty square"},
               {"a1-b3/c1/a2-f1", "f1 holds a pawn of Black's"},
               {"a1-b3/c1/a2-e3", "e3 holds two pawns of Black's"},
               {"a1-b3/c1/a2-f6", "f6 holds a knight of Black's"},
               {"a1-b3/c1/a2-b3", "the knight is on b3 now"}});
  check_turns("5n/6/6/N5/PPPP2/N1D1D1 w -", {{"a1-b3/c1/b2-a3", "a3 holds a knight of White's"}});
  CHECK(after(pairs, {"a1-b3/c1/e1-b2"}) == "5n/6/6/1N4/PDPP2/P1P1P1 b b3");
}

TEST_CASE("springerjagd rule: the square that the fill left counts as empty") {
  CHECK(after(start, {"b1-a3/d2/f2-d2"}) == "1nppn1/pppppp/6/N5/PPPPP1/1PPPN1 b a3");
  check_turns(pairs, {{"a1-b3/c1/a2-c1", ""}, {"a1-b3/c1/e1-c1", ""}});
}

TEST_CASE("springerjagd rule: the second pawn may join the fill") {
  CHECK(after(start, {"b1-a3/d2/f2-b1"}) == "1nppn1/pppppp/6/N5/PPP1P1/1DPPN1 b a3");
  CHECK(after(pairs, {"a1-b3/c1/c1-a1"}) == "5n/6/6/1N4/PPPP2/D3D1 b b3");
}

TEST_CASE("springerjagd rule: without another pawn on the board no second pawn moves") {
  const std::string position = "5n/6/6/6/6/N5 w -";
  CHECK(turns_from(position) == std::set<std::string>{"a1-b3/@", "a1-c2/@"});
  check_turns(position, {{"a1-b3/@/a1-c1", "White has no pawn on the board but the one that fills"},
                         {"a1-b3/@/c1-c2", "so no second pawn moves"}});
  CHECK(turns_from("5n/6/6/6/6/N4P w -").count("a1-b3/@/f1-a1") == 1);
  CHECK(turns_from("5n/6/6/6/6/N4P w -").count("a1-b3/@") == 0);
}

TEST_CASE(
    "springerjagd rule: a swap with an own pair at any distance sends one pawn to the reserve") {
  CHECK(after("5D/6/6/6/PPPP2/N1D1n1 w -", {"a1~f6"}) == "5N/6/6/6/PPPP2/P1D1n1 b f6");
  check_turns("5n/6/6/3d2/PPPP2/N1D1D1 w -",
              {{"a1~c1", ""},
               {"a1~e1", ""},
               {"a1~a2", "changes places with two own pawns on one square, but a2 holds a pawn"},
               {"a1~d3", "but d3 holds two pawns of Black's"},
               {"a1~d4", "but d4 is empty"},
               {"a1~f6", "but f6 holds a knight of Black's"},
               {"a1~a1", "but a1 holds a knight of White's"},
               {"a1~c1/@", "a swap is the whole turn"},
               {"a1~c1/e1", "a swap is the whole turn"},
               {"a1~c1/e1/a2-a3", "a swap is the whole turn"},
               {"a1~c1/a2-a3", "a swap is the whole turn"},
               {"a1-c1", "own piece"}});
}

TEST_CASE("springerjagd rule: missing and surplus parts are illegal") {
  check_turns(start, {{"b1-a3", "a pawn has to fill b1"},
                      {"b1-a3/d2", "a second pawn has to move"},
                      {"b1-a3/f2-c4", "a pawn has to fill b1"},
                      {"b1-b4", "b4 is no knight's move from b1"}});
  check_turns("5n/6/6/1p4/6/N5 w -",
              {{"a1xb3", "a pawn has to fill a1, from the reserve (@)"},
               {"a1xb3/@/a1-a2", "no second pawn moves after the capture of a pawn"}});
}

TEST_CASE("springerjagd rule: a player without knights has lost at once") {
  const std::string position = "6/6/6/1n4/PPPP2/N1D1D1 w -";
  check_turns(position, {{"a1xb3", ""},
                         {"a1xb3/c1", "capturing the last knight ends the game"},
                         {"a1xb3/c1/a2-f1", "capturing the last knight ends the game"},
                         {"a1xb3/a2-f1", "capturing the last knight ends the game"}});
  // The knight's square stays empty, and the position string names the protected square.
  const std::string end = after(position, {"a1xb3"});
  CHECK(end == "6/6/6/1N4/PPPP2/2D1D1 b b3");
  CHECK(ending_of(end) == "White has won (knights)");
  CHECK(ending_of("6/6/6/1N4/PPPP2/2D1D1 b -") == "White has won (knights)");
  CHECK(ending_of("6/6/6/1n4/pppp2/2d1d1 w -") == "Black has won (knights)");
  // A pair cannot be swapped without a knight.
  CHECK(turns_from("6/6/6/1n4/PPPP2/2D1D1 w -").empty());
}

TEST_CASE("springerjagd rule: an attack on a neighbour may capture the last knight") {
  CHECK(ending_of(after("6/6/6/6/n5/N5 w -", {"a1xa2"})) == "White has won (knights)");
}

TEST_CASE("springerjagd rule: a player without moves and captures and swaps has lost") {
  const struct {
    const char* what;
    const char* position;
    const char* ending;
  } rows[] = {
      {"own single pawns on both squares", "5n/6/6/1P4/2P3/N5 w f6", "Black has won (blocked)"},
      {"pairs of the opponent on both", "5n/6/6/1d4/2d3/N5 w f6", "Black has won (blocked)"},
      {"Black is blocked", "5N/6/6/1p4/2p3/n5 b f6", "White has won (blocked)"},
      {"a single pawn to capture", "5n/6/6/1p4/2d3/N5 w f6", ""},
      {"an empty square", "5n/6/6/6/2d3/N5 w f6", ""},
      {"a pair of one's own to swap with", "5n/6/6/1P4/2D3/N5 w f6", ""},
      {"a neighbour to attack", "6/6/6/1P4/n1P3/N5 w -", ""},
      {"a neighbour that moved last", "6/6/6/1P4/n1P3/N5 w a2", "Black has won (blocked)"},
      {"a second knight that can move", "5n/6/6/1P3N/2P3/N5 w f6", ""},
      {"the opponent's place does not matter", "n5/2D3/1D4/6/6/5N w -", ""},
  };
  for (const auto& row : rows) {
    INFO(row.what);
    CHECK(ending_of(row.position) == row.ending);
  }
}

TEST_CASE("springerjagd rule: the third occurrence of a position is a draw") {
  // One pawn each. Knights move away, a pawn joins the fill to form a pair, and the knights swap
  // back.
  const std::vector<std::string> round = {"b1-a3/@/c3-b1", "b6-a4/@/c4-b6", "a3~b1", "a4~b6",
                                          "b1-c3/@/a3-b1", "b6-c4/@/a4-b6", "c3~b1", "c4~b6"};
  for (const bool known : {true, false}) {
    const std::string position = std::string("1n4/6/2p3/2P3/6/1N4 w ") + (known ? "b6" : "-");
    const auto game = find_game("springerjagd")->start({"", position, ""});
    int played = 0;
    while (!game->ending() && played < 100) {
      REQUIRE_FALSE(game->play(round[static_cast<std::size_t>(played++) % round.size()]));
    }
    REQUIRE(game->ending());
    CHECK(*game->ending() == Ending{Outcome::draw, "repetition"});
    CHECK(game->count_turns() == 0);
    // Without a protected knight the start differs from later positions. Then the position after
    // b1-a3 is the first to recur.
    CHECK(played == (known ? 16 : 17));
  }
}

TEST_CASE("springerjagd: arbitrary turns are legal exactly if they are visited") {
  Rng rng(77);
  const auto square = [&] {
    return std::string{static_cast<char>('a' + rng.below(6)),
                       static_cast<char>('1' + rng.below(6))};
  };
  int legal = 0;
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    springerjagd::Position position;
    Rng play(seed);
    for (int turn = 0; turn < 40 && !position.ending(); ++turn) {
      position.play(position.random_turn(play));
    }
    const std::string text = Notation::write_position(position);
    std::set<std::string> visited;
    position.visit_turns([&](const springerjagd::Turn& each) {
      return visited.insert(Notation::write_turn(each)).second;
    });
    // Change one square, sign or part of legal turns, so that many are nearly legal.
    for (int i = 0; i < 1000 && !visited.empty(); ++i) {
      std::string written = Notation::write_turn(position.random_turn(rng));
      switch (rng.below(4)) {
        case 0:
          written[2] = "-x~"[rng.below(3)];
          break;
        case 1:
          written.resize(std::min(written.size(), 5 + 3 * rng.below(4)));
          break;
        case 2:
          written += rng.below(2) ? "/@" : "/" + square() + "-" + square();
          break;
        default: {
          const std::size_t places[] = {0, 3, 6, 8, 9, 11, 12};
          const std::size_t at = places[rng.below(7)];
          if (at + 2 <= written.size()) written.replace(at, 2, square());
        }
      }
      const auto turn = read_turn<Notation>(written);
      if (!turn) continue;
      INFO(text << " " << written);
      CHECK(Notation::write_turn(*turn) == written);
      CHECK(position.is_legal(*turn) == visited.contains(written));
      CHECK(position.is_legal(*turn) == !position.violation(*turn));
      legal += position.is_legal(*turn);
    }
  }
  CHECK(legal > 100);
}

}  // namespace springerjagd_rules_test
