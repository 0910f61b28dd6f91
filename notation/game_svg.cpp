#include "notation/game_svg.h"

namespace schiri {

Message state_sentence(const Game& game) {
  if (const auto ending = game.ending()) return describe(*ending);
  return message("{0} to move", side_message(game.side_to_move()));
}

std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     std::string_view title, const DiagramStyle& style) {
  return write_svg(type.diagram_board(variant), game.figures(), style, title,
                   game.position() + " (" + state_sentence(game).english() + ")");
}

std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     const DiagramStyle& style) {
  const auto& turns = game.turns();
  const std::string title(type.title());
  return draw_svg(type, variant, game, turns.empty() ? title : title + ", after " + turns.back(),
                  style);
}

}  // namespace schiri
