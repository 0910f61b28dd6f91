#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/output_file.h"

namespace schiri::cli {

/// The options of all queries: `--db F`, and those of tables.
struct QueryOptions {
  std::string db;
  RowOptions table;

  /// Returns `--db`, which is required.
  Option* add_to(Command& command);
  /// The rows to print.
  template <class Row>
  RowWriter<Row> rows(const Columns<Row>& columns) const {
    return {out(), options(), columns};
  }
  TableOptions options() const { return for_process(table); }
  /// What the rows are written to, until commit().
  std::ostream& out() const {
    if (!output) output = std::make_shared<OutputFile>(table.output, std::vector{db});
    return output->stream();
  }
  void commit() const {
    if (output) output->commit();
  }

  mutable std::shared_ptr<OutputFile> output = {};
};

/// Runs a query and commits its output.
template <class Query>
auto committing(ExitStatus (*run)(const Query&)) {
  return [run](Query& query) {
    const ExitStatus status = run(query);
    query.commit();
    return status;
  };
}

/// Adds a query that prints rows of these columns.
template <class Query, class ColumnsOf>
Command::Added<Query> add_query(Command& query, const char* name, const char* description,
                                const char* example, ColumnsOf columns,
                                ExitStatus (*run)(const Query&), const char* topic = "database") {
  const auto added = query.add<Query>(name, description, example, topic, committing(run));
  added.options.add_to(added.command);
  if constexpr (requires { added.options.add_filter(added.command); }) {
    added.options.add_filter(added.command);
  }
  added.command.prints(columns);
  return added;
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
void add_queries(Command& query);

// Each function adds some of them.
void add_query_lists(Command& query);
void add_query_openings(Command& query);
void add_query_sql(Command& query);

}  // namespace schiri::cli
