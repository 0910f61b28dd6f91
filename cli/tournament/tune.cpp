
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "cli/line/defaults.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/tune_table.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/spsa.h"
#include "core/tournament/systems.h"
#include "core/tournament/tuning.h"
#include "core/ugi/players.h"
#include "db/tournament/settings.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct TuneOptions {
  TournamentOptions event;
  std::vector<std::string> tuned;
  std::optional<std::uint64_t> games;
  PartOptions part = {};
  Format format = Format::text;
  std::optional<double> accuracy;  ///< Elo
  double step_elo = 3;
  bool resume = false;
  bool dry_run = false;
  std::string event_file;  ///< written instead of playing
};

/// Words have no slope that shows the way, so the same accuracy would take many more games.
constexpr double usual_accuracy = 5, usual_accuracy_of_words = 20;

/// The distance is the largest of all numbers.
SpsaModel model_of(const Tuning& tuning, double step_elo) {
  SpsaModel model{0, step_elo, 1, tuning.gains};
  for (const TunedOption& option : tuning.options) {
    if (!option.choices.empty()) {
      ++model.word_options;
      model.most_words = std::max(model.most_words, option.choices.size());
      continue;
    }
    ++model.options;
    const double c_end = spsa_steps(option, tuning.gains, 1).c_end;
    model.distance = std::max(model.distance, (option.most - option.least) / 2 / c_end);
  }
  return model;
}

/// Numbers that cost little at the start, by the model, are tuned to half of that.
double default_accuracy(const SpsaModel& model) {
  if (model.word_options > 0) return usual_accuracy_of_words;
  return std::min(usual_accuracy, start_loss(model) / 2);
}

Message elo_message(double elo) { return message("{0} Elo", Decimal{significant_text(elo, 3)}); }

/// Sets the number of pairs and the steps unless they are given. Returns the expected accuracy, as
/// a sentence.
Message plan(TuneOptions& options) {
  db::TournamentSettings& settings = options.event.settings;
  if (!(options.accuracy.value_or(1) > 0) || !(options.step_elo > 0)) {
    throw InputError(message("--accuracy and --step-elo: expected a number above 0"));
  }
  const TournamentConfig config = configured(settings);
  const auto& tuning = *config.tuning;
  const SpsaModel model = model_of(tuning, options.step_elo);
  const double accuracy = options.accuracy.value_or(default_accuracy(model));
  if (options.accuracy && model.word_options == 0 && accuracy >= start_loss(model)) {
    throw InputError(
        message("--accuracy: without a game the values are within {0} of the best, if a distance "
                "of c_end from the best costs {1} (--step-elo); specify a lower accuracy",
                elo_message(start_loss(model)), elo_message(options.step_elo)));
  }
  const auto rounds = settings.count("rounds");
  const auto planned = rounds ? best_spsa_plan(model, std::max<std::uint64_t>(*rounds, 1))
                              : plan_spsa(model, accuracy);
  if (!planned) {
    throw InputError(
        message("--accuracy: {0} would take more than {1} pairs of games; tune fewer options, or "
                "specify larger steps (c_end) or a lower accuracy",
                elo_message(accuracy), Spsa::most_rounds));
  }
  if (!rounds) settings.set("rounds", planned->pairs);
  const bool is_told = settings.text("spsa").value_or("").find("r_end") != std::string::npos;
  if (!is_told) {
    SpsaGains gains = tuning.gains;
    gains.r_end = planned->r_end;
    settings.set("spsa", write_spsa_gains(gains));
  }
  if (!settings.has("batch")) {
    settings.set("batch", std::clamp<std::uint64_t>(planned->pairs / 20, 1, Tuning{}.batch));
  }
  if (!settings.has("proof")) {
    settings.set("proof", "elo0=0,elo1=" + significant_text(2 * accuracy, 6));
  }
  const Message loss =
      elo_message(spsa_loss(model, planned->pairs, is_told ? tuning.gains.r_end : planned->r_end));
  if (model.options == 0) {
    return message("with 95 % probability the values end within {0} of the best", loss);
  }
  return message(
      "with 95 % probability the values end within {0} of the best, if a distance of c_end from "
      "the best costs {1}",
      loss, elo_message(options.step_elo));
}

/// The tuned options in their complete form, with the start of those that have none.
std::vector<TunedOption> tuned_options(const TuneOptions& options) {
  db::TournamentSettings settings = options.event.settings;
  settings.erase(db::SettingPurpose::plan);
  settings.bots = {db::tournament_bot(options.event.bots.front())};
  const TournamentConfig config = configured(settings);
  const auto start = option_values(config.bots.front(), config.watchdog);
  try {
    return parse_tuned_options(join(options.tuned, "; "), start);
  } catch (const std::invalid_argument& error) {
    throw InputError(message("--option: {0}", printable(message_of(error), 500)));
  }
}

/// A bot's description without the tuned options whose values are the start of the tune.
std::string without_tuned(const std::string& bot, const std::vector<TunedOption>& tuned) {
  const BotSpec spec = db::tournament_bot(bot);
  BotKeys keys = given_keys(spec);
  const auto is_tuned = [&](const auto& key) {
    return std::any_of(tuned.begin(), tuned.end(), [&](const TunedOption& option) {
      return key.first == "option." + option.name && key.second == value_text(option, option.start);
    });
  };
  if (std::erase_if(keys, is_tuned) == 0) return bot;
  return spec.builtin + (spec.builtin.empty() ? "" : " ") + bot_keys_text(keys);
}

/// Sets the system, the tuned options and the number of pairs.
void take_tuned(TuneOptions& options) {
  db::TournamentSettings& settings = options.event.settings;
  const std::vector<TunedOption> tuned = tuned_options(options);
  settings.set("tune", write_tuned_options(tuned));
  options.event.bots.front() = without_tuned(options.event.bots.front(), tuned);
  settings.set("system", std::string(system_name(System::spsa)));
  if (!options.games) return;
  if (*options.games < 2 || *options.games % 2 != 0) {
    throw InputError(
        message("--games: expected an even number from 2 on, because games come in pairs"));
  }
  settings.set("rounds", *options.games / 2);
}

void require_described(const TuneOptions& options) {
  if (!options.event.settings.has("game"))
    throw InputError(message("GAME is required: the game, see 'schiri games'"));
  if (options.event.bots.size() != 1) {
    throw InputError(message("specify exactly one --bot, whose options are tuned"));
  }
  if (options.tuned.empty()) {
    throw InputError(
        message("--option is required for each option to tune, for example --option width=2..16"));
  }
}

/// The tune of a database, by its name, or the only one. Throws InputError.
db::StoredTournament choose_tune(const db::Store& store, const std::optional<std::string>& name) {
  if (name) {
    const db::StoredTournament event = choose_tournament(store, name);
    if (db::config_of(store, event).tuning) return event;
    throw InputError(message("--event: '{0}' is not a tune", printable(*name)));
  }
  auto events = db::stored_tournaments(store);
  std::erase_if(events, [&](const db::StoredTournament& event) {
    return !db::config_of(store, event).tuning;
  });
  if (events.size() == 1) return events.front();
  throw InputError(events.empty()
                       ? message("{0} has no tune to continue", store.path())
                       : message("{0} has several tunes; specify one with --event", store.path()));
}

/// Completes the settings from a stored tune.
void take_stored(TournamentOptions& options) {
  db::TournamentSettings& settings = options.settings;
  const auto path = settings.has("db") ? settings.text("db") : defaults().database;
  if (!path) throw InputError(message("--resume: specify the database of the tune with --db FILE"));
  const db::Store store(*path, db::Store::Mode::read);
  const db::StoredTournament event = choose_tune(store, settings.text("event"));
  settings.set("event", event.name);
  options.trust.ask(commands_of(store, event, db::config_of(store, event)));
  settings.complete_from(db::stored_settings(store, event));
}

std::string proof_name(const std::string& tune) { return tune + ": proof"; }

/// The settings of a test of the tuned values against the start, from openings that the tune has
/// not used.
db::TournamentSettings proof_of(const db::Store& store, const db::StoredTournament& event,
                                const std::vector<std::string>& values,
                                const db::TournamentSettings& told) {
  const TournamentConfig config = db::config_of(store, event);
  db::TournamentSettings proof = db::stored_settings(store, event);
  proof.erase(db::SettingPurpose::plan);
  const std::string name = tuned_name(config.bots.front());
  const auto start = db::start_values(*config.tuning);
  proof.bots = {db::tournament_bot(bot_spec_text(db::tuned_bot(config, values, name + " tuned"))),
                db::tournament_bot(bot_spec_text(db::tuned_bot(config, start, name + " start")))};
  proof.set("system", std::string(system_name(System::match)));
  proof.set("sprt", write_sprt_options(*config.tuning->proof));
  proof.set("event", proof_name(config.name));
  proof.set("seed", config.seed + 1);
  auto& openings = proof.opening_list;
  if (!openings.empty()) {
    const auto used = static_cast<std::ptrdiff_t>(config.rounds % openings.size());
    std::rotate(openings.begin(), openings.begin() + used, openings.end());
    if (config.rounds >= openings.size()) {
      print_note(
          message("the tune has used all {0} {0:opening|openings}; the proof uses them again",
                  openings.size()));
    }
  }
  for (const char* key : {"db", "threads", "cpu", "wait", "durable", "force", "log", "trace", "pgn",
                          "pgn-comments"}) {
    if (const auto* const value = told.find(key)) proof.set(key, *value);
  }
  return proof;
}

/// A tune and its proof, whose games go to one file of records.
std::vector<std::string> events_of(const std::string& tune) { return {tune, proof_name(tune)}; }

/// The end of a tune: its values, and what the test of them has found.
class TuneResult {
 public:
  std::vector<TunedOption> options;
  std::vector<std::string> values;
  bool has_moved = true;   ///< away from the start
  bool has_learnt = true;  ///< enough to find a difference that the proof would accept
  std::optional<SprtVerdict> verdict = {};

  std::string text() const {
    BotKeys keys;
    for (std::size_t i = 0; i < values.size(); ++i) {
      keys.emplace_back("option." + options[i].name, values[i]);
    }
    return printable(bot_keys_text(keys), 4096);
  }
  Json named_values() const {
    Json named = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
      named[options[i].name] = json_value(options[i], values[i]);
    }
    return named;
  }
  /// A figure of the test; null without one.
  Json figure(const char* key) const { return verdict ? verdict->json()[key] : Json(); }

 private:
  static Json json_value(const TunedOption& option, const std::string& text) {
    if (!option.choices.empty()) return text;
    return option.is_whole ? Json(*parse_number<std::int64_t>(text))
                           : Json(*parse_number<double>(text));
  }
};

const Columns<TuneResult>& result_columns() {
  using Row = const TuneResult&;
  static const Columns<TuneResult> columns = {
      {{"values", {}, Holds::map, "the tuned value of each option"},
       [](Row row) { return row.named_values(); }},
      {{"gain",
        {},
        Holds::rating,
        "Elo of the tuned values against the start; null without a test"},
       [](Row row) { return row.figure("elo"); }},
      {{"error", {}, Holds::rating, "half of its 95 % interval"},
       [](Row row) { return row.figure("error"); }},
      {{"decision", {}, Holds::text, "`H1`: the values are a gain; `H0`; null without a decision"},
       [](Row row) { return row.figure("decision"); }}};
  return columns;
}

/// Reports whether the tuned values are a gain; `proven`: the status of the test.
ExitStatus report(ExitStatus proven, const TuneResult& result, Format format) {
  if (format == Format::json) {
    write_line(console::out, result_columns().object(result));
  } else if (!result.has_moved) {
    say(console::out,
        result.has_learnt
            ? message("no gain: the values have returned to the start")
            : message("undecided: the values have returned to the start, but after so "
                      "few games others may be better; play more with --games"));
  } else if (result.verdict && proven == ExitStatus::done) {
    say(console::out, message("a gain: {0}", result.text()));
  } else if (proven == ExitStatus::wrong) {
    say(console::out,
        message("no gain: the test did not find {0} stronger than the start", result.text()));
  }
  return proven;
}

/// The verdict of the stored test.
std::optional<SprtVerdict> verdict_of(const std::string& db, const std::string& name) {
  const db::Store store(db, db::Store::Mode::read);
  const auto event = db::find_tournament(store, name);
  return event ? sprt_verdict(store, *event, db::stored_contest(store, *event)) : std::nullopt;
}

/// Were the games enough to find a difference that the proof of a tune would accept?
bool has_learnt(const TournamentConfig& config) {
  const Tuning& tuning = *config.tuning;
  const SpsaModel model = model_of(tuning, TuneOptions().step_elo);
  const double found = tuning.proof ? tuning.proof->elo1 : 2 * default_accuracy(model);
  return spsa_loss(model, config.rounds, tuning.gains.r_end) <= found;
}

/// Tests the tuned values against the start.
ExitStatus prove(const db::TournamentSettings& told, CommandTrust trust, Format format) {
  TournamentOptions options;
  TuneResult result;
  std::vector<std::string> events;
  const std::string path = require_db(told);
  {
    const db::Store store(path, db::Store::Mode::read);
    const db::StoredTournament event = choose_tune(store, told.text("event"));
    const TournamentConfig config = db::config_of(store, event);
    if (event.shards > 1) return ExitStatus::done;
    result.options = config.tuning->options;
    result.values = db::stored_tune(store, event, config).values();
    result.has_moved = result.values != db::start_values(*config.tuning);
    if (!result.has_moved) {
      result.has_learnt = has_learnt(config);
      return report(result.has_learnt ? ExitStatus::wrong : ExitStatus::undecided, result, format);
    }
    if (!config.tuning->proof) return report(ExitStatus::done, result, format);
    trust.ask(commands_of(store, event, config));
    options.settings = proof_of(store, event, result.values, told);
    options.go_on = resume_command(store, event.name, told.text("pgn").value_or(""));
    events = events_of(event.name);
  }
  const std::string name = *options.settings.text("event");
  const ExitStatus status = run_tournament(
      std::move(options),
      {.resume = true, .format = format, .is_step = true, .record_events = std::move(events)});
  if (status == ExitStatus::interrupted) return status;
  result.verdict = verdict_of(path, name);
  return report(status, result, format);
}

/// Writes the tournament as a file, to be played in parts.
void write_tournament(const std::string& path, const TournamentConfig& config) {
  OutputFile file(path);
  file.stream() << db::config_json(config) << '\n';
  file.commit();
}

ExitStatus tune(TuneOptions options) {
  db::TournamentSettings& settings = options.event.settings;
  bool is_named = false;
  const bool is_described =
      settings.has("game") || !options.event.bots.empty() || !options.tuned.empty();
  if (!is_described && !options.resume) {
    throw InputError(message("GAME is required: the game, see 'schiri games'"));
  }
  if (is_described) {
    require_described(options);
    take_tuned(options);
    options.event.complete();
    const Message expected = plan(options);
    const TournamentConfig config = configured(settings);
    const Contest contest(config);
    auto& out = options.dry_run ? console::out : console::err;
    TuneTable(Spsa(*config.tuning, config.rounds, config.seed)).print_plan(out);
    say(out, expected);
    if (!options.event_file.empty()) write_tournament(options.event_file, config);
    if (options.dry_run || !options.event_file.empty()) return ExitStatus::done;
    settings.set("event", config.name);
    is_named = !settings.has("db") && !defaults().database;
    if (is_named) settings.set("db", unused_database());
    options.event.trust.remember(config);
  } else {
    take_stored(options.event);
  }
  const db::TournamentSettings told = settings;
  const CommandTrust trust = options.event.trust;
  const ExitStatus status =
      run_tournament(std::move(options.event), {.resume = options.resume,
                                                .part = options.part,
                                                .format = options.format,
                                                .is_step = true,
                                                .record_events = events_of(*told.text("event"))});
  if (is_named) print_note(message("the games are stored in {0}", *told.text("db")));
  return status == ExitStatus::done ? prove(told, trust, options.format) : status;
}

}  // namespace

void add_tune(Command& app) {
  const auto [command, options] = app.add<TuneOptions>(
      "tune", "Tune the options of a bot, and test the gain",
      "Example, two options of a built-in bot; the plan first, then the games:\n  schiri tune "
      "creeper --bot \"mcts nodes=200\" --option exploration=20..300 --dry-run",
      "learning", tune);
  db::TournamentSettings& settings = options.event.settings;
  command.prints(result_columns, "at the end");
  add_setting(command, settings, "game", "The game, see 'schiri games'", "GAME");
  add_setting(command, settings, "variant");
  command.add_option("--bot", options.event.bots, "Tune this bot")->repeatable();
  command
      .add_option("--option", options.tuned,
                  "Tune this number, or NAME=WORD|WORD, from the value that the bot has")
      ->type_name("NAME=MIN..MAX")
      ->repeatable();
  Option* accuracy =
      command
          .add_option("--accuracy", options.accuracy,
                      "Set the expected distance from the best values (5, with words 20)")
          ->type_name("ELO");
  command.add_option("--games", options.games, "Play N games in pairs, instead of --accuracy")
      ->excludes(accuracy);
  command
      .add_option("--step-elo", options.step_elo,
                  "Set the assumed loss at a distance of c_end from the best (3)")
      ->type_name("ELO");
  add_setting(command, settings, "spsa",
              "Set the step sizes (r_end by --accuracy or --games, alpha=0.602,gamma=0.101,A=0.1)");
  add_setting(command, settings, "batch",
              "Play N pairs of games in each step, side by side (" +
                  std::to_string(Tuning{}.batch) + ", fewer in a short tune)");
  add_setting(command, settings, "proof",
              "Set the final test: elo0=0,elo1=10[,alpha=0.05,...] (elo1 twice --accuracy)");
  add_setting(command, settings, "each");
  add_setting(command, settings, "presets");
  add_usual_settings(command, settings, {db::SettingGroup::openings});
  for (const char* key : {"max-turns", "resign", "draw", "watchdog"}) {
    add_setting(command, settings, key);
  }
  add_usual_settings(
      command, settings, {db::SettingGroup::playing, db::SettingGroup::records},
      {{"event", "Set the event name, or with --resume select the tune (\"GAME tune\")"}});
  add_setting(command, settings, "shard");
  add_after(command, options.part);
  command.add_format(options.format, "Set the format of the results (text)");
  options.event.trust.add_to(command);
  command.add_flag("--resume", options.resume, "Resume the tune of --db, without further options");
  command.add_file("--write", options.event_file,
                   "Write a file for 'tournament submit' instead of playing");
  command.add_flag("--dry-run", options.dry_run, "Show the plan, without playing");
}

}  // namespace schiri::cli
