#include "notation/records/pgn/one_record.h"

#include <algorithm>

namespace schiri {

std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options) {
  options.max_game_bytes = std::max(options.max_game_bytes, text.size());
  std::optional<CheckedRecord> first;
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    first = std::move(record);
    return false;
  });
  return first;
}

}  // namespace schiri
