#include "notation/game_types.h"
#include "tests/catch.h"

namespace sperre_rules_test {

// A test for each rule of Sperre, from positions in which it decides, with the messages for
// players.

const std::string start = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -";

// Columns 1, 4 and 7 are locked; V was tilted last. Black stones are next to 73 on 63 and 72.
const std::string middle = "B1B2B1BB/9/1B7/1WB6/1WB6/3W5/9/7B1/1WWW1WW1W w 147 5";

// The white stone on 84 reaches the goal if its column or row is free.
const std::string near_goal = "BBBB1BBBB/3W5/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5";

// Between 94 and 96 only the goal is empty.
const std::string over_goal = "BBBW2BBB/4W4/9/9/BBB6/9/9/9/WWWWWWW2 w 147 5";

// All white stones are in column 4, all black ones in column 6.
const std::string columns_rows = "3W1B3/3W1B3/3W1B3/3W1B3/3W1B3/3W1B3/3W1B3/3W1B3/3W1B3";

// Four black stones around 55, which 44 can reach.
const std::string surrounded = "BBB4BB/9/9/4B4/3B1B3/3WB4/9/9/WWWW1WWWW w 147 5";

std::unique_ptr<Game> set_up(const std::string& position, const std::string& variant = "") {
  return find_game("sperre")->start({variant, position, ""});
}

/// The message on a turn without the advice after it; empty if the turn is legal.
std::string against(const std::string& position, const std::string& turn,
                    const std::string& variant = "") {
  const auto error = set_up(position, variant)->play(turn);
  if (!error) return "";
  if (error->kind != TurnError::Kind::illegal) return "not illegal";
  std::size_t end = error->message.english().size();
  for (const char* advice : {"; to ", "; next to ", "; no stone ", "; a displaced stone "}) {
    end = std::min(end, error->message.english().find(advice));
  }
  return error->message.english().substr(0, end);
}

/// The ending after a turn, `white goal`; empty if the game goes on.
std::string end_after(const std::string& position, const std::string& turn,
                      const std::string& variant = "") {
  const auto game = set_up(position, variant);
  if (const auto error = game->play(turn)) return error->message;
  if (!game->ending()) return "";
  return std::string(outcome_name(game->ending()->outcome)) + " " +
         std::string(game->ending()->reason);
}

std::string after(const std::string& position, const std::string& turn,
                  const std::string& variant = "") {
  const auto game = set_up(position, variant);
  if (const auto error = game->play(turn)) return error->message;
  return game->position();
}

std::vector<std::string> list_turns(const std::string& position, const std::string& variant = "") {
  std::vector<std::string> turns;
  set_up(position, variant)->visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return true;
  });
  return turns;
}

TEST_CASE("sperre rules: a tilt leads to any face except the top and its opposite") {
  CHECK(against(middle, "IV1/12-23") == "");
  CHECK(against(middle, "IV9/12-23") == "");
  CHECK(against(middle, "IV3/12-23") == "");
  CHECK(against(middle, "IV8/12-23") == "");
  CHECK(against(middle, "IV4/12-23") ==
        "the die IV shows 4 already; it can be tilted to 1, 3, 8 or 9");
  CHECK(against(middle, "IV5/12-23") ==
        "the die IV shows 4, and 5 is on the opposite face, two tilts away; it can be tilted to 1, "
        "3, 8 or 9");
  CHECK(against(middle, "IV2/12-23") == "the die IV has no 2; it can be tilted to 1, 3, 8 or 9");
  CHECK(after(middle, "IV8/12-23") == "B1B2B1BB/9/1B7/1WB6/1WB6/3W5/9/2W4B1/2WW1WW1W b 187 4");
}

TEST_CASE("sperre rules: every turn tilts one die") {
  CHECK(against(middle, "12-23") == "the tilt is missing: a turn is written IV8/62-83/84>55");
  CHECK(against(middle, "12-23", "move-first+rows").find("locks row 1") != std::string::npos);
  CHECK(against(middle, "62-73", "move-first") ==
        "the tilt is missing: a turn is written 62-83/84>55/IV8");
  CHECK(against(middle, "pass").find("the tilt is missing") == 0);
}

TEST_CASE("sperre rules: the die that the opponent tilted last cannot be tilted") {
  CHECK(against(middle, "V2/12-23") ==
        "the die V was tilted by the opponent last turn and stays as it is; III or IV can be "
        "tilted");
  CHECK(against(middle, "62-73/V2", "move-first").find("the die V was tilted by the opponent") ==
        0);
  const auto game = set_up(middle);
  REQUIRE_FALSE(game->play("IV8/12-23"));
  CHECK(game->play("IV1/99-89")->message.english().find("the die IV was tilted") == 0);
  CHECK_FALSE(game->play("V3/99-89"));
}

TEST_CASE("sperre rules: the first turn may tilt any die") {
  for (const char* tilt : {"III2", "IV8", "V4"}) {
    CHECK(against(start, std::string(tilt) + "/19-29") == "");
    CHECK(against(start, "19-29/" + std::string(tilt), "move-first") == "");
  }
}

TEST_CASE("sperre rules: a stone in a locked column cannot move") {
  CHECK(against(middle, "III5/44-45") ==
        "the stone on 44 cannot move: the die IV on 4 locks column 4");
  CHECK(against(middle, "IV8/44-45") == "");
  // The tilt locks the column.
  CHECK(against(middle, "III2/12-23").find("the die III on 2 locks column 2") != std::string::npos);
  CHECK(against(middle, "IV8/17-27").find("the die V on 7 locks column 7") != std::string::npos);
  CHECK(against(start, "III7/17-27") ==
        "the stone on 17 cannot move: the die III on 7 locks column 7, and the die V on 7 locks "
        "column 7");
  // Numbers do not lock rows.
  CHECK(against(start, "V4/12-22") == "");
}

TEST_CASE("sperre rules: a stone may enter and cross locked columns") {
  CHECK(against(middle, "IV8/62-71") == "");
  CHECK(against(middle, "IV8/16-38") == "");
  CHECK(against(middle, "IV8/16-27") == "");
}

TEST_CASE("sperre rules: a move is one or two king's steps") {
  for (const char* to : {"21", "22", "23", "11", "31", "32", "33", "34"}) {
    CHECK(against(middle, "IV8/12-" + std::string(to)) == "");
  }
  CHECK(against(middle, "IV8/12-42") ==
        "42 is more than two steps from 12; this stone can go to 11, 21, 22, 23, 24, 31, 32, 33 or "
        "34");
  CHECK(against(middle, "IV8/12-15").find("15 is more than two steps") == 0);
  // Rows are not connected at the edges.
  CHECK(against(middle, "IV8/19-21").find("21 is more than two steps") == 0);
}

TEST_CASE("sperre rules: a move passes only empty squares") {
  CHECK(against(middle, "IV8/12-13").find("13 is occupied") == 0);
  CHECK(against(middle, "IV8/62-72").find("72 is occupied") == 0);
  const std::string wall = "BBBBBBBBB/9/9/9/9/9/9/1W7/WWWWWWWW1 w 547 5";
  CHECK(against(wall, "IV8/11-33") ==
        "every square between 11 and 33 is occupied; this stone can go to 21, 31 or 32");
  CHECK(against(wall, "IV8/11-32") == "");
  CHECK(against(wall, "IV8/12-14").find("14 is occupied") == 0);
  const std::string enclosed = "BBBBBBB2/9/9/9/9/9/BB7/WWW6/WWWWWW3 w 547 5";
  CHECK(against(enclosed, "IV8/11-33") ==
        "every square between 11 and 33 is occupied; this stone cannot move");
}

TEST_CASE("sperre rules: a move must not end where it began") {
  CHECK(against(middle, "IV8/12-12").find("a move ends elsewhere than it began") == 0);
}

TEST_CASE("sperre rules: only own stones move") {
  CHECK(against(middle, "IV8/63-64") == "the stone on 63 is Black's, and it is White's turn");
  CHECK(against(middle, "IV8/64-65") == "there is no stone on 64");
}

TEST_CASE("sperre rules: orthogonal neighbours may be displaced and diagonal ones may not") {
  CHECK(against(middle, "IV8/44-54/53>55") == "");
  CHECK(against(middle, "IV8/44-54") == "");
  CHECK(against(middle, "IV8/44-54/63>55") ==
        "63>55: 63 is not next to 54 along its row or column, where the move ended");
  CHECK(against(middle, "IV8/44-54/99>55").find("99 is not next to 54") != std::string::npos);
  CHECK(after(middle, "IV8/44-54/53>55") == "B1B2B1BB/9/1B7/1WB6/1W1WB4/9/9/7B1/1WWW1WW1W b 187 4");
}

TEST_CASE("sperre rules: any of the neighbours may be displaced") {
  for (const char* displaced : {"", "/63>11", "/72>11", "/63>11,72>18"}) {
    CHECK(against(middle, "IV8/62-73" + std::string(displaced)) == "");
  }
}

TEST_CASE("sperre rules: only enemy stones are displaced") {
  CHECK(against(middle, "IV8/62-73/73>11") ==
        "73>11: the stone on 73 is White's own; only Black's are displaced");
  CHECK(against(middle, "IV8/52-43/44>11").find("White's own") != std::string::npos);
  CHECK(against(middle, "IV8/62-73/83>11") == "83>11: there is no stone on 83");
  CHECK(against(middle, "IV8/62-73/62>11") == "62>11: there is no stone on 62");
}

TEST_CASE("sperre rules: a displaced stone goes to any free square") {
  CHECK(against(middle, "IV8/62-73/63>12") == "63>12: 12 is occupied");
  CHECK(against(middle, "IV8/62-73/63>72") == "63>72: 72 is occupied");
  CHECK(against(middle, "IV8/62-73/63>73") == "63>73: 73 is occupied");
  CHECK(against(middle, "IV8/62-73/63>63") == "63>63: 63 is occupied");
  // The square that the moved stone left is free.
  CHECK(against(middle, "IV8/62-73/63>62") == "");
  // The square next to the moved stone is allowed.
  CHECK(against(middle, "IV8/62-73/63>74") == "");
}

TEST_CASE("sperre rules: squares that displaced stones left are free") {
  CHECK(against(middle, "IV8/62-73/72>11,63>72") == "");
  CHECK(against(middle, "IV8/62-73/63>72,72>11") == "63>72: 72 is occupied");
  CHECK(after(middle, "IV8/62-73/72>11,63>72") == after(middle, "IV8/62-73/63>11"));
}

TEST_CASE("sperre rules: each stone is displaced at most once") {
  for (const char* displaced : {"63>11,63>18", "63>11,11>18", "63>74,74>18"}) {
    CHECK(against(middle, "IV8/62-73/" + std::string(displaced))
              .find("a stone is displaced once in a turn") != std::string::npos);
  }
  // The second stone goes to the square of the first and would then be displaced again.
  CHECK(against(middle, "IV8/62-73/63>11,72>63,63>72").find("displaced once") != std::string::npos);
}

TEST_CASE("sperre rules: four neighbours can be displaced at once") {
  CHECK(against(surrounded, "IV8/44-55/45>21,54>22,56>23,65>24") == "");
  CHECK(against(surrounded, "IV8/44-55/45>21,54>22,56>23,65>24,91>25") ==
        "a square has four neighbours, so at most four stones are displaced in a turn");
  CHECK(set_up(surrounded)->count_turns() > 700000);
}

TEST_CASE("sperre rules: a player who can move after some tilt must move") {
  // Only a tilt of IV frees column 4.
  const std::string freed = columns_rows + " w 147 3";
  CHECK(against(freed, "V8/pass") == "a player who can move must, and White can: IV1/14-12");
  CHECK(against(freed, "IV8/pass").find("a player who can move must") == 0);
  CHECK(against(freed, "V8/14-15").find("the die IV on 4 locks column 4") != std::string::npos);
  CHECK(against(freed, "IV8/14-15") == "");
  for (const std::string& turn : list_turns(freed)) CHECK(turn.substr(0, 2) == "IV");
}

TEST_CASE("sperre rules: the move is omitted if no tilt frees a stone") {
  const std::string stuck = columns_rows + " w 147 4";
  CHECK(list_turns(stuck) == std::vector<std::string>{"III2/pass", "III5/pass", "III6/pass",
                                                      "III7/pass", "V3/pass", "V4/pass", "V6/pass",
                                                      "V8/pass"});
  CHECK(set_up(stuck)->count_turns() == 8);
  CHECK(against(stuck, "V4/14-15").find("cannot move") != std::string::npos);
  CHECK(against(stuck, "IV8/pass").find("the die IV was tilted by the opponent") == 0);
  CHECK(after(stuck, "V4/pass") == columns_rows + " b 144 5");
}

TEST_CASE("sperre rules: a stone that ends its move on its goal wins at once") {
  CHECK(end_after(near_goal, "IV8/84-95") == "white goal");
  CHECK(end_after(near_goal, "IV8/84-85") == "");
  CHECK(after(near_goal, "IV8/84-95") == "BBBBWBBBB/9/9/9/4B4/9/9/9/WWWWWWWW1 b 187 4");
  const std::string black = "1BBBBBBBB/9/9/9/4W4/9/9/3B5/WWWW1WWWW b 147 5";
  CHECK(end_after(black, "IV8/24-15") == "black goal");
  // The opponent's goal is an ordinary square.
  CHECK(end_after("1BBB1BBBB/3B5/9/9/4B4/9/9/9/WWWWWWWWW b 147 5", "IV8/84-95") == "");
}

TEST_CASE("sperre rules: nothing is displaced after a winning move") {
  CHECK(against(near_goal, "IV8/84-95/94>15") ==
        "the move to 95 has won, so nothing is displaced any more");
  for (const std::string& turn : list_turns(near_goal)) {
    if (turn.find("-95") != std::string::npos) CHECK(turn.size() == turn.find("-95") + 3);
  }
}

TEST_CASE("sperre rules: passing over the goal does not win") {
  CHECK(end_after(over_goal, "IV8/94-96") == "");
  CHECK(end_after(over_goal, "IV8/94-95") == "white goal");
}

TEST_CASE("sperre rules: a stone displaced to its own goal wins for its owner") {
  CHECK(end_after(middle, "IV8/62-73/63>15") == "black goal");
  CHECK(end_after(middle, "IV8/62-73/63>11,72>15") == "black goal");
  CHECK(end_after(middle, "IV8/62-73/63>95") == "");
  // The game ends after the turn: in move-first the tilt is still required.
  CHECK(end_after(middle, "62-73/63>15/IV8", "move-first") == "black goal");
  CHECK(against(middle, "62-73/63>15", "move-first").find("the tilt is missing") == 0);
}

TEST_CASE("sperre rules: the third occurrence of a position is a draw") {
  const char* cycle[] = {"III2/19-29", "IV8/99-89", "III1/29-19", "IV4/89-99"};
  const auto game = find_game("sperre")->start({"", "", "147"});
  // The start cannot recur, because no die had been tilted before it. The position after the first
  // turn can.
  for (int turn = 0; turn < 9; ++turn) {
    CHECK_FALSE(game->ending());
    REQUIRE_FALSE(game->play(cycle[turn % 4]));
  }
  REQUIRE(game->ending());
  CHECK(*game->ending() == Ending{Outcome::draw, "repetition"});
}

TEST_CASE(
    "sperre rules: the start counts as an occurrence and the last tilted die is part of a "
    "position") {
  const char* cycle[] = {"III2/19-29", "IV8/99-89", "III1/29-19", "IV4/89-99"};
  // If IV was tilted last, the start recurs. Otherwise it does not.
  for (const char* last : {"4", "5"}) {
    const auto game = set_up("BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 " + std::string(last));
    for (int turn = 0; turn < 8; ++turn) {
      CHECK_FALSE(game->ending());
      REQUIRE_FALSE(game->play(cycle[turn % 4]));
    }
    CHECK(bool(game->ending()) == (last == std::string("4")));
  }
}

TEST_CASE("sperre rules: in move-first the dice lock before the tilt") {
  CHECK(against(middle, "44-45/IV8", "move-first") ==
        "the stone on 44 cannot move: the die IV on 4 locks column 4");
  CHECK(against(middle, "62-73/III2", "move-first") == "");
  CHECK(after(middle, "62-73/63>11/III2", "move-first") ==
        "B1B2B1BB/9/1BW6/9/1WB6/3W5/9/7B1/BWWW1WW1W b 247 3");
  CHECK(against(middle, "62-73/IV4", "move-first").find("the die IV shows 4 already") == 0);
}

TEST_CASE("sperre rules: in move-first the move is omitted if no stone can move before the tilt") {
  // A tilt of IV would free the stones, but the tilt comes after the move.
  const std::string stuck = columns_rows + " w 147 5";
  CHECK(against(stuck, "pass/IV8", "move-first") == "");
  CHECK(against(stuck, "14-15/IV8", "move-first").find("cannot move") != std::string::npos);
  CHECK(list_turns(stuck, "move-first").size() == 8);
  CHECK(after(stuck, "pass/IV8", "move-first") == columns_rows + " b 187 4");
  CHECK(against(middle, "pass/IV8", "move-first") ==
        "a player who can move must, and White can: 12-11/III2");
}

TEST_CASE("sperre rules: in move-first a winning move ends the turn before the tilt") {
  const std::string near = "BBBB1BBBB/5W3/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5";
  CHECK(end_after(near, "86-95", "move-first") == "white goal");
  CHECK(against(near, "86-95/IV8", "move-first") ==
        "the move to 95 has won, so no die is tilted any more");
  CHECK(against(near, "86-95/94>15", "move-first") ==
        "the move to 95 has won, so nothing is displaced any more");
  // The dice are unchanged.
  CHECK(after(near, "86-95", "move-first") == "BBBBWBBBB/9/9/9/4B4/9/9/9/WWWWWWWW1 b 147 5");
}

TEST_CASE("sperre rules: the variant determines if the tilt comes before or after the move") {
  CHECK(against(middle, "12-23/IV8") ==
        "in this variant the tilt comes before the move: IV8/62-83/84>55");
  CHECK(against(middle, "IV8/62-73", "move-first+both") ==
        "in this variant the tilt comes after the move: 62-83/84>55/IV8");
}

TEST_CASE("sperre rules: in the variant rows the dice lock rows") {
  CHECK(against(middle, "III5/44-45", "rows") ==
        "the stone on 44 cannot move: the die IV on 4 locks row 4");
  CHECK(against(middle, "IV8/44-45", "rows") == "");
  CHECK(against(middle, "IV8/12-23", "rows").find("the die III on 1 locks row 1") !=
        std::string::npos);
  CHECK(against(middle, "III2/12-23", "rows") == "");
  CHECK(against(middle, "52-43/IV8", "move-first+rows") == "");
  CHECK(against(middle, "44-45/IV8", "move-first+rows").find("locks row 4") != std::string::npos);
}

TEST_CASE("sperre rules: in the variant both a stone is locked by its row or its column") {
  CHECK(against(middle, "IV8/62-73", "both") == "");
  CHECK(against(middle, "III2/62-73", "both").find("the die III on 2 locks column 2") !=
        std::string::npos);
  CHECK(against(middle, "III6/62-73", "both").find("the die III on 6 locks row 6") !=
        std::string::npos);
  CHECK(against(middle, "III5/44-45", "both").find("the die IV on 4 locks row and column 4") !=
        std::string::npos);
  CHECK(against(middle, "III2/12-23", "both").find("the die III on 2 locks column 2") !=
        std::string::npos);
  CHECK(against(middle, "III2/13-23", "both") == "");
  CHECK(against(middle, "IV8/13-23", "both").find("the die III on 1 locks row 1") !=
        std::string::npos);
  CHECK(against(middle, "13-23/IV8", "move-first+both").find("the die III on 1 locks row 1") !=
        std::string::npos);
  CHECK(against(middle, "62-73/IV8", "move-first+both") == "");
}

TEST_CASE("sperre rules: missing and surplus parts are illegal") {
  for (const char* turn : {"IV8", "IV8/63>11", "63>11", "63>11/IV8"}) {
    CHECK(against(middle, turn).find("the move is missing") == 0);
  }
  for (const char* turn : {"IV8/III2/12-23", "IV8/12-23/III2", "IV8/12-23/52-43", "IV8/12-23/pass",
                           "IV8/pass/63>11", "IV8/62-73/63>11/72>18", "IV8/62-73/63>11/IV8"}) {
    CHECK(against(middle, turn).find("no part twice") != std::string::npos);
  }
}

}  // namespace sperre_rules_test
