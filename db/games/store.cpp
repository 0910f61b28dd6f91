#include "db/games/store.h"

#include "core/base/errors.h"
#include "db/games/game_inserter.h"
#include "db/schema.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/statement.h"
#include "db/sqlite/transaction.h"
#include "notation/game_types.h"

namespace schiri::db {

namespace {

/// Adds the games that only the records of a database know to the table of games.
void add_word_games(Connection& connection) {
  connection.run([&] {
    Statement names(connection.database(), "SELECT DISTINCT game FROM kind LIMIT 100");
    while (names.executeStep()) {
      const std::string name = names.text(0);
      const GameType* const known = find_game(name);
      if (known && known->facts.has_rules) continue;
      Statement first(connection.database(),
                      "SELECT 1 FROM game INDEXED BY game_referee WHERE game = ? AND "
                      "instr(tags, '[\"Referee\",') LIMIT 1",
                      name);
      if (!first.executeStep()) continue;
      try {
        game_or_words(name);
      } catch (const InputError&) {
        // Games of this name stay unknown.
      }
    }
  });
}

}  // namespace

Store::Store(const std::string& path, Mode mode)
    : connection_(std::make_unique<Connection>(path, mode, database_format)),
      inserter_(std::make_unique<GameInserter>(*connection_)) {
  add_word_games(*connection_);
}

Store::Store(Store&&) noexcept = default;

Store::~Store() = default;

const std::string& Store::path() const { return connection_->path(); }

std::shared_ptr<const Snapshot> Store::snapshot() const {
  return connection_->run([&] { return std::make_shared<const Snapshot>(*connection_); });
}

void Store::discard_if_unused() { connection_->discard_if_unused(); }

void Store::sync_commits() { connection_->sync_commits(); }

void Store::cache_at_most(int mebibytes) { connection_->cache_at_most(mebibytes); }

void back_up(const Store& store, const std::string& path) {
  store.connection().run([&] { store.connection().back_up(path); });
}

void vacuum(Store& store) {
  store.connection().run([&] { store.connection().database().exec("VACUUM"); });
}

}  // namespace schiri::db
