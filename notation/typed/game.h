#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bots/candidates.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "core/perft.h"
#include "core/played_line.h"
#include "notation/records/pgn/movetext.h"
#include "notation/typed/game_notation.h"
#include "notation/typed/nearest_turns.h"
#include "notation/typed/turn_parts.h"

namespace schiri {

/// Reads a text that consists of one turn in any accepted spelling.
template <GameNotation N>
std::optional<typename N::Position::Turn> read_turn(std::string_view text) {
  // Most turns are short, and replays read very many.
  std::array<char, 64> room;
  std::string long_text;
  char* padded = room.data();
  if (text.size() + text_padding > room.size()) {
    long_text.resize(text.size() + text_padding);
    padded = long_text.data();
  }
  std::fill_n(std::copy(text.begin(), text.end(), padded), text_padding, '\0');
  typename N::Position::Turn turn{};
  const std::size_t length = N::scan_turn(padded, turn);
  if (length == 0 || length != text.size()) return std::nullopt;
  return turn;
}

/// Sets a game up; the variant may have any of its names. Throws StartError.
template <GameNotation N>
typename N::Position starting_position(const StartSpec& spec) {
  const VariantChoice choice = variant_table_of<N>().require(spec.variant);
  if constexpr (HasSetUp<N>) {
    return N::set_up(choice, spec.position, spec.roll);
  } else {
    return spec.position.empty() ? typename N::Position() : N::read_position(spec.position);
  }
}

/// The name of the variant that is played.
template <class N>
std::string_view variant_of(const typename N::Position& position) {
  if constexpr (HasVariantOf<N>) {
    return variant_table_of<N>().name(N::variant_of(position));
  } else {
    static_assert(N::facts.variants.size() == 1 && N::facts.settings.empty(),
                  "a notation of several variants or with settings needs the hook variant_of");
    return variant_table_of<N>().standard();
  }
}

/// The board of a game on squares.
template <HasSquares N>
const SquareBoard& square_board_of() {
  static const SquareBoard board(N::facts.name, N::squares);
  return board;
}

/// A game in progress that exposes its position, for players that work on positions.
template <GameNotation N>
class TypedGame final : public Game, public PlaneSource {
 public:
  using Position = typename N::Position;
  using Turn = typename Position::Turn;

  explicit TypedGame(const Position& start) : start_(start), line_(start) {}

  const Position& typed_position() const { return line_.position(); }
  const PlayedLine<Position>& line() const { return line_; }

  std::unique_ptr<Game> clone() const override { return std::make_unique<TypedGame>(*this); }
  std::string_view variant() const override { return variant_of<N>(start_); }
  Side side_to_move() const override { return typed_position().side_to_move(); }
  std::optional<Ending> ending() const override { return line_.ending(); }
  std::string position() const override { return N::write_position(typed_position()); }
  std::string start_position() const override { return N::write_position(start_); }
  std::string board(const BoardStyle& style) const override {
    if constexpr (HasPictures<N>)
      return N::draw(typed_position(), style);
    else
      return square_board_of<N>().draw(position(), style);
  }
  Figures figures() const override {
    if constexpr (HasPictures<N>)
      return N::diagram(typed_position(), last_turn_);
    else
      return square_board_of<N>().figures(position(), turns_.empty() ? "" : turns_.back());
  }

  PlaneForm plane_form() const override {
    if constexpr (HasSidePlanes<N> || HasPlanes<N>)
      return N::plane_form;
    else if constexpr (HasSquares<N>)
      return square_board_of<N>().plane_form();
    return {};
  }
  void write_planes([[maybe_unused]] std::span<float> numbers) const override {
    if constexpr (HasSidePlanes<N>) return write_side_planes(Side::white, numbers);
    std::fill(numbers.begin(), numbers.end(), 0.0f);
    PlaneWriter writer(plane_form(), numbers);
    if constexpr (HasPlanes<N>)
      N::write_planes(typed_position(), writer);
    else if constexpr (HasSquares<N>)
      square_board_of<N>().write_planes(position(), side_to_move(), writer);
  }
  bool has_side_planes() const override { return HasSidePlanes<N>; }
  void write_side_planes(Side side, std::span<float> numbers) const override {
    std::fill(numbers.begin(), numbers.end(), 0.0f);
    PlaneWriter writer(plane_form(), numbers);
    if constexpr (HasSidePlanes<N>) N::write_side_planes(typed_position(), side, writer);
  }

  std::optional<TurnError> check(std::string_view text) const override {
    return error_of(text, read_turn<N>(text));
  }

  std::optional<TurnError> play(std::string_view text) override {
    const std::optional<Turn> turn = read_turn<N>(text);
    if (auto error = error_of(text, turn)) return error;
    line_.play(*turn);
    last_turn_ = turn;
    turns_.push_back(N::write_turn(*turn));
    return std::nullopt;
  }

  void take_back(std::size_t turns) override {
    std::vector<std::string> kept = std::move(turns_);
    kept.resize(kept.size() - turns);
    turns_.clear();
    last_turn_.reset();
    line_.restart(start_);
    for (const std::string& turn : kept) play(turn);
  }

  std::optional<TurnParts> turn_parts(std::string_view begun) const override {
    return ending() ? std::nullopt : find_turn_parts<N>(typed_position(), begun);
  }

  std::uint64_t count_turns() const override {
    return ending() ? 0 : typed_position().count_turns();
  }

  void visit_turns(const TurnTextVisitor& visitor) const override {
    if (ending()) return;
    typed_position().visit_turns([&](const Turn& turn) { return visitor(N::write_turn(turn)); });
  }

  std::string random_turn(Rng& rng) const override {
    return N::write_turn(draw_turn(typed_position(), rng));
  }
  std::string quick_turn(Rng& rng) const override {
    return N::write_turn(playout_turn(typed_position(), rng));
  }

  std::uint64_t perft(int depth) const override {
    return ending() && depth > 0 ? 0 : count_sequences(typed_position(), depth);
  }

  std::uint64_t perft_of_turn(std::string_view text, int depth) const override {
    return count_sequences_of_turn(typed_position(), read_turn<N>(text).value(), depth);
  }

 private:
  /// `turn`: what was read from the text.
  std::optional<TurnError> error_of(std::string_view text, const std::optional<Turn>& turn) const {
    if (!turn || !fits_board<N>(typed_position(), *turn)) {
      return TurnError{TurnError::Kind::syntax,
                       syntax_message<N>(ending() ? nullptr : &typed_position(), text)};
    }
    if (ending())
      return TurnError{TurnError::Kind::over,
                       message("the game is over: {0}", describe(*ending()))};
    if (const auto violation = typed_position().violation(*turn)) {
      return TurnError{TurnError::Kind::illegal, N::explain(typed_position(), *turn, *violation)};
    }
    return std::nullopt;
  }

  Position start_;
  PlayedLine<Position> line_;
  std::optional<Turn> last_turn_;
};

}  // namespace schiri
