#include <algorithm>
#include <string>

#include "cli/line/command.h"
#include "core/base/random.h"
#include "core/tournament/systems.h"
#include "db/tournament/settings_file.h"
#include "tests/fuzz/target.h"

// The JSON of an event, as in `tournament run EVENT.json` and as it is stored. What is read is
// written and reads the same; an event that can be played says who meets whom.

using namespace schiri;

namespace {

constexpr std::uint64_t most_games = 200;

/// Every game of an event, or the first of many, with results by chance.
void play(Schedule& schedule, std::size_t players) {
  Rng rng(1);
  for (std::uint64_t number = 1; number <= std::min(schedule.paired(), most_games); ++number) {
    const ScheduledGame game = schedule.game(number);
    require(game.number == number && game.white != game.black, "nobody plays against itself");
    require(game.white < players && game.black < players, "only players play");
    constexpr std::optional<Outcome> outcomes[] = {Outcome::white_wins, Outcome::black_wins,
                                                   Outcome::draw, std::nullopt};
    schedule.add_result(number, outcomes[rng.below(4)]);
  }
  require(schedule.paired() <= schedule.games(), "no more games are paired than planned");
}

void look_at(const TournamentConfig& config) {
  const std::string written = db::config_json(config);
  const TournamentConfig again = db::parse_settings(written, "written").config();
  require(again == config, "an event keeps its meaning");
  require(db::config_json(again) == written, "writing is idempotent");
  try {
    play(*make_schedule(config), config.bots.size());
  } catch (const std::invalid_argument& error) {
    require(*error.what() != 0, "a refused event has a message");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    db::TournamentSettings settings = db::parse_settings(std::string(data, data + size), "input");
    // A file of openings is another target's.
    settings.openings.reset();
    settings.openings_order.reset();
    settings.openings_start.reset();
    if (settings.shard) db::parse_shard(*settings.shard);
    look_at(settings.config());
  } catch (const InputError& error) {
    require(*error.what() != 0, "a refused event has a message");
  }
  return 0;
}
