#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// A value of a stored game; nothing where it is not known.
using GameCell = std::variant<std::monostate, std::int64_t, std::string>;

/// A column of games without their movetext: what can be shown of one, and sorted by.
struct GameColumn {
  std::string_view name;
  std::string_view sql;  ///< on the tables `game`, `event`, `white` and `black`
};

/// The one list of them; `id` comes first.
std::span<const GameColumn> game_columns();

/// Calls the visitor with the cells of each game, in the order of the columns, until it returns
/// false; in the filter's own order. Unknown values are as in a record, but for a termination that
/// is not known.
void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor);

}  // namespace schiri::db
