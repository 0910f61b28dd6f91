#include "core/base/random.h"
#include "notation/game_types.h"
#include "notation/games/creeper/notation.h"
#include "notation/games/game_type.h"
#include "notation/games/more_or_less/notation.h"
#include "notation/games/sperre/notation.h"
#include "notation/games/springerjagd/notation.h"
#include "notation/typed/game_notation.h"
#include "notation/typed/nearest_turns.h"
#include "notation/typed/turn_parts.h"
#include "tests/catch.h"
#include "tests/edit_table.h"
#include "tests/notation/records.h"

namespace typed_turns_test {

using Words = std::vector<std::string>;

/// A game of this type and variant after this many random turns.
std::unique_ptr<Game> random_game(const GameType& type, std::string_view variant, int turns,
                                  Rng& rng) {
  auto game = type.start(type.draw_start(variant, rng));
  while (turns-- > 0 && !game->ending()) game->play(game->random_turn(rng));
  return game;
}

template <class Visitor>
void visit_random_games(const Visitor& visitor) {
  Rng rng(1);
  for (const GameType* type : built_in_types()) {
    for (const std::string_view variant : type->variants()) {
      for (const int turns : {0, 1, 2, 7, 20, 30, 40}) {
        const auto game = random_game(*type, variant, turns, rng);
        CAPTURE(type->name(), variant, game->position());
        if (!game->ending()) visitor(*game, rng);
      }
    }
  }
}

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

Words next_parts(std::string_view game, const std::string& position, std::string_view begun) {
  const auto parts = find_game(game)->start({"", position, ""})->turn_parts(begun);
  return parts ? sorted(parts->next) : Words{"none"};
}

TEST_CASE("turn parts: every combination of offered parts is a legal turn") {
  visit_random_games([](const Game& game, Rng& rng) {
    for (int i = 0; i < 10; ++i) {
      auto parts = game.turn_parts("");
      REQUIRE(parts);
      while (!parts->is_turn || (!parts->next.empty() && rng.below(3) > 0)) {
        REQUIRE_FALSE(parts->next.empty());
        parts = game.turn_parts(parts->begun + parts->next[rng.below(parts->next.size())]);
        REQUIRE(parts);
      }
      CAPTURE(parts->begun);
      CHECK_FALSE(game.clone()->play(parts->begun));
    }
  });
}

TEST_CASE("turn parts: every legal turn can be combined from offered parts") {
  visit_random_games([](const Game& game, Rng& rng) {
    for (int i = 0; i < 5; ++i) {
      const std::string turn = game.random_turn(rng);
      CAPTURE(turn);
      for (std::size_t at = 0; at < turn.size();) {
        const std::size_t end = std::min(turn.find_first_of(part_signs, at + 1), turn.size());
        const auto parts = game.turn_parts(turn.substr(0, at));
        REQUIRE(parts);
        const std::string part = turn.substr(at, end - at);
        CHECK(std::count(parts->next.begin(), parts->next.end(), part) == 1);
        at = end;
      }
      const auto whole = game.turn_parts(turn);
      REQUIRE(whole);
      CHECK(whole->is_turn);
    }
  });
}

TEST_CASE("turn parts: continuations of turns of each game") {
  const std::string dice = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -";
  const auto [game, position, begun, expected] =
      GENERATE_COPY(table<std::string, std::string, std::string, Words>({
          {"creeper", "", "", {"A2", "A3", "B1", "C1", "E7", "F7", "G5", "G6"}},
          {"creeper", "", "A2", {"+B3", "-B2"}},
          {"creeper", "", "a2", {"+B3", "-B2"}},
          {"creeper", "", "E7-", {"D7", "E6"}},
          {"creeper", "", "A2+B3", {}},
          {"creeper", "", "A9", {"none"}},
          {"springerjagd", "", "b1", {"-a3", "-c3"}},
          {"springerjagd", "", "b1-c3/d1", {"/a2", "/b2", "/c1", "/c2", "/d2", "/e2", "/f2"}},
          {"more-or-less", "", "", {"O"}},
          {"sperre",
           dice,
           "",
           {"III2", "III5", "III6", "III7", "IV1", "IV3", "IV8", "IV9", "V3", "V4", "V6", "V8"}},
          {"sperre", dice, "IV8/1", {"2", "3", "4", "5", "6", "9"}},
          {"sperre", dice, "IV8/11", {"none"}},
          {"sperre", dice, "IV8/12", {"-21", "-22", "-23", "-24", "-31", "-32", "-33", "-34"}},
          {"sperre", dice, "IV8/12-31", {}},
      }));
  CAPTURE(game, begun);
  CHECK(next_parts(game, position, begun) == expected);
}

TEST_CASE("turn parts: no parts are offered after the end of the game") {
  const auto game =
      find_game("sperre")->start({"", "BBBBWBBBB/9/9/9/9/9/9/4B4/WWWW1WWWW b 147 3", ""});
  REQUIRE(game->ending());
  CHECK_FALSE(game->turn_parts(""));
}

/// Creeper's notation with one additional hook.
template <NotationHook hook>
struct NotationWith : creeper::Notation {
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::foreign_notation, NotationHook::variant_of,
                    NotationHook::explain_text, NotationHook::write_side_planes,
                    NotationHook::symmetries, NotationHook::spread, NotationHook::piece_sets, hook>;
};

struct Fitting : NotationWith<NotationHook::fits> {
  static bool fits(const Position&, const creeper::Turn&) { return true; }
};

struct MisspeltHook : NotationWith<NotationHook::fits> {
  static bool fit(const Position&, const creeper::Turn&) { return true; }
};

struct OtherTypes : NotationWith<NotationHook::fits> {
  static bool fits(const creeper::Turn&, const Position&) { return true; }
};

struct Unlisted : creeper::Notation {
  static bool stands_alone(const creeper::Turn&) { return true; }
};

struct NoHooks : creeper::Notation {
  using Hooks = NotationHooks<>;
};

TEST_CASE("notation hooks: a hook that is listed and provided matches") {
  STATIC_REQUIRE(MatchesNotationHooks<creeper::Notation>);
  STATIC_REQUIRE(MatchesNotationHooks<Fitting>);
}

TEST_CASE("notation hooks: a misspelt or mistyped or unlisted hook does not match") {
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<MisspeltHook>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<OtherTypes>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<Unlisted>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<NoHooks>);
}

std::string advice(const std::string& text, const std::vector<std::string>& turns) {
  NearestTurns nearest(text);
  for (const std::string& turn : turns) nearest.look_at(turn);
  return nearest.advice();
}

std::string advice_in(const char* game, const std::string& text) {
  const std::string message = find_game(game)->start({})->play(text).value().message;
  const std::size_t at = message.find("; legal and near it: ");
  return at == message.npos ? "" : message.substr(at + 21);
}

TEST_CASE("nearest turns: a turn that differs by one letter or in case is near") {
  CHECK(advice("A2-A9", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
  CHECK(advice("a2-aa3", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
  CHECK(advice("A2A3", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
}

TEST_CASE("nearest turns: only the nearest turns are named and at most three") {
  CHECK(advice("A2-A9", {"A2-B2", "A2-A3", "A2-A1"}) == "legal and near it: A2-A3, A2-A1");
  CHECK(advice("A2-A9", {"A2-A3", "A2-B2"}) == "legal and near it: A2-A3");
  CHECK(advice("A2-A9", {"A2-A1", "A2-A2", "A2-A3", "A2-A4"}) ==
        "legal and near it: A2-A1, A2-A2, A2-A3");
}

TEST_CASE("nearest turns: no turn is named if most letters differ") {
  CHECK(advice("A2-A9", {}).empty());
  CHECK(advice("A2-A9", {"A3+B4"}).empty());
  CHECK(advice("Q", {"A2", "O"}) == "legal and near it: O");
  CHECK(advice("QQ", {"OO"}).empty());
  CHECK(advice("", {"O"}).empty());
  CHECK(advice(std::string(25, 'A'), {std::string(24, 'A')}).empty());
  CHECK(advice(std::string(24, 'A'), {std::string(23, 'A')}) ==
        "legal and near it: " + std::string(23, 'A'));
}

TEST_CASE("nearest turns: distances agree with the full table") {
  Rng rng(7);
  const auto draw = [&](std::size_t most) {
    std::string text(1 + rng.below(most), 'a');
    for (char& letter : text) letter = static_cast<char>('a' + rng.below(3));
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = draw(i % 2 ? 7 : 24), turn = draw(i % 2 ? 7 : 24);
    const std::size_t most = text.size() < 4 ? 1 : 2;
    CAPTURE(text, turn);
    CHECK(advice(text, {turn}).empty() == (plain_distance(text, turn) > most));
  }
}

TEST_CASE("nearest turns: named in positions with few turns that are not over") {
  CHECK(advice_in("creeper", "A2*B3") == "A2+B3");
  CHECK(advice_in("more-or-less", "0") == "O");
  CHECK(advice_in("springerjagd", "b1-a3//f2-c4").empty());
}

// The turns of variations are played on the side.

/// The columns of the findings of a game whose movetext is on the third line or, with a roll, the
/// fourth; all findings but spellings must be of the code `variation`.
std::string columns_of(const std::string& game, const std::string& movetext) {
  const std::string roll = game == "sperre" ? "[Roll \"147\"]\n" : "";
  const auto records = read_all("[Game \"" + game + "\"]\n" + roll + "\n" + movetext + "\n");
  REQUIRE(records.size() == 1);
  std::string columns;
  for (const Finding& finding : records[0].check.warnings) {
    if (finding.code == Code::missing_tag || finding.code == Code::spelling) continue;
    CHECK(finding.code == Code::variation);
    columns += (columns.empty() ? "" : " ") + std::to_string(finding.column);
  }
  CHECK(records[0].check.valid());
  return columns;
}

TEST_CASE("variations: each replaces the turn before it and its first error is reported") {
  const struct {
    const char* game;
    const char* movetext;
    const char* columns;
  } rows[] = {
      {"creeper", "1. A2+B3 (1. A2-B2) *", ""},
      {"creeper", "1. A2+B3 (1. A6-B6) *", "14"},
      {"creeper", "1. A2+B3 A6-B6 (1... A5-B5 2. B3-B4) 2. B3-B4 *", ""},
      {"creeper", "1. A2+B3 A6-B6 (1... A5-B5 2. A2-B2 nonsense) 2. B3-B4 *", "31"},
      {"creeper", "1. A2+B3 (A2-B2 (A3-B3) A6-B6 (A5-B5 B2-C2)) *", ""},
      {"creeper", "1. A2+B3 (A2-B2 (A2-A3) A6-B6 (A5-A6 B2-C2) A1-A2) *", "18 32 45"},
      {"creeper", "1. A2+B3 (x (y) z) (A2-B2) A6-B6 (z) *", "11 35"},
      {"creeper", "1. A2+B3 (1. a2 – b2, A6B6; comment\n2. B2-C2 $1 {c} 1-0) *", ""},
      {"creeper", "(A2-B2) (A3-B3) 1. A2+B3 *", "1"},
      {"more-or-less", "1. (A1,B7) (E6,E7) *", "4"},
      {"springerjagd", "1. b1-a3/d2/f2-c4 (1. b1-c3 / d2 / f2-c4 (1. e1-f3/d2/f2-c4)) *", ""},
      {"springerjagd", "1. b1-a3/d2/f2-c4 (1. b1-b4) *", "23"},
      {"more-or-less", "1. O A0,E5 (1... A0, E5 2. B0,B1 (2. C0,C1) C2,C3) *", ""},
      {"more-or-less", "1. O A0,E5 (1... O,E5) *", "18"},
      {"sperre", "1. IV8/12-23 (1. IV 8 / 12-22 III5/91-82 (1... III5/92-82)) *", ""},
      {"sperre", "1. IV8/12-23 (1. 48/12-22 48/91-82) *", "27"},
  };
  for (const auto& row : rows) {
    INFO(row.game << ": " << row.movetext);
    CHECK(columns_of(row.game, row.movetext) == row.columns);
  }
}

TEST_CASE("variations: what is read is written as in the main line, with the same warnings") {
  const struct {
    const char* typed;
    const char* written;
    const char* codes;
  } rows[] = {
      {"(1... A6\u2013B6 2. A3-A4)", "(1... A6-B6 2. A3-A4)", "spelling"},
      {"(1... A6 - B6)", "(1... A6-B6)", ""},
      {"(1... A6B6)", "(1... A6-B6)", "spelling"},
      {"(A6-B6)", "(1... A6-B6)", ""},
      {"(1...A6-B6)", "(1... A6-B6)", ""},
      {"(5. a6-b6)", "(1... A6-B6)", "turn-number"},
      {"(1... A6-B6, 2. A3-A4)", "(1... A6-B6 2. A3-A4)", "spelling"},
      {"({x} A6-B6 $1 A3-A4 {y} C7-C6)", "({x} 1... A6-B6 $1 2. A3-A4 {y} 2... C7-C6)", ""},
      {"(A6-B6 A3-A4 (b3-b4 c7-c6) 1:0)", "(1... A6-B6 2. A3-A4 (2. B3-B4 C7-C6) 1-0)", "spelling"},
      {"(1... A6-B6 2. A9-A8 a3-a4)", "(1... A6-B6 2. A9-A8 a3-a4)", "variation"},
      {"(2. nonsense (x) y)", "(2. nonsense (x) y)", "turn-number variation"},
      {"(0:06) () (=) (())", "{0:06} {=}", ""},
  };
  const std::string front = "1. A2+B3 C7-C6 ", behind = " 2. G6+F5 *";
  for (const auto& row : rows) {
    INFO(row.typed);
    const auto records = read_all(tags_for("*") + "\n" + front + row.typed + behind + "\n");
    REQUIRE(records.size() == 1);
    std::string codes;
    for (const Finding& finding : records[0].check.warnings) {
      codes += (codes.empty() ? "" : " ") + std::string(code_name(finding.code));
    }
    CHECK(codes == row.codes);
    std::string written = write_record(records[0].record);
    written = written.substr(written.find("\n\n") + 2);
    CHECK(written == front + row.written + behind + "\n\n");
    CHECK(write_record(read_all(write_record(records[0].record))[0].record) ==
          write_record(records[0].record));
  }
}

TEST_CASE("variations: strict mode makes an error of what is wrong in one") {
  ReadOptions strict;
  strict.check.strict = true;
  const auto records = read_all(tags_for("*") + "\n1. A2+B3 (A2-A3) A6-B6 *\n", strict);
  CHECK(findings_of(records[0].check) == "variation@10:11");
  CHECK_FALSE(records[0].check.valid());
  CHECK(records[0].check.turns == 2);
}

TEST_CASE("variations: deep and many ones are read in little time and stay in the record") {
  constexpr std::size_t count = 20'000;
  std::string deep = "1. A2+B3 ", many = deep;
  for (std::size_t i = 0; i < count; ++i) {
    deep += "(A2-B2 ";
    many += "(x) (A2-B2 A6-B6) ";
  }
  deep += std::string(count, ')');
  for (const std::string& movetext : {deep, many}) {
    const auto records = read_all(tags_for("*") + "\n" + movetext + " *\n");
    REQUIRE(records.size() == 1);
    CHECK(records[0].check.valid());
    CHECK(records[0].check.warnings.size() <= 1000);
    CHECK(records[0].record.movetext.size() > 2 * count);
  }
}

}  // namespace typed_turns_test
