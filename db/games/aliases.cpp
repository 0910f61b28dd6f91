#include "db/games/aliases.h"

#include <map>

#include "core/base/message.h"
#include "core/base/names.h"
#include "db/games/name_ids.h"
#include "db/sqlite/connection.h"
#include "notation/text/printable.h"

namespace schiri::db {

std::vector<Alias> stored_aliases(const Store& store) {
  return store.connection().rows("SELECT kind, name, target FROM alias ORDER BY kind, name",
                                 [](Statement& row) {
                                   return Alias{row.text(0), row.text(1), row.text(2)};
                                 });
}

std::unordered_map<std::string, std::string> names_by_alias(SQLite::Database& database,
                                                            const std::string& kind) {
  std::unordered_map<std::string, std::string> names;
  Statement select(database, "SELECT name, target FROM alias WHERE kind = ?", kind);
  while (select.executeStep()) names.emplace(select.text(0), select.text(1));
  return names;
}

std::optional<std::string> name_of_alias(SQLite::Database& database, const std::string& kind,
                                         std::string_view alias) {
  const std::string key = name_key(alias);
  Statement select(database, "SELECT target FROM alias WHERE kind = ? AND name = ?", kind, key);
  if (!select.executeStep()) return std::nullopt;
  return select.text(0);
}

std::vector<std::int64_t> ids_of_current_name(SQLite::Database& database, const std::string& kind,
                                              std::string_view name) {
  std::vector<std::int64_t> ids = ids_of_name(database, kind, name);
  if (!ids.empty()) return ids;
  const auto other = name_of_alias(database, kind, name);
  return other ? ids_of_name(database, kind, *other) : ids;
}

std::string current_name(SQLite::Database& database, const std::string& kind,
                         const std::string& name) {
  auto other = name_of_alias(database, kind, name);
  if (!other || !ids_of_name(database, kind, name).empty()) return name;
  return std::move(*other);
}

void require_distinct_players(SQLite::Database& database, const std::string& path,
                              const std::string& source, const std::vector<std::string>& names) {
  std::map<std::string, const std::string*> firsts;  // by the name here
  for (const std::string& name : names) {
    const std::string here = name_key(current_name(database, "player", name));
    const auto [first, is_new] = firsts.try_emplace(here, &name);
    if (is_new || is_same_name(*first->second, name)) continue;
    throw StoreError(
        message("{0}: its players '{1}' and '{2}' are one player in {3} by an alias; 'schiri db "
                "delete-alias' removes it; nothing is stored",
                source, *first->second, name, path));
  }
}

void add_alias(SQLite::Database& database, const std::string& kind, const std::string& alias,
               const std::string& name) {
  const std::string from = name_key(alias), to = name_key(name);
  if (from == to || !is_name(from) || !is_name(to)) return;
  move_aliases(database, kind, from, to);
  Statement(database, "INSERT OR REPLACE INTO alias (kind, name, target) VALUES (?, ?, ?)")
      .run(kind, from, to);
}

void move_aliases(SQLite::Database& database, const std::string& kind, const std::string& from,
                  const std::string& to) {
  const std::string old_key = name_key(from), new_key = name_key(to);
  remove_alias(database, kind, to);
  Statement(database, "UPDATE alias SET target = ? WHERE kind = ? AND target = ?")
      .run(new_key, kind, old_key);
}

void remove_alias(SQLite::Database& database, const std::string& kind, const std::string& alias) {
  const std::string key = name_key(alias);
  Statement(database, "DELETE FROM alias WHERE kind = ? AND name = ?").run(kind, key);
}

std::uint64_t remove_aliases_of(SQLite::Database& database, const std::string& kind,
                                const std::string& name) {
  const std::string key = name_key(name);
  Statement(database, "DELETE FROM alias WHERE kind = ? AND target = ?").run(kind, key);
  return static_cast<std::uint64_t>(database.getChanges());
}

}  // namespace schiri::db
