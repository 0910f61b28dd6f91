#include "notation/board/symmetry.h"

#include "notation/game_types.h"
#include "tests/catch.h"

namespace symmetry_test {

// The symmetries of each game, by their definition: the positions after the image of a position are
// the images of the positions after it.

using namespace schiri;

std::string image_of(const PositionSymmetry& symmetry, const std::string& position) {
  return symmetry.image_of(SpreadPosition(position)).text();
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
        const SpreadPosition image = symmetry.image_of(position);
        images.insert(image.text());
        CHECK(std::any_of(symmetries.begin(), symmetries.end(), [&](const auto& inverse) {
          return inverse.image_of(image) == position;
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

}  // namespace symmetry_test
