#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/otb/acts/acts.h"
#include "cli/otb/acts/player_table.h"
#include "cli/otb/trf/trf.h"

namespace schiri::otb {

struct ImportSettings {
  std::string trf_file;         ///< for messages
  std::string event_file = {};  ///< that of the event, for messages
  std::string game = {};        ///< empty: the game of the TRF file
  std::string variant = {};
  /// Checks the game of a head, and sets its variant if it is empty. May throw InputError.
  std::function<void(EventHead& head)> complete_game = {};
};

/// The players, rounds and results of a TRF file.
struct ImportedEvent {
  std::vector<Act> acts;       ///< the first begins the event
  std::optional<Event> event;  ///< that they make; always set
  std::size_t players = 0;
  std::uint64_t finished_rounds = 0;
  std::uint64_t planned_rounds = 0;
  bool is_playing = false;  ///< whether a round is in progress
};

/// The acts that make the event of a TRF file. `warn` receives notes on data that could not be
/// imported. Throws UnusableError; EventError if the rounds are not those of an event.
ImportedEvent import_trf(const ImportSettings& settings, const TrfTournament& report,
                         const Warn& warn);

/// Reads a TRF file; `-` is standard input. Throws UnusableError.
TrfTournament read_trf_file(const std::string& file, const Warn& warn);

/// Are these points, in tenths, the reported ones of a player? The report may have none, and it may
/// have added what the player has in the next round already.
bool has_reported_points(const TrfTournament& report, std::size_t player, int points);

}  // namespace schiri::otb
