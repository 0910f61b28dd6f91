#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hooks.h"
#include "core/match/bot_spec.h"
#include "core/match/game.h"
#include "core/match/player.h"
#include "core/match/variants.h"

namespace schiri {

// The reader of records in notation, which implements this interface for the notation of each game.
class MovetextReader;
class FindingLog;
struct GameCheck;
class SearchedPosition;

/// A map of a game's positions to positions that play the same: a rotation or reflection of the
/// board, with colours swapped if the sides change places.
struct PositionSymmetry {
  /// The image of each place. Places are counted through all boards in the order of the position
  /// string, from 0.
  std::vector<std::uint16_t> places;
  /// Pairs of letters on the boards that become each other: `WBwb`.
  std::string_view swapped = {};
  /// The image of a word that is not a board, counted from 0 among these. Its characters may be
  /// `?`, which remain. Empty: all words remain.
  std::function<std::string(std::size_t number, std::string_view text)> word = {};

  char image_of_letter(char letter) const {
    const auto at = swapped.find(letter);
    return at == swapped.npos ? letter : swapped[at ^ 1];
  }
  std::string image_of_word(std::size_t number, std::string_view text) const {
    return word ? word(number, text) : std::string(text);
  }
};

/// Pieces that are off the board: a number minus the pieces on the board.
struct Reserve {
  char letter;                ///< in conditions; no letter of position strings
  std::size_t all;            ///< on and off the board
  std::string_view on_board;  ///< letters of position strings, `PDD` if a `D` counts as two
};

/// The common format of a game's networks.
struct NetworkForm {
  std::string_view game;
  std::span<const std::string_view> variants;
  std::size_t features = 0;     ///< number of features; 0: the game has none
  Networks built_in = nullptr;  ///< the game's own; null if it has none
};

/// Another program's notation of one of the games.
class ForeignNotation {
 public:
  virtual ~ForeignNotation() = default;

  virtual std::string_view name() const = 0;  ///< as in `--from` and `--to`
  /// The canonical position string, or nullopt if the text does not have this notation's form.
  /// Throws StartError if the form is right, but the position is invalid in this variant (one of
  /// the game's names, or empty for the standard game).
  virtual std::optional<std::string> read_position(std::string_view text,
                                                   std::string_view variant) const = 0;
  /// The canonical turn, or nullopt if the text is not a turn.
  virtual std::optional<std::string> read_turn(std::string_view text) const = 0;
  /// A canonical turn in this notation.
  virtual std::string write_turn(std::string_view turn) const = 0;
};

/// The constant facts of a game, defined once in its notation.
struct GameFacts {
  std::string_view name;     ///< as in the tag `Game`: `creeper`
  std::string_view title;    ///< for users: `Creeper`
  std::string_view summary;  ///< one line
  /// The rules with every ruling, as plain text; rules_of() adds the settings.
  std::string_view rules;
  /// The first is the standard one, which an absent tag means.
  std::span<const std::string_view> variants;
  /// Sorted by name.
  std::span<const GameSetting> settings = {};
  /// The parts of variants as the published rules number them, from 1 on.
  std::span<const std::string_view> numbered_variants = {};
  /// The possible values of Ending::reason.
  std::span<const std::string_view> endings;
  /// The letters of pieces in its position strings; empty if pieces cannot be counted.
  std::string_view piece_letters = {};
  /// Pieces that are off the board, which follow from those on it.
  std::span<const Reserve> reserves = {};
  /// An arbitrary roll of dice for a start that needs one; empty if no start needs one.
  std::string_view any_roll = {};
  /// Can a position have too many turns to sort them? Then they are streamed.
  bool streams_turns = false;
  /// The default limit of turns in tournaments, after which a game is a draw: 98 of 100 games of
  /// built-in bots that end at all end earlier.
  int turn_limit = 2000;
  /// False for a game of records alone, whose rules nobody here knows.
  bool has_rules = true;
  /// Are its turns those of a program, any text as a word (turn_word.h)?
  bool has_words = false;
};

/// The variants and settings of a notation's game.
template <class N>
const VariantTable& variant_table_of() {
  static const VariantTable table(
      {N::facts.variants, N::facts.settings, N::facts.numbered_variants}, N::facts.title);
  return table;
}

/// The positions of a game that are visited.
enum class Visited { all, last };

/// A game: its whole interface to the rest of the program.
class GameType {
 public:
  GameType(const GameFacts& its_facts, const VariantTable& its_variants)
      : facts(its_facts), variant_table(its_variants) {}
  virtual ~GameType() = default;

  const GameFacts facts;
  /// The variants with their settings.
  const VariantTable& variant_table;
  std::string_view name() const { return facts.name; }
  std::string_view title() const { return facts.title; }
  /// The variants' names, without settings.
  std::span<const std::string_view> variants() const { return facts.variants; }
  /// The number of a variant among these; its settings do not matter. Throws StartError.
  std::size_t variant_number(std::string_view named) const {
    return variant_table.require(named).variant;
  }
  bool starts_with_roll() const { return !facts.any_roll.empty(); }

  /// The format of networks that correct the evaluation of its bots.
  virtual NetworkForm network_form() const { return {name(), variants()}; }

  /// The name of the program that knows the rules, for the tag Referee; empty without one. May
  /// start it. Throws UnusableError.
  virtual std::string referee() const { return {}; }
  /// Another program's notation of this game, or null.
  virtual const ForeignNotation* foreign_notation() const = 0;
  /// The empty board of a variant, for diagrams.
  virtual DiagramBoard diagram_board(std::string_view variant) const = 0;
  /// Sets a game up. Throws StartError.
  virtual std::unique_ptr<Game> start(const StartSpec& spec) const = 0;
  /// Plays turns from a start and visits the hash of each position, the start's first, until the
  /// visitor returns false; stops before an invalid or illegal turn. Throws StartError.
  virtual void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                            const std::function<bool(std::uint64_t)>& visitor) const = 0;
  /// Plays turns from a start and visits each position, the start's first, or only the last one,
  /// until the visitor returns false; stops before an invalid or illegal turn. Equal positions, and
  /// no others, are visited alike. Throws StartError.
  virtual void visit_positions(
      const StartSpec& spec, std::span<const std::string_view> turns, Visited visited,
      const std::function<bool(const SearchedPosition&)>& visitor) const = 0;
  /// The symmetries of games with this start, without the identity; empty if none is known. Throws
  /// StartError.
  virtual std::vector<PositionSymmetry> symmetries(const StartSpec&) const { return {}; }
  /// A start for a tournament, with its random parts (a roll) drawn.
  virtual StartSpec draw_start(std::string_view variant, Rng& rng) const = 0;
  /// The advantage, in hundredths of the evaluation's unit, that means odds of e : 1 to win for the
  /// built-in bots.
  virtual double evaluation_scale() const = 0;
  /// A built-in bot, for games of this variant, or of any if none is named. Throws BotSpecError if
  /// the name is unknown or an option is invalid.
  virtual std::unique_ptr<Player> make_bot(const BotSpec& spec,
                                           std::string_view variant = {}) const = 0;
  /// Plays the turns of a record until its result, its end or its first error: counts them in
  /// `check` and sets there how the rules ended the game. Throws StartError.
  virtual void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                              GameCheck& check) const = 0;
  /// The length of the turn at the front of a text, in any accepted spelling; 0 if there is none.
  /// The text must be followed by readable zeros, text_padding of them.
  virtual std::size_t turn_length(const char* text) const = 0;
};

}  // namespace schiri
