#pragma once

#include <optional>
#include <string_view>

#include "notation/records/pgn/reader.h"

namespace schiri {

/// The first record of a text, however large it is; nothing if there is none.
std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options);

}  // namespace schiri
