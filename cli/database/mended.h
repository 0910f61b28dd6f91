#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "db/games/record_row.h"
#include "db/import/quarantine.h"

namespace schiri::cli {

/// The broken records that a database keeps in quarantine, to be recognised when they come in
/// mended.
class Quarantined {
 public:
  /// The store must outlive it.
  explicit Quarantined(const db::Store& store);

  /// Those that a valid record of a file is the mended form of: its tags name one game, and theirs
  /// name the same; or it stands at their place in the same file and names the same players.
  std::vector<std::int64_t> mended_by(const std::string& file, const GameCheck& check,
                                      const db::RecordRow& row) const;

 private:
  bool names_players(std::int64_t id, const db::RecordRow& row) const;

  const db::Store& store_;
  std::multimap<std::string, std::int64_t> by_tags_;  ///< event, round, date, players as one text
  std::multimap<std::pair<std::string, std::uint64_t>, std::int64_t> by_place_;
};

}  // namespace schiri::cli
