#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "db/games/store.h"
#include "db/query/game_filter.h"
#include "notation/text/table.h"

namespace schiri::db {

/// A value of a stored game; std::monostate if it is unknown.
using GameCell = std::variant<std::monostate, std::int64_t, std::string>;

/// The columns of games without their movetext; `id` comes first.
std::vector<schiri::Column> columns_of_games();
/// What a column is in SQL, on the tables `game`, `event`, `white` and `black`. Throws
/// std::out_of_range for an unknown key.
const std::string& sql_of_game_column(const std::string& key);

/// Calls the visitor with the cells of each game, in the order of the columns, until it returns
/// false. Games come in the filter's own order. Unknown rounds, boards, dates and terminations are
/// std::monostate; unknown names are as in a record.
void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor);

}  // namespace schiri::db
