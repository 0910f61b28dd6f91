#pragma once

#include <span>
#include <string>
#include <string_view>

#include "db/query/game_filter.h"
#include "notation/records/pgn/reader.h"

namespace schiri::db {

/// Does a checked record pass a filter? Answers as the database does for stored games; `limit` is
/// left to the caller.
bool fits(const CheckedRecord& checked, const GameFilter& filter);

/// The ends that ending_name() returns for the usual values of the tag Termination, and for none.
std::span<const std::string_view> usual_endings();

/// How a game ended, in a word: the reason by the rules, otherwise its tag Termination, otherwise
/// `unfinished` for the result `*` and `unexplained` for any other.
std::string ending_name(const CheckedRecord& checked);

}  // namespace schiri::db
