#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "notation/otb/journal.h"
#include "notation/otb/player_table.h"
#include "notation/trf/trf.h"

namespace schiri::otb {

struct ImportSettings {
  std::string trf_file;    ///< `-` is standard input
  std::string event_file;  ///< must not exist
  std::string game;        ///< empty: the game of the TRF file
  std::string variant;
  /// Checks the game of a head, and sets its variant if it is empty. May throw InputError.
  std::function<void(EventHead& head)> complete_game;
};

/// The result of an import.
struct Imported {
  std::size_t teams = 0;  ///< 0 if no teams play
  std::size_t players = 0;
  std::uint64_t finished_rounds = 0;
  std::uint64_t planned_rounds = 0;
  bool is_playing = false;  ///< whether a round is in progress
};

/// Receives each round of a report, and the event before it.
using ReportWatcher = std::function<void(const Event& before, const Round& round)>;
/// The event of a report, as an import makes it, without a file. `trf_file`: for messages. Throws
/// UnusableError; EventError if the rounds are not those of an event.
Event event_of(const std::string& trf_file, const TrfTournament& report,
               const ReportWatcher& watcher = {});

/// Are these points, in tenths, the reported ones of a player? The report may have none, and it may
/// have added what the player has in the next round already, or virtual points.
bool has_reported_points(const TrfTournament& report, std::size_t player, int points);

/// Begins an event file with the players, rounds and results of a TRF file. `warn` receives notes
/// on data that could not be imported. Throws UnusableError, and then leaves no event file.
Imported import_trf(const ImportSettings& settings, const Warn& warn);

}  // namespace schiri::otb
