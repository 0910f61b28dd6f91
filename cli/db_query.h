#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace schiri::cli {

/// What all queries take: `--db F [--format text|json|csv] [--columns A,B,...]`.
struct QueryOptions {
  std::string db;
  std::string format = "text";
  std::vector<std::string> columns;

  void add_to(CLI::App& command);
};

// The parts of `schiri db query`, each added to it.
void add_query_openings(CLI::App& query, ExitStatus& status);
void add_query_results(CLI::App& query, ExitStatus& status);
void add_query_sql(CLI::App& query, ExitStatus& status);

}  // namespace schiri::cli
