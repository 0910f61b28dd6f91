#include "notation/games/more_or_less/notation.h"
#include "notation/typed/game.h"

namespace schiri::more_or_less {

namespace {

/// Either stone may be named first.
void visit_placings(const Position& position, const TurnTextVisitor& visitor) {
  position.visit_turns([&](const Turn& turn) {
    const std::string text = Notation::write_turn(turn);
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return visitor(text);
    return visitor(text) && visitor(text.substr(comma + 1) + ',' + text.substr(0, comma));
  });
}

/// A jump and each continuation by one hop.
void visit_hops(const Position& position, Turn path, const TurnTextVisitor& visitor) {
  if (path.length > 1 && position.is_legal(path)) visitor(Notation::write_turn(path));
  for (const Point at : places(position.board().points())) {
    path.hop(at);
    if (position.is_legal(path)) visitor(Notation::write_turn(path));
    path.take_back();
  }
}

}  // namespace

void Notation::visit_ways_on(const Position& position, std::string_view begun,
                             const TurnTextVisitor& visitor) {
  if (position.is_placing()) return visit_placings(position, visitor);
  const Hops hops(position.board(), position.occupied());
  const auto glide = [&](const Turn& turn, const Position&) { return visitor(write_turn(turn)); };
  for (const Point from : places(position.stones(position.side_to_move()))) {
    visit_hops(position, Turn::jump(from), visitor);
    position.visit_glides(hops, from, glide);
  }
  const auto path = read_turn<Notation>(begun);
  if (path && path->kind == Turn::Kind::jump && fits(position, *path)) {
    visit_hops(position, *path, visitor);
  }
  if (position.is_legal(Turn::pass())) visitor(write_turn(Turn::pass()));
}

}  // namespace schiri::more_or_less
