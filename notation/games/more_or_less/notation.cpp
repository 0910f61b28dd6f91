#include "notation/games/more_or_less/notation.h"

#include <algorithm>

#include "notation/records/pgn/movetext.h"
#include "notation/typed/game.h"

namespace schiri::more_or_less {

namespace {

constexpr std::string_view pass_text = "pass";

/// Reads a point at the front of a text that ends with a zero; 0 characters if there is none.
std::size_t scan_point(const char* text, Point& at) {
  const char ring = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 32) : text[0];
  if (ring == 'O') {
    at = 0;
    return 1;
  }
  if (ring < 'A' || ring > 'E' || text[1] < '0' || text[1] > '9') return 0;
  at = static_cast<Point>(1 + 10 * (ring - 'A') + (text[1] - '0'));
  return 2;
}

/// Reads a sign and a point after it.
std::size_t scan_step(const char* text, char sign, Point& at) {
  if (text[0] != sign) return 0;
  const std::size_t length = scan_point(text + 1, at);
  return length == 0 ? 0 : length + 1;
}

bool starts_with_pass(const char* text) {
  return std::equal(pass_text.begin(), pass_text.end(), text);
}

/// Reads the second of two stones that are placed.
std::size_t scan_second(const char* text, Turn& turn) {
  Point second = 0;
  const std::size_t length = scan_step(text, ',', second);
  if (length) turn = Turn::place(turn.from(), second);
  return length;
}

/// Reads a glide after its first point; 0 if there is no slide and hop.
std::size_t scan_glide(const char* text, Turn& turn) {
  Point stop = 0, to = 0;
  const std::size_t slide = scan_step(text, '-', stop);
  const std::size_t hop = slide == 0 ? 0 : scan_step(text + slide, 'x', to);
  if (hop == 0) return 0;
  turn = Turn::glide(turn.from(), stop, to);
  return slide + hop;
}

std::size_t scan_jump(const char* text, Turn& turn) {
  std::size_t length = 0;
  Point to = 0;
  while (const std::size_t hop = scan_step(text + length, 'x', to)) {
    if (length == 0) turn = Turn::jump(turn.from());
    turn.hop(to);
    length += hop;
  }
  return length;
}

}  // namespace

std::string point_name(Point at) {
  if (at == 0) return "O";
  return {static_cast<char>('A' + (at - 1) / 10), static_cast<char>('0' + (at - 1) % 10)};
}

std::string_view variant_name(BoardSize size) {
  return Notation::variants[static_cast<std::size_t>(size)];
}

Variant Notation::variant_named(const VariantChoice& choice) {
  return {static_cast<BoardSize>(choice.variant), choice.values[0] == 0 ? standard_turns : 6};
}

VariantChoice Notation::variant_of(const Position& position) {
  const Variant variant = position.variant();
  return {static_cast<std::size_t>(variant.size), {variant.turns_per_side != standard_turns}};
}

std::size_t Notation::scan_turn(const char* text, Turn& turn) {
  turn = Turn::pass();
  Point first = 0;
  const std::size_t length = scan_point(text, first);
  if (length == 0) return starts_with_pass(text) ? pass_text.size() : 0;
  turn = Turn::place(first);
  switch (text[length]) {
    case ',':
      return length + scan_second(text + length, turn);
    case '-':
      return length + scan_glide(text + length, turn);
    case 'x':
      return length + scan_jump(text + length, turn);
    default:
      return length;
  }
}

std::string Notation::write_turn(const Turn& turn) {
  if (turn.kind == Turn::Kind::pass) return std::string(pass_text);
  std::string text = point_name(turn.from());
  for (std::size_t i = 1; i < turn.length; ++i) {
    const bool slides = turn.kind == Turn::Kind::glide && i == 1;
    text += turn.kind == Turn::Kind::place ? ',' : slides ? '-' : 'x';
    text += point_name(turn.points[i]);
  }
  return text;
}

bool Notation::is_comma_of_turn(std::string_view so_far, const char* rest, const char* end) {
  const bool has_point = so_far == "O" || so_far.size() == 2;
  rest = std::find_if_not(rest, end, is_blank);
  return has_point && rest < end && typed_form.of(*rest).plain && is_letter(*rest);
}

bool Notation::stands_alone(const Turn& turn) {
  return turn.kind != Turn::Kind::place || turn.length > 1 || turn.from() == 0;
}

bool Notation::fits(const Position& position, const Turn& turn) {
  return std::all_of(turn.points.begin(), turn.points.begin() + turn.length,
                     [&](Point at) { return position.board().has(at); });
}

Position Notation::set_up(const VariantChoice& choice, const std::string& text,
                          const std::string&) {
  const Variant variant = variant_named(choice);
  if (text.empty()) return Position(variant);
  const Position position = read_position(text, variant.turns_per_side);
  if (position.board_size() == variant.size) return position;
  throw StartError(
      StartError::Kind::bad_position,
      message("this is a position of the board of {0} points, and the game is played on the one of "
              "{1}; the variant specifies the board",
              variant_name(position.board_size()), variant_name(variant.size)));
}

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
