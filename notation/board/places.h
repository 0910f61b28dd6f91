#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schiri {

/// A place of a game's diagram under its name in turns: a click on it enters a part of a turn.
struct BoardPlace {
  std::string name;
  double x = 0;
  double y = 0;
};

namespace creeper {
std::vector<BoardPlace> board_places();
}
namespace springerjagd {
std::vector<BoardPlace> board_places();
}
namespace more_or_less {
/// Of a variant that the game has.
std::vector<BoardPlace> board_places(std::string_view variant);
}  // namespace more_or_less
namespace sperre {
/// The squares, and the dice.
std::vector<BoardPlace> board_places();
}  // namespace sperre

}  // namespace schiri
