#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/match/game.h"
#include "core/match/turn_word.h"
#include "notation/game_types.h"
#include "notation/records/game_hash.h"

namespace schiri {

/// The start of a game in `position startpos`.
inline constexpr std::string_view startpos = "startpos";

// Games of which only records are here. Their turns are words, and are read, stored and rated like
// all others; what needs rules needs their program (own_game.h).

/// A request that needs rules.
struct RulesUnknown : InputError {
  explicit RulesUnknown(std::string_view game);
};

/// What is wrong with a text that is no turn.
Message word_rule(std::string_view turn);
/// A turn as people type it: what a record escapes is as the program writes it, as long as it is
/// printable.
std::string shown_turn(const Game& game, std::string_view turn);
/// Throws StartError for a text that cannot be a position.
void require_word_start(std::string_view position);
/// The same for a text that is not empty.
bool is_word_start(std::string_view position);
inline constexpr std::size_t longest_word_start = 4000;
/// Most programs report hundredths of a unit of material.
inline constexpr double words_evaluation_scale = 200;
/// The facts of a game whose turns are words; it has no rules. The name must stay.
GameFacts word_facts(std::string_view name);
/// The game of this name, which must be one that games may have, of records alone.
const GameType& word_game_type(std::string_view name);
/// Reads the words of a record, see GameType::check_movetext, and plays them in `game`, unless it
/// is null. `first` is the side that begins by the position's text, by which turns are numbered; if
/// `game` says otherwise, the first number tells.
void check_words(Side first, Game* game, MovetextReader& reader, FindingLog& findings,
                 GameCheck& check);

/// What an entry of the table of games refers to, and so is its first base class.
struct WordGameNames {
  explicit WordGameNames(std::string_view name);

  std::string own_name;
  OpenVariantTable own_table;
};

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

 protected:
  /// Adds a turn, which must be a word.
  void add_turn(std::string word);

  const GameType* type_;
  std::string start_;  ///< `startpos`, or a position

 private:
  [[noreturn]] void refuse() const { throw RulesUnknown(type_->name()); }

  KeyMaker key_;  ///< of the turns
};

}  // namespace schiri
