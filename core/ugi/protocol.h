#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/match/limits.h"
#include "core/match/player.h"

/// Programs that speak the Universal Game Interface: its lines (here), the conversation with a
/// program (conversation.h), and the Player made of that (player.h). Used by notation/contest; uses
/// core/process and core/match.
///
/// Lines are text without line ends; nothing is sent here.
namespace schiri::ugi {

/// The words between spaces and tabs.
std::vector<std::string_view> words(std::string_view line);
std::string_view first_word(std::string_view line);
/// The text after the first `count` words, without spaces at its ends.
std::string_view after_words(std::string_view line, std::size_t count);

/// An option that an engine announces.
struct UgiOption {
  std::string name;
  std::string type;  ///< `check`, `spin`, `combo`, `string`, `button`
  std::string default_value;
  std::vector<std::string> choices;             ///< of a combo
  std::optional<std::int64_t> least{}, most{};  ///< of a spin

  friend bool operator==(const UgiOption&, const UgiOption&) = default;
};

/// Reads `option name N type T default D min A max B var V var V ...`; names and values may contain
/// spaces.
std::optional<UgiOption> read_option(std::string_view line);
/// Why an option does not accept a value, as `expected ...`; nullopt if it does. A type that UGI
/// does not have, and a range without a value, accept everything.
std::optional<Message> complaint_about(const UgiOption& option, std::string_view value);
/// What is wrong with an announced option: its type, range or default; nullopt if nothing is.
std::optional<Message> error_in(const UgiOption& option);
/// Writes what read_option() reads.
std::string write_option(const UgiOption& option);
/// The option of this name, ignoring case, or null.
const UgiOption* find_option(const std::vector<UgiOption>& options, std::string_view name);

/// A setting, from `setoption name N value V`.
struct Setting {
  std::string name;
  std::string value;

  friend bool operator==(const Setting&, const Setting&) = default;
};
std::optional<Setting> read_setting(std::string_view line);
std::string write_setting(std::string_view name, std::string_view value);

/// The command `position`: the start of a game, and the turns since.
struct PositionCommand {
  std::optional<std::string> start;  ///< a position string; nullopt for `startpos`
  std::vector<std::string> turns;

  friend bool operator==(const PositionCommand&, const PositionCommand&) = default;
};
/// Reads `position startpos|fen F [moves T...]`; nullopt if the line has neither.
std::optional<PositionCommand> read_position_command(std::string_view line);
std::string write_position_command(const PositionCommand& command);

/// When a `go` command must be answered.
enum class GoMode {
  now,     ///< `go`: within its limits
  ponder,  ///< `go ponder`: not before `stop` or `ponderhit`, which starts its limits
};

/// Reads `go ...`. Unknown words are ignored; `infinite` and `ponder` are not limits.
Limits read_limits(std::string_view line);
/// All limits go into one line; without any it is `go infinite`. UGI has no repeating time control;
/// UCI's `movestogo` is used for that.
std::string write_limits(const Limits& limits, GoMode mode = GoMode::now);
/// Does a line contain this word?
bool has_word(std::string_view line, std::string_view word);

/// The search that an `info` line reports; parts that are not in the line are empty.
struct Info {
  std::optional<Score> score;
  std::optional<int> depth;
  std::optional<int> selective_depth = {};  ///< `seldepth`
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> nodes_a_second;  ///< `nps`
  std::optional<std::uint64_t> milliseconds;
  std::optional<int> hash_fullness = {};  ///< `hashfull`, in thousandths
  std::string_view text = {};             ///< after `string`; a part of the line
  std::string_view pv;                    ///< the turns, separated by spaces; a part of the line
  bool bound = false;                     ///< the score is only a bound
  int rank = 1;                           ///< `multipv`
};
/// Reads `info ...`; nullopt for any other line. `score mate N` counts both players' turns in UGI,
/// a Score those of its player alone.
std::optional<Info> read_info(std::string_view line);
std::string write_info(const Info& info);

/// The turn in `bestmove T ...`, empty if there is none; nullopt for any other line.
std::optional<std::string> read_best_turn(std::string_view line);
/// All up to the word `ponder`, in which a space may be meant as part of a turn.
std::string read_whole_best_turn(std::string_view line);
/// U in `bestmove T ponder U`, the expected turn of the opponent; empty if there is none.
std::string read_expected_turn(std::string_view line);

}  // namespace schiri::ugi
