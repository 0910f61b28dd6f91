#pragma once

#include <span>
#include <string>
#include <string_view>

#include "db/games/store.h"
#include "notation/records/pgn/reader.h"

namespace schiri::db {

/// Is a checked record one of those that a filter means? Answers as the database does for stored
/// games; `limit` is left to the caller.
bool fits(const CheckedRecord& checked, const GameFilter& filter);

/// The causes of an end that the tag Termination usually gives, and what stands where it gives
/// none.
std::span<const std::string_view> usual_endings();

/// How a game ended, in a word: the reason by the rules, else its tag Termination, else
/// `unfinished` for the result `*` and `unexplained` for any other.
std::string ending_name(const CheckedRecord& checked);

}  // namespace schiri::db
