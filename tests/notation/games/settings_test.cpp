#include "core/games/creeper/hooks.h"
#include "core/games/sperre/hooks.h"
#include "core/games/sperre/threats.h"
#include "core/games/springerjagd/hooks.h"
#include "core/perft.h"
#include "notation/games/creeper/notation.h"
#include "notation/games/sperre/notation.h"
#include "notation/games/springerjagd/notation.h"
#include "notation/typed/game.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/json.h"
#include "tests/notation/records.h"

namespace games_settings_test {

// What each setting of a game changes; more counts of turns are compared with another program in
// end_to_end.

std::unique_ptr<Game> start_of(std::string_view game, const StartSpec& spec) {
  return find_game(game)->start(spec);
}

/// Two shunts each and back, twice: the start occurs for the third time.
constexpr const char* shuffle[] = {"A2-B2", "B7-B6", "B2-A2", "B6-B7"};

std::string shuffled_movetext(int turns) {
  std::string text;
  for (int i = 0; i < turns; ++i) {
    if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
    text += std::string(shuffle[i % 4]) + ' ';
  }
  return text;
}

/// The codes of the findings.
std::string findings_with(const std::string& variant, const std::string& termination, int turns,
                          const std::string& result) {
  const std::string tags =
      tags_for(result, (variant.empty() ? "" : "[Variant \"" + variant + "\"]\n") +
                           (termination.empty() ? "" : "[Termination \"" + termination + "\"]\n"));
  const auto records = read_all(tags + "\n" + shuffled_movetext(turns) + result + "\n");
  REQUIRE(records.size() == 1);
  std::string codes;
  for (const auto* list : {&records[0].check.errors, &records[0].check.warnings}) {
    for (const Finding& finding : *list) {
      codes += (codes.empty() ? "" : " ") + std::string(code_name(finding.code));
    }
  }
  return codes;
}

std::vector<std::string> turns_of(const Game& game) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return true;
  });
  std::sort(turns.begin(), turns.end());
  return turns;
}

bool has(const std::vector<std::string>& turns, const char* turn) {
  return std::binary_search(turns.begin(), turns.end(), turn);
}

/// The mirror image of a Creeper text: columns A to G become G to A.
std::string mirrored(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'G') c = static_cast<char>('A' + 'G' - c);
  }
  return text;
}

std::string mirrored_rows(std::string_view position) {
  std::string text;
  std::string row;
  const auto finish = [&](char c) {
    std::reverse(row.begin(), row.end());
    text += row + c;
    row.clear();
  };
  for (const char c : position) {
    c == '/' || c == ' ' ? finish(c) : row.push_back(c);
  }
  return text + row;
}

TEST_CASE("settings: the third occurrence is a draw, nothing, or a draw that may be claimed") {
  const std::pair<const char*, bool> settings[] = {
      {"", true}, {"repetition=off", false}, {"repetition=claim", false}};
  for (const auto& [variant, ends] : settings) {
    CAPTURE(variant);
    const auto game = start_of("creeper", {variant, "", ""});
    for (int i = 0; i < 8; ++i) REQUIRE_FALSE(game->play(shuffle[i % 4]).has_value());
    CHECK(game->ending().has_value() == ends);
    CHECK((game->count_turns() == 0) == ends);
    CHECK(game->play(shuffle[0]).has_value() == ends);
  }
}

TEST_CASE("settings: perft agrees with other programs") {
  const Json data = read_json_data("settings-perft.json");
  for (const auto& row : data["perft"]) {
    const std::string variant = row["variant"].text(), position = row["position"].text();
    INFO(row["game"].text() << " " << variant << " " << position << ", depth " << row["depth"]);
    const auto game = start_of(row["game"].text(), {variant, position, ""});
    CHECK(game->perft(row["depth"].get<int>()) == row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("settings: records end by repetition as the setting says") {
  struct Record {
    const char* variant;
    const char* termination;
    int turns;
    const char* result;
    const char* errors;
  };
  constexpr Record records[] = {
      {"", "", 8, "1/2-1/2", ""},
      {"", "", 9, "1/2-1/2", "after-end"},
      {"standard; repetition=off", "", 8, "1/2-1/2", "unexplained-result"},
      {"standard; repetition=off", "", 9, "*", ""},
      {"standard; repetition=off", "agreement", 8, "1/2-1/2", ""},
      {"standard; repetition=claim", "repetition", 8, "1/2-1/2", ""},
      {"standard; repetition=claim", "repetition", 12, "1/2-1/2", ""},
      {"standard; repetition=claim", "repetition", 7, "1/2-1/2", "unexplained-result"},
      {"standard; repetition=claim", "repetition", 8, "1-0", "unexplained-result"},
      {"standard; repetition=claim", "", 8, "1/2-1/2", "unexplained-result"},
      {"standard; repetition=claim", "agreement", 7, "1/2-1/2", ""},
      {"standard; repetition=claim", "", 20, "*", ""},
      {"standard; repetition=5", "", 8, "*", "unknown-variant"},
  };
  for (const auto& [variant, termination, turns, result, errors] : records) {
    CAPTURE(variant, termination, turns, result);
    CHECK(findings_with(variant, termination, turns, result) == errors);
  }
}

TEST_CASE("settings: a variant of a record is written in canonical order") {
  const auto records = read_all(tags_for("*",
                                         "[Variant \"Standard; repetition=off; "
                                         "bases=white-ab67\"]\n") +
                                "\n1. A5+B4 *\n");
  REQUIRE(records.size() == 1);
  CHECK(findings_of(records[0].check) == "spelling@9:10");
  CHECK(records[0].check.variant == "standard; bases=white-ab67; repetition=off");
  CHECK(records[0].record.tag("Variant") == "standard; bases=white-ab67; repetition=off");
}

TEST_CASE("settings: Creeper with the other bases is the mirror image") {
  Rng rng(3);
  for (int i = 0; i < 300; ++i) {
    const auto usual = start_of("creeper", {}),
               other = start_of("creeper", {"bases=white-ab67", "", ""});
    while (!usual->ending() && usual->turns().size() < 200) {
      CHECK(other->position() == mirrored_rows(usual->position()));
      CHECK(other->count_turns() == usual->count_turns());
      const std::string turn = usual->random_turn(rng);
      usual->play(turn);
      REQUIRE_FALSE(other->play(mirrored(turn)).has_value());
    }
    CHECK(usual->ending() == other->ending());
  }
}

TEST_CASE("settings: bots value the mirror image of a Creeper position alike") {
  Rng rng(4);
  creeper::Position usual;
  creeper::Position other(creeper::Variant{Repetition::draw, creeper::Bases::white_ab67});
  for (int i = 0; i < 60 && !usual.ending(); ++i) {
    for (const Side side : {Side::white, Side::black}) {
      CHECK(evaluate(usual, side) == evaluate(other, side));
      CHECK(can_win_at_once(usual) == can_win_at_once(other));
    }
    const auto turn = usual.random_turn(rng);
    const auto flipped = [](Place at) { return place(6 - column_of(at), row_of(at)); };
    usual.play(turn);
    other.play({flipped(turn.from), flipped(turn.to), turn.kind});
  }
  CHECK(
      perft(creeper::Position(), 4) ==
      perft(creeper::Position(creeper::Variant{Repetition::draw, creeper::Bases::white_ab67}), 4));
}

TEST_CASE("settings: Springerjagd's swap with an enemy pair is legal, if any pair may be swapped") {
  const std::string position = "1nppn1/ppp1p1/3d2/6/PPPPPP/1NPPN1 w -";
  const auto own = start_of("springerjagd", {"", position, ""});
  const auto any = start_of("springerjagd", {"swap=any", position, ""});
  const auto error = own->play("b1~d4");
  REQUIRE(error.has_value());
  CHECK(error->message.english().find("two own pawns") != std::string::npos);
  CHECK(any->count_turns() == own->count_turns() + 2);
  CHECK(has(turns_of(*any), "b1~d4"));
  CHECK(has(turns_of(*any), "e1~d4"));
  REQUIRE_FALSE(any->play("b1~d4").has_value());
  // The enemy's pair is gone: one pawn on b1, one in reserve.
  CHECK(any->position() == "1nppn1/ppp1p1/3N2/6/PPPPPP/1pPPN1 b d4");
  const auto wrong = start_of("springerjagd", {"swap=any", position, ""})->play("b1~c3");
  REQUIRE(wrong.has_value());
  CHECK(wrong->message.english().find("two pawns on one square") != std::string::npos);
}

TEST_CASE("settings: a knight that can only swap with an enemy pair is not blocked") {
  // White's only knight on a1 has own pawns on its squares.
  const std::string position = "5n/6/6/1P4/2P3/N4d w -";
  CHECK(start_of("springerjagd", {"", position, ""})->ending() ==
        Ending{Outcome::black_wins, "blocked"});
  const auto any = start_of("springerjagd", {"swap=any", position, ""});
  CHECK_FALSE(any->ending().has_value());
  CHECK(turns_of(*any) == std::vector<std::string>{"a1~f1"});
}

TEST_CASE("settings: More or Less ends after six turns each") {
  Rng rng(5);
  for (const auto& [variant, turns] :
       {std::pair{"51", 37}, {"51; turns=6", 25}, {"31; turns=6", 25}}) {
    CAPTURE(variant);
    std::size_t longest = 0;
    for (int i = 0; i < 40; ++i) {
      const auto game = start_of("more-or-less", {variant, "", ""});
      while (!game->ending()) game->play(game->random_turn(rng));
      longest = std::max(longest, game->turns().size());
    }
    CHECK(longest == static_cast<std::size_t>(turns));
  }
  const std::string late = "wwwwwwwwwwwwwbbbbbbbbbbbb";
  CHECK_THROWS_AS(
      start_of("more-or-less", {"51; turns=6", "w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 7 7", ""}),
      StartError);
  CHECK_NOTHROW(start_of("more-or-less", {"51", "w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 7 7", ""}));
}

TEST_CASE("settings: a stone displaced onto its own goal wins, or does nothing in Sperre") {
  // White moves 83-84 beside Black's stone on 94 and displaces it to Black's goal, 15.
  const std::string position = "BBBBBBBB1/2W6/B8/9/9/9/9/9/WWWW1WWWW w 158 3";
  for (const auto& [variant, ends] : {std::pair{"", true}, {"own-goal=nothing", false}}) {
    CAPTURE(variant);
    const auto game = start_of("sperre", {variant, position, ""});
    const auto error = game->play("IV1/83-84/94>15");
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error.has_value());
    CHECK(game->ending().has_value() == ends);
    if (ends) {
      CHECK(game->ending() == Ending{Outcome::black_wins, "goal"});
    } else {
      CHECK(game->count_turns() > 0);
    }
  }
}

TEST_CASE("settings: with own-goal=nothing a move onto the goal wins, and positions have both") {
  const std::string both = "B1BBWBBBB/B8/9/9/9/9/9/9/WWWWBWWWW w 147 3";
  CHECK_THROWS_AS(start_of("sperre", {"", both, ""}), StartError);
  const auto game = start_of("sperre", {"own-goal=nothing", both, ""});
  CHECK_FALSE(game->ending().has_value());
  const std::string near = "BBBB1BBBB/4W4/B8/9/9/9/9/9/WWWW1WWWW w 147 3";
  const auto wins = start_of("sperre", {"own-goal=nothing", near, ""});
  const auto turns = turns_of(*wins);
  REQUIRE(has(turns, "V8/85-95"));
  REQUIRE_FALSE(wins->play("V8/85-95").has_value());
  CHECK(wins->ending() == Ending{Outcome::white_wins, "goal"});
  CHECK(wins->count_turns() == 0);
}

TEST_CASE("settings: Sperre's roll is distinct if the setting says so") {
  const GameType& sperre = *find_game("sperre");
  Rng rng(6);
  bool any_equal = false;
  for (int i = 0; i < 500; ++i) {
    const std::string usual = sperre.draw_start("standard", rng).roll;
    any_equal = any_equal || usual[0] == usual[1] || usual[0] == usual[2] || usual[1] == usual[2];
    const std::string roll = sperre.draw_start("standard; roll=distinct", rng).roll;
    CAPTURE(roll);
    CHECK(roll[0] != roll[1]);
    CHECK(roll[0] != roll[2]);
    CHECK(roll[1] != roll[2]);
  }
  CHECK(any_equal);
  CHECK_THROWS_AS(start_of("sperre", {"roll=distinct", "", "112"}), StartError);
  CHECK_THROWS_AS(
      start_of("sperre", {"roll=distinct", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 112 -", ""}),
      StartError);
  CHECK_NOTHROW(
      start_of("sperre", {"roll=distinct", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 112 3", ""}));
}

TEST_CASE("settings: a stone that blocks its own goal is a defence in Sperre") {
  // White threatens 85-95. Only a stone displaced to 95 helps: no tilt locks column 5 twice.
  Rng rng(7);
  int defended = 0, seen = 0;
  for (int i = 0; i < 400; ++i) {
    auto position = starting_position<sperre::Notation>({"own-goal=nothing", "", "147"});
    for (int turn = 0; turn < 30 && !position.ending(); ++turn) {
      position.play(position.random_turn(rng));
    }
    if (position.ending() || !sperre::can_block_goal(position)) continue;
    ++seen;
    // No defence is reported only if every turn that displaces to the goal, too, fails.
    if (!sperre::has_no_defence(position)) continue;
    ++defended;
    bool blocks = false;
    const auto goal = sperre::goal_of(opponent(position.side_to_move()));
    position.visit_turns([&](const sperre::Turn& turn) {
      for (std::size_t d = 0; d < turn.displaced; ++d) {
        blocks = blocks || turn.displacements[d].to == goal;
      }
      return !blocks;
    });
    CHECK_FALSE(blocks);
  }
  CHECK(seen > 50);
}

}  // namespace games_settings_test
