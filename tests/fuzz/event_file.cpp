#include <algorithm>
#include <string>

#include "cli/line/command.h"
#include "core/base/random.h"
#include "core/tournament/systems.h"
#include "db/tournament/settings.h"
#include "tests/fuzz/target.h"

// The JSON of a tournament as in `tournament run EVENT.json` and as stored. A valid plan is written
// and read again, and its games are scheduled.

using namespace schiri;

namespace {

constexpr std::uint64_t most_games = 200;

/// Adds random results to the paired games, at most `most_games`.
void play(Schedule& schedule, std::size_t players) {
  Rng rng(1);
  for (std::uint64_t number = 1; number <= std::min(schedule.paired(), most_games); ++number) {
    const ScheduledGame game = schedule.game(number);
    require(game.number == number && game.white != game.black, "no player plays against itself");
    require(game.white < players && game.black < players, "players are in range");
    constexpr std::optional<Outcome> outcomes[] = {Outcome::white_wins, Outcome::black_wins,
                                                   Outcome::draw, std::nullopt};
    schedule.add({number, outcomes[rng.below(4)]});
  }
  require(schedule.paired() <= schedule.games(), "no more games are paired than planned");
}

void check_plan(TournamentConfig config) {
  for (BotSpec& bot : config.bots) bot.is_unnamed = false;  // the plan has all names
  const std::string written = db::config_json(config);
  const TournamentConfig again = db::parse_settings(written, "written").config();
  require(again == config, "a written plan reads equal");
  require(db::config_json(again) == written, "writing is idempotent");
  try {
    play(*make_schedule(config), config.bots.size());
  } catch (const std::invalid_argument& error) {
    require(*error.what() != 0, "a refused plan has a message");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const db::TournamentSettings settings =
        db::parse_settings(std::string(data, data + size), "input");
    if (settings.has("openings")) return 0;  // another target tests files of openings
    if (const auto shard = settings.text("shard")) db::parse_shard(*shard);
    check_plan(settings.config());
  } catch (const InputError& error) {
    require(*error.what() != 0, "a refused plan has a message");
  }
  return 0;
}
