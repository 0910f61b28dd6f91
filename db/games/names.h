#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "db/games/store.h"

namespace schiri::db {

/// Is there a player of this name?
bool has_player(const Store& store, const std::string& name);
/// Calls the visitor with the name of each player or each event, in alphabetical order.
void visit_player_names(const Store& store, const std::function<void(std::string_view)>& visitor);
void visit_event_names(const Store& store, const std::function<void(std::string_view)>& visitor);

}  // namespace schiri::db
