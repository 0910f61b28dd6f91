#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/games/store.h"
#include "db/sqlite/statement.h"

namespace schiri::db {

/// The ids of the rows of the table `player` or `event` with a name; the row with the same bytes
/// comes first, because a database of another program may have one name in two spellings. Throws
/// SQLite::Exception.
std::vector<std::int64_t> ids_of_name(SQLite::Database& database, const std::string& table,
                                      std::string_view name);

/// Ids of names in the table `player` or `event`, for a writer that needs many. Caches ids, so it
/// must discard them when rows may have changed or were removed. Throws SQLite::Exception.
class NameIds {
 public:
  using Ids = std::unordered_map<std::string, std::int64_t>;

  NameIds(SQLite::Database& database, std::string table)
      : database_(database), table_(std::move(table)) {}

  /// The id of a name, in any equal spelling, or of the name for which it is an alias; inserts a
  /// row if there is none.
  std::int64_t id_of(const std::string& name);

  void drop_statements() noexcept { statements_.reset(); }
  void forget() noexcept;

 private:
  struct Statements {
    Statements(SQLite::Database& database, const std::string& table);
    Statement find, insert;
  };

  Statements& statements();
  std::optional<std::int64_t> id_of_spelling(const std::string& name);
  std::optional<std::int64_t> id_of_other_spelling(const std::string& key);
  std::optional<std::int64_t> id_of_row(const std::string& name, const std::string& key);
  /// The id of the name of an alias, whose row is inserted if there is none.
  std::optional<std::int64_t> id_of_alias(const std::string& alias);
  Ids other_spellings();
  std::int64_t add(const std::string& name);

  SQLite::Database& database_;
  std::string table_;
  std::optional<Statements> statements_;
  Ids known_;
  std::optional<Ids> others_;  ///< by key, the names whose stored spelling is not the key
  std::optional<std::unordered_map<std::string, std::string>> aliases_;
};

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
