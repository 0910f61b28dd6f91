#include <charconv>

#include "cli/bots/bot_argument.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/play/terminal_game.h"
#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/match/clock.h"
#include "core/ugi/players.h"
#include "notation/programs/own_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr char person[] = "human";

struct PlayingOptions {
  StartOptions start;
  std::optional<std::string> white, black;
  std::string time;
  std::optional<std::string> hint;
  std::string presets;
  std::optional<std::uint64_t> seed;
  double watchdog = 30;
  std::optional<std::string> output;
  std::string resume;
  std::optional<std::uint64_t> index;
};

BotSpec parse_seat(const std::string& text, const std::string& presets) {
  BotSpec spec = bot_argument(text, presets);
  if (!equal_ignoring_case(spec.builtin, person)) return spec;
  spec.builtin = person;
  if (spec.name == text) spec.name = person;
  if (spec.nodes || spec.depth || spec.memory || spec.cpu || spec.strikes || spec.seed ||
      spec.ponder || !spec.options.empty()) {
    throw InputError(message("human: only the keys name, tc, movetime and margin are valid"));
  }
  return spec;
}

/// The player of this side of a resumed game, from its tags; a program must be specified again,
/// because a record must not be able to start one.
std::optional<BotSpec> seat_of(const Record& record, const char* side) {
  const std::string name(record.tag(side));
  const std::string tag_prefix(side);
  const std::string bot(record.tag(tag_prefix + "Bot"));
  BotSpec spec;
  if (!bot.empty()) {
    spec = parse_bot_spec(bot);
    if (!spec.command.empty()) return std::nullopt;
  } else if (record.tag(tag_prefix + "Type") == "program") {
    return std::nullopt;
  } else {
    spec.builtin = person;
    const std::string_view own = record.tag(tag_prefix + "TimeControl");
    const auto clock = parse_time_control_tag(own.empty() ? record.tag("TimeControl") : own);
    if (clock) spec.time_control = time_control_text(*clock);
  }
  spec.name = name.empty() ? std::string(person) : name;
  return spec;
}

/// The name that a program gives itself.
std::string announced_name(const GameType& type, const std::string& variant, const BotSpec& spec,
                           std::chrono::milliseconds watchdog) {
  std::vector<BotSpec> bots{spec};
  settle_names(bots, {try_program(type, variant, spec, watchdog, {}).name});
  return bots.front().name;
}

class GameTable {
 public:
  explicit GameTable(const PlayingOptions& options) : options_(options) {}

  ExitStatus play() {
    TerminalGameSetup setup = options_.resume.empty() ? fresh() : resumed();
    const char* const hint = own_game_type(setup.type) ? "uct:nodes=1000" : "alphabeta:nodes=20000";
    setup.adviser = bot_argument(options_.hint.value_or(hint), options_.presets);
    if (!setup.adviser.command.empty())
      throw InputError(message("--hint: only built-in bots can give hints"));
    setup.type->make_bot(setup.adviser, setup.start.variant);
    if (!file_) file_.emplace(options_.output.value_or("schiri-games.pgn"));
    return TerminalGame(std::move(setup), std::move(*file_)).run();
  }

 private:
  TerminalGameSetup fresh() {
    TerminalGameSetup setup;
    setup.type = &options_.start.type();
    setup.start = options_.start.spec();
    setup.seed = options_.seed.value_or(1);
    if (setup.start.position.empty() && setup.start.roll.empty()) {
      Rng rng(setup.seed);
      const std::string variant = setup.start.variant;
      setup.type->variant_table.require(variant);
      setup.start = setup.type->draw_start(variant, rng);
    }
    complete_variant(setup);
    setup.type->start(setup.start);
    const char* const other =
        own_game_type(setup.type) ? "uct:movetime=1000" : "alphabeta:movetime=1000";
    seat(setup, Side::white, parse_seat(options_.white.value_or(person), options_.presets));
    seat(setup, Side::black,
         parse_seat(options_.black.value_or(options_.white ? person : other), options_.presets));
    return setup;
  }

  TerminalGameSetup resumed() {
    const StartOptions& start = options_.start;
    if (!start.position.empty() || !start.roll.empty() || !start.variant.empty()) {
      throw InputError(
          message("--continue: the record determines the start; omit GAME, --variant, --position "
                  "and --roll"));
    }
    file_.emplace(options_.resume);
    CheckOptions told;
    told.game = start.game;
    auto found = file_->find(options_.index, told);
    if (!found) {
      throw InputError(
          options_.index
              ? message("--continue: {0} has no game {1}", options_.resume, *options_.index)
              : message("--continue: {0} has no game without a result", options_.resume));
    }
    CheckedRecord& checked = found->checked;
    require_open(checked);
    TerminalGameSetup setup;
    setup.type = find_game(checked.check.game);
    setup.start = start_of(checked, told);
    complete_variant(setup);
    setup.seed = options_.seed.value_or(seed_of(checked.record));
    take_seat(setup, Side::white, options_.white, checked.record);
    take_seat(setup, Side::black, options_.black, checked.record);
    if (options_.output) file_.emplace(*options_.output);
    setup.begun = std::move(checked.record);
    return setup;
  }

  static void complete_variant(TerminalGameSetup& setup) {
    if (setup.start.variant.empty()) setup.start.variant = setup.type->variant_table.standard();
  }

  void require_open(const CheckedRecord& checked) const {
    const std::size_t index = checked.check.index;
    const std::string& file = options_.resume;
    if (!checked.check.valid()) {
      throw InputError(message("--continue: game {0} of {1} is not valid: {2}", index, file,
                               checked.check.errors.front().message));
    }
    if (checked.check.ending) {
      throw InputError(message("--continue: game {0} of {1} is over: {2}", index, file,
                               describe(*checked.check.ending)));
    }
    if (checked.check.result != "*") {
      throw InputError(message("--continue: game {0} of {1} has a result already, {2}", index, file,
                               checked.check.result));
    }
  }

  static std::uint64_t seed_of(const Record& record) {
    std::uint64_t seed = 1;
    const std::string_view text = record.tag("Seed");
    std::from_chars(text.data(), text.data() + text.size(), seed);
    return seed;
  }

  void take_seat(TerminalGameSetup& setup, Side side, const std::optional<std::string>& told,
                 const Record& record) {
    const char* const colour = side == Side::white ? "White" : "Black";
    if (told) return seat(setup, side, parse_seat(*told, options_.presets));
    const auto spec = seat_of(record, colour);
    if (!spec) {
      throw InputError(
          side == Side::white
              ? message("--continue: the record does not specify the program of White; specify it "
                        "with --white")
              : message("--continue: the record does not specify the program of Black; specify it "
                        "with --black"));
    }
    seat(setup, side, *spec);
  }

  void seat(TerminalGameSetup& setup, Side side, BotSpec spec) {
    if (spec.time_control.empty()) spec.time_control = options_.time;
    if (!spec.time_control.empty() && !parse_time_control(spec.time_control)) {
      throw InputError(message("--time: {0}: {1}", printable(spec.time_control),
                               time_control_advice(spec.time_control)));
    }
    Seat& seat = setup.seats[static_cast<std::size_t>(side)];
    if (spec.builtin != person) {
      const auto watchdog = std::chrono::milliseconds(static_cast<long>(options_.watchdog * 1000));
      if (spec.is_unnamed) {
        spec.name = announced_name(*setup.type, setup.start.variant, spec, watchdog);
      }
      seat.player = make_player(*setup.type, setup.start.variant, spec, watchdog);
    }
    seat.spec = std::move(spec);
  }

  const PlayingOptions& options_;
  std::optional<GameFile> file_;
};

ExitStatus run_play(const PlayingOptions& options) {
  if (options.start.game.empty() && options.resume.empty()) {
    throw InputError(message("GAME is required, or --continue FILE to resume a game"));
  }
  if (options.index && options.resume.empty()) {
    throw InputError(message("--index: only with --continue"));
  }
  return GameTable(options).play();
}

}  // namespace

void add_play(Command& app) {
  const auto [command, options] = app.add<PlayingOptions>(
      "play", "Play a game in the terminal",
      "Type turns whole or part by part; possible parts are shown, and mistakes are explained. "
      "'help'\nlists other commands. However the game ends, it is stored.\nExamples: schiri play "
      "creeper\n          schiri play sperre --roll 147 --white \"human name=Anna\" --black "
      "\"human name=Bob\" --time 600+5\n          schiri play --continue schiri-games.pgn",
      "analysis", run_play);
  options.start.add_to(command);
  add_language(command);
  command.get_option("GAME")->required(false);
  command.add_option("--white", options.white, "Set White: human or a bot (human)");
  command.add_option("--black", options.black,
                     "Set Black (alphabeta:movetime=1000; human if --white is given)");
  command.add_option("--time", options.time, "Set the clocks, in seconds: 300+5 (none)")
      ->type_name("TIME");
  command.add_option("--hint", options.hint,
                     "Set the bot that gives hints (alphabeta:nodes=20000)");
  add_presets(command, options.presets);
  command.add_option("--seed", options.seed, "Set the random seed (1)")->not_negative();
  command
      .add_option("--watchdog", options.watchdog,
                  "Stop a program that is silent this long while no clock runs (30)")
      ->type_name("SECONDS")
      ->within(0.001, 1e6);
  command.add_file("-o,--output", options.output,
                   "Append the game to this file (schiri-games.pgn)");
  command.add_file("--continue", options.resume,
                   "Resume the last game of this file without a result");
  command.add_option("--index", options.index, "With --continue: resume this game, counted from 1")
      ->above_zero();
}

}  // namespace schiri::cli
