#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/database/query.h"
#include "cli/print/rows.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "db/query/sql_query.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SqlCommand : QueryOptions {
  std::string statement;
  double timeout = 10;
};

/// SQLite interrupts a statement between its steps, but a single function over large values is one
/// step. If one exceeds the statement's time, this ends the program, which only reads.
class LastResort {
 public:
  LastResort(double seconds, std::string message) : message_(std::move(message)) {
    try {
      thread_ = std::jthread([this, seconds](const std::stop_token& stop) { wait(seconds, stop); });
    } catch (const std::system_error&) {
      // Without a thread the statement has no such limit.
    }
  }

 private:
  void wait(double seconds, const std::stop_token& stop) {
    constexpr double grace = 1, most = 1e9;
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, stop, std::chrono::duration<double>(std::min(seconds + grace, most)),
                   [] { return false; });
    if (stop.stop_requested()) return;
    static_cast<void>(!write(STDERR_FILENO, message_.data(), message_.size()));
    _exit(static_cast<int>(ExitStatus::unusable));
  }

  std::string message_;
  std::mutex mutex_;
  std::condition_variable_any done_;
  std::jthread thread_;
};

/// The statement's first word, in capitals.
std::string first_word(std::string_view statement) {
  statement = trimmed(statement, " \t\r\n");
  return upper_case(statement.substr(0, statement.find_first_of(" \t\r\n;(")));
}

bool only_writes(const std::string& word) {
  static constexpr std::string_view words[] = {
      "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE",  "DROP",    "ALTER",     "ATTACH",
      "DETACH", "VACUUM", "BEGIN",  "COMMIT",  "ANALYZE", "REINDEX", "SAVEPOINT", "PRAGMA"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::vector<std::string> views_of(const db::Store& store, double seconds) {
  std::vector<std::string> views;
  db::run_sql(
      store, "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name", seconds,
      [](const auto& /*names*/) {},
      [&](const std::vector<db::SqlValue>& row) {
        views.push_back(std::get<std::string>(row.front()));
        return true;
      });
  return views;
}

/// `; the columns of games are: id, ...` for each view that the statement contains.
std::string columns_advice(const db::Store& store, const SqlCommand& command) {
  const std::string statement = lower_case(command.statement);
  std::string text;
  for (const std::string& view : views_of(store, command.timeout)) {
    if (statement.find(view) == statement.npos) continue;
    db::run_sql(
        store, "SELECT * FROM " + view + " LIMIT 0", command.timeout,
        [&](const std::vector<std::string>& names) {
          text += "; the columns of " + view + " are: " + join(names, ", ");
        },
        [](const auto& /*row*/) { return false; });
  }
  return text;
}

std::string advice(const db::Store& store, const SqlCommand& command, const std::string& error) {
  try {
    if (error.find("no such column") != error.npos) return columns_advice(store, command);
    if (error.find("no such table") != error.npos) {
      return "; the views are: " + join(views_of(store, command.timeout), ", ");
    }
  } catch (const std::exception&) {
    // The error itself is reported.
  }
  return "";
}

std::string explanation(const db::Store& store, const SqlCommand& command,
                        const std::string& error) {
  const std::string word = first_word(command.statement);
  const std::string text = "the statement cannot be run: ";
  if (only_writes(word)) {
    return text + printable(word) +
           ": queries only read; use SELECT, or the other commands of 'schiri db' for changes";
  }
  return text + printable(error + advice(store, command, error), 4096);
}

ExitStatus run_statement(const SqlCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
  const LastResort last_resort(
      command.timeout, "schiri: " + printable(store.path(), 4096) +
                           ": the statement took too long; allow more time with --timeout\n");
  std::optional<Rows> rows;
  try {
    db::run_sql(
        store, command.statement, command.timeout,
        [&](const std::vector<std::string>& names) {
          rows.emplace(std::cout, command.format, names, command.choice);
        },
        [&](const std::vector<db::SqlValue>& values) {
          std::vector<Json> cells;
          for (const db::SqlValue& value : values) cells.push_back(json_of(value));
          return rows->add(std::move(cells));
        });
    if (rows) rows->finish();
  } catch (const db::SqlError& error) {
    throw InputError(explanation(store, command, error.what()));
  }
  return ExitStatus::done;
}

}  // namespace

void add_query_sql(Command& query, ExitStatus& status) {
  auto options = std::make_shared<SqlCommand>();
  Command* command = query.add_subcommand("sql", "Run an SQL query, which only reads");
  command->add_option("STATEMENT", options->statement, "A SELECT statement")->required();
  options->add_to(*command);
  command->add_option("--timeout", options->timeout, "Set the time limit of the statement (10)")
      ->above_zero()
      ->type_name("SECONDS");
  command->footer(
      "Example: schiri db query sql --db a.db \"SELECT game, count(*) FROM games GROUP BY game\"\n"
      "Manual: schiri help database");
  command->callback([options, &status] { status = run_statement(*options); });
}

}  // namespace schiri::cli
