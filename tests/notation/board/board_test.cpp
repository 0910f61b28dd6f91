#include "notation/board/pattern.h"
#include "notation/board/piece_count.h"
#include "notation/board/symmetry.h"
#include "notation/game_types.h"
#include "notation/text/text_style.h"
#include "tests/catch.h"

namespace board_test {

TEST_CASE("board pattern: places of the pattern must match and others are ignored") {
  const std::string creeper = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/2w3/6 b";
  const std::string more_or_less = "w/X/9b/X/3w6/X w 1 0";
  const struct {
    std::string pattern, position;
    bool holds;
  } rows[] = {
      {creeper, creeper, true},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1", creeper, true},
      {"*/*/*/7/*/*/*", creeper, true},
      {"*/*/*/......./*/*/*", creeper, true},
      {"*/*/*/6W/*/*/*", creeper, false},
      {"*/B????.W/*/*/*/*/*", creeper, true},
      {"*/?5?/*/*/*/*/*", creeper, true},
      {"* */*/*/*/??w???"
       "/* b",
       creeper, true},
      {"* */*/*/*/??w???"
       "/* w",
       creeper, false},
      {"*/*/*/*/*/*", creeper, false},
      {"*/*/*/*/*/*/*/*", creeper, false},
      {"*/*/*/6/*/*/*", creeper, false},
      {"w/*/*/X/*/*", more_or_less, true},
      {"?/X/?????????b/*/*/*", more_or_less, true},
      {"*/b9/*/*/*/*", more_or_less, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.pattern, row.position);
    CHECK(BoardPattern(row.pattern).holds(row.position) == row.holds);
  }
}

TEST_CASE("board pattern: a pattern fits boards of its dimensions") {
  const std::string springerjagd = "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -";
  CHECK(BoardPattern("*/*/*/*/*/*").fits_board_of(springerjagd));
  CHECK(BoardPattern("?N4/*/*/6/*/*").fits_board_of(springerjagd));
  CHECK_FALSE(BoardPattern("?N5/*/*/6/*/*").fits_board_of(springerjagd));
  CHECK_FALSE(BoardPattern("*/*/*/*/*/*/*").fits_board_of(springerjagd));
  CHECK_THROWS_AS(BoardPattern("W"), std::invalid_argument);
  CHECK_THROWS_AS(BoardPattern("W*/*/*"), std::invalid_argument);
  CHECK_THROWS_AS(BoardPattern(""), std::invalid_argument);
}

// The symmetries of each game, by their definition: the positions after the image of a position are
// the images of the positions after it.

std::string image_of(const PositionSymmetry& symmetry, const std::string& position) {
  return schiri::image_of(symmetry, SpreadPosition(position)).text();
}

/// The positions after up to 3000 legal turns of a position; nullopt if there are more.
std::optional<std::set<std::string>> successors(const GameType& type, const StartSpec& start) {
  std::set<std::string> positions;
  const auto game = type.start(start);
  std::size_t turns = 0;
  bool complete = true;
  game->visit_turns([&](std::string_view turn) {
    complete = ++turns <= 3000;
    if (!complete) return false;
    const auto after = game->clone();
    REQUIRE_FALSE(after->play(turn));
    positions.insert(after->position());
    return true;
  });
  return complete ? std::optional(positions) : std::nullopt;
}

std::size_t symmetries_expected(const GameType& type, std::string_view variant) {
  if (type.name() == "creeper") return 7;
  if (type.name() == "springerjagd") return 15;
  if (type.name() == "more-or-less") return 9;
  return variant.find("both") == variant.npos ? 3 : 1;
}

TEST_CASE("symmetries: turns of the image of a position are images of its turns") {
  for (const GameType* type : game_types()) {
    for (const std::string_view variant : type->variants()) {
      CAPTURE(type->name(), variant);
      Rng rng(3);
      const StartSpec start = type->draw_start(variant, rng);
      const auto symmetries = type->symmetries(start);
      CHECK(symmetries.size() == symmetries_expected(*type, variant));
      std::size_t compared = 0;
      for (int round = 0; round < 4; ++round) {
        const auto game = type->start(type->draw_start(variant, rng));
        for (int turn = 0; turn < 40 && !game->ending(); ++turn) {
          game->play(game->random_turn(rng));
          const bool is_enough = compared >= 2 * symmetries.size();
          if (is_enough || turn % 3 != 0) continue;
          const std::string position = game->position();
          const auto after = successors(*type, {std::string(variant), position, ""});
          if (!after) continue;
          for (const PositionSymmetry& symmetry : symmetries) {
            const std::string image = image_of(symmetry, position);
            CAPTURE(position, image);
            std::set<std::string> images;
            for (const std::string& next : *after) images.insert(image_of(symmetry, next));
            REQUIRE(successors(*type, {std::string(variant), image, ""}) == images);
            ++compared;
          }
        }
      }
      CHECK(compared > 0);
    }
  }
}

TEST_CASE("symmetries: no two are equal and each has its inverse") {
  for (const GameType* type : game_types()) {
    for (const std::string_view variant : type->variants()) {
      CAPTURE(type->name(), variant);
      Rng rng(5);
      const StartSpec start = type->draw_start(variant, rng);
      const auto game = type->start(start);
      for (int turn = 0; turn < 9; ++turn) game->play(game->random_turn(rng));
      const SpreadPosition position(game->position());
      std::set<std::string> images = {position.text()};
      const auto symmetries = type->symmetries(start);
      for (const PositionSymmetry& symmetry : symmetries) {
        const SpreadPosition image = schiri::image_of(symmetry, position);
        images.insert(image.text());
        CHECK(std::any_of(symmetries.begin(), symmetries.end(), [&](const auto& inverse) {
          return schiri::image_of(inverse, image) == position;
        }));
      }
      CHECK(images.size() == symmetries.size() + 1);
    }
  }
}

TEST_CASE("symmetries: a question mark of a word stays one") {
  const auto word = [](const char* game, std::size_t symmetry, std::size_t number,
                       std::string_view text) {
    return find_game(game)
        ->symmetries({"", "", std::string(find_game(game)->facts.any_roll)})
        .at(symmetry)
        .image_of_word(number, text);
  };
  // The last one of Springerjagd flips rows and columns, transposes and swaps the colours.
  CHECK(word("springerjagd", 14, 1, "b1") == "f5");
  CHECK(word("springerjagd", 14, 1, "b?") == "?5");
  CHECK(word("springerjagd", 14, 1, "-") == "-");
  CHECK(word("springerjagd", 14, 0, "?") == "?");
  // The second one of Sperre flips the columns.
  CHECK(word("sperre", 1, 1, "1?7") == "?93");
  CHECK(word("sperre", 1, 2, "?") == "?");
}

TEST_CASE("piece count: counts pieces on the board of each game") {
  const auto start = [](const char* game, const char* roll = "") {
    return PieceCounts(SpreadPosition(find_game(game)->start({"", "", roll})->position()));
  };
  CHECK(start("creeper").of('W') == 8);
  CHECK(start("creeper").of('w') == 0);  // the side to move is not a disc
  CHECK(start("springerjagd").of('n') == 2);
  CHECK(start("springerjagd").of('P') == 8);
  CHECK(start("sperre", "147").of('B') == 9);
  CHECK(start("more-or-less").of('w') == 0);
  CHECK(PieceCounts(SpreadPosition("w/X/X/X/X/b9 b 0 0")).of('b') == 1);
}

TEST_CASE("every game: the sets of places are the position") {
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    const GameType& type = *game_types()[seed % game_types().size()];
    CAPTURE(type.name());
    Rng rng(seed);
    const auto variants = type.variants();
    const StartSpec start = type.draw_start(variants[seed / 4 % variants.size()], rng);
    const auto game = type.start(start);
    while (!game->ending() && game->turns().size() < 60) game->play(game->random_turn(rng));
    const std::vector<std::string_view> turns(game->turns().begin(), game->turns().end());
    std::string last;
    const auto compare = [&](const SearchedPosition& position) {
      const std::string& boards = position.spread().boards;
      std::string placed = boards;
      for (char& c : placed) c = is_place(c) ? '.' : c;
      REQUIRE(position.pieces().size() == type.facts.piece_letters.size());
      for (const LetterPlace& place : position.letter_places()) {
        if (position.pieces()[place.letter] >> place.place & 1) {
          placed[place.offset] = type.facts.piece_letters[place.letter];
        }
      }
      REQUIRE(placed == boards);
      last = position.spread().text();
      return true;
    };
    type.visit_positions(start, turns, Visited::all, compare);
    CHECK(last == game->position());
    last.clear();
    type.visit_positions(start, turns, Visited::last, compare);
    CHECK(last == game->position());
  }
}

TEST_CASE("piece count: conditions") {
  const std::string position = "WWW4/7 w5/6 w";
  for (const char* holds : {"W=3", "W>=3", "W<=3", "W!=2", "W>2", "W<4", "w=1", "b=0", "W=3,w=1"}) {
    INFO(holds);
    CHECK(PieceCondition(holds).holds(position));
  }
  for (const char* fails : {"W=2", "W>=4", "W<=2", "W!=3", "W>3", "W<3", "w=2", "W=3,w=2"}) {
    INFO(fails);
    CHECK_FALSE(PieceCondition(fails).holds(position));
  }
  for (const char* bad : {"", "W", "W=", "=3", "W=x", "W=3,", "W=-1", "WW=3", "W==3", "W=3 ", "3=W",
                          "W=99999999999999999999"}) {
    INFO(bad);
    CHECK_THROWS_AS(PieceCondition(bad), std::invalid_argument);
  }
}

TEST_CASE("piece count: a reserve follows from the pieces on the board") {
  const auto reserves = find_game("springerjagd")->facts.reserves;
  const std::string position = "1nppn1/p2dpp/6/2D3/PP2PP/1NPPN1 w -";
  for (const char* holds : {"R=0", "r=1", "r>0,R<1", "r=1,d=1", "P=6"}) {
    INFO(holds);
    CHECK(PieceCondition(holds).with(reserves).holds(position));
  }
  for (const char* fails : {"R=1", "r=0", "r=1,R=1"}) {
    INFO(fails);
    CHECK_FALSE(PieceCondition(fails).with(reserves).holds(position));
  }
}

std::string without_styles(std::string text) {
  for (const std::string_view style : text_style::all) {
    for (std::size_t at = 0; (at = text.find(style, at)) != text.npos;) {
      text.erase(at, style.size());
    }
  }
  return text;
}

TEST_CASE("board: colours add only terminal styles") {
  for (const GameType* type : game_types()) {
    Rng rng(7);
    const auto game = type->start(type->draw_start("", rng));
    for (int turn = 0; turn < 12 && !game->ending(); ++turn) {
      const std::string plain = game->board({}), coloured = game->board({.colour = true});
      CAPTURE(type->name(), turn);
      CHECK(coloured != plain);
      CHECK(without_styles(coloured) == plain);
      REQUIRE_FALSE(game->play(game->random_turn(rng)));
    }
  }
}

}  // namespace board_test
