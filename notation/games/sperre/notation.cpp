#include "notation/games/sperre/notation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "notation/records/pgn/movetext.h"
#include "notation/text/typed_words.h"
#include "notation/typed/game.h"
#include "notation/typed/turn_parts.h"

namespace schiri::sperre {

namespace {

/// Reads the parts of a turn one after the other.
class TurnScanner {
 public:
  TurnScanner(const char* text, Turn& turn) : begin_(text), at_(text), turn_(turn) {}

  std::size_t scan() {
    turn_ = {};
    do {
      if (!scan_part()) return 0;
    } while (skip('/'));
    return static_cast<std::size_t>(at_ - begin_);
  }

 private:
  enum class Stage { begin, motion, displacements, tilt_behind };

  bool skip(char c) {
    if (*at_ != c) return false;
    ++at_;
    return true;
  }

  bool scan_part() {
    if (*at_ == 'I' || *at_ == 'V') return scan_roman_tilt();
    if (*at_ == 'p') return scan_pass();
    const char* const part = at_;
    Place square = 0;
    if (!scan_square(square)) return false;
    if (*at_ == '-') return scan_move(square);
    if (*at_ == '>') return scan_displacements(square);
    return *part != '[' && take_tilt(part[0], part[1]);
  }

  bool scan_square(Place& square) {
    const bool bracketed = skip('[');
    if (!is_number(*at_)) return false;
    const int row = *at_++ - '0';
    if (bracketed && !skip(',')) return false;
    if (!is_number(*at_)) return false;
    square = place(*at_++ - '0', row);
    return !bracketed || skip(']');
  }

  bool scan_roman_tilt() {
    int ones = 0;
    while (ones < 3 && skip('I')) ++ones;
    const bool five = skip('V');
    const char name = five ? (ones == 0 ? '5' : ones == 1 ? '4' : 0) : (ones == 3 ? '3' : 0);
    return name && is_number(*at_) && take_tilt(name, *at_++);
  }

  bool take_tilt(char name, char face) {
    if (name < '3' || name > '5') return false;
    if (turn_.has_tilt()) {
      turn_.has_surplus = true;
    } else {
      turn_.die = dice[static_cast<std::size_t>(name - '3')];
      turn_.face = static_cast<std::uint8_t>(face - '0');
      turn_.tilts_last = stage_ != Stage::begin;
    }
    if (stage_ != Stage::begin) stage_ = Stage::tilt_behind;
    return true;
  }

  bool scan_pass() {
    return skip('p') && skip('a') && skip('s') && skip('s') && take(Motion::pass);
  }

  bool scan_move(Place from) {
    Place to = 0;
    if (!skip('-') || !scan_square(to) || !take(Motion::move)) return false;
    if (turn_.has_surplus) return true;
    turn_.from = from;
    turn_.to = to;
    return true;
  }

  bool take(Motion motion) {
    if (stage_ > Stage::motion) return false;
    stage_ = Stage::motion;
    if (turn_.motion == Motion::missing) {
      turn_.motion = motion;
    } else {
      turn_.has_surplus = true;
    }
    return true;
  }

  bool scan_displacements(Place from) {
    if (stage_ == Stage::tilt_behind) return false;
    if (stage_ == Stage::displacements || turn_.motion == Motion::pass) turn_.has_surplus = true;
    stage_ = Stage::displacements;
    while (true) {
      Place to = 0;
      if (!skip('>') || !scan_square(to)) return false;
      add_displacement({from, to});
      if (!skip(',')) return true;
      if (!scan_square(from)) return false;
    }
  }

  void add_displacement(Displacement displacement) {
    if (turn_.displaced < most_displacements) {
      turn_.displacements[turn_.displaced] = displacement;
    }
    if (turn_.displaced <= most_displacements) ++turn_.displaced;
  }

  const char* begin_;
  const char* at_;
  Turn& turn_;
  Stage stage_ = Stage::begin;
};

/// Builds the text of a turn; the longest has 34 characters.
class TurnWriter {
 public:
  std::string write(const Turn& turn) {
    if (turn.has_tilt() && !turn.tilts_last) put_tilt(turn);
    put_motion(turn);
    for (std::size_t i = 0; i < turn.displaced; ++i) {
      put(i == 0 ? '/' : ',');
      put_squares(turn.displacements[i].from, '>', turn.displacements[i].to);
    }
    if (turn.has_tilt() && turn.tilts_last) put_tilt(turn);
    return {text_.data(), length_};
  }

 private:
  void put(char c) { text_[length_++] = c; }

  void put(std::string_view text) {
    for (const char c : text) put(c);
  }

  void put_squares(Place from, char sign, Place to) {
    put(static_cast<char>('0' + row_of(from)));
    put(static_cast<char>('0' + column_of(from)));
    put(sign);
    put(static_cast<char>('0' + row_of(to)));
    put(static_cast<char>('0' + column_of(to)));
  }

  void put_motion(const Turn& turn) {
    if (turn.has_tilt() && !turn.tilts_last) put('/');
    if (turn.motion == Motion::pass) {
      put("pass");
    } else {
      put_squares(turn.from, '-', turn.to);
    }
  }

  void put_tilt(const Turn& turn) {
    if (turn.tilts_last) put('/');
    put(name_of(turn.die));
    put(static_cast<char>('0' + turn.face));
  }

  std::array<char, 40> text_;
  std::size_t length_ = 0;
};

const char* after_blanks(const char* at, const char* end) {
  return std::find_if_not(at, end, is_blank);
}

/// The end of a typed square; null if there is none.
const char* after_square(const char* at, const char* end) {
  if (at < end && *at == '[') {
    const char* const close = std::find(at, end, ']');
    return close == end || close - at > 16 ? nullptr : close + 1;
  }
  const bool is_square = end - at >= 2 && is_number(at[0]) && is_number(at[1]);
  return is_square ? at + 2 : nullptr;
}

}  // namespace

bool Notation::is_comma_of_turn(std::string_view so_far, const char* rest, const char* end) {
  const std::size_t open = so_far.rfind('[');
  if (open != so_far.npos && so_far.find(']', open) == so_far.npos) return true;
  const char* const square_end = after_square(after_blanks(rest, end), end);
  const char* const sign = square_end ? after_blanks(square_end, end) : end;
  return sign < end && (*sign == '>' || scan_other_sign(sign, end).plain == '>');
}

bool Notation::stands_alone(const Turn& turn) { return turn.motion != Motion::missing; }

std::size_t Notation::scan_turn(const char* text, Turn& turn) {
  return TurnScanner(text, turn).scan();
}

std::string Notation::write_turn(const Turn& turn) {
  Turn kept = turn;
  kept.displaced =
      static_cast<std::uint8_t>(std::min<std::size_t>(turn.displaced, most_displacements));
  return TurnWriter().write(kept.displaced ? canonical(kept) : kept);
}

Variant Notation::variant_named(const VariantChoice& choice) {
  constexpr std::pair<Order, Lock> parts[] = {
      {Order::tilt_first, Lock::columns}, {Order::move_first, Lock::columns},
      {Order::tilt_first, Lock::rows},    {Order::tilt_first, Lock::both},
      {Order::move_first, Lock::rows},    {Order::move_first, Lock::both}};
  static_assert(std::size(parts) == std::size(variants));
  const auto& [order, lock] = parts[choice.variant];
  return {order, lock, static_cast<Repetition>(choice.values[1]),
          static_cast<OwnGoal>(choice.values[0]), static_cast<Roll>(choice.values[2])};
}

VariantChoice Notation::variant_of(const Position& position) {
  const Variant variant = position.variant();
  VariantChoice choice{
      0,
      {static_cast<std::uint8_t>(variant.own_goal), static_cast<std::uint8_t>(variant.repetition),
       static_cast<std::uint8_t>(variant.roll)}};
  while (variant_named(choice) != variant) ++choice.variant;
  return choice;
}

Position Notation::set_up(const VariantChoice& choice, const std::string& position,
                          const std::string& roll) {
  const Variant variant = variant_named(choice);
  if (!position.empty()) {
    if (!roll.empty()) {
      throw StartError(StartError::Kind::bad_position,
                       message("a position includes the numbers on top of its dice, so it excludes "
                               "a roll"));
    }
    return read_position(position, variant);
  }
  if (roll.empty()) {
    throw StartError(StartError::Kind::missing_roll,
                     message("Sperre begins with a roll of its dice, which is missing: use "
                             "[Roll \"147\"] in a record, the roll 147 otherwise (the tops of III, "
                             "IV and V)"));
  }
  const Tops tops = read_tops(roll, message("the roll '{0}'", roll));
  if (variant.roll == Roll::distinct && !are_distinct(tops)) {
    throw StartError(StartError::Kind::bad_position,
                     message("the roll '{0}' has equal numbers; by the setting roll=distinct they "
                             "are rolled again",
                             roll));
  }
  return Position(tops, variant);
}

std::string Notation::draw_roll(const VariantChoice& choice, Rng& rng) {
  const bool is_distinct = variant_named(choice).roll == Roll::distinct;
  Tops roll;
  do {
    for (const Die die : dice) roll[index(die)] = faces[index(die)][rng.below(6)];
  } while (is_distinct && !are_distinct(roll));
  return text_of(roll);
}

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

std::string_view name_of(Die die) {
  constexpr std::string_view names[] = {"III", "IV", "V"};
  return names[index(die)];
}

std::string name_of(Place square) { return std::to_string(square); }

std::string text_of(const Tops& tops) {
  std::string text;
  for (const std::uint8_t top : tops) text += static_cast<char>('0' + top);
  return text;
}

std::vector<Message> numbers_of(Digits digits) {
  std::vector<Message> numbers;
  for (unsigned n = 1; n <= size; ++n) {
    if (contains(digits, n)) numbers.emplace_back(std::to_string(n));
  }
  return numbers;
}

}  // namespace schiri::sperre
