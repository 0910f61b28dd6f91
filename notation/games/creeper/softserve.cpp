#include "notation/games/creeper/softserve.h"

#include "notation/games/creeper/notation.h"
#include "notation/typed/game.h"

namespace schiri::creeper::softserve {

namespace {

constexpr std::size_t octagons_at = 49;
constexpr std::size_t side_at = 85;

[[noreturn]] void reject(std::size_t at, char found, const Message& expected) {
  throw StartError(
      StartError::Kind::bad_position,
      message("the state string is invalid at character {0}: found '{1}', expected {2}", at + 1,
              found, expected));
}

/// Reads `size` rows from the top; `x` is White's.
std::array<Bits, 2> read_cells(std::string_view text, std::size_t at, int size) {
  std::array<Bits, 2> found{};
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column, ++at) {
      const Bits b = bit(place(column, row));
      if (text[at] == 'x') {
        found[0] |= b;
      } else if (text[at] == 'o') {
        found[1] |= b;
      } else if (text[at] != '.') {
        reject(at, text[at], message("x, o or ."));
      }
    }
  }
  return found;
}

void write_cells(std::string& out, Bits white, Bits black, int size) {
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) {
      const Bits b = bit(place(column, row));
      out += white & b ? 'x' : black & b ? 'o' : '.';
    }
  }
}

std::optional<Place> read_square(char column, char row) {
  if (column < 'a' || column > 'g' || row < '1' || row > '7') return std::nullopt;
  const Place at = place(column - 'a', '7' - row);
  if (corners & bit(at)) return std::nullopt;
  return at;
}

std::string square_name(Place at) {
  return {static_cast<char>('a' + column_of(at)), static_cast<char>('7' - row_of(at))};
}

/// The only way of moving for this distance and direction, if there is one.
std::optional<Kind> kind_between(Place from, Place to) {
  const int columns = std::abs(column_of(from) - column_of(to));
  const int rows = std::abs(row_of(from) - row_of(to));
  if (columns == 1 && rows == 1) return Kind::jump;
  if (columns + rows == 1) return Kind::shunt;
  if (columns + rows == 2) return Kind::capture;
  return std::nullopt;
}

class SoftserveNotation final : public ForeignNotation {
 public:
  std::string_view name() const override { return "softserve"; }

  std::optional<std::string> read_position(std::string_view text,
                                           std::string_view variant) const override {
    if (text.find_first_of(" /") != std::string_view::npos) return std::nullopt;
    const bool has_form = text.find_first_not_of("xo.") == std::string_view::npos;
    if (!has_form && text.size() != state_length) return std::nullopt;
    // The start reports an unknown variant.
    const VariantChoice choice =
        variant_table_of<Notation>().find(variant).value_or(VariantChoice{});
    return Notation::write_position(read_state(text, Notation::variant_named(choice)));
  }

  std::optional<std::string> read_turn(std::string_view text) const override {
    const std::optional<Turn> turn = read_action(text);
    if (!turn) return std::nullopt;
    return Notation::write_turn(*turn);
  }

  std::string write_turn(std::string_view turn) const override {
    return write_action(schiri::read_turn<Notation>(turn).value());
  }
};

}  // namespace

Position read_state(std::string_view text, Variant variant) {
  if (text.size() != state_length) {
    throw StartError(
        StartError::Kind::bad_position,
        message("a state string has {0} characters, this one {1}", state_length, text.size()));
  }
  const auto pawns = read_cells(text, 0, 7);
  auto discs = read_cells(text, octagons_at, 6);
  const Position start(variant);
  for (const unsigned side : {0u, 1u}) {
    if ((discs[side] & all_bases) != start.bases(static_cast<Side>(side))) {
      throw StartError(
          StartError::Kind::bad_position,
          message("the state string has a home base with the wrong owner, by the setting "
                  "bases"));
    }
    discs[side] &= ~all_bases;
  }
  const char side = text[side_at];
  if (side != 'x' && side != 'o') reject(side_at, side, message("x or o"));
  const Position position(pawns, discs, side == 'x' ? Side::white : Side::black, variant);
  reject_impossible(position);
  return position;
}

std::string write_state(const Position& position) {
  std::string text;
  write_cells(text, position.pawns(Side::white), position.pawns(Side::black), 7);
  write_cells(text, position.discs(Side::white) | position.bases(Side::white),
              position.discs(Side::black) | position.bases(Side::black), 6);
  return text + (position.side_to_move() == Side::white ? 'x' : 'o');
}

std::optional<Turn> read_action(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const auto from = read_square(text[0], text[1]), to = read_square(text[2], text[3]);
  if (!from || !to) return std::nullopt;
  const auto kind = kind_between(*from, *to);
  if (!kind) return std::nullopt;
  return Turn{*from, *to, *kind};
}

std::string write_action(const Turn& turn) { return square_name(turn.from) + square_name(turn.to); }

const ForeignNotation& notation() {
  static const SoftserveNotation softserve;
  return softserve;
}

}  // namespace schiri::creeper::softserve
