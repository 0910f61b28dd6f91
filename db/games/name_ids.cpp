#include "db/games/name_ids.h"

#include <map>

#include "core/base/message.h"
#include "core/base/names.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/statement.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

void visit_names(const Store& store, const char* sql,
                 const std::function<void(std::string_view)>& visitor) {
  store.connection().run([&] {
    Statement names(store.connection().database(), sql);
    while (names.executeStep()) visitor(names.getColumn(0).view());
  });
}

std::string current(const Store& store, const std::string& kind, const std::string& name) {
  return store.connection().run(
      [&] { return current_name(store.connection().database(), kind, name); });
}

bool has(const Store& store, const std::string& kind, const std::string& name) {
  return store.connection().run(
      [&] { return !ids_of_current_name(store.connection().database(), kind, name).empty(); });
}

}  // namespace

std::vector<std::int64_t> ids_of_name(SQLite::Database& database, const std::string& table,
                                      std::string_view name) {
  std::vector<std::int64_t> ids;
  Statement same(database, "SELECT id FROM " + table + " WHERE name = ?");
  same.bind(1, std::string(name));
  if (same.executeStep()) ids.push_back(same.id(0));
  if (!ids.empty() && is_ascii(name)) return ids;
  Statement select(database, "SELECT id, name FROM " + table + " ORDER BY id");
  while (select.executeStep()) {
    const Column stored = select.getColumn(1);
    const std::string_view text = stored.view();
    if (text != name && is_same_name(text, name)) ids.push_back(select.id(0));
  }
  return ids;
}

NameIds::Statements::Statements(SQLite::Database& database, const std::string& table)
    : find(database, "SELECT id FROM " + table + " WHERE name = ?"),
      insert(database, "INSERT INTO " + table + " (name) VALUES (?)") {}

NameIds::Statements& NameIds::statements() {
  return statements_ ? *statements_ : statements_.emplace(database_, table_);
}

void NameIds::forget() noexcept {
  known_.clear();
  others_.reset();
  aliases_.reset();
}

std::int64_t NameIds::id_of(const std::string& name) {
  if (const auto it = known_.find(name); it != known_.end()) return it->second;
  const std::string key = name_key(name);
  std::optional<std::int64_t> id = id_of_row(name, key);
  if (!id) id = id_of_alias(key);
  if (!id) id = add(name);
  known_.emplace(name, *id);
  known_.emplace(key, *id);
  return *id;
}

std::optional<std::int64_t> NameIds::id_of_row(const std::string& name, const std::string& key) {
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  std::optional<std::int64_t> id = id_of_spelling(name);
  if (!id && key != name) id = id_of_spelling(key);
  return id ? id : id_of_other_spelling(key);
}

std::optional<std::int64_t> NameIds::id_of_alias(const std::string& alias) {
  if (!aliases_) aliases_ = names_by_alias(database_, table_);
  const auto found = aliases_->find(alias);
  if (found == aliases_->end()) return std::nullopt;
  const std::string& name = found->second;
  const std::string key = name_key(name);
  std::optional<std::int64_t> id = id_of_row(name, key);
  if (!id) id = add(name);
  known_.emplace(key, *id);
  return id;
}

std::optional<std::int64_t> NameIds::id_of_spelling(const std::string& name) {
  Statement& find = statements().find;
  find.bind_values(name);
  std::optional<std::int64_t> id;
  if (find.executeStep()) id = find.id(0);
  find.reset();
  return id;
}

std::optional<std::int64_t> NameIds::id_of_other_spelling(const std::string& key) {
  if (!others_) others_ = other_spellings();
  const auto found = others_->find(key);
  return found == others_->end() ? std::nullopt : std::optional(found->second);
}

NameIds::Ids NameIds::other_spellings() {
  Ids found;
  Statement select(database_, "SELECT name, id FROM " + table_ + " ORDER BY id");
  while (select.executeStep()) {
    const std::string stored = select.text(0);
    if (std::string key = name_key(stored); key != stored) {
      found.emplace(std::move(key), select.id(1));
    }
  }
  return found;
}

std::int64_t NameIds::add(const std::string& name) {
  Statement& insert = statements().insert;
  insert.run(name);
  return database_.getLastInsertRowid();
}

bool has_player(const Store& store, const std::string& name) { return has(store, "player", name); }
bool has_event(const Store& store, const std::string& name) { return has(store, "event", name); }

std::string current_player_name(const Store& store, const std::string& name) {
  return current(store, "player", name);
}

std::string current_event_name(const Store& store, const std::string& name) {
  return current(store, "event", name);
}

void visit_player_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM player ORDER BY name", visitor);
}

void visit_event_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM event ORDER BY name", visitor);
}

std::vector<Alias> stored_aliases(const Store& store) {
  return store.connection().rows(
      "SELECT kind, name, target FROM alias ORDER BY kind, name_order(name), name",
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
