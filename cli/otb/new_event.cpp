#include <iostream>
#include <optional>
#include <tuple>

#include "cli/input/filter_options.h"
#include "cli/line/start.h"
#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "core/base/date.h"
#include "core/tournament/systems.h"

namespace schiri::cli {

namespace {

/// A round-robin of the players of two teams.
constexpr const char* scheveningen = "scheveningen";
constexpr const char* all_systems = "dutch, swiss, roundrobin, knockout or scheveningen";

struct NewEventOptions {
  std::string file;
  otb::EventHead head;
  std::string system = "dutch";
  std::string accelerate;
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::uint64_t cycles = 1;
  std::uint64_t games = 1;
  bool third_place = false;
  std::uint64_t boards = 0;  ///< of a match between teams
  std::string tie_breaks;
  PlayerSource players;
};

bool is_paired_by_points(System system) {
  return system == System::swiss || system == System::dutch;
}

/// Settings of systems other than the one that was chosen.
void require_fitting(const NewEventOptions& options, System system) {
  const std::tuple<bool, bool, const char*, const char*> settings[] = {
      {!options.accelerate.empty(), system == System::dutch, "--accelerate", "dutch"},
      {options.half_byes.has_value(), is_paired_by_points(system), "--half-byes", "dutch or swiss"},
      {options.cycles != 1, system == System::round_robin, "--cycles", "roundrobin"},
      {options.games != 1, system == System::knockout, "--games", "knockout"},
      {options.third_place, system == System::knockout, "--third-place", "knockout"}};
  if (options.system == scheveningen && options.cycles != 1) {
    throw InputError("by the Scheveningen system everybody meets everybody once");
  }
  if (options.system == scheveningen && options.boards == 0) {
    throw InputError("--boards: how many players have the two teams?");
  }
  for (const auto& [is_told, fits, option, systems] : settings) {
    if (is_told && !fits) {
      throw InputError(std::string(option) + " goes with --system " + systems);
    }
  }
}

otb::Terms terms_of(const NewEventOptions& options, System system) {
  otb::Terms terms{system, options.rounds,
                   options.accelerate.empty() ? otb::Acceleration::none : otb::Acceleration::baku};
  terms.half_byes = options.half_byes;
  terms.cycles = options.cycles;
  terms.games = options.games;
  terms.third_place = options.third_place;
  terms.boards = options.boards;
  terms.is_scheveningen = options.system == scheveningen;
  if (!options.tie_breaks.empty()) terms.tie_breaks = tie_breaks_of(options.tie_breaks);
  return terms;
}

ExitStatus run_otb_new(const NewEventOptions& options) {
  otb::EventHead head = options.head;
  complete_game(head);
  head.date = head.date.empty() ? utc_date() : require_date("--date", head.date).text();
  const auto system =
      options.system == scheveningen ? System::round_robin : find_system(options.system);
  if (!system) throw InputError(std::string("--system: expected ") + all_systems);
  if (is_paired_by_points(*system) && options.rounds == 0) {
    throw InputError("--rounds: a Swiss event needs to know how many");
  }
  require_fitting(options, *system);
  const otb::Terms terms = terms_of(options, *system);
  auto players = options.players.read_table();
  const std::string ratings = options.players.ratings.database();
  if (!ratings.empty()) add_ratings(players, options.players.ratings, head.game, head.variant, {});
  // A player who cannot enter is reported before there is a file.
  otb::Event trial(terms);
  for (const otb::Entry& player : players) trial.enter(for_team(player, trial));
  otb::Journal::begin(options.file, head, terms);
  if (players.empty()) return ExitStatus::done;
  otb::Journal journal = open_to_change(options.file);
  for (const otb::Entry& player : players) journal.enter(for_team(player, trial));
  journal.commit();
  std::cout << count_entered(journal.event()) << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_otb_new(OtbCommands& commands) {
  const auto begin =
      commands.add("new", "Begin an event in a new file",
                   "new cup.otb --name 'Spring cup' --game creeper --rounds 5", run_otb_new);
  otb::EventHead& head = begin.options.head;
  begin.app.add_option("--name", head.name, "What the event is called")->required();
  add_game(begin.app, "--game", head.game, "What is played, see 'schiri games'")->required();
  add_variant(begin.app, "--variant", head.variant, "A variant instead of the standard one");
  begin.app
      .add_option("--system", begin.options.system,
                  "dutch, swiss, roundrobin, knockout or scheveningen (dutch: FIDE's Swiss "
                  "system)")
      ->one_of({"dutch", "swiss", "roundrobin", "knockout", scheveningen});
  begin.app.add_option("--rounds", begin.options.rounds, "Of a dutch or swiss event")->above_zero();
  begin.app
      .add_option("--accelerate", begin.options.accelerate,
                  "baku: the better half has virtual points in the first rounds of a dutch event")
      ->one_of({"baku"});
  add_half_byes(begin.app, begin.options.half_byes,
                "How many half-point byes everybody may have, also for rounds missed before "
                "a late entry (any that are asked for in time)");
  begin.app.add_option("--cycles", begin.options.cycles, "How often all meet in a roundrobin (1)")
      ->range(1, 10);
  begin.app.add_option("--games", begin.options.games, "Of a match in a knockout (1)")
      ->range(1, 100);
  begin.app.add_flag("--third-place", begin.options.third_place,
                     "In a knockout, those who lost in the semi-finals meet");
  begin.app
      .add_option("--boards", begin.options.boards,
                  "Teams play, matches of so many boards; a scheveningen has as many rounds")
      ->range(1, 100);
  begin.options.players.add_to(begin.app, "--players",
                               "A table of those who enter (CSV), as 'otb enter --from' reads");
  add_tie_breaks(begin.app, begin.options.tie_breaks,
                 "What decides between equal points, e.g. BH-C1,BH,SB,DE (the system's "
                 "own, see 'schiri help otb')");
  begin.app.add_option("--place", head.place, "Where");
  begin.app.add_option("--date", head.date, "When: 2026.11.21 or 2026-11-21 (today)");
}

}  // namespace schiri::cli
