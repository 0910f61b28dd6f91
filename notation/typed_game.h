#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/history.h"
#include "core/match/game.h"
#include "core/perft.h"
#include "notation/movetext.h"

namespace schiri {

/// Reads a text that is one turn and nothing else, in any accepted spelling.
template <class N>
std::optional<typename N::Position::Turn> read_turn(std::string_view text) {
  std::string padded(text);
  padded.append(text_padding, '\0');
  typename N::Position::Turn turn{};
  const std::size_t length = N::scan_turn(padded.data(), turn);
  if (length == 0 || length != text.size()) return std::nullopt;
  return turn;
}

/// Counts with a game's own perft if it has one, else with the general one.
template <GamePosition P>
std::uint64_t count_sequences(const P& position, int depth) {
  using schiri::perft;
  return perft(position, depth);
}

/// A game in progress with its position in the open, for players that work on positions. `N` is a
/// game's notation, see notation/creeper.h for what it has.
template <class N>
class TypedGame final : public Game {
 public:
  using Position = typename N::Position;
  using Turn = typename Position::Turn;

  explicit TypedGame(const Position& start)
      : position_(start), history_(start), ending_(start.ending()) {}

  const Position& typed_position() const { return position_; }

  std::unique_ptr<Game> clone() const override { return std::make_unique<TypedGame>(*this); }
  Side side_to_move() const override { return position_.side_to_move(); }
  std::optional<Ending> ending() const override { return ending_; }
  std::string position() const override { return N::write_position(position_); }
  std::string board(const BoardStyle& style) const override { return N::draw(position_, style); }

  std::optional<TurnError> play(std::string_view text) override {
    const std::optional<Turn> turn = read_turn<N>(text);
    if (!turn) {
      return TurnError{TurnError::Kind::syntax,
                       "'" + std::string(text) + "' is no turn; " + std::string(N::turn_form)};
    }
    if (ending_) return TurnError{TurnError::Kind::over, "the game is over: " + describe(*ending_)};
    if (const auto violation = position_.violation(*turn)) {
      return TurnError{TurnError::Kind::illegal, N::explain(position_, *turn, *violation)};
    }
    play_legal(*turn);
    return std::nullopt;
  }

  void play_legal(const Turn& turn) {
    const bool irreversible = position_.is_irreversible(turn);
    position_.play(turn);
    turns_.push_back(N::write_turn(turn));
    const int times = history_.add(position_, irreversible);
    ending_ = position_.ending_after(turn);
    if (!ending_ && times >= repetition_limit) ending_ = Ending{Outcome::draw, repetition_reason};
  }

  std::uint64_t count_turns() const override { return ending_ ? 0 : position_.count_turns(); }

  void visit_turns(const TurnTextVisitor& visitor) const override {
    if (ending_) return;
    position_.visit_turns([&](const Turn& turn) { return visitor(N::write_turn(turn)); });
  }

  std::string random_turn(Rng& rng) const override {
    return N::write_turn(position_.random_turn(rng));
  }

  std::uint64_t perft(int depth) const override {
    return ending_ && depth > 0 ? 0 : count_sequences(position_, depth);
  }

  std::uint64_t perft_of_turn(std::string_view text, int depth) const override {
    return schiri::perft_of_turn(position_, read_turn<N>(text).value(), depth);
  }

 private:
  Position position_;
  History<Position> history_;
  std::optional<Ending> ending_;
};

}  // namespace schiri
