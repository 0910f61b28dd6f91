#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/game.h"

/// One game between two players, of any kind of game, in text: Game and Player (player.h) are the
/// two interfaces; play.h lets players play, with clocks, limits and adjudication. Used by
/// contests, tournaments and commands; uses core/base alone.
namespace schiri {

/// A symbol of a game's board at a place of it, both by the game's DiagramBoard.
struct Figure {
  std::string_view symbol;  ///< static text
  double x = 0;
  double y = 0;

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// A position as the figures on the board, bottom layer first: marks of the last turn, pieces,
/// counters.
using Figures = std::vector<Figure>;

/// A place of a board under its name in turns: a click on it enters a part of a turn.
struct BoardPlace {
  std::string name;
  double x = 0;
  double y = 0;
};

/// A game's empty board and the symbols of its pieces, as SVG elements styled by the classes of
/// diagram_style.
struct DiagramBoard {
  double width = 0;
  double height = 0;
  double margin = 0;        ///< margin on all sides for the coordinates
  std::string symbols;      ///< a `<g id="SYMBOL">` for each symbol, around its own middle
  std::string fields;       ///< the empty board
  std::string coordinates;  ///< the names of rows and columns, drawn on demand
  std::vector<BoardPlace> places = {};  ///< clickable places
};

/// The reason why a text cannot be played. The message is one sentence for a player, without a full
/// stop.
struct TurnError {
  enum class Kind {
    syntax,   ///< not a turn in this game's notation
    illegal,  ///< a turn that a rule forbids
    over,     ///< the game was over
  };
  Kind kind;
  Message message;
};

/// `1-0`, `0-1` or `1/2-1/2`.
std::string_view result_text(Outcome outcome);
/// The outcome of such a text; nullopt for `*` and any other text.
std::optional<Outcome> outcome_of(std::string_view result);
/// `white`, `black` or `draw`.
std::string_view outcome_name(Outcome outcome);
/// `White` or `Black`.
std::string_view side_name(Side side);
/// The same, to be translated.
Message side_message(Side side);
/// For people: `White has won (chain)`.
Message describe(const Ending& ending);

/// How a board is drawn in text.
struct BoardStyle {
  bool colour = false;                    ///< ANSI colours, for a terminal
  const Translation* language = nullptr;  ///< of the words on the board; English without one

  std::string text(const Message& words) const {
    return words.in(language ? *language : Translation());
  }
};

/// The continuations of the beginning of a turn.
struct TurnParts {
  std::string begun;              ///< the beginning, in the spelling of the turns
  bool is_turn = false;           ///< whether it is a legal turn already
  std::vector<std::string> next;  ///< the possible next parts with their signs: `+C4`
};

/// Called with the canonical text of a turn; returns whether to go on.
using TurnTextVisitor = std::function<bool(std::string_view)>;

/// A game in progress, of any kind, with a text interface: used by matches, the database and the
/// command line. It keeps its start and history, so repetition counts from the start.
class Game {
 public:
  virtual ~Game() = default;

  virtual std::unique_ptr<Game> clone() const = 0;

  /// The variant's name: `standard`.
  virtual std::string_view variant() const = 0;
  virtual Side side_to_move() const = 0;
  /// How the rules ended the game, repetition included; nullopt during the game.
  virtual std::optional<Ending> ending() const = 0;
  /// The current position as a position string.
  virtual std::string position() const = 0;
  /// The position before the first turn.
  virtual std::string start_position() const = 0;
  /// A drawing of the position in lines of at most 80 columns, each with a line feed.
  virtual std::string board(const BoardStyle& style) const = 0;
  /// The position as figures on the game's diagram board, the last turn marked.
  virtual Figures figures() const = 0;

  /// The reason why a text cannot be played now; nullopt for a legal turn in any spelling that the
  /// notation reads. Visits no other turns, however many there are.
  virtual std::optional<TurnError> check(std::string_view turn) const = 0;
  /// Plays a turn in any spelling that the notation reads. An error leaves the game unchanged.
  virtual std::optional<TurnError> play(std::string_view turn) = 0;
  /// The game as it was before its last turns, of which there must be that many.
  virtual void take_back(std::size_t turns) = 0;
  /// The turns played since the start, in canonical spelling.
  const std::vector<std::string>& turns() const { return turns_; }

  /// The continuations of a turn that begins with this text (`B3`, `E0xC1`, or empty), part by
  /// part; nullopt if no legal turn begins with it. Ignores case.
  virtual std::optional<TurnParts> turn_parts(std::string_view begun) const = 0;
  /// The number of legal turns, 0 if the game is over.
  virtual std::uint64_t count_turns() const = 0;
  /// Visits the legal turns until the visitor returns false; none if the game is over.
  virtual void visit_turns(const TurnTextVisitor& visitor) const = 0;
  /// A random legal turn, each equally likely unless there are too many to count; the game must not
  /// be over.
  virtual std::string random_turn(Rng& rng) const = 0;
  /// A random legal turn, drawn as quickly as the game can: each legal turn is possible, but not
  /// equally likely if that would be slow. The game must not be over.
  virtual std::string quick_turn(Rng& rng) const = 0;
  /// The number of sequences of `depth` turns from here; history begins here.
  virtual std::uint64_t perft(int depth) const = 0;
  /// The number of such sequences that begin with this turn, which must be legal; `depth` at
  /// least 1.
  virtual std::uint64_t perft_of_turn(std::string_view turn, int depth) const = 0;

 protected:
  Game() = default;
  Game(const Game&) = default;
  Game& operator=(const Game&) = default;

  std::vector<std::string> turns_;
};

}  // namespace schiri
