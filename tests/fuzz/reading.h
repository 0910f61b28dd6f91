#pragma once

#include <functional>
#include <string>
#include <vector>

#include "notation/records/pgn/reader.h"
#include "tests/fuzz/target.h"
#include "tests/slow_source.h"

namespace schiri {

/// A function that reads records: read_records or that of another form.
using Reading = std::function<void(ByteSource&, const ReadOptions&, const RecordSink&)>;

/// The options of all targets that read records.
inline ReadOptions fuzz_options() {
  ReadOptions options;
  options.keep = Keep::records;
  options.keep_text = true;
  options.max_game_bytes = 1 << 16;
  options.check.game = "creeper";
  return options;
}

inline std::vector<CheckedRecord> read_all(const Reading& reading, const std::string& text,
                                           std::size_t step = 1 << 20) {
  std::vector<CheckedRecord> records;
  SlowSource source(text, step);
  reading(source, fuzz_options(), [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

/// A message is one line and not empty.
inline void require_message(const std::string& message) {
  require(!message.empty(), "there is a message");
  require(message.find('\n') == message.npos, "a message is one line");
}

inline void require_findings(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    require(finding.line > 0 && finding.column > 0, "a finding has a position");
    require_message(finding.message);
  }
}

/// Checks that records and findings are equal.
inline void require_same(const std::vector<CheckedRecord>& a, const std::vector<CheckedRecord>& b) {
  const auto same_findings = [](const auto& left, const auto& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Finding& x, const Finding& y) {
                        return x.code == y.code && x.line == y.line && x.column == y.column &&
                               x.turn == y.turn && x.message == y.message;
                      });
  };
  require(a.size() == b.size(), "pieces of any size give the same number of records");
  for (std::size_t i = 0; i < a.size(); ++i) {
    require(a[i].record == b[i].record && a[i].text == b[i].text &&
                same_findings(a[i].check.errors, b[i].check.errors) &&
                same_findings(a[i].check.warnings, b[i].check.warnings),
            "pieces of any size give the same records");
  }
}

/// The single valid record of a text.
inline CheckedRecord only_valid(const Reading& reading, const std::string& text) {
  auto records = read_all(reading, text);
  require(records.size() == 1 && records[0].check.valid(), "a written record is one valid game");
  return std::move(records[0]);
}

}  // namespace schiri
