#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/round_option.h"
#include "db/otb/event_notes.h"

namespace schiri::cli {

namespace {

struct LineupOptions {
  std::string file;
  std::string team;
  std::vector<std::string> names;
  std::uint64_t round = 0;
};

ExitStatus run_otb_lineup(const LineupOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  const otb::Event& event = journal.event();
  std::string team = options.team;
  std::vector<std::string> names = options.names;
  if (event.has_teams()) {
    team = entered_names(journal, {team}).front();
    names = entered_names(journal, names, true);
  }
  const bool is_playing = event.rounds().size() > event.finished_rounds();
  const std::uint64_t next = event.rounds().size() + !is_playing;
  journal.set_lineup(team, options.round ? options.round : next, names);
  if (is_playing) {
    for (const Message& note : otb::notes_on_round(event)) print_note(note);
  }
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_lineup(OtbCommands& commands) {
  const auto lineup =
      commands.add("lineup", "Set a team's players of a round, in the order of the boards",
                   "lineup league.otb Ulm Anna Carla Dora Emil", run_otb_lineup);
  lineup.app.add_option("TEAM", lineup.options.team, "The team")->required();
  lineup.app.add_option("NAME", lineup.options.names, "Its players")->required();
  add_round(lineup.app, lineup.options.round,
            "Set the round (the one in progress, otherwise the next)");
}

}  // namespace schiri::cli
