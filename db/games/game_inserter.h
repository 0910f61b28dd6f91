#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/games/name_ids.h"
#include "db/games/record_row.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

/// The ids of a game's names.
struct GameNameIds {
  std::int64_t event = 0, white = 0, black = 0;
};

/// Inserts games into a database, one row after another, with prepared statements and remembered
/// ids of players and events. It discards both when a transaction is rolled back, and the ids when
/// another connection has written, which may have changed names. Its functions throw
/// SQLite::Exception; call them within Connection::run.
class GameInserter final : private ConnectionCache {
 public:
  explicit GameInserter(Connection& connection);
  GameInserter(const GameInserter&) = delete;
  GameInserter& operator=(const GameInserter&) = delete;
  ~GameInserter();

  /// The first id from which on all are free, including ids reserved for events.
  std::int64_t next_game_id();
  /// The id of a player or an event, which is created if it is new. An alias has the id of the name
  /// for which it stands.
  std::int64_t player_id(const std::string& name) { return players_.id_of(name); }
  std::int64_t event_id(const std::string& name) { return events_.id_of(name); }
  GameNameIds ids_of(const RecordRow& row) {
    return {event_id(row.event), player_id(row.white), player_id(row.black)};
  }
  /// `number`: of the game in an event that is played here.
  void insert(std::int64_t id, std::int64_t event, std::optional<std::uint64_t> number,
              const RecordRow& row);
  /// The same, for an imported game whose names have these ids.
  void insert(std::int64_t id, const GameNameIds& names, const RecordRow& row);

  /// To be called when names have changed or were removed.
  void forget_names() noexcept { forget_rows(); }

 private:
  struct Statements {
    explicit Statements(SQLite::Database& database);
    Statement game, movetext;
  };

  void insert_row(std::int64_t id, const GameNameIds& names, std::optional<std::uint64_t> number,
                  const RecordRow& row);
  void drop_statements() noexcept override;
  void forget_rows() noexcept override;
  Statements& statements();

  Connection& connection_;
  NameIds players_;
  NameIds events_;
  std::optional<Statements> statements_;
};

}  // namespace schiri::db
