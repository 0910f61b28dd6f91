#include "notation/games/sperre/notation.h"
#include "notation/games/sperre/words.h"
#include "notation/typed/game.h"
#include "notation/typed/turn_parts.h"

namespace schiri::sperre {

namespace {

/// Visits turns that begin with a text.
class WaysOn {
 public:
  WaysOn(const Position& position, const TurnTextVisitor& visitor)
      : position_(position), visitor_(visitor) {}

  /// Turns that displace nothing.
  void visit_plain_turns() const {
    if (!position_.can_move()) return visit_tilted("pass");
    const Bits stones = position_.stones(position_.side_to_move());
    for (const Place from : places(stones)) {
      for (const Place to : places(reach(from, position_.empty()))) {
        visit_tilted(name_of(from) + '-' + name_of(to));
      }
    }
  }

  /// Turns that continue this text with one displacement, or none.
  void visit_displacing_turns(const std::string& begun) const {
    visit_with_tilt(begun);
    const char joint = begun.find('>') == begun.npos ? '/' : ',';
    const Bits stones = position_.stones(opponent(position_.side_to_move()));
    for (const Place from : places(stones)) {
      for (const Place to : places(board)) {
        visit_with_tilt(begun + joint + name_of(from) + '>' + name_of(to));
      }
    }
  }

 private:
  bool tilt_comes_first() const { return position_.variant().order == Order::tilt_first; }

  bool visit_if_legal(const std::string& text) const {
    const auto turn = read_turn<Notation>(text);
    return turn && position_.is_legal(*turn) && (visitor_(text), true);
  }

  /// The text as it is, or with a tilt after it.
  void visit_with_tilt(const std::string& text) const {
    if (visit_if_legal(text) || tilt_comes_first()) return;
    visit_tilts([&](const std::string& tilt) { visit_if_legal(text + '/' + tilt); });
  }

  void visit_tilted(const std::string& motion) const {
    if (!tilt_comes_first()) return visit_with_tilt(motion);
    visit_tilts([&](const std::string& tilt) { visit_if_legal(tilt + '/' + motion); });
  }

  template <class Visitor>
  void visit_tilts(const Visitor& visitor) const {
    for (const Die die : dice) {
      for (const char face : {'1', '2', '3', '4', '5', '6', '7', '8', '9'}) {
        visitor(std::string(name_of(die)) + face);
      }
    }
  }

  const Position& position_;
  const TurnTextVisitor& visitor_;
};

/// The longest valid beginning of a text that has a move and does not end with a tilt.
std::string with_move(std::string_view begun) {
  for (std::size_t end = begun.size(); end != begun.npos && end > 0;
       end = begun.find_last_of(part_signs, end - 1)) {
    // A single square would be read as a tilt.
    const auto turn = read_turn<Notation>(begun.substr(0, end));
    const bool is_open = turn && !turn->has_surplus && !turn->tilts_last;
    if (is_open && turn->motion == Motion::move) return std::string(begun.substr(0, end));
  }
  return "";
}

}  // namespace

void Notation::visit_ways_on(const Position& position, std::string_view begun,
                             const TurnTextVisitor& visitor) {
  const WaysOn ways(position, visitor);
  ways.visit_plain_turns();
  const std::string moved = with_move(begun);
  if (!moved.empty()) ways.visit_displacing_turns(moved);
}

}  // namespace schiri::sperre
