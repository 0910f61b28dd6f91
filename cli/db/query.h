#pragma once

#include <string>

#include "cli/command.h"
#include "cli/io/rows.h"

namespace schiri::cli {

/// What all queries take: `--db F [--format text|json|csv] [--columns A,B,...] [--sort COLUMN]
/// [--descending] [--limit N] [--offset N]`.
struct QueryOptions {
  std::string db;
  std::string format = "text";
  RowChoice choice;

  void add_to(Command& command);
};

/// Of so many games' points, to a tenth.
double percent(double points, std::uint64_t games);

// The parts of `schiri db query`, each added to it.
void add_query_openings(Command& query, ExitStatus& status);
void add_query_results(Command& query, ExitStatus& status);
void add_query_sql(Command& query, ExitStatus& status);

}  // namespace schiri::cli
