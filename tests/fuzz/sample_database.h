#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "db/store/store.h"
#include "notation/records/reader.h"
#include "tests/files.h"
#include "tests/fuzz/target.h"

namespace schiri {

/// A few games of each kind, as records and in a database, which is there until the program ends.
class SampleDatabase {
 public:
  SampleDatabase() {
    for (const char* game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
      read(read_file(std::string(SCHIRI_TEST_DATA) + "/" + game + "-sample.pgn"));
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
  /// In the order of their ids in the database.
  const std::vector<CheckedRecord>& records() const { return records_; }

 private:
  static constexpr std::size_t games_of_each = 3;

  void read(const std::string& text) {
    TextSource source(text);
    ReadOptions options;
    options.keep = Keep::records;
    std::size_t games = 0;
    read_records(source, options, [&](CheckedRecord& record) {
      require(record.check.valid(), "the samples are valid");
      records_.push_back(std::move(record));
      return ++games < games_of_each;
    });
  }

  TemporaryDirectory directory_;
  std::vector<CheckedRecord> records_;
};

}  // namespace schiri
