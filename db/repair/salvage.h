#pragma once

#include <cstdint>
#include <string>

namespace schiri::db {

/// What was saved of a damaged database, and what was lost.
struct SalvageReport {
  std::uint64_t games = 0;               ///< saved
  std::uint64_t wrong_games = 0;         ///< replay to something else; put into quarantine
  std::uint64_t without_moves = 0;       ///< games whose moves are lost
  std::uint64_t moves_without_game = 0;  ///< lost games whose moves are left
  std::uint64_t players = 0;
  std::uint64_t lost_players = 0;  ///< whose names are lost; they are called `lost player 7`
  std::uint64_t events = 0;
  std::uint64_t lost_events = 0;  ///< whose names are lost
  std::uint64_t quarantined = 0;  ///< records that were in quarantine
  std::uint64_t bad_pages = 0;    ///< missing or damaged pages of the tables

  bool complete() const {
    return wrong_games + without_moves + moves_without_game + lost_players + lost_events +
               bad_pages ==
           0;
  }
};

/// Reads what is whole in a database, however damaged its file is, and writes it into a new one;
/// every game is replayed by `threads` before it is stored for good. The damaged file is only read,
/// the new one appears when it is complete. Throws StoreError if nothing of a database is found,
/// and std::system_error if the file cannot be read.
SalvageReport salvage(const std::string& damaged, const std::string& path, unsigned threads);

}  // namespace schiri::db
