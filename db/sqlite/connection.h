#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/sqlite/readable_file.h"
#include "db/sqlite/statement.h"
#include "db/sqlite/statement_limits.h"

namespace schiri::db {

/// An open database with its prepared statements. Errors of SQLite leave as StoreError.
class Connection {
 public:
  Connection(const std::string& path, Store::Mode mode);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  const std::string& path() const { return path_; }
  SQLite::Database& database() { return database_; }
  StepBudget& budget() { return budget_; }

  /// Runs what works on the database, and puts the file's name before what SQLite complains of.
  template <class Work>
  decltype(auto) run(Work&& work) {
    const Nesting nesting(*this);
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      complain(error);
    }
  }

  /// Writes the next transaction straight into the file, as long as it holds no games that someone
  /// may be reading; in a log beside it each page would be written twice.
  void write_directly_if_empty();

  /// Writes all that is committed into a new file, whatever is written meanwhile; the file appears
  /// when it is complete.
  void back_up(const std::string& path);

  /// Whether SQLite need not check references and values: whoever stores a million rows knows that
  /// they are right. Outside of transactions.
  void trust_rows(bool trusted);

  /// Begins to write, in a log beside the file, so that others may read meanwhile.
  void begin();
  void commit();
  void roll_back() noexcept;

  /// The first id from which on all are free, events' own included.
  std::int64_t next_game_id();
  std::int64_t event_id(const std::string& name);
  std::int64_t player_id(const std::string& name);
  /// For when names may have changed or gone.
  void forget_names();
  /// Ids of the players that this connection has been asked for or has made.
  const std::unordered_map<std::string, std::int64_t>& known_players() const { return players_; }
  void insert_game(std::int64_t id, std::int64_t event, std::optional<std::uint64_t> number,
                   const RecordRow& row);
  /// Unless the event has one of this number.
  void insert_opening(std::int64_t event, const OpeningRow& opening);
  void insert_failure(std::int64_t game, const FailureRow& failure);

 private:
  struct Statements;
  using Names = std::unordered_map<std::string, std::int64_t>;
  struct NameTable;

  /// What runs within other work shares its budget.
  struct Nesting {
    explicit Nesting(Connection& outer) : connection(outer) {
      if (connection.nesting_++ == 0) connection.budget_.renew();
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --connection.nesting_; }
    Connection& connection;
  };

  [[noreturn]] void complain(const SQLite::Exception& error) const;
  void check_identity();
  void check_version();
  void require_in_place();
  void write_ahead();
  std::int64_t id_of_name(const std::string& name, Names& known, NameTable& table);
  Statements& statements();

  std::string path_;
  Store::Mode mode_;
  std::unique_ptr<ReadableFile> readable_;
  StepBudget budget_;
  SQLite::Database database_;
  std::unique_ptr<OpenMark> open_mark_;
  std::unique_ptr<Statements> statements_;
  int nesting_ = 0;
  bool writes_ahead_ = false;
  bool directly_once_ = false;
  std::int64_t data_version_ = 0;  ///< grows when another connection has written
  // Emptied when a transaction is rolled back, as it may take names with it, and when another
  // connection has written, which may have given a name to another player.
  Names players_;
  Names events_;
};

/// Throws StoreUntrusted, which names the path, if the schema of a database is not ours.
void check_schema(SQLite::Database& database, const std::string& path);

/// The ids of those in the table `player` or `event` whose names are this one, first of all that
/// with the same bytes: older databases may hold one name in two spellings.
std::vector<std::int64_t> ids_of_name(SQLite::Database& database, const std::string& table,
                                      std::string_view name);

/// Takes back what was written while it lives, unless it was committed.
class WriteTransaction {
 public:
  explicit WriteTransaction(Connection& connection) : connection_(connection) {
    connection_.begin();
  }
  WriteTransaction(const WriteTransaction&) = delete;
  WriteTransaction& operator=(const WriteTransaction&) = delete;
  ~WriteTransaction() {
    if (open_) connection_.roll_back();
  }

  void commit() {
    connection_.commit();
    open_ = false;
  }

 private:
  Connection& connection_;
  bool open_ = true;
};

/// A number as SQLite keeps it, and back: the same 64 bits.
inline std::int64_t to_stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }
/// The same of a count of rows, of which there are never more.
inline std::int64_t to_stored_count(std::uint64_t count) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return count > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(count);
}
inline std::uint64_t from_stored(std::int64_t number) { return static_cast<std::uint64_t>(number); }

/// Binds a text without copying it, so it must live until the statement has run; null for no text.
inline void bind_text(Statement& statement, int index, const std::string& text) {
  statement.bindNoCopy(index, text);
}
/// A text that would be gone before it is used.
void bind_text(Statement& statement, int index, std::string&& text) = delete;
inline void bind_text_or_null(Statement& statement, int index, const std::string* text) {
  if (text) {
    statement.bindNoCopy(index, *text);
  } else {
    statement.bind(index);
  }
}

/// Nothing is null.
inline void bind_or_null(Statement& statement, int index, const std::optional<double>& number) {
  if (number) {
    statement.bind(index, *number);
  } else {
    statement.bind(index);
  }
}
inline std::optional<double> number_or_none(const Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

/// Binds a text as bind_text does, or a number.
inline void bind_uncopied(Statement& statement, int index, const std::string& text) {
  bind_text(statement, index, text);
}
void bind_uncopied(Statement& statement, int index, std::string&& text) = delete;
inline void bind_uncopied(Statement& statement, int index, std::int64_t number) {
  statement.bind(index, number);
}

}  // namespace schiri::db
