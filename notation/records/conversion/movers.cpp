#include "notation/records/conversion/movers.h"

#include "notation/records/record.h"

namespace schiri {

std::vector<Side> alternating(Side first, std::size_t turns) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < turns; ++i) sides.push_back(i % 2 == 0 ? first : opponent(first));
  return sides;
}

bool may_move_twice(const GameType& type) { return type.facts.has_rules && type.facts.has_words; }

std::vector<Side> movers_of(const GameType& type, const StartSpec& start,
                            std::span<const std::string_view> turns) {
  const auto game = type.start(start);
  if (!may_move_twice(type)) return alternating(game->side_to_move(), turns.size());
  std::vector<Side> movers;
  bool is_legal = true;
  for (const std::string_view turn : turns) {
    movers.push_back(is_legal ? game->side_to_move() : opponent(movers.back()));
    is_legal = is_legal && !game->play(turn);
  }
  return movers;
}

std::string with_beginner(const Game& start, const std::string& position) {
  if (start.ending()) return position;
  const Side side = start.side_to_move();
  if (black_begins(position) == (side == Side::black)) return position;
  return position + (side == Side::black ? " p2" : " p1");
}

}  // namespace schiri
