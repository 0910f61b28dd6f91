#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/command.h"
#include "cli/inputs.h"
#include "core/rating/games.h"
#include "db/store.h"

namespace schiri::cli {

/// What ratings see of a valid record. The texts live as long as the record.
rating::FinishedGame finished_game(const CheckedRecord& checked);

/// Where ratings and tables take their games from: a database or files, and which of them.
/// `--db F | FILE... [--game G] [--variant V] [--event E] [--since D] [--until D]`.
class RatedGames {
 public:
  void add_to(CLI::App& command);

  /// Gathers the games. Invalid records of files are reported and left out, and make the status
  /// `wrong`. Throws UsageError, also if there is neither a database nor a file, or both.
  ExitStatus collect(rating::GameCollector& collector) const;

 private:
  ExitStatus collect_files(const db::GameFilter& filter, rating::GameCollector& collector) const;

  InputOptions input_;
  std::string db_;
  db::GameFilter given_;
};

}  // namespace schiri::cli
