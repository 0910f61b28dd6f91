#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/usual_options.h"
#include "cli/tournament/configuration.h"
#include "cli/tournament/play.h"
#include "cli/tournament/requirements.h"
#include "cli/tournament/setting_options.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/games/store.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournament_lock.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ExtendOptions {
  std::string db;
  std::optional<std::string> event;
  std::vector<std::string> bots;
  std::optional<std::uint64_t> rounds;
  db::TournamentSettings presets;
  CommandTrust trust;
};

/// The rounds that are paired by the results so far. For a part of the games, which does not have
/// all results and takes no new players, that is the number at its last extension. Throws
/// UnusableError.
std::uint64_t begun_rounds(const db::Store& store, const db::StoredEvent& event,
                           const TournamentConfig& config) {
  if (event.shards > 1) {
    return config.earlier_plans.empty() ? 0 : config.earlier_plans.back().begun;
  }
  const std::vector<GameResult> results = db::results_of(db::stored_results(store, event));
  if (const auto missing = db::missing_game(config, results)) {
    throw UnusableError("game " + std::to_string(*missing) + " of the event '" +
                        printable(event.name) +
                        "' is missing, by which stored games are paired; play it with: " +
                        resume_command(store, event.name));
  }
  const auto schedule = make_schedule(config);
  add_results(*schedule, results);
  return schedule->game(schedule->paired()).round;
}

TournamentConfig extended_config(const db::Store& store, const db::StoredEvent& event,
                                 const ExtendOptions& options) {
  const TournamentConfig config = db::config_of(store, event);
  if (system_of(config.system).may_end_anywhere() && event.games < make_schedule(config)->games()) {
    throw InputError("the event '" + printable(event.name) + "' has come to its end with game " +
                     std::to_string(event.games) + ", before its last round");
  }
  std::vector<db::TournamentBot> bots;
  for (const std::string& bot : options.bots) bots.push_back(db::tournament_bot(bot));
  const auto newcomers =
      db::make_bots(bots, {db::common_keys(config.each), preset_file(options.presets.presets)});
  const bool depends = !is_fixed(config.system);
  if (depends && !newcomers.empty() && event.shards > 1) {
    throw InputError("--bot: when new players come in depends on all results, and " + store.path() +
                     " holds a part of the games");
  }
  try {
    return extended(config, newcomers, options.rounds.value_or(config.rounds),
                    depends ? begun_rounds(store, event, config) : 0);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

/// `4 players instead of 3`; `4 players` if there were as many before.
std::string change(std::uint64_t before, std::uint64_t now, const std::string& what) {
  std::string text = counted(now, what);
  if (now != before) text += " instead of " + std::to_string(before);
  return text;
}

ExitStatus extend(ExtendOptions options) {
  db::Store store(options.db, db::Store::Mode::write);
  const std::string name = choose_tournament(store, options.event).name;
  const auto lock = db::lock_tournament(store, *db::find_event(store, name));
  // Read again under the lock.
  const db::StoredEvent event = *db::find_event(store, name);
  const Contest stored = db::stored_contest(store, event);
  const TournamentConfig& before = stored.config();
  const Contest contest(extended_config(store, event, options),
                        db::openings_of(store, event, before.variant));
  require_openings(contest);
  const StartPermission permission = options.trust.ask(commands_of(store, event, before));
  if (!try_programs(contest, permission)) return ExitStatus::interrupted;
  const TournamentConfig& config = contest.config();
  const std::uint64_t games = contest.schedule()->games();
  db::extend_event(store, event, signed_plan(config), games);
  std::cout << printable(name) << ": " << change(before.bots.size(), config.bots.size(), "player")
            << ", " << change(before.rounds, config.rounds, "round") << ", "
            << change(event.games, games, "game")
            << "\nplay them with: " << resume_command(store, name) << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_tournament_extend(Command& tournament, ExitStatus& status) {
  auto options = std::make_shared<ExtendOptions>();
  Command* command = tournament.add_subcommand(
      "extend", "Give an event more players or rounds; what is scheduled and played stays");
  add_database(*command, options->db, "The database that keeps the games");
  command->add_option("--event", options->event, "The event's name");
  command->add_option("--bot", options->bots, "A new player; give one --bot for each")
      ->repeatable();
  add_setting(*command, options->presets, "presets");
  options->trust.add_to(*command);
  command->add_option("--rounds", options->rounds, "How many rounds there will be in all")
      ->not_negative();
  command->footer("Example: schiri tournament extend --db match.db --rounds 200");
  command->callback([options, &status] { status = extend(*options); });
}

}  // namespace schiri::cli
