#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "db/games/record_row.h"
#include "db/import/quarantine.h"

namespace schiri::cli {

/// Invalid records in the quarantine of a database, for recognizing their repaired versions on
/// import.
class QuarantinedRecords {
 public:
  /// The store must outlive it.
  explicit QuarantinedRecords(const db::Store& store);

  /// The ids of the records that a valid record of a file repairs: both have the tags of the same
  /// game, or both are at the same place of the same file with the same players.
  std::vector<std::int64_t> repaired_by(const std::string& file, const GameCheck& check,
                                        const db::RecordRow& row) const;

 private:
  bool names_players(std::int64_t id, const db::RecordRow& row) const;

  const db::Store& store_;
  std::multimap<std::string, std::int64_t> by_tags_;  ///< event, round, date, players as one text
  std::multimap<std::pair<std::string, std::uint64_t>, std::int64_t> by_place_;
};

}  // namespace schiri::cli
