#pragma once

#include "db/games/record_row.h"

namespace schiri::db {

/// A game to be stored, part by part.
struct FinishedRecord {
  Record record;
  std::string game;
  std::string variant;
  std::optional<Ending> ending;
  std::size_t turns = 0;

  operator RecordRow() const { return {record, game, variant, ending, turns}; }
};

}  // namespace schiri::db
