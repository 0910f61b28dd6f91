#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/games/store.h"
#include "db/sqlite/statement.h"

namespace schiri::db {

/// A former or other name of a player or an event: games that come with it are stored under `name`.
/// A name that has a row of its own is never replaced, and only one step is followed, so no set of
/// aliases is a cycle for a reader.
struct Alias {
  std::string kind;   ///< `player` or `event`, as the table of the names
  std::string alias;  ///< in the form of name_key
  std::string name;   ///< the same form; a row of this name need not exist
};

/// All aliases by kind and alias. Throws StoreError.
std::vector<Alias> stored_aliases(const Store& store);

/// The names of the aliases of a kind, by alias. Throws SQLite::Exception, as do all below.
std::unordered_map<std::string, std::string> names_by_alias(SQLite::Database& database,
                                                            const std::string& kind);

/// The name for which an alias stands; nullopt if it is none.
std::optional<std::string> name_of_alias(SQLite::Database& database, const std::string& kind,
                                         std::string_view alias);

/// ids_of_name, or, if there are none, the ids of the name for which it is an alias.
std::vector<std::int64_t> ids_of_current_name(SQLite::Database& database, const std::string& kind,
                                              std::string_view name);

/// The name under which games that come with `name` are stored: itself if it has a row or is no
/// alias.
std::string current_name(SQLite::Database& database, const std::string& kind,
                         const std::string& name);

/// Throws StoreError if an alias makes two of these names one player of the database `path`.
/// `source`: what has the names.
void require_distinct_players(SQLite::Database& database, const std::string& path,
                              const std::string& source, const std::vector<std::string>& names);

/// Makes `alias` an alias of `name`, and with it all aliases of `alias`; `name` is an alias no
/// longer. Names that no record can contain, and equal ones, become no aliases.
void add_alias(SQLite::Database& database, const std::string& kind, const std::string& alias,
               const std::string& name);
/// Makes all aliases of `from` those of `to`, which is an alias no longer.
void move_aliases(SQLite::Database& database, const std::string& kind, const std::string& from,
                  const std::string& to);
void remove_alias(SQLite::Database& database, const std::string& kind, const std::string& alias);
/// Removes the aliases of a name, and returns their number.
std::uint64_t remove_aliases_of(SQLite::Database& database, const std::string& kind,
                                const std::string& name);

}  // namespace schiri::db
