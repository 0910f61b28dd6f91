#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/learning/training_set.h"
#include "core/match/bot_spec.h"
#include "core/match/game.h"
#include "core/match/player.h"
#include "notation/board/diagram.h"
#include "notation/board/piece_count.h"
#include "notation/board/start.h"
#include "notation/board/symmetry.h"
#include "notation/learning/network_file.h"
#include "notation/variants.h"

/// The table of games: the interface of a game to the rest of the program is a GameType, found by
/// its name. notation is the text of games, turns, positions and records; it uses core, and serves
/// the database (db) and the commands (cli).
namespace schiri {

class MovetextReader;
class FindingLog;
struct GameCheck;

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
};

/// The variants and settings of a notation's game.
template <class N>
const VariantTable& variant_table_of() {
  static const VariantTable table(
      {N::facts.variants, N::facts.settings, N::facts.numbered_variants}, N::facts.title);
  return table;
}

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
  /// Plays legal turns from a start and adds a lesson for each position before a turn with a
  /// target: the side to move's chance to win, from 0 to 1. Applies random symmetries of the board.
  /// Adds nothing if the game has no features. Throws StartError.
  virtual void add_lessons(const StartSpec&, std::span<const std::string_view> /*turns*/,
                           std::span<const std::optional<double>> /*targets*/,
                           std::uint64_t /*seed*/, TrainingSet&) const {}

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
  /// Plays turns from a start and visits the hash and the position string of each position, the
  /// start's first, until the visitor returns false; stops before an invalid or illegal turn. Equal
  /// positions, and no others, have equal strings. Throws StartError.
  virtual void visit_positions(
      const StartSpec& spec, std::span<const std::string_view> turns,
      const std::function<bool(std::uint64_t, const std::string&)>& visitor) const = 0;
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

/// The settings of a game with their values, the defaults first, as plain text of at most 80
/// columns, in a language; empty if it has none.
std::string settings_text(const GameType& type, const Translation& language = {});
/// The rules of a game with every ruling and setting, as plain text.
std::string rules_of(const GameType& type);

/// All games, in the order in which they are listed.
std::span<const GameType* const> game_types();
/// The game of this name, in any case and with spaces for `-`, or null.
const GameType* find_game(std::string_view name);
/// The message about an unknown game, with a list of games.
Message unknown_game_message(std::string_view name);
/// A message that the option --game is missing, with the games there are.
Message missing_game_message();
/// The canonical string of a position that may be in another program's notation of the game; the
/// text itself if it is not. Throws StartError.
std::string canonical_position(const GameType& type, const std::string& position,
                               std::string_view variant);
/// The game of this name. Throws InputError, which lists the games.
const GameType& require_game(const std::string& name);
/// The canonical name of a variant of any game; the text itself if it is not one.
std::string usual_variant(const std::string& named);

}  // namespace schiri
