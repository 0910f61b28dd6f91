#pragma once

#include <iostream>
#include <string>
#include <type_traits>
#include <variant>

#include "cli/line/command.h"
#include "cli/print/rows.h"

namespace schiri::cli {

/// Where queries run: in the program, or in a library, whose host they must not end and whose
/// working directory tells them nothing.
struct QueryHost {
  std::ostream* out = &std::cout;
  bool is_program = true;
};

/// The options of all queries: `--db F [--format text|json|csv] [--columns A,B,...] [--sort COLUMN]
/// [--descending] [--limit N] [--offset N]`.
struct QueryOptions {
  QueryHost host = {};
  std::string db;
  Format format = Format::text;
  RowChoice choice;

  /// Returns `--db`, which is required.
  Option* add_to(Command& command);
  /// The rows to print.
  Rows rows(const std::vector<std::string>& keys) const {
    return Rows(*host.out, format, keys, choice);
  }
};

/// The share of the points of N games, rounded to a tenth of a percent.
double percent(double points, std::uint64_t games);

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

/// Adds all queries to `query`.
void add_queries(Command& query, ExitStatus& status, const QueryHost& host);

// Each function adds some of them.
void add_query_lists(Command& query, ExitStatus& status, const QueryHost& host);
void add_query_names(Command& query, ExitStatus& status, const QueryHost& host);
void add_query_openings(Command& query, ExitStatus& status, const QueryHost& host);
void add_query_results(Command& query, ExitStatus& status, const QueryHost& host);
void add_query_sql(Command& query, ExitStatus& status, const QueryHost& host);

}  // namespace schiri::cli
