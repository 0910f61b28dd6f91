#include "notation/game_types.h"

#include <algorithm>
#include <array>

#include "core/games/creeper/evaluation.h"
#include "core/games/more_or_less/evaluation.h"
#include "core/games/sperre/evaluation.h"
#include "core/games/springerjagd/evaluation.h"
#include "notation/creeper/notation.h"
#include "notation/more_or_less/notation.h"
#include "notation/nearest_name.h"
#include "notation/sperre/notation.h"
#include "notation/springerjagd/notation.h"
#include "notation/typed_game_type.h"

namespace schiri {

namespace {

constexpr std::array<std::string_view, 4> bot_names = {"random", "greedy", "mcts", "alphabeta"};

std::string join(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

}  // namespace

void require_variant(std::string_view variant, std::span<const std::string_view> known,
                     std::string_view game_title) {
  if (variant.empty() || std::find(known.begin(), known.end(), variant) != known.end()) return;
  throw StartError(StartError::Kind::unknown_variant,
                   std::string(game_title) + " has no variant '" + std::string(variant) +
                       "'; it is played as " + join(known) +
                       (known.size() > 1 ? nearest_advice(variant, known) : ""));
}

// The one place where the games are listed.
std::span<const GameType* const> game_types() {
  static const TypedGameType<creeper::Notation> creeper_type;
  static const TypedGameType<springerjagd::Notation> springerjagd_type;
  static const TypedGameType<more_or_less::Notation> more_or_less_type;
  static const TypedGameType<sperre::Notation> sperre_type;
  static const auto types = std::to_array<const GameType*>(
      {&creeper_type, &springerjagd_type, &more_or_less_type, &sperre_type});
  return types;
}

const GameType* find_game(std::string_view name) {
  for (const GameType* type : game_types()) {
    if (type->name() == name) return type;
  }
  return nullptr;
}

std::span<const std::string_view> builtin_bots() { return bot_names; }

std::string list_builtin_bots() { return join(bot_names); }

}  // namespace schiri
