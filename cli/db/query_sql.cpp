#include <iostream>
#include <memory>

#include "cli/db/query.h"
#include "cli/io/rows.h"
#include "db/query/sql_query.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

struct SqlCommand : QueryOptions {
  std::string statement;
  double timeout = 10;
};

ExitStatus run_statement(const SqlCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
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
    throw UsageError("the statement cannot be run: " + printable(error.what(), 4096));
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
