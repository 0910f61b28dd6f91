#include "cli/games/game.h"

#include "cli/line/start.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/programs/conformance.h"
#include "notation/programs/game_check.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct CheckGameOptions {
  std::string game;
  std::string variant;
  int timeout = 60;
};

/// As people type them.
std::string shown(const std::vector<std::string>& turns) {
  return join(turns, " ",
              [](const std::string& turn) { return printable(text_of_word(turn), 100); });
}

/// The program's own check of itself is asked for, if it has one.
ExitStatus run_program_check(const OwnGameType& type, const CheckGameOptions& options) {
  type.set_watchdog(std::chrono::seconds(options.timeout));
  BotSpec program = type.program();
  const auto& known = type.programs(options.variant)->facts().options;
  if (ugi::find_option(known, "Check")) program.options["Check"] = "true";
  const OwnGameType& checked =
      own_game(type.name(), program, std::chrono::seconds(options.timeout));
  const GameReport report = check_own_game(checked, options.variant);
  for (const GameFault& fault : report.faults) {
    say(console::out, message("failed  {0}", fault.what));
    say(console::out, fault.turns.empty() ? message("        at the start")
                                          : message("        after {0}", shown(fault.turns)));
  }
  say(console::out,
      message("{0}: {1} {1:position|positions} and {2} random {2:game|games} of at most {3} "
              "{3:turn|turns}, {4} {4:fault|faults}",
              type.name(), report.positions, report.games, report.longest, report.faults.size()));
  return report.faults.empty() ? ExitStatus::done : ExitStatus::wrong;
}

ExitStatus run_game_check(const CheckGameOptions& options) {
  const GameType& type = require_game(options.game);
  if (const OwnGameType* const own = own_game_type(&type)) return run_program_check(*own, options);
  if (!type.facts.has_rules) throw RulesUnknown(type.name());
  std::size_t points = 0, failed = 0;
  check_game(type, type.variant_table.all(), [&](const ConformancePoint& point) {
    ++points;
    failed += !point.failure.empty();
    console::out << (point.failure.empty() ? "ok      " : "failed  ") << point.what << " ("
                 << point.variant << ")\n";
    if (!point.failure.empty())
      console::out << "        " << printable(point.failure, 4096) << '\n';
  });
  console::out << type.name() << ": " << counted(static_cast<std::uint64_t>(points), "point")
               << ", " << failed << " failed\n";
  return failed ? ExitStatus::wrong : ExitStatus::done;
}

}  // namespace

void add_game_commands(Command& app) {
  Command& group = app.add_group("game", "Validate a custom game",
                                 "Example: schiri game check ./mygame.py", "own-games");
  const auto [check, options] = group.add<CheckGameOptions>(
      "check", "Validate that records, bots and tournaments can use a game", "./mygame.py",
      "own-games", run_game_check);
  add_game(check, "GAME", options.game, "A game's program, for example ./mygame.py, or a game")
      ->required();
  add_variant(check, "--variant", options.variant, "Check this variant of a program's game");
  check
      .add_option("--timeout", options.timeout,
                  "Wait this long for an answer of its program, seconds (60)")
      ->range(1, 86400)
      ->type_name("SECONDS");
}

}  // namespace schiri::cli
