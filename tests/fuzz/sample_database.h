#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "db/games/store.h"
#include "db/import/import.h"
#include "notation/records/pgn/reader.h"
#include "tests/db/finished_record.h"
#include "tests/files.h"
#include "tests/fuzz/target.h"

namespace schiri {

/// A few games of each kind, as records and in a database, until the program ends.
class SampleDatabase {
 public:
  explicit SampleDatabase(std::size_t games_of_each = 3) {
    for (const char* game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
      read(read_file(std::string(SCHIRI_TEST_DATA) + "/" + game + "-sample.pgn"), games_of_each);
    }
    db::Store store(path(), db::Store::Mode::create);
    db::Import import(store);
    for (const CheckedRecord& checked : records_) {
      require(
          import.add(db::FinishedRecord{checked.record, checked.check.game, checked.check.variant,
                                        checked.check.ending, checked.check.turns}),
          "no game appears twice");
    }
    import.commit();
  }

  std::string path() const { return directory_.file("a.db"); }
  /// In the order of the ids in the database.
  const std::vector<CheckedRecord>& records() const { return records_; }

 private:
  void read(const std::string& text, std::size_t most) {
    TextSource source(text);
    ReadOptions options;
    options.keep = Keep::records;
    std::size_t games = 0;
    read_records(source, options, [&](CheckedRecord& record) {
      require(record.check.valid(), "the samples are valid");
      records_.push_back(std::move(record));
      return ++games < most;
    });
  }

  TemporaryDirectory directory_;
  std::vector<CheckedRecord> records_;
};

}  // namespace schiri
