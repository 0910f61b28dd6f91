#pragma once

#include <cstdint>
#include <string>

namespace schiri::db {

/// The result of a salvage: saved and lost data.
struct SalvageReport {
  std::uint64_t games = 0;               ///< saved
  std::uint64_t wrong_games = 0;         ///< games whose replay differs; put into quarantine
  std::uint64_t without_moves = 0;       ///< games with lost movetext
  std::uint64_t moves_without_game = 0;  ///< movetexts of lost games
  std::uint64_t players = 0;
  std::uint64_t lost_players = 0;  ///< players with lost names, renamed `lost player 7`
  std::uint64_t events = 0;
  std::uint64_t lost_events = 0;  ///< events with lost names
  std::uint64_t quarantined = 0;  ///< records that were in quarantine
  std::uint64_t bad_pages = 0;    ///< missing or damaged pages of the tables

  bool complete() const {
    return wrong_games + without_moves + moves_without_game + lost_players + lost_events +
               bad_pages ==
           0;
  }
};

/// Reads the intact parts of a damaged database and writes them to a new one; every game is
/// replayed on `threads` threads. The damaged file is only read, the new one appears when it is
/// complete. Throws StoreError if no data is found, and std::system_error if the file cannot be
/// read.
SalvageReport salvage(const std::string& damaged, const std::string& path, unsigned threads);

}  // namespace schiri::db
