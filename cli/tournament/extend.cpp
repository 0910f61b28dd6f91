#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/games/store.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournament_lock.h"
#include "db/tournament/tournaments.h"
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

/// The number of rounds that are paired by the results so far. For a part of the games, which lacks
/// results and accepts no new players, that of its last extension. Throws UnusableError.
std::uint64_t begun_rounds(const db::Store& store, const db::StoredTournament& event,
                           const TournamentConfig& config) {
  if (event.shards > 1) {
    return config.earlier_plans.empty() ? 0 : config.earlier_plans.back().begun;
  }
  const std::vector<GameResult> results = db::results_of(db::stored_results(store, event));
  if (const auto missing = db::missing_game(config, results)) {
    throw UnusableError(
        message("game {0} of the tournament '{1}' is missing, and later games are "
                "paired by it; play it with: {2}",
                *missing, printable(event.name), resume_command(store, event.name)));
  }
  const auto schedule = make_schedule(config);
  add_results(*schedule, results);
  return schedule->game(schedule->paired()).round;
}

TournamentConfig extended_config(const db::Store& store, const db::StoredTournament& event,
                                 const ExtendOptions& options) {
  const TournamentConfig config = db::config_of(store, event);
  if (system_of(config.system).may_end_anywhere && event.games < make_schedule(config)->games()) {
    throw InputError(message("the tournament '{0}' has ended with game {1}, before its last round",
                             printable(event.name), event.games));
  }
  db::TournamentSettings added = options.presets;
  for (const std::string& bot : options.bots) added.bots.push_back(db::tournament_bot(bot));
  added.set("each", config.each);
  std::vector<BotSpec> newcomers = configured_bots(added);
  follow_aliases(newcomers, store);
  const bool depends = !is_fixed(config.system);
  if (depends && !newcomers.empty() && event.shards > 1) {
    throw InputError(
        message("--bot: new players are paired by all results, and {0} contains only a "
                "part of the games",
                store.path()));
  }
  try {
    return extended(config, newcomers, options.rounds.value_or(config.rounds),
                    depends ? begun_rounds(store, event, config) : 0);
  } catch (const std::invalid_argument& error) {
    throw InputError(message_of(error));
  }
}

/// `4 players instead of 3`; `4 players` if there were as many before.
Message change(std::uint64_t before, std::uint64_t now, const Message& text) {
  return now == before ? text : message("{0} instead of {1}", text, before);
}

ExitStatus extend(ExtendOptions options) {
  if (options.bots.empty() && !options.rounds) {
    throw InputError(message(
        "nothing to extend: add players with --bot BOT, or set the total number of rounds with "
        "--rounds N"));
  }
  db::Store store(options.db, db::Store::Mode::write);
  const std::string name = choose_tournament(store, options.event).name;
  const auto lock = db::lock_tournament(store, *db::find_tournament(store, name));
  // The tournament may have changed before it was locked.
  const db::StoredTournament event = *db::find_tournament(store, name);
  const Contest stored = db::stored_contest(store, event);
  const TournamentConfig& before = stored.config();
  Contest contest(extended_config(store, event, options),
                  db::openings_of(store, event, before.variant));
  require_openings(contest);
  const StartPermission permission = options.trust.ask(commands_of(store, event, before));
  if (!try_programs(contest, permission)) return ExitStatus::interrupted;
  const TournamentConfig& config = contest.config();
  db::require_current_names(store, config.bots);
  const std::uint64_t games = contest.schedule()->games();
  db::extend_tournament(store, event, db::config_json(config), games);
  const std::size_t players = config.bots.size();
  console::out
      << translated(message(
             "{0}: {1}, {2}, {3}", printable(name),
             change(before.bots.size(), players, message("{0} {0:player|players}", players)),
             change(before.rounds, config.rounds, message("{0} {0:round|rounds}", config.rounds)),
             change(event.games, games, message("{0} {0:game|games}", games))))
      << '\n'
      << translated(message("play them with: {0}", resume_command(store, name))) << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_tournament_extend(Command& tournament) {
  const auto [command, options] =
      tournament.add<ExtendOptions>("extend", "Add players or rounds to a tournament",
                                    "--db match.db --rounds 200", "tournaments", extend);
  add_database(command, options.db, "Read the tournament from this database");
  command.add_option("--event", options.event,
                     "Select the tournament by its event name (the only one)");
  command.add_option("--bot", options.bots, "Add a player; repeatable")->repeatable();
  add_setting(command, options.presets, "presets");
  options.trust.add_to(command);
  command.add_option("--rounds", options.rounds, "Set the total number of rounds")->not_negative();
}

}  // namespace schiri::cli
