#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/match/game.h"
#include "notation/game_types.h"
#include "notation/records/game_hash.h"

/// Games whose rules schiri does not know. Their turns are words; a UGI program decides which are
/// legal and who wins (referee.h). Their records are read, stored and rated like all others.
namespace schiri {

/// A request that needs rules.
struct RulesUnknown : InputError {
  explicit RulesUnknown(std::string_view game);
};

/// The length of the word at the front of a text that ends at `end`; 0 if it is not a turn: one to
/// a hundred visible ASCII characters that cannot be mistaken for another part of movetext.
std::size_t word_length(const char* text, const char* end);

/// A start and words, played by turns. It has no rules: each word is legal, and it never ends.
class WordGame : public Game {
 public:
  /// The position is as in a record: empty for the game's own start.
  WordGame(const GameType& type, std::string start);

  std::unique_ptr<Game> clone() const override { return std::make_unique<WordGame>(*this); }
  std::string_view variant() const override { return type_->variant_table.standard(); }
  Side side_to_move() const override;
  std::optional<Ending> ending() const override { return std::nullopt; }
  /// The start with a number that the turns determine: nobody knows which turns lead to one
  /// position.
  std::string position() const override;
  std::string start_position() const override { return start_; }
  std::string board(const BoardStyle&) const override { refuse(); }
  Figures figures() const override { return {}; }

  std::optional<TurnError> check(std::string_view turn) const override;
  std::optional<TurnError> play(std::string_view turn) override;
  void take_back(std::size_t turns) override;

  std::optional<TurnParts> turn_parts(std::string_view) const override { return std::nullopt; }
  std::uint64_t count_turns() const override { refuse(); }
  void visit_turns(const TurnTextVisitor&) const override { refuse(); }
  std::string random_turn(Rng&) const override { refuse(); }
  std::string quick_turn(Rng&) const override { refuse(); }
  std::uint64_t perft(int) const override { refuse(); }
  std::uint64_t perft_of_turn(std::string_view, int) const override { refuse(); }

 private:
  [[noreturn]] void refuse() const { throw RulesUnknown(type_->name()); }

  const GameType* type_;
  std::string start_;  ///< `startpos`, or a position
  KeyMaker key_;       ///< of the turns
};

}  // namespace schiri
