#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/games/store.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// A value of a stored game; std::monostate if it is unknown.
using GameCell = std::variant<std::monostate, std::int64_t, std::string>;

/// A column of games without their movetext, to be shown and sorted by.
struct GameColumn {
  std::string_view name;
  std::string sql;  ///< on the tables `game`, `event`, `white` and `black`
};

/// All columns; `id` comes first.
std::span<const GameColumn> game_columns();

/// Calls the visitor with the cells of each game, in the order of the columns, until it returns
/// false. Games come in the filter's own order. Unknown rounds, boards, dates and terminations are
/// std::monostate; unknown names are as in a record.
void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor);

}  // namespace schiri::db
