#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/query/game_filter.h"
#include "notation/records/pgn/reader.h"

namespace schiri::db {

/// Does a checked record pass a filter? The result is the same as for stored games; ignores
/// `limit`.
bool fits(const CheckedRecord& checked, const GameFilter& filter);

/// The results of ending_name() for the usual values of the tag Termination, and for none.
std::span<const std::string_view> usual_endings();

/// The end of a game in a word: the reason by the rules, otherwise the tag Termination, otherwise
/// `unfinished` for the result `*` and `unexplained` for any other.
std::string ending_name(const CheckedRecord& checked);
/// The same from the parts: the ending by the rules, the tags Termination and Result. The text is
/// valid as long as these.
std::string_view ending_name(const std::optional<Ending>& ending, std::string_view termination,
                             std::string_view result);

}  // namespace schiri::db
