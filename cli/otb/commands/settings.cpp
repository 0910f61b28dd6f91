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

/// The settings that a new event has, and that change it. An empty text removes the present one.
struct SettingOptions {
  std::array<std::optional<std::string>, otb::head_fields.size()> texts;  ///< of head_fields
  std::vector<std::string> round_dates;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> half_byes;
  std::string points;
  std::string tie_breaks;

  void add_to(Command& command);
  /// Sets what was given. Throws InputError.
  void apply_to(otb::EventHead& head, otb::Terms& terms) const;
  /// Was any given?
  bool is_given() const;
  /// Those that differ from the present ones. Throws InputError.
  otb::act::Set changes(const otb::EventHead& head, const otb::Terms& terms) const;
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

void SettingOptions::add_to(Command& command) {
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    command.add_option(field.option, texts[i], field.about)->type_name(field.metavariable);
  }
  command
      .add_option("--round-date", round_dates,
                  "Set the date and time of a round: '3=2026-11-21 14:30' (repeatable)")
      ->type_name("N=DATE");
  command.add_option("--rounds", rounds, "Set the rounds of a Swiss event")->above_zero();
  command.add_option("--half-byes", half_byes, "Allow each player N half-point byes (no limit)")
      ->range(0, 1000);
  command
      .add_option("--points", points,
                  "Set the points, in a Swiss before round 2 is paired: 3-1-0,bye=1 (1-0.5-0)")
      ->type_name("POINTS");
  add_tie_breaks(command, tie_breaks, "Set the tie-breaks: BH-C1,BH,SB,DE (those of the system)");
}

void SettingOptions::apply_to(otb::EventHead& head, otb::Terms& terms) const {
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
  if (rounds) terms.rounds = *rounds;
  if (half_byes) terms.half_byes = half_byes;
  if (!points.empty()) {
    terms.points = read_for("--points", [&] { return read_point_system(points); });
  }
  if (!tie_breaks.empty()) terms.tie_breaks = tie_breaks_of(tie_breaks);
}

bool SettingOptions::is_given() const {
  return rounds || half_byes || !points.empty() || !tie_breaks.empty() || !round_dates.empty() ||
         std::any_of(texts.begin(), texts.end(), [](const auto& text) { return text.has_value(); });
}

otb::act::Set SettingOptions::changes(const otb::EventHead& known,
                                      const otb::Terms& known_terms) const {
  otb::EventHead head = known;
  otb::Terms terms = known_terms;
  apply_to(head, terms);
  otb::act::Set set;
  for (const otb::HeadField& field : otb::head_fields) {
    if (head.*field.text != known.*field.text) set.texts.emplace_back(&field, head.*field.text);
  }
  const std::uint64_t dated = std::max(head.schedule.size(), known.schedule.size());
  for (std::uint64_t round = 1; round <= dated; ++round) {
    const otb::RoundTime at = head.time_of(round);
    if (at != known.time_of(round)) set.schedule.emplace_back(round, at);
  }
  if (terms.rounds != known_terms.rounds) set.rounds = terms.rounds;
  if (terms.half_byes != known_terms.half_byes) set.half_byes = terms.half_byes;
  if (terms.points != known_terms.points) set.points = terms.points;
  if (terms.tie_breaks != known_terms.tie_breaks) set.tie_breaks = terms.tie_breaks;
  return set;
}

struct NewEventOptions {
  std::string file;
  std::string game;
  std::string variant;
  std::string system = "dutch";
  std::uint64_t cycles = 1;
  std::uint64_t games = 1;
  bool third_place = false;
  SettingOptions settings;
  PlayerSource players;
};

/// The rules of a new event. Throws InputError for options of other systems.
otb::Terms terms_of(const NewEventOptions& options) {
  const System system = *find_system(options.system);
  if (system == System::dutch && !options.settings.rounds) {
    throw InputError(message("--rounds is required for a Swiss event"));
  }
  const std::tuple<bool, System, const char*> settings[] = {
      {options.settings.half_byes.has_value(), System::dutch, "--half-byes"},
      {options.cycles != 1, System::round_robin, "--cycles"},
      {options.games != 1, System::knockout, "--games"},
      {options.third_place, System::knockout, "--third-place"}};
  for (const auto& [is_told, its, option] : settings) {
    if (!is_told || system == its) continue;
    throw InputError(message("{0}: only with --system {1}", option, system_name(its)));
  }
  otb::Terms terms{system};
  terms.cycles = options.cycles;
  terms.games = options.games;
  terms.third_place = options.third_place;
  return terms;
}

ExitStatus run_otb_new(const NewEventOptions& options) {
  require_game(options.game);
  otb::EventHead head;
  head.game = options.game;
  head.variant = options.variant;
  complete_game(head);
  otb::Terms terms = terms_of(options);
  options.settings.apply_to(head, terms);
  if (head.date.empty()) head.date = local_date();
  auto players = options.players.read_table();
  // A player who cannot enter is reported before the file is made.
  otb::Event trial(terms);
  for (const Message& note : number_namesakes(players, trial)) print_note(note);
  for (const Message& note : long_name_notes(names_of(players))) print_note(note);
  warn_of_similar(players, trial, options.file);
  std::vector<otb::Act> acts = {otb::act::Begin{head, terms}};
  for (const otb::Entry& player : players) {
    acts.emplace_back(otb::act::Enter{player});
    trial.enter(std::get<otb::act::Enter>(acts.back()).entry);
  }
  otb::Journal::create(options.file, acts, helper_name());
  if (!players.empty()) say(console::out, count_entered(trial));
  return ExitStatus::done;
}

struct SetEventOptions {
  std::string file;
  SettingOptions settings;
};

ExitStatus run_otb_set(const SetEventOptions& options) {
  if (!options.settings.is_given()) {
    std::vector<Message> options_of_head;
    for (const otb::HeadField& field : otb::head_fields) options_of_head.emplace_back(field.option);
    throw InputError(message(
        "nothing to change: specify --rounds, --half-byes, --points, --tie-breaks, --round-date, "
        "{0}",
        any_of(options_of_head)));
  }
  otb::Journal journal = open_to_change(options.file);
  const otb::act::Set set = options.settings.changes(journal.head(), journal.event().terms());
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
                   "cup.otb --name 'Spring cup' --game creeper --rounds 5", run_otb_new);
  add_game(begin.command, "--game", begin.options.game,
           "Set the game, see 'schiri games' (required)");
  add_variant(begin.command, "--variant", begin.options.variant, "Set the variant (standard)");
  begin.command
      .add_option("--system", begin.options.system, "Set the system (dutch, FIDE's Swiss system)")
      ->one_of({"dutch", "round-robin", "knockout"});
  begin.command
      .add_option("--cycles", begin.options.cycles,
                  "Let all players of a round-robin meet N times (1)")
      ->range(1, 10);
  begin.command
      .add_option("--games", begin.options.games, "Set the games of a match in a knockout (1)")
      ->range(1, 100);
  begin.command.add_flag("--third-place", begin.options.third_place,
                         "In a knockout: let the losers of the semi-finals meet");
  begin.options.settings.add_to(begin.command);
  begin.command.get_option("--name")->required();
  begin.options.players.add_to(begin.command,
                               "Enter the players of this CSV file ('schiri help otb')");
  const auto set = commands.add("set", "Change settings of the event: rounds, dates, arbiters, ...",
                                "cup.otb --rounds 7", run_otb_set);
  set.options.settings.add_to(set.command);
}

}  // namespace schiri::cli
