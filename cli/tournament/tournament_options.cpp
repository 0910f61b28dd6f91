#include "cli/tournament/tournament_options.h"

#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/print/output_language.h"
#include "cli/tournament/configuration.h"
#include "cli/tournament/setting_options.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "db/shards/shard_folder.h"
#include "db/tournament/settings_file.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

void TournamentOptions::complete() {
  for (const std::string& bot : bots) settings.bots.push_back(db::tournament_bot(bot));
  if (!event_file.empty() && read_file()) return;
  if (against.db) take_earlier();
  has_default_limit = settings.game && !settings.max_turns;
  if (has_default_limit) settings.max_turns = require_game(*settings.game).facts.turn_limit;
}

/// Was the tournament submitted? Then the file is complete: without a limit of turns in the file
/// there is none.
bool TournamentOptions::read_file() {
  const std::string folder = db::folder_of(event_file);
  const bool is_submitted = db::is_submitted(folder.empty() ? "." : folder);
  db::TournamentSettings described = db::read_tournament_file(event_file);
  if (!is_submitted) described.place_in(folder);
  settings.complete_from(described);
  if (!is_submitted) return false;
  settings.signature = described.signature;
  return true;
}

/// The new bots come first, because a test examines the first player.
void TournamentOptions::take_earlier() {
  if (settings.bots.empty()) throw InputError(message("--against: specify the new bot with --bot"));
  const db::Store store(*against.db, db::Store::Mode::read);
  const db::StoredEvent event = choose_tournament(store, against.event, "--against-event");
  earlier = db::read_earlier_tournament(store, event, against.opponents, settings.bots.size());
  earlier_commands = commands_of(store, event, db::config_of(store, event));
  const std::vector<db::TournamentBot> newcomers = settings.bots;
  if (settings.sprt) earlier.settings.rounds.reset();
  settings.complete_from(earlier.settings);
  settings.bots = newcomers;
  const auto& opponents = earlier.settings.bots;
  settings.bots.insert(settings.bots.end(), opponents.begin(), opponents.end());
}

StartPermission TournamentOptions::permission() {
  return earlier_commands ? trust.ask(*earlier_commands) : StartPermission::typed();
}

void add_tournament_options(Command& command, TournamentOptions& options) {
  db::TournamentSettings& settings = options.settings;
  command.add_file("EVENT.json", options.event_file,
                   "A tournament as a JSON object: keys as options, and an array bots");
  add_settings(command, settings, {db::SettingGroup::game});
  // Otherwise a vector would consume the words after it as well.
  command.add_option("--bot", options.bots, "Add a player; repeatable")->repeatable();
  command.add_file("--against", options.against.db,
                   "Meet the players of a tournament in this database");
  command
      .add_option("--against-event", options.against.event,
                  "With --against: select the tournament by its event name")
      ->type_name("NAME");
  command
      .add_option("--opponent", options.against.opponents,
                  "With --against: meet only this player; repeatable")
      ->type_name("NAME")
      ->repeatable();
  add_settings(command, settings,
               {db::SettingGroup::bots, db::SettingGroup::system, db::SettingGroup::tuning,
                db::SettingGroup::openings, db::SettingGroup::ending});
}

const std::string& require_db(const db::TournamentSettings& settings, const Message& missing) {
  const auto& db = settings.db ? settings.db : defaults().database;
  if (!db || db->empty()) {
    throw InputError(missing);
  }
  return *db;
}

void note_default_limit(const TournamentOptions& options, const Contest& contest) {
  if (!options.has_default_limit) return;
  print_note(
      message("games are adjudicated as draws after {0} {0:turn|turns}, the limit of {1} in "
              "tournaments (--max-turns N sets another, 0 none)",
              *contest.config().max_turns, contest.type().title()));
}

}  // namespace schiri::cli
