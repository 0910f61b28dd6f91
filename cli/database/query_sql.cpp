#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/database/query.h"
#include "cli/print/rows.h"
#include "db/query/sql_query.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SqlCommand : QueryOptions {
  std::string statement;
  double timeout = 10;
};

/// SQLite breaks a statement off between its steps, but a single function over large values is one
/// step. Where one goes on beyond the statement's time, this ends the program, which only reads.
class LastResort {
 public:
  LastResort(double seconds, std::string message) : message_(std::move(message)) {
    try {
      thread_ = std::jthread([this, seconds](const std::stop_token& stop) { wait(seconds, stop); });
    } catch (const std::system_error&) {
      // Where no thread can be had, the statement takes as long as it takes.
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

ExitStatus run_statement(const SqlCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
  const LastResort last_resort(command.timeout,
                               "schiri: " + printable(store.path(), 4096) +
                                   ": the statement took too long; allow more with --timeout\n");
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
    throw InputError("the statement cannot be run: " + printable(error.what(), 4096));
  }
  return ExitStatus::done;
}

}  // namespace

void add_query_sql(Command& query, ExitStatus& status) {
  auto options = std::make_shared<SqlCommand>();
  Command* command = query.add_subcommand("sql", "Run one statement of SQL that only reads");
  command->add_option("STATEMENT", options->statement, "A SELECT")->required();
  options->add_to(*command);
  command->add_option("--timeout", options->timeout, "Seconds that it may take (10)")->above_zero();
  command->footer(
      "Example: schiri db query sql --db a.db \"SELECT game, count(*) FROM games GROUP BY game\"");
  command->callback([options, &status] { status = run_statement(*options); });
}

}  // namespace schiri::cli
