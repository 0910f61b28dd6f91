#include "cli/bots/train.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/bots/training_data.h"
#include "cli/line/defaults.h"
#include "cli/line/interrupt.h"
#include "cli/line/start.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/learning/trainer.h"
#include "core/match/clock.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/game_types.h"
#include "notation/learning/network_file.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The ending of the name of a network's file that is a C++ table.
constexpr std::string_view table_ending = ".inc";

/// Games that begin in more different ways teach more.
constexpr int training_opening_turns = 8;
constexpr std::string_view training_event = "training";

struct TrainOptions {
  db::TournamentSettings
      settings;  ///< game, variant, database, threads and other settings of all tournaments
  std::string output;
  std::string start = std::string(built_in_evaluation);
  int generations = 3;
  std::uint64_t games = 2000;
  std::uint64_t nodes = 1000;
  std::optional<int> movetime;  ///< ms a turn, in proofs
  std::optional<double> time;   ///< seconds after which no further generation begins
  double result_share = TrainingDataOptions().result_share;
  int epochs = TrainingOptions().epochs;
  std::string proof = "elo0=0,elo1=20";
};

int variant_number(const GameType& type, const db::TournamentSettings& settings) {
  return static_cast<int>(type.variant_number(settings.text("variant").value_or("")));
}

std::uint64_t seed_of(const db::TournamentSettings& settings) {
  return settings.count("seed").value_or(1);
}

/// A network and the evaluation that it must beat.
class Generation {
 public:
  Generation(const TrainOptions& options, const GameType& type, int number)
      : options_(options), type_(type), number_(number) {}

  /// The file of its network.
  std::string file() const { return options_.output + "." + std::to_string(number_) + ".net"; }
  std::string games_event() const { return name("games"); }
  std::string proof_event() const { return name("proof"); }

  /// The tournament of the best evaluation so far against itself.
  ExitStatus play(const std::string& best) const {
    TournamentOptions event = begin(games_event());
    for (const char* const side : {"one", "two"}) {
      event.bots.push_back(bot(side, best, "nodes=" + std::to_string(options_.nodes)));
    }
    event.settings.set("rounds", options_.games);
    event.settings.set("single", true);
    return run(std::move(event));
  }

  /// The tournament of the new network against the best evaluation, at equal time.
  ExitStatus prove(const std::string& best) const {
    TournamentOptions event = begin(proof_event());
    event.bots = {bot("new", file(), limit(file())), bot("old", best, limit(best))};
    event.settings.set("sprt", options_.proof);
    event.settings.set("seed", seed_of(options_.settings) + 1'000'000);
    return run(std::move(event));
  }

 private:
  ExitStatus run(TournamentOptions event) const {
    return run_tournament(
        std::move(event),
        {.resume = true, .has_summary = false, .is_step = true, .record_events = all_events()});
  }

  /// The tournaments of all generations, whose games go to one file of records.
  std::vector<std::string> all_events() const {
    std::vector<std::string> events;
    for (int number = 1; number <= options_.generations; ++number) {
      const Generation generation(options_, type_, number);
      events.insert(events.end(), {generation.games_event(), generation.proof_event()});
    }
    return events;
  }

  std::string name(const std::string& what) const {
    return options_.settings.text("event").value_or(std::string(training_event)) + ", generation " +
           std::to_string(number_) + ": " + what;
  }

  TournamentOptions begin(const std::string& name) const {
    TournamentOptions event;
    event.settings = options_.settings;
    event.settings.set("event", name);
    event.settings.set("system", std::string(system_name(System::match)));
    event.go_on = "the same command";
    event.settings.set("seed", seed_of(options_.settings) + static_cast<std::uint64_t>(number_));
    return event;
  }

  static std::string bot(const std::string& name, const std::string& evaluation,
                         const std::string& limit) {
    BotKeys keys = {{"name", name}, {"option.evaluation", evaluation}};
    return "alphabeta " + bot_keys_text(keys) + " " + limit;
  }

  /// In the same time a bot searches more positions without a network.
  std::string limit(const std::string& evaluation) const {
    if (options_.movetime) return "movetime=" + std::to_string(*options_.movetime);
    const double speed = has_network(evaluation) ? type_.network_form().speed : 1;
    const auto nodes = static_cast<double>(options_.nodes) * speed;
    return "nodes=" + std::to_string(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(nodes)));
  }

  bool has_network(const std::string& evaluation) const {
    if (is_network_file(evaluation)) return true;
    const NetworkForm form = type_.network_form();
    return evaluation == built_in_evaluation &&
           has_built_in_network(form, variant_number(type_, options_.settings));
  }

  const TrainOptions& options_;
  const GameType& type_;
  int number_;
};

class Training {
 public:
  Training(const TrainOptions& options, const GameType& type)
      : options_(options), type_(type), best_(options.start) {}

  ExitStatus run() {
    ExitStatus status = ExitStatus::done;
    for (int number = 1; status == ExitStatus::done && number <= options_.generations; ++number) {
      if (number > 1 && is_late()) break;
      status = run(Generation(options_, type_, number));
    }
    return status == ExitStatus::interrupted ? status : finish(status);
  }

 private:
  bool is_late() const {
    return options_.time &&
           monotonic_time() - begin_ > std::chrono::duration<double>(*options_.time);
  }

  ExitStatus run(const Generation& generation) {
    ExitStatus status = generation.play(best_);
    if (status != ExitStatus::done) return status;
    events_.push_back(generation.games_event());
    status = learn(generation);
    if (status != ExitStatus::done) return status;
    status = generation.prove(best_);
    if (status == ExitStatus::done) best_ = generation.file();
    if (status != ExitStatus::interrupted) tell_proof(generation, status);
    return status;
  }

  ExitStatus learn(const Generation& generation) {
    const InterruptStop stop;
    const db::Store store(require_db(options_.settings), db::Store::Mode::read);
    const TrainingData data =
        training_data(store, events_, type_, {options_.result_share, seed_of(options_.settings)});
    if (data.examples.size() == 0)
      throw InputError(
          message("the games contain no training positions; play more games (--games N)"));
    const TrainingResult result =
        train(data.examples, data.held_back, training(), tell_epoch, stop.token());
    if (stop.interrupted()) return ExitStatus::interrupted;
    write(generation.file(), result.network);
    tell(data, result);
    return ExitStatus::done;
  }

  TrainingOptions training() const {
    TrainingOptions training;
    training.features = type_.network_form().features;
    training.variant = variant_number(type_, options_.settings);
    training.scale = static_cast<int>(type_.evaluation_scale());
    training.seed = seed_of(options_.settings);
    training.epochs = options_.epochs;
    return training;
  }

  static void tell_epoch(int epoch, const TrainingLoss& loss) {
    if (talk().is_quiet) return;
    std::cerr << "epoch " << epoch << ": loss " << fixed_text(loss.trained, 4)
              << " on the training set, " << fixed_text(loss.checked, 4)
              << " on the validation set\n";
  }

  /// Writes a C++ table if the file's name has its ending.
  void write(const std::string& path, const Network& network) const {
    OutputFile file(path);
    file.stream() << (path.ends_with(table_ending) ? write_network_table(network)
                                                   : write_network(network, type_.network_form()));
    file.commit();
  }

  void tell(const TrainingData& data, const TrainingResult& result) const {
    std::cout << "generation " << events_.size() << ": " << counted(data.games, "game") << ", "
              << counted(data.examples.size(), "position") << " for training, "
              << data.held_back.size() << " for validation; loss " << fixed_text(result.classic, 4)
              << " without a network, " << fixed_text(result.loss.checked, 4) << " with it (epoch "
              << result.epoch << ")" << std::endl;
  }

  void tell_proof(const Generation& generation, ExitStatus status) const {
    const db::Store store(require_db(options_.settings), db::Store::Mode::read);
    const db::StoredEvent event = choose_tournament(store, generation.proof_event());
    const auto verdict = sprt_verdict(store, event, db::stored_contest(store, event));
    std::cout << "generation " << events_.size() << ": "
              << (status == ExitStatus::done    ? "accepted"
                  : status == ExitStatus::wrong ? "no gain"
                                                : "not proven")
              << " after " << counted(event.stored, "game");
    if (verdict) std::cout << "; " << translated(verdict->text());
    std::cout << std::endl;
  }

  /// `last`: the status of the last generation.
  ExitStatus finish(ExitStatus last) const {
    if (best_ == options_.start && last != ExitStatus::done) {
      std::cout << "no gain: no network was proven stronger than the initial evaluation\n";
      return last;
    }
    write(options_.output, load_network(best_, type_.network_form()));
    const std::string path = printable(options_.output, 4096);
    if (options_.output.ends_with(table_ending)) {
      std::cout << path << " written\n";
    } else {
      std::cout << "a gain: play with option.evaluation=" << path << '\n';
    }
    return ExitStatus::done;
  }

  const TrainOptions& options_;
  const GameType& type_;
  const std::chrono::nanoseconds begin_ = monotonic_time();
  std::string best_;  ///< evaluation so far
  std::vector<std::string> events_;
};

void require_network(const std::string& path, const GameType& type) {
  try {
    load_network(path, type.network_form());
  } catch (const BotFileError& error) {
    throw InputError(message("--start: {0}", message_of(error)));
  }
}

void require_sensible(const TrainOptions& options) {
  const auto proof = rating::parse_sprt_options(options.proof);
  if (!proof) throw InputError(message("--proof: expected a test, for example elo0=0,elo1=20"));
  if (const auto complaint = rating::complaint_about(*proof)) {
    throw InputError(message("--proof: {0}", *complaint));
  }
  if (options.generations < 0) throw InputError(message("--generations: expected 0 or more"));
  if (options.games < 1) throw InputError(message("--games: expected 1 or more"));
  if (options.nodes < 1) throw InputError(message("--nodes: expected 1 or more"));
  if (options.epochs < 1) throw InputError(message("--epochs: expected 1 or more"));
  if (options.movetime && *options.movetime < 1) {
    throw InputError(message("--movetime: expected 1 or more"));
  }
  if (!(options.result_share >= 0 && options.result_share <= 1)) {
    throw InputError(message("--result-share: expected a share from 0 to 1"));
  }
}

ExitStatus train_game(TrainOptions options) {
  const auto game = options.settings.text("game");
  if (!game) throw InputError(message("GAME is required: the game, see 'schiri games'"));
  const GameType& type = require_game(*game);
  if (type.network_form().features == 0) {
    throw InputError(message("{0} has no features for a network", type.title()));
  }
  require_no_database(options.output);
  if (!options.settings.has("db")) {
    options.settings.set("db", defaults().database.value_or(options.output + ".db"));
  }
  options.output = std::filesystem::absolute(options.output).string();
  if (is_network_file(options.start)) {
    options.start = std::filesystem::absolute(options.start).string();
    require_network(options.start, type);
  } else if (options.generations == 0) {
    throw InputError(
        message("--generations 0 only converts the network of --start; specify a file"));
  }
  require_sensible(options);
  if (!options.settings.has("opening-turns")) {
    options.settings.set("opening-turns", training_opening_turns);
  }
  return Training(options, type).run();
}

}  // namespace

void add_train(Command& app, ExitStatus& status) {
  auto options = std::make_shared<TrainOptions>();
  db::TournamentSettings& settings = options->settings;
  Command* command = app.add_subcommand("train", "Train a network by self-play, and test the gain");
  command->footer(
      "Example, a network for Creeper, two generations of 2,000 games:\n"
      "  schiri train creeper --generations 2 -o creeper.net -j 2\n"
      "Manual: schiri help learning");
  add_setting(*command, settings, "game", "The game, see 'schiri games'", "GAME");
  add_setting(*command, settings, "variant");
  command
      ->add_file("-o,--output", options->output,
                 "Write the network to this file, or a C++ table if it ends in .inc")
      ->required();
  command
      ->add_option("--start", options->start,
                   "Begin with this evaluation: built-in, classic or a network's file")
      ->path("EVALUATION")
      ->default_text("built-in");
  command->add_option("--generations", options->generations, "Train at most N networks")
      ->default_text("3");
  command->add_option("--games", options->games, "Play N games in each generation")
      ->default_text("2000");
  command->add_option("--nodes", options->nodes, "Search N positions for each turn")
      ->default_text("1000");
  command
      ->add_option("--movetime", options->movetime,
                   "Test at this time a turn, instead of equivalent numbers of positions")
      ->type_name("MILLISECONDS");
  command->add_option("--time", options->time, "Begin no further generation after this time (none)")
      ->type_name("SECONDS")
      ->above_zero();
  command->add_option("--epochs", options->epochs, "Train N times on all positions")
      ->default_text("16");
  command
      ->add_option("--result-share", options->result_share,
                   "Set the weight of a game's result against the bot's scores")
      ->type_name("SHARE")
      ->default_text("0.3");
  command->add_option("--proof", options->proof, "Set the test that a network must pass")
      ->type_name("KEY=VALUE,...")
      ->default_text("elo0=0,elo1=20");
  add_settings(*command, settings, {db::SettingGroup::openings},
               {{"opening-turns", "Begin each game with N random turns, or N of an opening (" +
                                      std::to_string(training_opening_turns) + ")"}});
  for (const char* key : {"max-turns", "resign", "draw"}) add_setting(*command, settings, key);
  add_settings(
      *command, settings, {db::SettingGroup::playing, db::SettingGroup::records},
      {{"event", "Set the beginning of the event names (\"" + std::string(training_event) + "\")"},
       {"db", "Store the games in this database (the file of --output with .db)"}});
  command->callback([options, &status] { status = train_game(*options); });
}

}  // namespace schiri::cli
