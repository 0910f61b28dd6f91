#include <string>

#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "tests/fuzz/reading.h"

// Any bytes as a file of records. A valid record is written, is valid again, and is written as the
// same bytes.

using namespace schiri;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto records = read_all(read_records, text);
  require_same(records, read_all(read_records, text, 61));
  for (const CheckedRecord& record : records) {
    require_findings(record.check.errors);
    require_findings(record.check.warnings);
    if (!record.check.valid()) continue;
    const std::string written = write_record(record.record);
    const CheckedRecord again = only_valid(read_records, written);
    require(write_record(again.record) == written, "writing is idempotent");
    for (const Finding& warning : again.check.warnings) {
      // A text that is no date or rating stays, and a name with letters of other languages.
      const std::string sentence = warning.message.english();
      const bool stays = sentence.find("is not a ") != sentence.npos ||
                         sentence.find("not all programs read") != sentence.npos;
      require(warning.code != Code::spelling || stays,
              "a written record has no findings of spelling");
    }
  }
  return 0;
}
