#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string_view>

#include "core/match/bot_spec.h"

namespace schiri {

/// One thing that a built-in bot can be told with `option.NAME=NUMBER`.
struct BotOption {
  std::string_view name;
  int value;  ///< unless told
  int least;
  int most;
  std::string_view meaning;  ///< half a sentence for people
};

/// The options of a built-in bot; none for a name that there is not.
std::span<const BotOption> bot_options(std::string_view builtin);

/// What a built-in bot has been told.
class BotOptionValues {
 public:
  /// Throws BotSpecError, which names what there is, for options that the bot does not have and
  /// values that are no number within the bounds.
  explicit BotOptionValues(const BotSpec& spec);

  /// The bot must have the option.
  int operator[](std::string_view name) const { return values_.at(name); }

 private:
  std::map<std::string_view, int> values_;
};

/// Of a TurnLister: nothing is left out.
inline constexpr std::size_t all_turns = std::numeric_limits<std::size_t>::max();

struct GreedyOptions {
  int random = 0;  ///< of a hundred turns so many are drawn by chance
};

struct AlphaBetaOptions {
  int hash = 16;          ///< MiB for the transposition table, 0 for none
  std::size_t width = 6;  ///< of the TurnLister
  /// Look less deep at late turns, and further where something is captured. Without, the value is
  /// exactly that of the plain negamax of the listed turns.
  bool selective = true;
  int lines = 1;  ///< how many of the best turns are valued exactly, and told
};

struct MctsOptions {
  int hash = 64;             ///< MiB for the tree
  std::size_t width = 6;     ///< of the TurnLister
  double exploration = 0.4;  ///< the constant of PUCT
  double sharpness = 2.0;    ///< priors are odds to this power
  double minimax = 0.6;      ///< the weight of the best replies' values against the mean
  int playout = 0;           ///< random turns before a new position is evaluated
  int lines = 1;             ///< how many of the best turns are told
};

/// What a description's options say; throw BotSpecError.
GreedyOptions greedy_options(const BotSpec& spec);
AlphaBetaOptions alphabeta_options(const BotSpec& spec);
MctsOptions mcts_options(const BotSpec& spec);

}  // namespace schiri
