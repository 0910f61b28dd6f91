#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// Is there a player or an event of this name, or of the name for which it is an alias?
bool has_player(const Store& store, const std::string& name);
bool has_event(const Store& store, const std::string& name);
/// The name under which games of a player or an event of this name are stored: of an alias the name
/// for which it stands.
std::string current_player_name(const Store& store, const std::string& name);
std::string current_event_name(const Store& store, const std::string& name);
/// Throws StoreError if an alias makes two of these names one player. `source`: what has the names.
void require_distinct_players(const Store& store, const std::string& source,
                              const std::vector<std::string>& names);
/// Calls the visitor with the name of each player or each event, in alphabetical order.
void visit_player_names(const Store& store, const std::function<void(std::string_view)>& visitor);
void visit_event_names(const Store& store, const std::function<void(std::string_view)>& visitor);

}  // namespace schiri::db
