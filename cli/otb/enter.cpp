#include <optional>

#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/late_seats.h"
#include "cli/otb/otb_commands.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

namespace {

struct EnterOptions {
  std::string file;
  std::vector<std::string> names;
  PlayerSource players;
  std::string team;
  PlayerOptions player;  ///< of each entry
  std::optional<std::uint64_t> half_byes;
  bool now = false;
  std::string output = "-";
};

/// The entries of the names, the table and the ratings, with the options that hold for all.
std::vector<otb::Entry> entries_of(const EnterOptions& options, const otb::Journal& journal) {
  const std::string ratings = options.players.ratings.database();
  if (options.names.empty() && options.players.table.empty() && ratings.empty()) {
    throw InputError(
        message("no players: specify a NAME, a table with --players FILE, or --from-ratings"));
  }
  const bool has_id = options.player.has_fide_id();
  if ((options.player.rating || has_id) &&
      (options.names.size() != 1 || !options.players.table.empty())) {
    throw InputError(message("{0}: specify one name only", has_id ? "--fide-id" : "--rating"));
  }
  std::vector<otb::Entry> entries;
  for (const std::string& name : options.names) {
    entries.push_back({otb::read_name(name), options.player.rating});
  }
  for (otb::Entry& player : options.players.read_table()) entries.push_back(std::move(player));
  if (!ratings.empty()) {
    add_ratings(entries, options.players.ratings, journal.head().game, journal.head().variant,
                journal.event().entrants());
  }
  for (otb::Entry& entry : entries) {
    if (options.player.club) entry.club = otb::read_name(*options.player.club);
    entry.half_byes = options.half_byes;
    if (!options.team.empty()) entry.team = otb::read_name(options.team);
    for (const auto& [text, value] : options.player.read_details()) entry.details.*text = value;
  }
  return entries;
}

ExitStatus run_otb_enter(const EnterOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  auto entries = entries_of(options, journal);
  for (const Message& note : number_namesakes(entries, journal.event())) print_note(note);
  OutputFile output = open_output(options.output, options.file);
  warn_of_similar(entries, journal.event(), options.file);
  if (options.now && (entries.size() != 1 || journal.event().has_teams())) {
    throw InputError(message("--now: specify one player, in an event without teams"));
  }
  for (const otb::Entry& entry : entries) journal.enter(for_team(entry, journal.event()));
  if (options.now) output.stream() << translated(seat_late(journal, {entries[0].name})) << '\n';
  output.stream() << translated(count_entered(journal.event())) << '\n';
  finish(journal, output);
  return ExitStatus::done;
}

}  // namespace

void add_otb_enter(OtbCommands& commands) {
  const auto enter = commands.add("enter", "Register players, also late entries",
                                  "enter cup.otb 'Anna Berg' --rating 1840", run_otb_enter);
  enter.app.add_option("NAME", enter.options.names, "The players");
  enter.options.players.add_to(enter.app,
                               "Read the players from this CSV file ('schiri help otb')");
  enter.app
      .add_option("--team", enter.options.team, "Set the team; the players take its next boards")
      ->type_name("NAME");
  enter.options.player.add_to(enter.app);
  add_half_byes(enter.app, enter.options.half_byes,
                "Grant half-point byes for N of the missed rounds (as the event allows)");
  enter.app.add_flag("--now", enter.options.now,
                     "Pair the late player in the current round, with the player who has the bye");
}

}  // namespace schiri::cli
