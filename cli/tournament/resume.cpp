#include <memory>
#include <optional>
#include <string>

#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/message.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The names of the tournaments of the database, if there are several and all are complete;
/// otherwise empty.
std::string complete_tournaments(const db::Store& store) {
  std::string names;
  std::size_t count = 0;
  for (const db::StoredTournament& event : db::stored_tournaments(store)) {
    if (event.stored != event.planned()) return {};
    names += (count++ == 0 ? "" : ", ") + printable(event.name);
  }
  return count > 1 ? names : std::string();
}

/// Plays the missing games of a tournament.
ExitStatus go_on(db::Store& store, const db::StoredTournament& event,
                 const db::TournamentSettings& settings, Format format, CommandTrust& trust) {
  const TournamentConfig config = db::config_of(store, event);
  require_independent_part(store, event, config);
  Contest contest = db::stored_contest(store, event);
  const unsigned threads = thread_count(settings, config.bots);
  const bool is_over = db::is_complete(store, event);
  if (!is_over) require_processors(settings, contest);
  const StartPermission permission =
      is_over ? StartPermission::nothing_starts() : trust.ask(commands_of(store, event, config));
  const PlayGuard interrupt;
  if (!try_programs(contest, permission, threads)) return ExitStatus::interrupted;
  const ExitStatus status = play_to_end(store, event, contest, settings, format, permission);
  note_missing_proof(store, event, config, status);
  return status;
}

struct ResumeOptions {
  db::TournamentSettings settings;
  Format format = Format::text;
  CommandTrust trust;
};

ExitStatus resume(ResumeOptions& options) {
  const db::TournamentSettings& settings = options.settings;
  thread_count(settings);
  require_outputs(settings);
  const std::string path =
      require_db(settings, message("--db FILE is required: the database of the tournament"));
  require_separate_outputs(settings, {});
  db::Store store(path, db::Store::Mode::write);
  const std::string complete = settings.has("event") ? std::string() : complete_tournaments(store);
  if (!complete.empty()) {
    say(console::err, message("0 games played: all tournaments of {0} are complete: {1}",
                              printable(store.path(), 4096), complete));
    return ExitStatus::done;
  }
  return go_on(store,
               choose_tournament(store, settings.text("event"), "--event", Among::unfinished),
               settings, options.format, options.trust);
}

}  // namespace

void add_tournament_resume(Command& tournament) {
  const auto [command, options] = tournament.add<ResumeOptions>(
      "resume", "Resume a tournament after a stop", "--db match.db", "tournaments", resume);
  add_settings(command, options.settings, {db::SettingGroup::playing, db::SettingGroup::records},
               {{"event", "Select the tournament by its event name (the only one)"},
                {"db", "Resume a tournament of this database"}});
  add_setting(command, options.settings, "max-failures");
  add_summary_format(command, options.format);
  options.trust.add_to(command);
}

}  // namespace schiri::cli
