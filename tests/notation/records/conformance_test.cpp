#include <algorithm>
#include <set>

#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

// What holds for every game and every variant, asked through the same doors that the rest of the
// program uses. What only a game's own types can show is in tests/core.

using namespace schiri;

namespace {

// Turns may number millions; where a test lists them, so many are enough.
constexpr std::size_t most_listed = 3000;
constexpr std::size_t most_played = 250;

struct Contest {
  const GameType* type;
  StartSpec start;

  std::string name() const { return std::string(type->name()) + " " + start.variant; }
};

/// Every game in every variant, with a start drawn from a seed.
std::vector<Contest> contests() {
  std::vector<Contest> all;
  Rng rng(99);
  for (const GameType* type : game_types()) {
    for (const std::string_view variant : type->variants()) {
      all.push_back({type, type->draw_start(variant, rng)});
    }
  }
  return all;
}

/// Plays random turns and calls `look` on each position on the way.
template <class Look>
void walk(const Contest& contest, std::uint64_t seed, const Look& look) {
  INFO(contest.name() << ", seed " << seed);
  Rng rng(seed);
  const auto game = contest.type->start(contest.start);
  for (std::size_t turn = 0; turn < most_played && !game->ending(); ++turn) {
    look(*game);
    REQUIRE_FALSE(game->play(game->random_turn(rng)));
  }
  look(*game);
}

std::vector<std::string> list_turns(const Game& game, std::size_t most) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return turns.size() < most;
  });
  return turns;
}

}  // namespace

TEST_CASE("every game: a position survives its text, and its text its position") {
  for (const Contest& contest : contests()) {
    walk(contest, 1, [&](const Game& game) {
      const std::string text = game.position();
      INFO(text);
      CHECK(contest.type->start({contest.start.variant, text, ""})->position() == text);
    });
  }
}

TEST_CASE("every game: visited turns are legal, distinct and written canonically") {
  for (const Contest& contest : contests()) {
    std::size_t looked = 0;
    walk(contest, 2, [&](const Game& game) {
      if (looked++ % 7 != 0) return;
      INFO(game.position());
      const auto turns = list_turns(game, most_listed / 10);
      CHECK(std::set<std::string>(turns.begin(), turns.end()).size() == turns.size());
      for (const std::string& turn : turns) {
        INFO(turn);
        const auto copy = game.clone();
        REQUIRE_FALSE(copy->play(turn));
        CHECK(copy->turns().back() == turn);
        CHECK(copy->side_to_move() != game.side_to_move());
      }
    });
  }
}

TEST_CASE("every game: a turn drawn at random is legal") {
  for (const Contest& contest : contests()) {
    Rng rng(3);
    walk(contest, 3, [&](const Game& game) {
      if (game.ending()) return;
      for (int i = 0; i < 5; ++i) {
        const auto copy = game.clone();
        const std::string turn = copy->random_turn(rng);
        INFO(game.position() << " " << turn);
        CHECK_FALSE(copy->play(turn));
        CHECK(copy->turns().back() == turn);
      }
    });
  }
}

TEST_CASE("every game: turns are counted as they are visited") {
  for (const Contest& contest : contests()) {
    std::size_t looked = 0;
    walk(contest, 4, [&](const Game& game) {
      if (looked++ % 5 != 0 && !game.ending()) return;
      INFO(game.position());
      const std::uint64_t count = game.count_turns();
      CHECK((count == 0) == bool(game.ending()));
      CHECK(game.perft(1) == count);
      if (count <= most_listed) {
        CHECK(list_turns(game, most_listed + 1).size() == count);
      } else {
        CHECK(list_turns(game, most_listed).size() == most_listed);
      }
    });
  }
}

TEST_CASE("every game: a visitor that has seen enough is asked no more") {
  for (const Contest& contest : contests()) {
    const auto game = contest.type->start(contest.start);
    const std::uint64_t most = std::min<std::uint64_t>(3, game->count_turns());
    std::uint64_t seen = 0;
    game->visit_turns([&](std::string_view) { return ++seen < 3; });
    CHECK(seen == most);
  }
}

TEST_CASE("every game: no turn follows the end") {
  for (const Contest& contest : contests()) {
    Rng rng(5);
    const auto game = contest.type->start(contest.start);
    std::string last;
    for (int turn = 0; turn < 100000 && !game->ending(); ++turn) {
      last = game->random_turn(rng);
      REQUIRE_FALSE(game->play(last));
    }
    INFO(contest.name());
    REQUIRE(game->ending());
    CHECK(game->count_turns() == 0);
    CHECK(list_turns(*game, 1).empty());
    CHECK(game->play(last)->kind == TurnError::Kind::over);
  }
}

TEST_CASE("every game: a random game replays from its record") {
  for (const Contest& contest : contests()) {
    for (std::uint64_t seed = 10; seed < 15; ++seed) {
      INFO(contest.name() << ", seed " << seed);
      Rng rng(seed);
      const auto game = contest.type->start(contest.start);
      Record record;
      record.set_tag("Game", contest.type->name());
      record.set_tag("Variant", contest.start.variant);
      if (!contest.start.roll.empty()) record.set_tag("Roll", contest.start.roll);
      for (std::size_t turn = 0; turn < most_played && !game->ending(); ++turn) {
        REQUIRE_FALSE(game->play(game->random_turn(rng)));
        record.movetext.push_back({Element::Kind::turn, game->turns().back()});
      }
      record.result = game->ending() ? result_text(game->ending()->outcome) : "*";
      record.set_tag("Result", record.result);
      const std::string text = write_record(record);
      const auto read = read_all(text);
      REQUIRE(read.size() == 1);
      CHECK(findings_of(read[0].check) == "missing-tag@1:1");
      CHECK(read[0].check.turns == game->turns().size());
      CHECK(read[0].check.ending == game->ending());
      CHECK(write_record(read[0].record) == text);
    }
  }
}

TEST_CASE("every game: boards are legible in 80 columns, coloured or not") {
  for (const Contest& contest : contests()) {
    walk(contest, 6, [&](const Game& game) {
      std::size_t width = 0;
      for (const char c : game.board({false})) {
        width = c == '\n' ? 0 : width + ((c & '\xc0') != '\x80');
        CHECK(width <= 80);
      }
      CHECK(game.board({true}).size() >= game.board({false}).size());
    });
  }
}

TEST_CASE("every game: text that is no turn is told so, wherever it is met") {
  for (const Contest& contest : contests()) {
    const auto game = contest.type->start(contest.start);
    Rng rng(8);
    const std::string good = game->random_turn(rng);
    for (const std::string& text : {std::string(), std::string("nonsense"), good + good, " " + good,
                                    good + " ", std::string("\xff"), std::string(1000, 'x')}) {
      INFO(contest.name() << ": " << text);
      const auto error = game->play(text);
      REQUIRE(error);
      CHECK(error->kind == TurnError::Kind::syntax);
      CHECK(game->turns().empty());
    }
  }
}

TEST_CASE("every game: unknown variants and broken positions are refused") {
  for (const Contest& contest : contests()) {
    CHECK_THROWS_AS(contest.type->start({"nonsense", "", ""}), StartError);
    const std::string text = contest.type->start(contest.start)->position();
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const char c : {'?', 'Z', '\t'}) {
        std::string broken = text;
        broken[at] = c;
        INFO(contest.name() << ": " << broken);
        CHECK_THROWS_AS(contest.type->start({contest.start.variant, broken, ""}), StartError);
      }
      INFO(contest.name() << ": " << text.substr(0, at));
      if (at > 0) {
        CHECK_THROWS_AS(contest.type->start({contest.start.variant, text.substr(0, at), ""}),
                        StartError);
      }
    }
  }
}

TEST_CASE("every game: its rules tell how turns are written, and the start as a position") {
  for (const GameType* type : game_types()) {
    const std::string rules(type->rules());
    INFO(type->name());
    for (const char* heading : {"\nNotation\n", "\nPositions: "}) {
      CHECK(rules.find(heading) != std::string::npos);
    }
    const auto game = type->start({"", "", type->starts_with_roll() ? "147" : ""});
    CHECK(rules.find("\n  " + game->position() + "\n") != std::string::npos);
  }
}
