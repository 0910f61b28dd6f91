#pragma once

// Converts between the lines of an event's file, in JSON, and the types of core/otb. Reading throws
// JsonError for a missing key or a value of another kind, and EventError for an invalid value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/otb/event.h"
#include "notation/text/json.h"

namespace schiri::otb {

std::uint64_t number_in(const Json& act, const char* key);
/// The number of a key that may be missing.
std::uint64_t number_or(const Json& act, const char* key, std::uint64_t otherwise);

/// Tie-breaks by their codes: `["BH-C1","SB"]`.
Json tie_break_codes(const std::vector<rating::TieBreakId>& list);
std::vector<rating::TieBreakId> tie_breaks_of(const Json& codes);

/// The values of results in their text form: `3-1-0`.
PointSystem points_of(const Json& text);

Entry entry_of(const Json& act);
Json entry_json(const Entry& entry);

EntrantChange change_of(const Json& act);
Json change_json(const std::string& name, const EntrantChange& change);

Terms terms_of(const Json& act);
/// Terms that differ from the defaults, and the tie-breaks always, so that they stay if defaults
/// change.
Json terms_json(const Terms& terms);

/// Is this a key of a line `new` or `set` that is only shown?
bool is_head_key(std::string_view key);
/// The dates and times of rounds: `[[3,"2026.11.21","14:30"]]`.
Json schedule_json(const std::vector<RoundTime>& schedule);

/// Unset if the result is null.
std::optional<BoardResult> result_of(const Json& act);

/// The next round of an event in the form of a line `pair`: entrants and players by their names.
Round round_of(const Event& event, const Json& act);
Json round_json(const Event& event, const Round& round);

}  // namespace schiri::otb
