#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/games/record_row.h"
#include "db/import/import.h"

namespace schiri::cli {

/// Invalid records in the quarantine of a database, for recognizing their repaired versions on
/// import.
class QuarantinedRecords {
 public:
  /// Knows none yet. The store must outlive it.
  explicit QuarantinedRecords(const db::Store& store) : store_(store) {}

  /// Reads the records that have come since the last call.
  void read_new();

  /// The ids of the records that a valid record repairs: those of the same game. That is one of the
  /// same two players, who are known, with most of the turns, and of the same date, round and board
  /// as far as both are known. If event, date and round are known and equal, a record without turns
  /// or with one wrong turn is the same game, too.
  std::vector<std::int64_t> repaired_by(const db::RecordRow& row) const;

 private:
  struct Broken {
    std::int64_t id = 0;
    std::string event, date, round, board;                       ///< empty if unknown
    mutable std::optional<std::vector<std::string>> turns = {};  ///< nullopt before they are read
  };

  void read_aliases();
  std::string key_of_players(const std::string& white, const std::string& black) const;
  const std::vector<std::string>& turns_in(const Broken& broken) const;
  bool is_repaired_by(const Broken& broken, const db::RecordRow& row,
                      const std::vector<std::string>& played) const;

  const db::Store& store_;
  /// Keys of players' names by those of aliases; nullopt before the first record is read.
  std::optional<std::map<std::string, std::string>> aliases_;
  std::int64_t last_ = 0;  ///< id of the last record that was read
  std::multimap<std::string, Broken> by_players_;
};

}  // namespace schiri::cli
