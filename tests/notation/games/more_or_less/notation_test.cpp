#include "notation/games/more_or_less/notation.h"

#include "notation/typed/game.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace more_or_less_notation_test {

using more_or_less::Notation;
using more_or_less::Turn;

// White's E0 can hop over D0 to C1. Beyond B1, A2 is occupied. C0 and A0 are empty, O is occupied.
constexpr char middle[] = "b/2w1bbwww1/bb4wbw1/4w2bwb/ww1b4wb/wb1bw5 w 3 4";

std::unique_ptr<Game> start(const std::string& position = "", const std::string& variant = "") {
  return find_game("more-or-less")->start({variant, position, ""});
}

std::string reason_against(const std::string& position, const std::string& turn,
                           const std::string& variant = "") {
  const auto error = start(position, variant)->play(turn);
  return error ? error->message : "";
}

std::string message_of_bad_position(const std::string& text, const std::string& variant) {
  try {
    start(text, variant);
  } catch (const StartError& error) {
    CHECK(error.kind == StartError::Kind::bad_position);
    return error.what();
  }
  return "";
}

TEST_CASE("more or less notation: points are the centre and five rings of ten") {
  CHECK(more_or_less::point_name(0) == "O");
  CHECK(more_or_less::point_name(1) == "A0");
  CHECK(more_or_less::point_name(10) == "A9");
  CHECK(more_or_less::point_name(11) == "B0");
  CHECK(more_or_less::point_name(50) == "E9");
}

TEST_CASE("more or less notation: all spellings of a turn parse to the same turn") {
  const struct {
    const char* text;
    const char* canonical;
  } rows[] = {
      {"O", "O"},
      {"o", "O"},
      {"C3", "C3"},
      {"A0,E5", "A0,E5"},
      {"E5,A0", "A0,E5"},
      {"e5,a0", "A0,E5"},
      {"A9,O", "O,A9"},
      {"B0,A9", "A9,B0"},
      {"E0,E0", "E0,E0"},
      {"E0xC1", "E0xC1"},
      {"e0xc1xA2", "E0xC1xA2"},
      {"E0xC1xE0", "E0xC1xE0"},
      {"OxC0", "OxC0"},
      {"oxo", "OxO"},
      {"E0xE5", "E0xE5"},
      {"E0-C0xA1", "E0-C0xA1"},
      {"e0-oxa1", "E0-OxA1"},
      {"pass", "pass"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto turn = read_turn<Notation>(row.text);
    REQUIRE(turn);
    CHECK(Notation::write_turn(*turn) == row.canonical);
  }
}

TEST_CASE("more or less notation: reject texts that are not turns") {
  for (const char* text : {"",
                           "A",
                           "A0,",
                           "A0,E",
                           "A0,E5,C1",
                           "A0, E5",
                           "A0 E5",
                           "A0E5",
                           "A0;E5",
                           ",A0",
                           "F0",
                           "Z9,A0",
                           "A10",
                           "O0",
                           "A-1",
                           "0A",
                           "x",
                           "E0x",
                           "E0xC",
                           "E0xC1x",
                           "E0XC1",
                           "xC1",
                           "E0xxC1",
                           "E0xC1-A2",
                           "E0xC1,A2",
                           "E0-C0",
                           "E0-C0-A0",
                           "E0-C0xA1xC3",
                           "E0-C0-A0xA5",
                           "E0-C0XA1",
                           "E0-xA1",
                           "E0--C0xA1",
                           "A0,E5xC1",
                           "A0,E5-C0xA1",
                           "Pass",
                           "PASS",
                           "pas",
                           "passe",
                           "pass0",
                           " pass",
                           "pass ",
                           "E0 xC1",
                           "E0xC1 ",
                           " E0xC1",
                           "E0xC1\n",
                           "E0\xc3\x97"
                           "C1"}) {
    INFO(text);
    CHECK_FALSE(read_turn<Notation>(text));
  }
}

TEST_CASE("more or less notation: turns on points outside the small board are syntax errors") {
  const auto game = start("", "31");
  REQUIRE_FALSE(game->play("O"));
  for (const char* text : {"A0,C0", "C0,B5", "A0xC0", "C0-A0xC2", "C0-C1xB2"}) {
    INFO(text);
    const auto error = game->play(text);
    REQUIRE(error);
    CHECK(error->kind == TurnError::Kind::syntax);
  }
  CHECK_FALSE(game->play("C0,D0"));
  const auto records =
      read_all("[Game \"more-or-less\"]\n[Variant \"31\"]\n\n1. O A0,C0 2. C1,C2 *\n");
  REQUIRE(records.size() == 1);
  CHECK(findings_of(records[0].check) == "missing-tag@1:1 syntax@4:6");
  CHECK(records[0].check.turns == 1);
}

TEST_CASE("more or less notation: a path far too long parses completely and is illegal") {
  std::string text = "E0";
  for (int i = 0; i < 5000; ++i) text += i % 2 == 0 ? "xC1" : "xE0";
  const auto turn = read_turn<Notation>(text);
  REQUIRE(turn);
  CHECK(turn->length == Turn::longest_path + 1);
  const auto error = start(middle)->play(text);
  REQUIRE(error);
  CHECK(error->kind == TurnError::Kind::illegal);
  CHECK(error->message ==
        "E0xC1xE0xC1xE0...: the stone has visited E0 twice in this turn, and a third visit is not "
        "allowed; from C1 it can go to A0, E2");
  CHECK(start(middle)->play(text + "x")->kind == TurnError::Kind::syntax);
}

TEST_CASE("more or less notation: the message on an illegal turn names the violated rule") {
  const struct {
    const char* position;
    const char* turn;
    const char* message;
  } rows[] = {
      {"", "A0", "A0: White's first turn is one stone on the centre, O"},
      {"", "O,A0", "O,A0: White's first turn is one stone on the centre, O"},
      {"w/X/X/X/X/X b 0 0", "A0",
       "A0: while stones are placed, a turn is two of them, as in A0,E5"},
      {"w/X/X/X/X/X b 0 0", "A0,O", "O,A0: O is occupied"},
      {"w/X/X/X/X/X b 0 0", "A0,A0", "A0,A0: the two stones are placed on different points"},
      {"w/X/X/X/X/X b 0 0", "OxC0",
       "OxC0: not all stones are placed yet; a turn is two of them on free points, as in A0,E5"},
      {"w/X/X/X/X/X b 0 0", "pass",
       "pass: not all stones are placed yet; a turn is two of them on free points, as in A0,E5"},
      {middle, "A0,A1", "A0,A1: all 25 stones are placed; a turn is a jump or a glide now"},
      {middle, "pass", "pass: White can move, so a pass is illegal"},
      {middle, "E2xC2", "E2xC2: there is no stone on E2"},
      {middle, "E3xC3", "E3xC3: the stone on E3 is Black's, and it is White's turn"},
      {middle, "E0xE5",
       "E0xE5: a hop goes to the second point along a straight line, and E5 is not that from E0"},
      {middle, "E0xC1xA2", "E0xC1xA2: B1 is jumped, but the point A2 after it is occupied"},
      {middle, "E0xC1xE5",
       "E0xC1xE5: a hop goes to the second point along a straight line, and E5 is not that from "
       "C1"},
      {middle, "E0xA0", "E0xA0: from E0 to A0 a stone on C0 is to be jumped, but C0 is empty"},
      {middle, "E0-E5xC5", "E0-E5xC5: the slide from E0 to E5 is blocked, as O is occupied"},
      {middle, "E0-E1xC2", "E0-E1xC2: the slide from E0 to E1 is blocked, as E1 is occupied"},
      {middle, "E0-A1xC3",
       "E0-A1xC3: a slide follows a straight line or a rim edge, and none joins E0 and A1"},
  };
  for (const auto& row : rows) {
    INFO(row.position);
    // Some messages continue with legal turns.
    const std::string message = reason_against(row.position, row.turn);
    CHECK(message.substr(0, message.find(';', std::string(row.message).size())) == row.message);
  }
}

TEST_CASE("more or less notation: reject invalid positions") {
  const struct {
    const char* text;
    const char* message;
  } bad[] = {
      {"1/X/X/X/X/X w 0", "four parts"},
      {"1/X/X/X/X/X w 0 0 0", "four parts"},
      {"1/X/X/X/X/X  w 0 0", "four parts"},
      {" 1/X/X/X/X/X w 0 0", "four parts"},
      {"1/X/X/X/X w 0 0", "six groups"},
      {"1/X/X/X/X/X/X w 0 0", "six groups"},
      {"1/X/X/X w 0 0", "board of 31 points"},
      {"1/X/X/X/X/X W 0 0", "side to move"},
      {"1/X/X/X/X/X x 0 0", "side to move"},
      {"1/X/X/X/X/X w 00 0", "a number"},
      {"1/X/X/X/X/X w 0 -0", "a number"},
      {"1/X/X/X/X/X w 0 -1", "a number"},
      {"1/X/X/X/X/X w +0 0", "a number"},
      {"1/X/X/X/X/X w 0 x", "a number"},
      {"1/X/X/X/X/X w 0 99999999999999999999", "a number"},
      {"1/X/X/X/X/X w 13 13", "at most 12 turns"},
      {"1/X/X/X/X/X w 12 13", "at most 12 turns"},
      {"1/X/X/X/X/9 w 0 0", "9 points instead of 10"},
      {"1/X/X/X/X/X1 w 0 0", "two adjacent numbers"},
      {"1/X/X/X/X/Xw w 0 0", "more points than 10"},
      {"1/X/X/X/X/55 w 0 0", "two adjacent numbers"},
      {"1/X/X/X/X/wX w 0 0", "more points than 10"},
      {"1/X/X/X/X/0w9 w 0 0", "neither"},
      {"1/X/X/X/X/W9 w 0 0", "neither"},
      {"1/X/X/X/X/x w 0 0", "neither"},
      {"X/X/X/X/X/X w 0 0", "more points than 1"},
      {"2/X/X/X/X/X w 0 0", "more points than 1"},
      {"/X/X/X/X/X w 0 0", "0 points instead of 1"},
      {"ww/X/X/X/X/X w 0 0", "more points than 1"},
      // Impossible while placing.
      {"1/X/X/X/X/X b 0 0", "cannot lie on the board"},
      {"w/X/X/X/X/X w 0 0", "cannot lie on the board"},
      {"b/X/X/X/X/X w 0 0", "cannot lie on the board"},
      {"w/X/X/X/X/b9 w 0 0", "cannot lie on the board"},
      {"w/X/X/X/X/bb8 b 0 0", "cannot lie on the board"},
      {"w/X/X/X/X/bbw7 b 0 0", "cannot lie on the board"},
      {"w/X/X/X/X/bbww6 w 0 0", "cannot lie on the board"},
      {"b/X/X/X/X/bw8 w 0 0", "and is not there"},
      {"1/X/X/X/X/bbw7 w 0 0", "and is not there"},
      {"1/X/X/X/X/w9 b 0 0", "and is not there"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X w 0 0", "cannot lie on the board"},
      {"w/wwwwwwwwww/wbbbbbbbbb/bbbb6/X/X b 0 0", "cannot lie on the board"},
      {"b/wwwwwwwwww/wwwbbbbbbb/bbbb6/X/X b 0 0", "and is not there"},
      // Impossible after placing.
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbbb5/X/X b 0 0", "26 stones"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbb7/X/X b 1 1", "all 25 stones"},
      {"w/X/X/X/X/X b 1 1", "all 25 stones"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 1 0", "alternate"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X w 1 1", "alternate"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 0 1", "alternate"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X w 1 3", "alternate"},
      {"w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X w 2 1", "alternate"},
  };
  for (const auto& row : bad) {
    INFO(row.text);
    CHECK_THAT(message_of_bad_position(row.text, ""), contains_text(row.message));
  }
  CHECK_THAT(message_of_bad_position("1/X/X/X/X/X w 0 0", "31"), contains_text("board of 51"));
}

TEST_CASE("more or less notation: accept positions that can occur in a game") {
  for (const char* text : {
           "1/X/X/X/X/X w 0 0",
           "w/X/X/X/X/X b 0 0",
           "w/X/X/X/X/8bb w 0 0",
           "w/X/X/X/ww8/8bb b 0 0",
           "w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 0 0",
           "1/wwwwwwwwww/wwbbbbbbbb/bbbbw5/X/X w 0 1",
           "1/wwwwwwwwww/wwwwwwwwww/wwwwb5/X/X b 12 12",
       }) {
    INFO(text);
    CHECK(start(text)->position() == text);
  }
  for (const char* text :
       {"1/X/X/X w 0 0", "w/X/b8b/X w 0 0", "w/wwwwwwwwww/wwbbbbbbbb/bbbb6 b 0 0"}) {
    INFO(text);
    CHECK(start(text, "31")->position() == text);
  }
}

TEST_CASE("more or less notation: a finished position parses and has no turns") {
  const auto over = start("1/wwwwwwwwww/wwwwwwwwww/wwbbb5/X/X b 1 1");
  REQUIRE(over->ending());
  CHECK(*over->ending() == Ending{Outcome::white_wins, "stones"});
  CHECK(over->count_turns() == 0);
  CHECK(over->perft(1) == 0);
  CHECK(over->perft(0) == 1);
  CHECK(over->play("A0xC1")->kind == TurnError::Kind::over);
  CHECK(over->play("A0xC")->kind == TurnError::Kind::syntax);
  const auto late = start("w/wwwwwwwwww/wbbbbbbbbb/bbbb6/X/X b 12 12");
  CHECK(*late->ending() == Ending{Outcome::white_wins, "turns"});
}

TEST_CASE("more or less notation: a pass is written and counted") {
  const auto game = start("1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 11 11");
  REQUIRE_FALSE(game->play("pass"));
  CHECK(game->position() == "1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 w 11 12");
}

TEST_CASE("more or less notation: perft from position strings") {
  const Json data = read_json_data("more-or-less-perft.json");
  for (const auto& row : data["counts"]) {
    const std::string variant = row["variant"].text(), position = row["position"].text();
    INFO(variant << " " << position);
    CHECK(start(position, variant)->perft(row["depth"].get<int>()) ==
          row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("more or less notation: sample games are valid and canonical") {
  const std::string sample = read_data("more-or-less-sample.pgn");
  const auto records = read_all(sample);
  CHECK(records.size() > 10);
  std::string written;
  for (const CheckedRecord& record : records) {
    INFO("game " << record.check.index);
    for (const Finding& error : record.check.errors) FAIL_CHECK(error.message);
    write_record(record.record, written);
  }
  CHECK(written == sample);
}

TEST_CASE("more or less notation: the board shows each point once and every stone") {
  const std::string board = start(middle)->board({false});
  for (const char* cell : {"(A2)", "[B0]", "[ O]", "(E0)", "[D3]", " A0 "}) {
    INFO(cell << "\n" << board);
    CHECK(board.find(cell) != std::string::npos);
  }
  for (more_or_less::Point at = 1; at < more_or_less::point_count; ++at) {
    const std::string name = more_or_less::point_name(at);
    INFO(name);
    CHECK(board.find(name) == board.rfind(name));
    CHECK(board.find(name) != std::string::npos);
  }
  CHECK_THAT(board, contains_text("3 of 12 turns"));
  const std::string small = start("", "31")->board({false});
  CHECK(small.find("A0") == std::string::npos);
  CHECK(small.find("C0\n") != std::string::npos);
}

}  // namespace more_or_less_notation_test
