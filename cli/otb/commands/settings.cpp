#include <algorithm>
#include <optional>
#include <tuple>

#include "cli/input/filter_options.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/otb/commands/entry_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/print/console.h"
#include "core/base/date.h"
#include "core/tournament/systems.h"
#include "notation/text/point_system.h"

namespace schiri::cli {

namespace {

/// Texts on the event and the dates of its rounds. An empty text removes the present one.
struct HeadOptions {
  std::array<std::optional<std::string>, otb::head_fields.size()> texts;  ///< of head_fields
  std::vector<std::string> round_dates;

  /// Adds `--name`, `--place`, ... and `--round-date`.
  void add_to(Command& command);
  /// Sets what was given. Throws InputError.
  void apply_to(otb::EventHead& head) const;
  /// Was any given?
  bool is_given() const;
  /// Those that differ from the present ones. Throws InputError.
  otb::act::Set changes(const otb::EventHead& known) const;
};

/// Names the option in an error of its value.
template <class Read>
auto read_for_option(const std::string& option, const Read& read) {
  try {
    return read();
  } catch (const otb::EventError& error) {
    throw InputError(message("{0}: {1}", option, error.message()));
  }
}

}  // namespace

void HeadOptions::add_to(Command& command) {
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    command.add_option(field.option, texts[i], field.about)->type_name(field.metavariable);
  }
  command
      .add_option("--round-date", round_dates,
                  "Set the date and time of a round: '3=2026-11-21 14:30' (repeatable)")
      ->type_name("N=DATE");
}

void HeadOptions::apply_to(otb::EventHead& head) const {
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    if (!texts[i]) continue;
    std::string text = *texts[i];
    if (field.is_day && !text.empty()) text = require_date(field.option, text).text();
    head.*field.text = read_for_option(field.option, [&] { return read_head_field(field, text); });
  }
  if (head.name.empty()) throw InputError(message("--name: an event needs a name"));
  for (const std::string& text : round_dates) {
    read_for_option("--round-date", [&] { read_round_time(text, head.schedule); });
  }
}

bool HeadOptions::is_given() const {
  return !round_dates.empty() ||
         std::any_of(texts.begin(), texts.end(), [](const auto& text) { return text.has_value(); });
}

otb::act::Set HeadOptions::changes(const otb::EventHead& known) const {
  otb::EventHead head = known;
  apply_to(head);
  otb::act::Set set;
  for (const otb::HeadField& field : otb::head_fields) {
    if (head.*field.text != known.*field.text) set.texts.emplace_back(&field, head.*field.text);
  }
  const std::uint64_t rounds = std::max(head.schedule.size(), known.schedule.size());
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    const otb::RoundTime at = head.time_of(round);
    if (at != known.time_of(round)) set.schedule.emplace_back(round, at);
  }
  return set;
}

namespace {

struct NewEventOptions {
  std::string file;
  std::string game;
  std::string variant;
  HeadOptions head;
  std::string system = "dutch";
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::uint64_t cycles = 1;
  std::uint64_t games = 1;
  bool third_place = false;
  std::string points;
  std::string tie_breaks;
  PlayerSource players;
};

/// The values of --points. Throws InputError.
PointSystem points_of(const std::string& text) {
  return read_for("--points", [&] { return read_point_system(text); });
}

bool is_paired_by_points(System system) {
  return system == System::swiss || system == System::dutch;
}

/// Throws InputError for options of other systems.
void require_fitting(const NewEventOptions& options, System system) {
  const std::tuple<bool, bool, const char*, Message> settings[] = {
      {options.half_byes.has_value(), is_paired_by_points(system), "--half-byes",
       message("{0} or {1}", "dutch", "swiss")},
      {options.cycles != 1, system == System::round_robin, "--cycles", "round-robin"},
      {options.games != 1, system == System::knockout, "--games", "knockout"},
      {options.third_place, system == System::knockout, "--third-place", "knockout"}};
  for (const auto& [is_told, fits, option, systems] : settings) {
    if (is_told && !fits) {
      throw InputError(message("{0}: only with --system {1}", option, systems));
    }
  }
}

otb::Terms terms_of(const NewEventOptions& options, System system) {
  otb::Terms terms{system, options.rounds};
  terms.half_byes = options.half_byes;
  terms.cycles = options.cycles;
  terms.games = options.games;
  terms.third_place = options.third_place;
  if (!options.points.empty()) terms.points = points_of(options.points);
  if (!options.tie_breaks.empty()) terms.tie_breaks = tie_breaks_of(options.tie_breaks);
  return terms;
}

ExitStatus run_otb_new(const NewEventOptions& options) {
  require_game(options.game);
  otb::EventHead head;
  head.game = options.game;
  head.variant = options.variant;
  complete_game(head);
  options.head.apply_to(head);
  if (head.date.empty()) head.date = local_date();
  const System system = *find_system(options.system);
  if (is_paired_by_points(system) && options.rounds == 0) {
    throw InputError(message("--rounds is required for a Swiss event"));
  }
  require_fitting(options, system);
  const otb::Terms terms = terms_of(options, system);
  auto players = options.players.read_table();
  const std::string ratings = options.players.ratings.database();
  if (!ratings.empty()) add_ratings(players, options.players.ratings, head.game, head.variant, {});
  // A player who cannot enter is reported before the file is made.
  otb::Event trial(terms);
  for (const Message& note : number_namesakes(players, trial)) print_note(note);
  warn_of_similar(players, trial, options.file);
  std::vector<otb::Act> acts = {otb::act::Begin{head, terms}};
  for (const otb::Entry& player : players) {
    acts.emplace_back(otb::act::Enter{player});
    trial.enter(std::get<otb::act::Enter>(acts.back()).entry);
  }
  otb::Journal::create(options.file, acts, helper_name());
  if (!players.empty()) console::out << translated(count_entered(trial)) << '\n';
  return ExitStatus::done;
}

struct SetEventOptions {
  std::string file;
  HeadOptions head;
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::string points;
  std::string tie_breaks;
};

ExitStatus run_otb_set(const SetEventOptions& options) {
  if (!options.head.is_given() && options.rounds == 0 && !options.half_byes &&
      options.points.empty() && options.tie_breaks.empty()) {
    std::vector<Message> options_of_head;
    for (const otb::HeadField& field : otb::head_fields) options_of_head.emplace_back(field.option);
    throw InputError(message(
        "nothing to change: specify --rounds, --half-byes, --points, --tie-breaks, --round-date, "
        "{0}",
        any_of(options_of_head)));
  }
  otb::Journal journal = open_to_change(options.file);
  const otb::Terms& terms = journal.event().terms();
  otb::act::Set set = options.head.changes(journal.head());
  if (options.rounds > 0 && options.rounds != terms.rounds) set.rounds = options.rounds;
  if (options.half_byes && options.half_byes != terms.half_byes) set.half_byes = options.half_byes;
  if (!options.tie_breaks.empty()) {
    auto tie_breaks = tie_breaks_of(options.tie_breaks);
    if (tie_breaks != terms.tie_breaks) set.tie_breaks = std::move(tie_breaks);
  }
  if (!options.points.empty()) {
    const PointSystem points = points_of(options.points);
    if (points != terms.points) set.points = points;
  }
  if (set.empty()) {
    print_note(message("nothing to change: the event has these settings already"));
    return ExitStatus::done;
  }
  journal.add(set);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_settings(OtbCommands& commands) {
  const auto begin =
      commands.add("new", "Create an event in a new file",
                   "new cup.otb --name 'Spring cup' --game creeper --rounds 5", run_otb_new);
  begin.options.head.add_to(begin.app);
  begin.app.get_option("--name")->required();
  add_game(begin.app, "--game", begin.options.game, "Set the game, see 'schiri games' (required)");
  add_variant(begin.app, "--variant", begin.options.variant, "Set the variant (standard)");
  begin.app
      .add_option("--system", begin.options.system, "Set the system (dutch, FIDE's Swiss system)")
      ->one_of({"dutch", "swiss", "round-robin", "knockout"});
  begin.app
      .add_option("--rounds", begin.options.rounds, "Set the rounds of a dutch or swiss event")
      ->above_zero();
  begin.app
      .add_option("--half-byes", begin.options.half_byes,
                  "Allow each player N half-point byes (no limit)")
      ->range(0, 1000);
  begin.app
      .add_option("--cycles", begin.options.cycles,
                  "Let all players of a round-robin meet N times (1)")
      ->range(1, 10);
  begin.app
      .add_option("--games", begin.options.games, "Set the games of a match in a knockout (1)")
      ->range(1, 100);
  begin.app.add_flag("--third-place", begin.options.third_place,
                     "In a knockout: let the losers of the semi-finals meet");
  begin.options.players.add_to(begin.app, "Enter the players of this CSV file ('schiri help otb')");
  begin.app
      .add_option("--points", begin.options.points, "Set the points: 3-1-0, 3-1-0,bye=1 (1-0.5-0)")
      ->type_name("POINTS");
  begin.app
      .add_option("--tie-breaks", begin.options.tie_breaks,
                  "Set the tie-breaks: BH-C1,BH,SB,DE (those of the system)")
      ->type_name("LIST");
  const auto set = commands.add("set", "Change settings of the event: rounds, dates, arbiters, ...",
                                "set cup.otb --rounds 7", run_otb_set);
  set.app.add_option("--rounds", set.options.rounds, "Set the rounds of a dutch or swiss event")
      ->above_zero();
  set.app
      .add_option("--half-byes", set.options.half_byes,
                  "Allow each player N half-point byes from now on")
      ->range(0, 1000);
  set.app
      .add_option("--points", set.options.points,
                  "Set the points, in a Swiss before round 2 is paired: 3-1-0")
      ->type_name("POINTS");
  set.app.add_option("--tie-breaks", set.options.tie_breaks, "Set the tie-breaks: DE,WIN,SB")
      ->type_name("LIST");
  set.options.head.add_to(set.app);
}

}  // namespace schiri::cli
