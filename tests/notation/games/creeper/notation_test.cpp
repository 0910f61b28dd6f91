#include "notation/games/creeper/notation.h"

#include "core/base/random.h"
#include "notation/game_types.h"
#include "notation/games/creeper/softserve.h"
#include "notation/typed/game.h"
#include "tests/catch.h"
#include "tests/data.h"

namespace creeper_notation_test {

using creeper::Notation;

constexpr char start_text[] = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w";

std::string message_of_bad_position(const std::string& text) {
  try {
    Notation::read_position(text);
  } catch (const StartError& error) {
    return error.what();
  }
  return "";
}

std::string reason_against(const std::string& position, const std::string& turn) {
  const auto game = find_game("creeper")->start({"", position, ""});
  const auto error = game->play(turn);
  return error ? error->message : "";
}

TEST_CASE("creeper notation: the start in both formats") {
  CHECK(Notation::write_position(creeper::Position()) == start_text);
  CHECK(Notation::read_position(start_text) == creeper::Position());
  CHECK(creeper::softserve::write_state(creeper::Position()) ==
        ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox");
}

TEST_CASE("creeper notation: all spellings of a turn parse to the same turn") {
  for (const char* text : {"B3+C4", "b3+c4", "B3+c4", "B3 + C4", "b3 + c4"}) {
    INFO(text);
    const auto turn = read_turn<Notation>(text);
    REQUIRE(turn);
    CHECK(Notation::write_turn(*turn) == "B3+C4");
  }
}

TEST_CASE("creeper notation: reject texts that are not turns") {
  for (const char* text : {"",
                           "B",
                           "B3",
                           "B3C4",
                           "B3+",
                           "B3+C",
                           "B3+C44",
                           "A1-A2",
                           "B2-A1",
                           "G7-G6",
                           "H3-H4",
                           "B0-B1",
                           "B8-B7",
                           "B3*C4",
                           "B3XC4",
                           "B3  + C4",
                           "B3 +C4",
                           "B3+ C4",
                           " B3+C4",
                           "B3+C4 ",
                           "B3\t+\tC4",
                           "3B+4C",
                           "\xc3\x84"
                           "3+C4"}) {
    INFO(text);
    CHECK_FALSE(read_turn<Notation>(text));
  }
}

TEST_CASE("creeper notation: a sign that does not fit the squares parses and is illegal") {
  CHECK(read_turn<Notation>("A2-B3"));
  CHECK(reason_against("", "A2-B3").find("not such a neighbour") != std::string::npos);
  CHECK(reason_against("", "A2xA3").find("two squares") != std::string::npos);
  CHECK(reason_against("", "A2+A3").find("diagonally") != std::string::npos);
}

TEST_CASE("creeper notation: the message on an illegal turn names the violated rule") {
  const std::string middle = "7/2B4/5W1/1W3B1/1BWW1B1/1B3B1/1W1W3 6/6/6/6/6/6 w";
  CHECK(reason_against("", "D4-D5") == "D4-D5: there is no pawn on D4; no pawn can go to D5");
  CHECK(reason_against("", "A5-A4") ==
        "A5-A4: the pawn on A5 is Black's, and it is White's turn; to A4 can be played A3-A4");
  CHECK(reason_against("", "A2-A3") == "A2-A3: A3 is occupied; this pawn can play A2+B3, A2-B2");
  CHECK(reason_against(middle, "C3xE3").find("the pawn between C3 and E3 is White's own") !=
        std::string::npos);
  CHECK(reason_against(middle, "B4xD4").find("there is no pawn between B4 and D4") !=
        std::string::npos);
  CHECK(reason_against(middle, "D1xF1").find("there is no pawn between") != std::string::npos);
}

TEST_CASE("creeper notation: reject invalid positions") {
  const struct {
    const char* text;
    const char* message;
  } bad[] = {
      {"", "three parts"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6", "three parts"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1  6/6/6/6/6/6 w", "three parts"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 W", "side to move"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 x", "side to move"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B 6/6/6/6/6/6 w", "fewer than 7 rows"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1/7 6/6/6/6/6/6 w", "more than 7 rows"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6 w", "fewer than 6 rows"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BBB1 6/6/6/6/6/6 w", "longer than 7"},
      {"1BB1WW1/B5W/B5W/61/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "two adjacent numbers"},
      {"1BB1WW1/B5W/B5W/6/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "6 places instead of 7"},
      {"1BB1WW1/B5W/B5W/8/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "longer than 7"},
      {"1BB1WW1/B5W/B5W/07/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "neither"},
      {"1BB1WW1/b5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "neither"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/W5/6/6/6/6 w", "neither"},
      {"B1B1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "corner"},
      {"1BB1WW1/B5W/B5W/3W3/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", "more than eight"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 w5/6/6/6/6/6 w", "home base"},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 4w1/4w1/4w1/4w1/4w1/1wwww1 w", "finished chain"},
  };
  for (const auto& row : bad) {
    INFO(row.text);
    CHECK_THAT(message_of_bad_position(row.text), contains_text(row.message));
  }
}

TEST_CASE("creeper notation: a finished position parses and has no turns") {
  const auto chain = find_game("creeper")->start(
      {"", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 4w1/4w1/4w1/4w1/4w1/1wwww1 b", ""});
  REQUIRE(chain->ending());
  CHECK(*chain->ending() == Ending{Outcome::white_wins, "chain"});
  CHECK(chain->count_turns() == 0);
  CHECK(chain->perft(1) == 0);
  CHECK(chain->perft(0) == 1);
  CHECK(chain->play("A5-A4")->kind == TurnError::Kind::over);
  CHECK(chain->play("Z5-A4")->kind == TurnError::Kind::syntax);
}

TEST_CASE("creeper notation: fragments of games of another program agree") {
  const Json data = read_json_data("creeper-fragments.json");
  for (const auto& fragment : data["fragments"]) {
    INFO(fragment["name"].get<std::string>());
    const std::string start = fragment["position"].text();
    const auto game = find_game("creeper")->start({"", start, ""});
    CHECK(game->count_turns() == fragment["legal_turns"].get<std::uint64_t>());
    CHECK(Notation::write_position(
              creeper::softserve::read_state(fragment["softserve"].get<std::string>())) == start);
    for (const auto& step : fragment["steps"]) {
      const std::string turn = step["turn"].text(), action = step["softserve_action"].text();
      const auto* foreign = find_game("creeper")->foreign_notation();
      CHECK(foreign->read_turn(action) == turn);
      CHECK(foreign->write_turn(turn) == action);
      REQUIRE_FALSE(game->play(turn));
      CHECK(game->position() == step["position"].get<std::string>());
      CHECK(game->count_turns() == step["legal_turns"].get<std::uint64_t>());
      CHECK(creeper::softserve::write_state(Notation::read_position(game->position())) ==
            step["softserve"].get<std::string>());
    }
  }
}

TEST_CASE("creeper notation: random positions round-trip through both formats") {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    creeper::Position position;
    for (int turn = 0; turn < 80 && !position.ending(); ++turn) {
      position.play(position.random_turn(rng));
      CHECK(Notation::read_position(Notation::write_position(position)) == position);
      CHECK(creeper::softserve::read_state(creeper::softserve::write_state(position)) == position);
    }
  }
}

TEST_CASE("softserve: a state string shows the bases of the variant") {
  const creeper::Variant mirrored{Repetition::draw, creeper::Bases::white_ab67};
  const creeper::Position start(mirrored);
  const std::string usual = creeper::softserve::write_state(creeper::Position());
  const std::string text = creeper::softserve::write_state(start);
  CHECK(text.substr(49) == "x....o........................o....xx");
  CHECK(creeper::softserve::read_state(text, mirrored) == start);
  CHECK_THROWS_AS(creeper::softserve::read_state(text), StartError);
  CHECK_THROWS_AS(creeper::softserve::read_state(usual, mirrored), StartError);
  const auto* foreign = find_game("creeper")->foreign_notation();
  CHECK(foreign->read_position(text, "bases=white-ab67") == Notation::write_position(start));
  CHECK_THROWS_AS(foreign->read_position(usual, "bases=white-ab67"), StartError);
  CHECK_THROWS_AS(foreign->read_position(text, ""), StartError);
}

TEST_CASE("softserve: syntax errors report their place") {
  const std::string start = creeper::softserve::write_state(creeper::Position());
  const auto message = [](const std::string& text) {
    try {
      creeper::softserve::read_state(text);
    } catch (const StartError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(message(start.substr(1)), contains_text("86 characters"));
  CHECK_THAT(message(start.substr(0, 10) + "w" + start.substr(11)), contains_text("character 11"));
  CHECK_THAT(message(start.substr(0, 49) + "x" + start.substr(50)), contains_text("home base"));
  CHECK_THAT(message("x" + start.substr(1)), contains_text("corner"));
  CHECK_THAT(message(start.substr(0, 85) + "w"), contains_text("x or o"));
  for (const char* action : {"", "a5", "a5a", "a5a44", "a1a2", "h5h4", "a5d4", "a5a5", "A5A4"}) {
    INFO(action);
    CHECK_FALSE(creeper::softserve::read_action(action));
  }
}

TEST_CASE("creeper notation: boards have the same size with and without colour") {
  const auto game = find_game("creeper")->start({});
  const std::string plain = game->board({false}), coloured = game->board({true});
  CHECK(plain.find('\033') == std::string::npos);
  CHECK(coloured.find('\033') != std::string::npos);
  std::string stripped;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\033')
      i = coloured.find('m', i);
    else
      stripped += coloured[i];
  }
  CHECK(stripped == plain);
  CHECK(std::count(plain.begin(), plain.end(), '\n') == 15);
}

}  // namespace creeper_notation_test
