#include "cli/tournament/tune.h"

#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/line/defaults.h"
#include "cli/print/output_file.h"
#include "cli/tournament/configuration.h"
#include "cli/tournament/results/tune_table.h"
#include "cli/tournament/run.h"
#include "cli/tournament/setting_options.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/tournament/spsa_plan.h"
#include "core/tournament/systems.h"
#include "db/tournament/settings_file.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/stored_tune.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct TuneOptions {
  TournamentOptions event;
  std::vector<std::string> tuned;
  std::optional<double> accuracy;  ///< Elo
  double step_elo = 3;
  bool resume = false;
  bool dry_run = false;
  std::string event_file;  ///< written instead of playing
};

constexpr double usual_accuracy = 5;

/// Each option, whether number or word, counts as one; the distance is the largest of all options.
SpsaModel model_of(const std::vector<TunedOption>& options, const SpsaGains& gains,
                   double step_elo) {
  SpsaModel model{options.size(), step_elo, 1, gains};
  for (const TunedOption& option : options) {
    if (!option.choices.empty()) continue;
    const double c_end = spsa_steps(option, gains, 1).c_end;
    model.distance = std::max(model.distance, (option.most - option.least) / 2 / c_end);
  }
  return model;
}

std::string elo_text(double elo) { return significant_text(elo, 3) + " Elo"; }

/// Sets the number of pairs and the steps unless they are given. Returns the expected accuracy, as
/// a sentence.
std::string plan(TuneOptions& options) {
  db::TournamentSettings& settings = options.event.settings;
  if (options.accuracy && settings.rounds) {
    throw InputError(
        "--accuracy and --rounds both determine the number of games; specify only one");
  }
  const double accuracy = options.accuracy.value_or(usual_accuracy);
  if (!(accuracy > 0) || !(options.step_elo > 0)) {
    throw InputError("--accuracy and --step-elo: expected a number above 0");
  }
  const TournamentConfig config = configured(settings);
  const auto& tuning = *config.tuning;
  const SpsaModel model = model_of(tuning.options, tuning.gains, options.step_elo);
  const auto planned = settings.rounds
                           ? best_spsa_plan(model, std::max<std::uint64_t>(*settings.rounds, 1))
                           : plan_spsa(model, accuracy);
  if (!planned) {
    throw InputError(
        "--accuracy: " + elo_text(accuracy) + " would take more than " +
        std::to_string(Spsa::most_rounds) +
        " pairs of games; tune fewer options, or specify larger steps (c_end) or a lower accuracy");
  }
  if (!settings.rounds) settings.rounds = planned->pairs;
  const bool is_told = settings.spsa && settings.spsa->find("r_end") != std::string::npos;
  if (!is_told) {
    SpsaGains gains = tuning.gains;
    gains.r_end = planned->r_end;
    settings.spsa = write_spsa_gains(gains);
  }
  if (!settings.batch) {
    settings.batch = std::clamp<std::uint64_t>(planned->pairs / 20, 1, Tuning{}.batch);
  }
  if (!settings.proof) settings.proof = "elo0=0,elo1=" + significant_text(2 * accuracy, 6);
  return "with 95 % probability the values end within " +
         elo_text(spsa_loss(model, planned->pairs, is_told ? tuning.gains.r_end : planned->r_end)) +
         " of the best, if a distance of c_end from the best costs " + elo_text(options.step_elo);
}

/// Sets the system and the tuned options.
void take_tuned(TuneOptions& options) {
  db::TournamentSettings& settings = options.event.settings;
  std::string all;
  for (const std::string& option : options.tuned) all += (all.empty() ? "" : "; ") + option;
  settings.tune = all;
  settings.system = system_name(System::spsa);
}

void require_described(const TuneOptions& options) {
  if (options.event.bots.size() != 1) {
    throw InputError("specify exactly one --bot, whose options are tuned");
  }
  if (options.tuned.empty()) {
    throw InputError(
        "--option is required for each option to tune, for example --option \"width=6[2,16]\"");
  }
}

/// The tune of a database, by its name, or the only one. Throws InputError.
db::StoredEvent choose_tune(const db::Store& store, const std::optional<std::string>& name) {
  if (name) {
    const db::StoredEvent event = choose_tournament(store, name);
    if (db::config_of(store, event).tuning) return event;
    throw InputError("--event: '" + printable(*name) + "' is not a tune");
  }
  auto events = db::stored_events(store);
  std::erase_if(events, [&](const db::StoredEvent& event) {
    return !event.was_played_here() || !db::config_of(store, event).tuning;
  });
  if (events.size() == 1) return events.front();
  throw InputError(store.path() + (events.empty()
                                       ? " has no tune to continue"
                                       : " has several tunes; specify one with --event"));
}

/// Completes the settings from a stored tune.
void take_stored(TournamentOptions& options) {
  db::TournamentSettings& settings = options.settings;
  const auto& path = settings.db ? settings.db : defaults().database;
  if (!path) throw InputError("--resume: specify the database of the tune with --db FILE");
  const db::Store store(*path, db::Store::Mode::read);
  const db::StoredEvent event = choose_tune(store, settings.event);
  options.trust.ask(commands_of(store, event, db::config_of(store, event)));
  db::TournamentSettings stored = db::stored_settings(store, event);
  if (!stored.max_turns) stored.max_turns = 0;
  settings.complete_from(stored);
}

/// The settings of a test of the tuned values against the start, from openings that the tune has
/// not used.
db::TournamentSettings proof_of(const db::Store& store, const db::StoredEvent& event,
                                const std::vector<std::string>& values,
                                const db::TournamentSettings& told) {
  const TournamentConfig config = db::config_of(store, event);
  db::TournamentSettings proof = db::stored_settings(store, event);
  const std::string name = tuned_name(config.bots.front());
  const auto start = db::start_values(*config.tuning);
  proof.bots = {db::tournament_bot(bot_spec_text(db::tuned_bot(config, values, name + " tuned"))),
                db::tournament_bot(bot_spec_text(db::tuned_bot(config, start, name + " start")))};
  proof.system = system_name(System::match);
  proof.sprt = write_sprt_options(*config.tuning->proof);
  proof.event = config.name + ": proof";
  proof.seed = config.seed + 1;
  proof.tune.reset();
  proof.spsa.reset();
  proof.batch.reset();
  proof.proof.reset();
  proof.rounds.reset();
  if (!proof.max_turns) proof.max_turns = 0;
  auto& openings = proof.opening_list;
  if (!openings.empty()) {
    const auto used = static_cast<std::ptrdiff_t>(config.rounds % openings.size());
    std::rotate(openings.begin(), openings.begin() + used, openings.end());
    if (config.rounds >= openings.size()) {
      std::cerr << "schiri: note: the tune has used all " << counted(openings.size(), "opening")
                << "; the proof uses them again\n";
    }
  }
  proof.db = told.db;
  proof.threads = told.threads;
  proof.processors = told.processors;
  proof.durable = told.durable;
  proof.force = told.force;
  proof.log = told.log;
  proof.trace = told.trace;
  return proof;
}

std::string values_text(const TournamentConfig& config, const std::vector<std::string>& values) {
  BotKeys keys;
  for (std::size_t i = 0; i < values.size(); ++i) {
    keys.emplace_back("option." + config.tuning->options[i].name, values[i]);
  }
  return bot_keys_text(keys);
}

/// Reports whether the tuned values are a gain; `proven`: the status of the test.
ExitStatus report(ExitStatus proven, const std::string& values) {
  if (proven == ExitStatus::done) {
    std::cout << "a gain: " << printable(values, 4096) << '\n';
  } else if (proven == ExitStatus::wrong) {
    std::cout << "no gain: the test did not find " << printable(values, 4096)
              << " stronger than the start\n";
  }
  return proven;
}

ExitStatus prove(const db::TournamentSettings& told, CommandTrust trust) {
  TournamentOptions options;
  std::string text;
  {
    const auto& path = told.db ? told.db : defaults().database;
    const db::Store store(*path, db::Store::Mode::read);
    const db::StoredEvent event = choose_tune(store, told.event);
    const TournamentConfig config = db::config_of(store, event);
    if (event.shards > 1) return ExitStatus::done;
    const auto values = db::stored_tune(store, event, config).values();
    text = values_text(config, values);
    if (values == db::start_values(*config.tuning)) {
      std::cout << "no gain: the values have returned to the start\n";
      return ExitStatus::wrong;
    }
    if (!config.tuning->proof) return ExitStatus::done;
    trust.ask(commands_of(store, event, config));
    options.settings = proof_of(store, event, values, told);
  }
  return report(run_tournament(std::move(options), true), text);
}

/// Writes the tournament as a file, to be played in parts.
void write_tournament(const std::string& path, const TournamentConfig& config) {
  OutputFile file(path);
  file.stream() << db::config_json(config) << '\n';
  file.commit();
}

ExitStatus tune(TuneOptions options) {
  db::TournamentSettings& settings = options.event.settings;
  const bool is_described = settings.game || !options.event.bots.empty() || !options.tuned.empty();
  if (!is_described && !options.resume) throw InputError(missing_game_message());
  if (is_described) {
    require_described(options);
    take_tuned(options);
    TournamentOptions described = options.event;
    described.complete();
    TuneOptions planned = options;
    planned.event.settings = described.settings;
    const std::string expected = plan(planned);
    for (const auto member : {&db::TournamentSettings::spsa, &db::TournamentSettings::proof}) {
      settings.*member = planned.event.settings.*member;
    }
    settings.rounds = planned.event.settings.rounds;
    settings.batch = planned.event.settings.batch;
    const TournamentConfig config = configured(planned.event.settings);
    const Contest contest(config);
    auto& out = options.dry_run ? std::cout : std::cerr;
    TuneTable(Spsa(*config.tuning, config.rounds, config.seed)).print_plan(out);
    out << expected << '\n';
    if (!options.event_file.empty()) write_tournament(options.event_file, config);
    if (options.dry_run || !options.event_file.empty()) return ExitStatus::done;
    settings.event = config.name;
    options.event.trust.remember(config);
  } else {
    take_stored(options.event);
  }
  const db::TournamentSettings told = settings;
  const CommandTrust trust = options.event.trust;
  const ExitStatus status = run_tournament(std::move(options.event), options.resume);
  return status == ExitStatus::done ? prove(told, trust) : status;
}

}  // namespace

void add_tune(Command& app, ExitStatus& status) {
  auto options = std::make_shared<TuneOptions>();
  db::TournamentSettings& settings = options->event.settings;
  Command* command = app.add_subcommand("tune", "Tune the options of a bot, and test the gain");
  command->footer(
      "Example, two options of a built-in bot; the plan first, then the games:\n"
      "  schiri tune --game creeper --bot \"mcts nodes=200\" --option \"exploration=100[20,300]\" "
      "--dry-run\n"
      "Manual: schiri help learning");
  add_settings(*command, settings, {db::SettingGroup::game});
  command->add_option("--bot", options->event.bots, "Tune this bot")->repeatable();
  command
      ->add_option("--option", options->tuned,
                   "Tune this option, or NAME=WORD[WORD|...], with :c_end=C,r_end=R")
      ->type_name("NAME=START[LEAST,MOST]")
      ->repeatable();
  command
      ->add_option("--accuracy", options->accuracy,
                   "Set the expected distance from the best values (5)")
      ->type_name("ELO");
  add_setting(*command, settings, "rounds", "Play N pairs of games, instead of --accuracy");
  command
      ->add_option("--step-elo", options->step_elo,
                   "Set the assumed loss at a distance of c_end from the best (3)")
      ->type_name("ELO");
  for (const char* key : {"spsa", "batch", "proof"}) add_setting(*command, settings, key);
  add_setting(*command, settings, "each");
  add_setting(*command, settings, "presets");
  add_settings(*command, settings, {db::SettingGroup::openings});
  for (const char* key : {"max-turns", "resign", "draw", "watchdog"}) {
    add_setting(*command, settings, key);
  }
  add_settings(*command, settings, {db::SettingGroup::playing});
  options->event.trust.add_to(*command);
  command->add_flag("--resume", options->resume,
                    "Resume the tune of --db, without further options");
  command
      ->add_option("--write", options->event_file,
                   "Write a file for 'tournament submit' instead of playing")
      ->type_name("FILE");
  command->add_flag("--dry-run", options->dry_run, "Show the plan, without playing");
  command->callback([options, &status] { status = tune(*options); });
}

}  // namespace schiri::cli
