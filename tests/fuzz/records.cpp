#include <string>

#include "notation/reader.h"
#include "notation/record.h"
#include "tests/fuzz/target.h"

// Any bytes as a file of records. What is found valid is written, and is then valid, and writes the
// same bytes again.

using namespace schiri;

namespace {

std::vector<CheckedRecord> read_all(const std::string& text, const ReadOptions& options) {
  std::vector<CheckedRecord> records;
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ReadOptions options;
  options.keep = Keep::records;
  options.keep_text = true;
  options.max_game_bytes = 1 << 16;
  options.check.game = "creeper";
  const std::string text(data, data + size);
  for (const CheckedRecord& record : read_all(text, options)) {
    for (const Finding& error : record.check.errors) {
      require(error.line > 0 && error.column > 0, "a finding has a place");
      require(!error.message.empty(), "a finding has a message");
    }
    if (!record.check.valid()) continue;
    std::string written;
    write_record(record.record, written);
    const auto again = read_all(written, options);
    require(again.size() == 1 && again[0].check.valid(), "what was written is one valid game");
    std::string rewritten;
    write_record(again[0].record, rewritten);
    require(rewritten == written, "writing is idempotent");
  }
  return 0;
}
