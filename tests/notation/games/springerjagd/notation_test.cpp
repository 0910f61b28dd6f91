#include "notation/games/springerjagd/notation.h"

#include "core/perft.h"
#include "notation/game_types.h"
#include "notation/typed/game.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace springerjagd_notation_test {

using springerjagd::Notation;
using springerjagd::Turn;

constexpr char start_text[] = "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -";

std::string message_of_bad_position(const std::string& text) {
  try {
    Notation::read_position(text);
  } catch (const StartError& error) {
    CHECK(error.kind == StartError::Kind::bad_position);
    return error.what();
  }
  return "";
}

std::string findings_in(const std::string& movetext, const std::string& more_tags = "") {
  const auto records = read_all("[Game \"springerjagd\"]\n" + more_tags + "\n" + movetext + "\n");
  REQUIRE(records.size() == 1);
  return findings_of(records[0].check);
}

TEST_CASE("springerjagd notation: the start") {
  CHECK(Notation::write_position(springerjagd::Position()) == start_text);
  CHECK(Notation::read_position(start_text) == springerjagd::Position());
}

TEST_CASE("springerjagd notation: the parts of a turn are parsed") {
  const auto at = [](const char* name) { return place(name[0] - 'a', name[1] - '1'); };
  using springerjagd::Kind;
  const struct {
    const char* text;
    Turn turn;
  } rows[] = {
      {"b1-a3/d2/f2-c4", {Kind::move, at("b1"), at("a3"), at("d2"), at("f2"), at("c4")}},
      {"a1xb3/@", {Kind::capture, at("a1"), at("b3"), Turn::reserve}},
      {"c3xc4/@/e2-e3", {Kind::capture, at("c3"), at("c4"), Turn::reserve, at("e2"), at("e3")}},
      {"b1~e4", {Kind::swap, at("b1"), at("e4")}},
      {"c3xd5", {Kind::capture, at("c3"), at("d5")}},
      {"b1-a3/c2/c2-e4", {Kind::move, at("b1"), at("a3"), at("c2"), at("c2"), at("e4")}},
      // Illegal turns parse as well.
      {"b1-a3", {Kind::move, at("b1"), at("a3")}},
      {"b1-a3/d2", {Kind::move, at("b1"), at("a3"), at("d2")}},
      {"b1-a3/f2-c4", {Kind::move, at("b1"), at("a3"), Turn::none, at("f2"), at("c4")}},
      {"b1~e4/@/f2-c4", {Kind::swap, at("b1"), at("e4"), Turn::reserve, at("f2"), at("c4")}},
      {"a1-a1/a1/a1-a1", {Kind::move, at("a1"), at("a1"), at("a1"), at("a1"), at("a1")}},
      {"f6-f6/f6/f6-f6", {Kind::move, at("f6"), at("f6"), at("f6"), at("f6"), at("f6")}},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto turn = read_turn<Notation>(row.text);
    REQUIRE(turn);
    CHECK(*turn == row.turn);
    CHECK(Notation::write_turn(row.turn) == row.text);
  }
}

TEST_CASE("springerjagd notation: reject texts that are not turns") {
  for (const char* text : {"",
                           "b",
                           "b1",
                           "b1-",
                           "b1-a",
                           "b1a3/d2/f2-c4",
                           "b1+a3/d2/f2-c4",
                           "b1Xa3/@",
                           "B1-a3/d2/f2-c4",
                           "b1-A3/d2/f2-c4",
                           "b1-a3/D2/f2-c4",
                           "b1-a3/d2/F2-c4",
                           "b1-a3/d2/f2-C4",
                           "Nb1-a3/d2/f2-c4",
                           "b1-a3/d2/f2-c4/d3",
                           "b1-a3/d2/f2-c4/d3-d4",
                           "b1-a3/d2/f2-c4/",
                           "b1-a3/@/@",
                           "b1-a3/d2/@",
                           "b1-a3/d2/d3",
                           "b1-a3/f2-c4/d2",
                           "b1-a3/f2-c4/d2-d3",
                           "b1-a3//f2-c4",
                           "b1-a3/",
                           "b1-a3/d2/",
                           "b1-a3/d2/f2",
                           "b1-a3/d2/f2-",
                           "b1-a3/d2/f2-c",
                           "b1-a3/d2/f2xc4",
                           "b1-a3/d2/f2~c4",
                           "b1-a3/d2f2-c4",
                           "b1-a3 /d2/f2-c4",
                           "b1-a3/ d2/f2-c4",
                           "b1 - a3/d2/f2-c4",
                           "b1-a3/d2/f2-c4 ",
                           " b1-a3/d2/f2-c4",
                           "g1-a3/@",
                           "b0-a3/@",
                           "b7-a3/@",
                           "b1-g3/@",
                           "b1-a7/@",
                           "b1-a3/g2/f2-c4",
                           "b1-a3/d7/f2-c4",
                           "b1-a3/d2/f2-c7",
                           "b1-a3/d2/f0-c4",
                           "b1-a3/0/f2-c4",
                           "1b-3a",
                           "b1-a3/\xc3\xa4"}) {
    INFO(text);
    CHECK_FALSE(read_turn<Notation>(text));
  }
}

TEST_CASE("springerjagd notation: reject invalid positions") {
  const struct {
    const char* text;
    const char* message;
  } bad[] = {
      {"", "three parts"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w", "three parts"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w - -", "three parts"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1  w -", "three parts"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 W -", "side to move"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 white -", "side to move"},
      {"1nppn1/pppppp/6/6/PPPPPP w -", "fewer than 6 rows"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1/6 w -", "more than 6 rows"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1/ w -", "more than 6 rows"},
      {"1nppn2/pppppp/6/6/PPPPPP/1NPPN1 w -", "longer than 6"},
      {"1nppn1/ppppppp/6/6/PPPPPP/1NPPN1 w -", "longer than 6"},
      {"1nppn1/pppppp/7/6/PPPPPP/1NPPN1 w -", "longer than 6"},
      {"1nppn/pppppp/6/6/PPPPPP/1NPPN1 w -", "5 places instead of 6"},
      {"1nppn1/pppppp/33/6/PPPPPP/1NPPN1 w -", "two adjacent numbers"},
      {"1nppn1/pppppp/06/6/PPPPPP/1NPPN1 w -", "'0' is neither of N P D n p d"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPK1 w -", "'K' is neither of N P D n p d"},
      {"1nppn1/pppppp/n5/6/PPPPPP/1NPPN1 w -", "Black has more than two knights"},
      {"1nppn1/pppppp/6/N5/PPPPPP/1NPPN1 w -", "White has more than two knights"},
      {"1nppn1/pppppp/6/P5/PPPPPP/1NPPN1 w -", "White has more than eight pawns"},
      {"1npdn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "Black has more than eight pawns"},
      {"ddddd1/6/6/6/n5/N5 w -", "Black has more than eight pawns"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w c3", "c3, is not that of a knight of Black's"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w b1", "b1, is not that of a knight of Black's"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w a5", "a5, is not that of a knight of Black's"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 b b6", "b6, is not that of a knight of White's"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w g1", "one of a1 to f6 or '-', not 'g1'"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w b", "one of a1 to f6 or '-', not 'b'"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w B6", "one of a1 to f6 or '-', not 'B6'"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w b66", "one of a1 to f6 or '-', not 'b66'"},
      {"1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w ", "one of a1 to f6 or '-', not ''"},
      {"2pp2/pppppp/6/6/PPPPPP/1NPPN1 w -", "Black has just moved, but has no knight"},
      {"1nppn1/pppppp/6/6/PPPPPP/2PP2 b -", "White has just moved, but has no knight"},
      {"6/6/6/6/6/6 w -", "has no knight"},
  };
  for (const auto& row : bad) {
    INFO(row.text);
    CHECK_THAT(message_of_bad_position(row.text), contains_text(row.message));
  }
}

TEST_CASE("springerjagd notation: accept unusual but valid positions") {
  for (const char* text : {"n5/6/6/6/6/N5 w -", "n5/6/6/6/6/N5 w a6", "n5/6/6/6/6/N5 b a1",
                           "dddd2/n5/6/6/N5/DDDD2 b -", "6/6/6/6/6/N5 b a1", "6/6/6/6/6/N5 b -"}) {
    INFO(text);
    CHECK(Notation::write_position(Notation::read_position(text)) == text);
  }
}

TEST_CASE("springerjagd notation: a finished position parses and has no turns") {
  const auto game = find_game("springerjagd")->start({"", "3p2/6/6/1N4/6/6 b b3", ""});
  REQUIRE(game->ending());
  CHECK(*game->ending() == Ending{Outcome::white_wins, "knights"});
  CHECK(game->count_turns() == 0);
  CHECK(game->perft(1) == 0);
  CHECK(game->perft(0) == 1);
  CHECK(game->play("b3-a1/@")->kind == TurnError::Kind::over);
  CHECK(game->play("b3-a9/@")->kind == TurnError::Kind::syntax);
}

TEST_CASE("springerjagd notation: perft agrees with other programs") {
  const Json data = read_json_data("springerjagd-perft.json");
  for (const auto& row : data["perft"]) {
    INFO(row["name"].get<std::string>() << ", depth " << row["depth"]);
    CHECK(perft(Notation::read_position(row["position"].get<std::string>()),
                row["depth"].get<int>()) == row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("springerjagd notation: every turn round-trips through its text") {
  Rng rng(5);
  for (int round = 0; round < 5; ++round) {
    springerjagd::Position position;
    while (!position.ending()) {
      position.visit_turns([&](const Turn& turn) {
        const auto read = read_turn<Notation>(Notation::write_turn(turn));
        REQUIRE(read);
        REQUIRE(*read == turn);
        return true;
      });
      position.play(position.random_turn(rng));
    }
  }
}

TEST_CASE("springerjagd notation: sample games end in known positions") {
  const auto records = read_all(read_data("springerjagd-sample.pgn"));
  const auto known = read_json_data("springerjagd-sample.json")["games"];
  REQUIRE(records.size() == known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    INFO("game " << i + 1);
    const auto& position = known[i]["position"];
    const auto game = find_game("springerjagd")
                          ->start({"", position.is_null() ? "" : position.get<std::string>(), ""});
    for (const Element& element : records[i].record.movetext) {
      if (element.kind == Element::Kind::turn) REQUIRE_FALSE(game->play(element.text));
    }
    CHECK(game->position() == known[i]["end"].get<std::string>());
  }
}

TEST_CASE(
    "springerjagd records: unreadable turns are syntax errors and other wrong turns are illegal") {
  const struct {
    const char* movetext;
    const char* found;
  } rows[] = {
      {"1. b1-a3/d2/f2-c4 e6-d4/d5/a5-a4 *", "missing-tag@1:1"},
      {"1. b1-a3/d2/f2-c4/d3 *", "missing-tag@1:1 syntax@3:4"},
      {"1. b1-a3 /d2/f2-c4 *", "missing-tag@1:1 spelling@3:4"},
      {"1. b1-a3/d2 /f2-c4 *", "missing-tag@1:1 spelling@3:4"},
      {"1. B1-a3/d2/f2-c4 *", "missing-tag@1:1 spelling@3:4"},
      {"1. b1-b4 *", "missing-tag@1:1 illegal@3:4"},
      {"1. b1-a3/d2/f2-c4 e6-d4/d5 *", "missing-tag@1:1 illegal@3:19"},
      {"1. b1-a3/d2/f2-c4{x}e6-d4/d5/a5-a4! *", "missing-tag@1:1"},
      {"1.b1-a3/d2/f2-c4 1/2-1/2", "missing-tag@1:1 unexplained-result@3:18"},
      {"1. b1-a3/d2/f2-c", "missing-tag@1:1 syntax@3:4"},
  };
  for (const auto& row : rows) {
    INFO(row.movetext);
    CHECK(findings_in(row.movetext) == row.found);
  }
  CHECK(findings_in("1. a1xb3 a6-b4/@ 1-0", "[Position \"6/6/6/1n4/6/N5 w -\"]\n") ==
        "missing-tag@1:1 after-end@4:10");
  CHECK(findings_in("1. a1xb3 0-1", "[Position \"6/6/6/1n4/6/N5 w -\"]\n") ==
        "missing-tag@1:1 result-mismatch@4:10");
}

TEST_CASE(
    "springerjagd notation: the board shows pieces and pairs and reserves and the protected "
    "knight") {
  const std::string position = "1nppn1/ppppp1/6/N5/PP1P1P/1D2N1 b a3";
  const std::string expected =
      "     a   b   c   d   e   f\n"
      " 6   .   n   p   p   n   .   6   Black's reserve: 1\n"
      " 5   p   p   p   p   p   .   5   * moved last, protected from its neighbours\n"
      " 4   .   .   .   .   .   .   4\n"
      " 3   N*  .   .   .   .   .   3\n"
      " 2   P   P   .   P   .   P   2\n"
      " 1   .   PP  .   .   N   .   1   White's reserve: 2\n"
      "     a   b   c   d   e   f\n";
  CHECK(Notation::draw(Notation::read_position(position), {false}) == expected);
  CHECK(Notation::draw(springerjagd::Position(), {false}).find('*') == std::string::npos);
  const std::string coloured = Notation::draw(Notation::read_position(position), {true});
  CHECK(coloured.find("\033[1;33mN*\033[0m") != std::string::npos);
  CHECK(coloured.find("\033[1;36mn \033[0m") != std::string::npos);
}

TEST_CASE("springerjagd notation: greedy plays a win and avoids a poisoned pawn") {
  const GameType& type = *find_game("springerjagd");
  BotSpec spec;
  spec.builtin = "greedy";
  const auto greedy = type.make_bot(spec);
  greedy->new_game(1);
  const Thought thought = greedy->think(*type.start({"", "6/6/6/1n4/2p3/N5 w -", ""}), {}, {});
  CHECK(thought.turn == "a1xb3");
  REQUIRE(thought.score);
  CHECK(thought.score->kind == Score::Kind::win);
  // On b3 the knight could be captured. On c2 it is adjacent to Black's knight but protected.
  CHECK(greedy->think(*type.start({"", "6/6/6/1p4/3n2/N5 w -", ""}), {}, {}).turn == "a1-c2/@");
}

}  // namespace springerjagd_notation_test
