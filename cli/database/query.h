#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"

namespace schiri::cli {

/// The options of all queries: `--db F`, and those of tables.
struct QueryOptions {
  std::string db;
  TableOptions table;

  /// Returns `--db`, which is required.
  Option* add_to(Command& command);
  /// The rows to print.
  template <class Row>
  RowWriter<Row> rows(const Columns<Row>& columns) const {
    return {console::out, options(), columns};
  }
  TableOptions options() const { return for_process(table); }
};

/// Adds a query that prints rows of these columns.
template <class Query, class ColumnsOf>
std::pair<Command*, std::shared_ptr<Query>> add_query(Command& query, ExitStatus& status,
                                                      const char* name, const char* description,
                                                      const char* example, ColumnsOf columns,
                                                      ExitStatus (*run)(const Query&)) {
  auto options = std::make_shared<Query>();
  Command* command = query.add_subcommand(name, description);
  options->add_to(*command);
  if constexpr (requires { options->add_filter(*command); }) options->add_filter(*command);
  command->footer(std::string("Example: schiri db query ") + example +
                  "\nManual: schiri help database");
  command->prints(columns);
  command->callback([options, run, &status] { status = run(*options); });
  return {command, options};
}

/// A value of the database; std::monostate is null.
template <class... Values>
Json json_of(const std::variant<std::monostate, Values...>& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return {};
        } else {
          return held;
        }
      },
      value);
}

/// The share of the points of N games, 0 to 1; null without games.
Cell score_rate(double points, std::uint64_t games);

/// Adds all queries to `query`.
void add_queries(Command& query, ExitStatus& status);

// Each function adds some of them.
void add_query_lists(Command& query, ExitStatus& status);
void add_query_openings(Command& query, ExitStatus& status);
void add_query_sql(Command& query, ExitStatus& status);

}  // namespace schiri::cli
