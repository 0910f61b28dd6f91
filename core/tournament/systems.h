#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tournament/config.h"
#include "core/tournament/game_queue.h"
#include "core/tournament/schedule.h"
#include "core/tournament/system.h"

namespace schiri {

/// All that is known of a system.
const TournamentSystem& system_of(System id);
/// As in settings: `roundrobin`, `gauntlet`, `match`, `swiss`, `dutch`, `knockout`, `adaptive`,
/// `spsa`.
std::string_view system_name(System system);
/// For people and names of events: `round-robin`, the others as they are.
std::string_view system_title(System system);
/// The system of this name; nothing if there is none.
std::optional<System> find_system(std::string_view name);
/// All names for a message: `roundrobin, gauntlet, match, swiss, dutch, knockout, adaptive, spsa`.
std::string list_systems();

/// The rounds of an event if nobody says how many: as many as a Swiss event needs to find one
/// winner; as many as a million games have where a rule ends it; else 1.
std::uint64_t default_rounds(const TournamentConfig& config);
/// Does every game follow from its number alone, whatever others came to?
bool is_fixed(System system);

/// Games that can be played side by side, all together paired by the results before them.
struct Stage {
  std::uint64_t finished = 0;  ///< how many stages have come before; at the end, all
  std::uint64_t last = 0;      ///< the number of its last game; at the end, of the event's
  bool is_over = false;        ///< the event has come to its end
};

/// Where an event stands with these results, ascending by number: a fixed plan has one stage, a
/// Swiss event one for each round, a knockout one more for each series of tie-breaks.
Stage stage_of(const TournamentConfig& config, const std::vector<GameResult>& results);
/// How many stages an event can have.
std::uint64_t most_stages(const TournamentConfig& config);

/// A begun event with more players, after the others, and more rounds. No game of the plan so far
/// changes; new ones are appended. The new players make up for what was planned for the rounds so
/// far; in a Swiss event, of which `begun` rounds are paired, they come in with the next. Throws
/// std::invalid_argument with a sentence for a person.
TournamentConfig extended(const TournamentConfig& config, const std::vector<BotSpec>& newcomers,
                          std::uint64_t rounds, std::uint64_t begun);

/// The schedule of an event before its first game. Throws std::invalid_argument with a sentence for
/// a person.
std::unique_ptr<Schedule> make_schedule(const TournamentConfig& config);

}  // namespace schiri
