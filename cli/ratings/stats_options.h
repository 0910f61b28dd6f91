#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "core/tournament/config.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/text/table.h"

/// Options that the commands of `schiri stats` share: results of a match, a match of a stored
/// tournament, a sequential test.
namespace schiri::cli {

/// The results of a match.
struct MatchOptions {
  std::string wdl;
  std::string penta;

  void add_to(Command& command);
  bool is_given() const { return !wdl.empty() || !penta.empty(); }
  /// Throws InputError, also if nothing is given.
  rating::MatchCounts counts() const;
};

/// A match of a stored tournament.
struct StoredMatchOptions {
  std::string db;
  std::optional<std::string> event;
  std::vector<std::string> players;
  bool counts_repeats = false;  ///< counts identical games each

  /// Returns the option `--db`.
  Option* add_to(Command& command);
  bool is_given() const { return !db.empty(); }
  /// Throws InputError if options are given that need `--db`, and `--db` is not.
  void require_db() const;
};

/// A tournament and the match of two of its bots.
struct StoredMatch {
  db::StoredTournament event;
  TournamentConfig config;
  std::string player;
  std::string opponent;
  rating::MatchSummary summary;
};

/// Reads the match from an open database. Throws InputError for players that do not fit.
StoredMatch read_match(const db::Store& store, const StoredMatchOptions& options);

/// A sequential test.
struct TestOptions {
  rating::SprtOptions test;
  std::string model = "logistic";

  void add_to(Command& command);
  /// Are both hypotheses given? Throws InputError if one of them is.
  bool is_given() const;
  /// Throws InputError for invalid options.
  rating::SprtOptions checked() const;

 private:
  Option* elo0_ = nullptr;
  Option* elo1_ = nullptr;
};

// The commands of `schiri stats` that have files of their own. Each function adds one.
void add_stats_elo(Command& stats);
void add_stats_plan(Command& stats);

}  // namespace schiri::cli
