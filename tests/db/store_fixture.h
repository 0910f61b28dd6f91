#pragma once

#include "db/games/store.h"
#include "db/import/import.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/records/pgn/reader.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"
#include "tests/record_text.h"

/// An empty database, and records to store in it.
namespace schiri {

inline db::FinishedRecord finished(CheckedRecord& checked) {
  return {std::move(checked.record), checked.check.game, checked.check.variant,
          checked.check.ending, checked.check.turns};
}

/// The records of a text, all valid.
inline std::vector<CheckedRecord> read(const std::string& text) {
  TextSource source(text);
  ReadOptions options;
  options.keep = Keep::records;
  std::vector<CheckedRecord> records;
  read_records(source, options, [&](CheckedRecord& record) {
    REQUIRE(record.check.valid());
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

inline void import_all(db::Store& store, const std::string& text) {
  db::Import import(store);
  for (CheckedRecord& record : read(text)) import.add(finished(record));
  import.commit();
}

/// A record of creeper between these players.
inline std::string played(const std::string& white, const std::string& black,
                          const std::string& result, const std::string& date = "2024.05.17",
                          const std::string& event = "E") {
  return record_text({.event = event,
                      .date = date,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "agreement"});
}

/// The number of stored games of a filter.
inline std::size_t count(const db::Store& store, const db::GameFilter& filter) {
  std::size_t games = 0;
  db::visit_games(store, filter, [&](const auto&) { return ++games > 0; });
  return games;
}

struct StoreFixture {
  TemporaryDirectory directory;
  db::Store store{directory.file("a.db"), db::Store::Mode::create};
};

}  // namespace schiri
