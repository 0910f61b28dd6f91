#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/bots/spec.h"
#include "core/match/game.h"
#include "core/match/player.h"

namespace schiri {

/// Where a game begins; empty text means what the game has without it.
struct StartSpec {
  std::string variant;
  std::string position;
  std::string roll;
};

/// A start that cannot be set up. The message is for a person and tells what is wrong where.
struct StartError : std::runtime_error {
  enum class Kind { unknown_variant, bad_position, missing_roll };
  StartError(Kind kind_of_error, const std::string& message)
      : std::runtime_error(message), kind(kind_of_error) {}
  Kind kind;
};

struct GameCheck;    // notation/check.h
struct CheckRequest;  // notation/check.h

/// One of the games: everything the rest of the program knows about it.
class GameType {
 public:
  virtual ~GameType() = default;

  virtual std::string_view name() const = 0;   ///< as in the tag `Game`: `creeper`
  virtual std::string_view title() const = 0;  ///< for people: `Creeper`
  virtual std::string_view summary() const = 0;  ///< one line
  /// The rules as they are played here, plain text with every ruling.
  virtual std::string_view rules() const = 0;
  /// The first is the standard one, which an absent tag means.
  virtual std::span<const std::string_view> variants() const = 0;

  /// Sets a game up. Throws StartError.
  virtual std::unique_ptr<Game> start(const StartSpec& spec) const = 0;
  /// A start for an event: what is left to chance (a roll) is drawn.
  virtual StartSpec draw_start(std::string_view variant, Rng& rng) const = 0;
  /// A built-in bot. Throws BotSpecError if there is none of this name.
  virtual std::unique_ptr<Player> make_bot(const BotSpec& spec) const = 0;
  /// Checks the movetext of a record, see notation/check.h.
  virtual void check_movetext(const CheckRequest& request, GameCheck& result) const = 0;
};

/// All games, in the order in which people are shown them.
std::span<const GameType* const> game_types();
/// The game of this name, or null.
const GameType* find_game(std::string_view name);

/// The built-in bots, weakest first.
std::span<const std::string_view> builtin_bots();

}  // namespace schiri
