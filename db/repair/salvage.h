#pragma once

#include <cstdint>
#include <string>

#include "db/games/store.h"

namespace schiri::db {

/// What could be saved of a damaged database, and what could not.
struct Salvaged {
  std::uint64_t games = 0;               ///< whole and right
  std::uint64_t wrong_games = 0;         ///< do not replay as they say; put into quarantine
  std::uint64_t without_moves = 0;       ///< games whose moves are gone
  std::uint64_t moves_without_game = 0;  ///< moves of games of which nothing else is left
  std::uint64_t players = 0;
  std::uint64_t lost_players = 0;  ///< whose names are gone; they are called `lost player 7`
  std::uint64_t events = 0;
  std::uint64_t lost_events = 0;  ///< likewise
  std::uint64_t quarantined = 0;  ///< records that were in quarantine before
  std::uint64_t bad_pages = 0;    ///< of those that should hold all this

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
Salvaged salvage(const std::string& damaged, const std::string& path, unsigned threads);

}  // namespace schiri::db
