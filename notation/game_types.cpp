#include "notation/game_types.h"

#include <algorithm>
#include <array>

#include "notation/creeper/game_type.h"
#include "notation/more_or_less/game_type.h"
#include "notation/nearest_name.h"
#include "notation/sperre/game_type.h"
#include "notation/springerjagd/game_type.h"

namespace schiri {

namespace {

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
  static const std::array<const GameType*, 4> types = {
      &creeper::game_type(), &springerjagd::game_type(), &more_or_less::game_type(),
      &sperre::game_type()};
  return types;
}

const GameType* find_game(std::string_view name) {
  for (const GameType* type : game_types()) {
    if (type->name() == name) return type;
  }
  return nullptr;
}

}  // namespace schiri
