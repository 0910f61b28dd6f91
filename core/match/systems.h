#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/match/event.h"
#include "core/match/schedule.h"

namespace schiri {

/// As in `--system`: `roundrobin`, `gauntlet`, `match`, `swiss`, `knockout`.
std::string_view system_name(System system);
/// For people and names of events: `round-robin`, the others as they are.
std::string_view system_title(System system);
/// The system of a name; nothing if there is none.
std::optional<System> find_system(std::string_view name);
/// All names for a message: `roundrobin, gauntlet, match, swiss, knockout`.
std::string list_systems();

/// The rounds of an event if nobody says how many: as many as a Swiss event needs to find one
/// winner; as many as a million games have where a rule ends it; else 1.
std::uint64_t default_rounds(const EventConfig& config);
/// Does every game follow from its number alone, whatever others came to?
bool is_fixed(System system);

/// The schedule of an event before its first game. Throws std::invalid_argument with a sentence for
/// a person.
std::unique_ptr<Schedule> make_schedule(const EventConfig& config);

}  // namespace schiri
