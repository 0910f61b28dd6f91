#include <memory>

#include "cli/database/query.h"
#include "cli/line/shell_word.h"
#include "cli/print/rows.h"
#include "db/games/aliases.h"
#include "db/query/duplicates.h"

namespace schiri::cli {

namespace {

ExitStatus query_aliases(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows = query.rows({"kind", "alias", "name"});
  for (const db::Alias& alias : db::stored_aliases(store)) {
    if (!rows.add({alias.kind, alias.alias, alias.name})) break;
  }
  return ExitStatus::done;
}

/// The command that makes two names one; null if they cannot be merged.
Json suggestion(const std::string& db, const db::DuplicateNames& names) {
  if (!names.is_mergeable) return {};
  return "schiri db merge-" + names.kind + "s --db " + shell_word(db) + ' ' +
         shell_word(names.name) + ' ' + shell_word(names.other);
}

ExitStatus query_duplicates(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows = query.rows({"kind", "name", "games", "other", "other_games", "duplicates", "met",
                          "id", "other_id", "suggestion"});
  for (const db::DuplicateNames& names : db::duplicate_names(store)) {
    if (!rows.add({names.kind, names.name, names.games, names.other, names.other_games,
                   names.duplicates, names.met, names.id, names.other_id,
                   suggestion(query.db, names)})) {
      return ExitStatus::done;
    }
  }
  for (const db::TwinGames& twins : db::twin_games(store)) {
    if (!rows.add({"game",
                   twins.game,
                   {},
                   twins.other,
                   {},
                   1,
                   {},
                   twins.id,
                   twins.other_id,
                   "schiri db delete-game --db " + shell_word(query.db) + ' ' +
                       std::to_string(twins.other_id)})) {
      break;
    }
  }
  return ExitStatus::done;
}

}  // namespace

void add_query_names(Command& query, ExitStatus& status, const QueryHost& host) {
  const auto add = [&](const char* name, const char* description,
                       ExitStatus (*run)(const QueryOptions&)) {
    auto options = std::make_shared<QueryOptions>();
    options->host = host;
    Command* command = query.add_subcommand(name, description);
    options->add_to(*command);
    command->footer(std::string("Example: schiri db query ") + name +
                    " --db a.db\nManual: schiri help database");
    command->callback([options, run, &status] { status = run(*options); });
  };
  add("aliases", "List the aliases of players and events, which renames and merges leave",
      query_aliases);
  add("duplicates", "List equal games, and names by which otherwise equal games differ",
      query_duplicates);
}

}  // namespace schiri::cli
