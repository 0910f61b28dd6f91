// `schiri test`: a sequential test of two programs. It is `tournament run` with other defaults,
// which it prints.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "cli/line/argument_files.h"
#include "cli/line/defaults.h"
#include "cli/line/interrupt.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/match/terms.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/sequential/sprt_plan.h"
#include "core/tournament/screening.h"
#include "core/tournament/systems.h"
#include "core/ugi/players.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr const char* usual_test = "elo0=0,elo1=10";
constexpr const char* usual_time_control = "1+0.01";
constexpr int usual_opening_turns = 4;

struct TestCommand {
  TournamentOptions options;
  RunRequest request;
  std::vector<std::string> takes;
  std::string baseline;
  std::optional<std::string> time_control;
};

/// Twice the pairs that suffice with a probability of 95 % where a test takes longest: in the
/// middle of its hypotheses, without draws. There the log-likelihood ratio moves without drift, and
/// has left an interval of this width after 2 ln(4 / (0.05 pi)) / pi^2 width^2 / variance steps.
/// Rounded to two digits; nullopt for an invalid test.
std::optional<std::uint64_t> most_pairs(const std::string& text, std::size_t takes) {
  auto test = rating::parse_sprt_options(text);
  if (!test || rating::complaint_about(*test)) return std::nullopt;
  test = options_of_take(*test, takes);
  const auto truth = rating::pair_results_at(0, (test->elo0 + test->elo1) / 2, test->model);
  if (!truth) return std::nullopt;
  const double variance = rating::moments(log_ratios(*truth, *test), truth->chances).variance;
  const double width = std::log((1 - test->beta) / test->alpha * (1 - test->alpha) / test->beta);
  constexpr double longest = 0.656;
  const double pairs = std::max(2 * longest * width * width / std::max(variance, 1e-12), 2.0);
  const double unit = std::pow(10, std::max(std::floor(std::log10(pairs)) - 1, 0.0));
  return static_cast<std::uint64_t>(std::ceil(pairs / unit) * unit);
}

/// Completes the settings of a test, and lists what it has chosen as options.
class TestDefaults {
 public:
  explicit TestDefaults(TestCommand& command)
      : command_(command), settings_(command.options.settings) {}

  /// Returns false after Ctrl-C.
  bool complete() {
    choose_game();
    if (interrupt_.interrupted()) return false;
    choose_time_control();
    choose("sprt", std::string(usual_test));
    choose_openings();
    if (const auto pairs = most_pairs(*settings_.text("sprt"), command_.takes.size()))
      choose("rounds", *pairs);
    choose("seed", std::uint64_t{1});
    choose("threads", thread_count(settings_, configured_bots(settings_)));
    choose_place();
    return true;
  }

  std::string text() const { return "defaults: " + join(chosen_, " "); }

 private:
  static std::string word_of(const std::string& text) { return shell_word(text); }
  template <class Number>
  static std::string word_of(Number number) {
    return std::to_string(number);
  }

  template <class Value>
  void choose(const std::string& key, const Value& value) {
    if (settings_.has(key)) return;
    settings_.set(key, value);
    note((key == "threads" ? "-j" : "--" + key) + ' ' + word_of(value));
  }

  void note(const std::string& option) { chosen_.push_back(printable(option, 4096)); }

  /// The known games that a program lists; nullopt if it lists none, as built-in bots.
  std::optional<std::set<std::string>> games_of(const BotSpec& bot) const {
    const auto options = announced_options(bot, default_watchdog, interrupt_.token());
    const ugi::UgiOption* const listed = ugi::find_option(options, "Game");
    if (!listed || listed->choices.empty()) return std::nullopt;
    std::set<std::string> games;
    for (const std::string& name : listed->choices) {
      if (const GameType* type = find_game(name)) games.emplace(type->name());
    }
    return games;
  }

  /// Throws InputError unless the programs have exactly one game in common.
  void choose_game() {
    if (settings_.has("game") || settings_.has("referee")) return;
    std::optional<std::set<std::string>> common;
    for (const BotSpec& bot : configured_bots(settings_)) {
      const auto games = games_of(bot);
      if (interrupt_.interrupted()) return;
      if (common && games) {
        std::erase_if(*common, [&](const auto& game) { return !games->contains(game); });
      } else if (games) {
        common = games;
      }
    }
    if (!common) throw InputError(missing_game_message());
    if (common->size() == 1) return choose("game", *common->begin());
    throw InputError(common->empty() ? message("the programs have no known game in common")
                                     : message("--game is required; the programs play {0}",
                                               join(*common, ", ")));
  }

  /// Programs without any limit.
  void choose_time_control() {
    const std::vector<BotSpec> specs = configured_bots(settings_);
    bool is_chosen = false;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const BotSpec& bot = specs[i];
      const bool has_limit = bot.nodes || bot.depth || bot.movetime || !bot.time_control.empty();
      if (bot.command.empty() || has_limit) continue;
      settings_.bots[i].time_control = usual_time_control;
      is_chosen = true;
    }
    if (is_chosen) note(std::string("--tc ") + usual_time_control);
  }

  void choose_openings() {
    if (settings_.has("openings") || settings_.has("opening-turns")) return;
    if (settings_.has("referee")) return;
    choose("opening-turns", usual_opening_turns);
    if (settings_.flag("balanced")) return;
    settings_.set("balanced", true);
    note("--balanced");
  }

  void choose_place() {
    const auto path = settings_.has("db") ? settings_.text("db") : defaults().database;
    choose("event", unused_event(path.value_or("")));
    if (!path && !command_.request.no_db) note("--db " + unused_database());
  }

  /// `creeper test`, or the first of `creeper test 2`, ... that the database does not have.
  std::string unused_event(const std::string& path) const {
    const std::string usual = std::string(settings_.game_type().name()) + " test";
    const auto store = path.empty() ? std::nullopt : existing_store(path);
    std::string name = usual;
    for (int number = 2; store && db::has_event(*store, name); ++number) {
      name = usual + ' ' + std::to_string(number);
    }
    return name;
  }

  TestCommand& command_;
  db::TournamentSettings& settings_;
  InterruptStop interrupt_;
  std::vector<std::string> chosen_;
};

ExitStatus test(TestCommand command) {
  db::TournamentSettings& settings = command.options.settings;
  for (const std::string& take : command.takes) settings.bots.push_back(db::tournament_bot(take));
  settings.bots.push_back(db::tournament_bot(command.baseline));
  if (command.takes.size() > 1) {
    settings.set("system", std::string(system_name(System::screening)));
  }
  if (command.time_control) {
    settings.set("each", settings.text("each").value_or("") + ' ' +
                             bot_keys_text({{"tc", *command.time_control}}));
  }
  {
    TestDefaults defaults(command);
    if (!defaults.complete()) {
      print_message(message("interrupted before the first game"));
      return ExitStatus::interrupted;
    }
    print_note(defaults.text());
  }
  return run_tournament(std::move(command.options), command.request);
}

void add_test_settings(Command& command, db::TournamentSettings& settings) {
  for (const char* key : {"variant", "referee", "each"}) add_setting(command, settings, key);
  add_setting(command, settings, "presets",
              "Read named bots from this JSON file, for NEW and --baseline: \"preset=NAME\"");
  add_setting(command, settings, "sprt",
              std::string("Set the hypotheses: ") + usual_test + "[,alpha=0.05,...] (these)");
  add_setting(command, settings, "rounds",
              "Play at most N pairs of games (enough for 95 % of tests)");
  add_setting(command, settings, "opening-turns",
              "Begin each pair with N random turns, or N of an opening (4, balanced)");
  for (const char* key :
       {"seed", "balanced", "openings", "openings-order", "max-turns", "resign", "draw", "odds"}) {
    add_setting(command, settings, key);
  }
  add_settings(command, settings, {db::SettingGroup::failures});
}

}  // namespace

void add_test(Command& app) {
  const auto [command, options] = app.add<TestCommand>(
      "test", "Test whether a bot is stronger than another",
      "The test ends when it is decided. The exit status is 0 if NEW is stronger (H1), 1 if it is "
      "not\n(H0), 4 if the games ran out, 130 if it was interrupted. Several takes play until one "
      "is\naccepted or all are out; --sprt sets the errors of the whole.\nExample, a patch against "
      "the last version:\n  schiri test ./new --baseline ./old --game creeper",
      "strength", test);
  db::TournamentSettings& settings = options.options.settings;
  command
      .add_option("NEW", options.takes,
                  "The new program, specified as for --bot; or several takes of one change")
      ->required();
  command.add_option("--baseline", options.baseline, "Set the program that NEW is to beat")
      ->type_name("BOT")
      ->required();
  add_setting(command, settings, "game", "Set the game (the only one that all programs list)");
  command
      .add_option("--tc", options.time_control,
                  "Set the time control of all (1+0.01, unless a bot has a limit)")
      ->type_name("TIME");
  add_test_settings(command, settings);
  add_usual_settings(command, settings, {db::SettingGroup::playing, db::SettingGroup::records},
                     {{"event", "Set the event name (\"GAME test\")"}});
  command.add_flag("--no-db", options.request.no_db,
                   "Discard the games at the end (without --db they go to tournament.db)");
  add_summary_format(command, options.request.format);
}

}  // namespace schiri::cli
