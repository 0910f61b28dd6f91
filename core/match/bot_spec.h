#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/errors.h"

namespace schiri {

/// The values of a bot's options by name, in the order in which they were given. Programs get them
/// in this order, because for some of them it matters: `Threads` before a large `Hash`.
class BotOptions {
 public:
  using Values = std::vector<std::pair<std::string, std::string>>;

  BotOptions() = default;
  BotOptions(std::initializer_list<Values::value_type> values) : values_(values) {}

  /// The value of an option, which is added at the end if it has none yet.
  std::string& operator[](std::string_view name);
  /// The value of the option with this very name, or null.
  const std::string* find(std::string_view name) const;
  bool empty() const { return values_.empty(); }
  Values::const_iterator begin() const { return values_.begin(); }
  Values::const_iterator end() const { return values_.end(); }

  friend bool operator==(const BotOptions&, const BotOptions&) = default;

 private:
  Values values_;
};

/// Yes or no; no unless it is given.
class Switch {
 public:
  Switch& operator=(bool value) {
    value_ = value;
    return *this;
  }
  operator bool() const { return value_.value_or(false); }
  bool is_given() const { return value_.has_value(); }

  friend bool operator==(const Switch& a, const Switch& b) { return bool{a} == bool{b}; }

 private:
  std::optional<bool> value_;
};

/// The keys of a bot's description with their values, in order.
using BotKeys = std::vector<std::pair<std::string, std::string>>;

/// A bot with its name and limits, as described by `--bot`.
struct BotSpec {
  std::string name;                      ///< unique in an event; the text as written unless `name=`
  bool is_unnamed = false;               ///< a program without `name=`: it announces its name
  std::string builtin;                   ///< a built-in bot's name, otherwise empty
  std::string command;                   ///< `cmd`: a program's command line
  std::string function;                  ///< of a caller of the library, by the name it has there
  std::string directory;                 ///< `dir`: where the program runs
  std::vector<std::string> environment;  ///< `env`: more variables that the program gets
  std::string host;                      ///< a command line that runs its last argument elsewhere
  std::optional<std::uint64_t> nodes;    ///< positions per turn
  std::optional<int> depth;              ///< turns ahead
  std::optional<int> movetime;           ///< milliseconds per turn
  std::string time_control;              ///< `tc`, as written
  std::optional<int> margin;             ///< milliseconds
  std::optional<int> memory;             ///< MiB
  std::optional<int> cpu;                ///< seconds of processor time per game
  std::optional<int> strikes;            ///< number of failures that exclude the bot
  Switch ponder;                         ///< thinks while its opponent does
  Switch restart;                        ///< the program is started anew for each game
  std::optional<std::uint64_t> seed;     ///< replaces the seed that the event derives from its own
  BotOptions options;                    ///< `option.NAME`

  // Of a description that is not complete yet, otherwise empty:
  std::string preset;  ///< the named bot whose keys it has as well
  std::string place;   ///< where a file has it, for messages

  friend bool operator==(const BotSpec&, const BotSpec&) = default;
};

/// Whether it is neither a built-in bot nor a program.
inline bool is_function(const BotSpec& spec) { return !spec.function.empty(); }

/// The number of threads of a bot, by its option `threads` or `Threads`; 1 without it.
unsigned threads_of(const BotSpec& spec);

/// The most processors that a game between two of these bots uses: the sum of both if one of them
/// ponders.
unsigned processors_a_game(const std::vector<BotSpec>& bots);

/// An invalid description of a bot; the message names the error and the valid alternatives.
struct BotSpecError : InputError {
  using InputError::InputError;
};

/// Reads words `key=value` separated by spaces, values with spaces in double quotes (within them
/// `\"` is a quote and `\\` a backslash), and so keys: `"option.Skill Level"=5`. A first word
/// without `=` names a program (short for `cmd=`) if it has a `/`, otherwise a built-in bot;
/// `mcts:nodes=1000,depth=3` is short for `mcts nodes=1000 depth=3`. Throws BotSpecError for
/// unknown or repeated keys, malformed numbers, neither or both of a built-in name and `cmd`, and
/// names that a record could not hold: empty, `?`, or with control characters.
BotSpec parse_bot_spec(std::string_view text);

/// Reads a description to which keys may still be added: it may lack a program and name a preset.
/// Throws BotSpecError for what is wrong in itself.
BotSpec read_bot_spec(std::string_view text);
/// The same from keys. `written` is the name of a bot without the key `name`.
BotSpec read_bot_spec(const std::string& builtin, const BotKeys& keys, const std::string& written);
/// Adds the keys that the bot does not have; to a built-in bot none that only programs have.
void add_missing(BotSpec& bot, const BotKeys& keys);
/// The bot with the keys for all bots. Throws BotSpecError unless it is complete and consistent.
BotSpec completed(BotSpec bot, const BotKeys& each = {});

/// Reads words `key=value` for several bots. Throws BotSpecError, also for the key `name`.
BotKeys read_common_keys(std::string_view text);

/// The keys and values that describe the bot, including its name.
BotKeys bot_spec_keys(const BotSpec& spec);
/// Those that its description gives.
BotKeys given_keys(const BotSpec& spec);
/// Words `key=value`, with quotes if needed.
std::string bot_keys_text(const BotKeys& keys);
/// The description as a text for parse_bot_spec.
std::string bot_spec_text(const BotSpec& spec);

/// Does the description have a limit that depends on the clock, so that results differ from run to
/// run?
inline bool depends_on_clock(const BotSpec& spec) {
  return spec.movetime || !spec.time_control.empty();
}

}  // namespace schiri
