#include "cli/games/game.h"

#include <cstdlib>
#include <filesystem>

#include "cli/games/own_process.h"
#include "cli/line/start.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/plugin/conformance.h"
#include "notation/plugin/load.h"
#include "notation/programs/game_check.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The game of this name, or the game of a plug-in at this path.
const GameType& game_or_plugin(const std::string& named) {
  if (const GameType* type = find_game(named)) return *type;
  return named.find_first_of("./") == named.npos ? require_game(named) : load_game(named);
}

constexpr const char* environment_name = "SCHIRI_PLUGINS";

/// The plug-ins of the environment.
std::vector<std::string> named_by_environment() {
  std::vector<std::string> files;
  const char* const named = std::getenv(environment_name);
  std::string_view rest = named ? named : "";
  while (!rest.empty()) {
    const std::string_view file = rest.substr(0, rest.find(':'));
    if (!file.empty()) files.emplace_back(file);
    rest.remove_prefix(std::min(file.size() + 1, rest.size()));
  }
  return files;
}

/// The plug-ins of options before the command.
std::vector<std::string> named_by_options(const std::vector<std::string>& words) {
  constexpr std::string_view option = "--plugin", with_value = "--plugin=";
  std::vector<std::string> files;
  for (std::size_t i = 0; i < words.size() && words[i].starts_with("--"); ++i) {
    if (words[i].starts_with(with_value)) files.push_back(words[i].substr(with_value.size()));
    if (words[i] == option && i + 1 < words.size()) files.push_back(words[++i]);
  }
  return files;
}

struct CheckGameOptions {
  std::string game;
  std::string variant;
  int timeout = 60;
};

/// The program's own check of itself is asked for, if it has one.
ExitStatus run_program_check(const OwnGameType& type, const CheckGameOptions& options) {
  BotSpec program = type.program();
  const auto& known = type.programs(options.variant).facts().options;
  if (ugi::find_option(known, "Check")) program.options["Check"] = "true";
  const OwnGameType& checked =
      own_game(type.name(), program, std::chrono::seconds(options.timeout));
  const GameReport report = check_own_game(checked, options.variant);
  for (const GameFault& fault : report.faults) {
    say(console::out, message("failed  {0}", fault.what));
    say(console::out, fault.turns.empty() ? message("        at the start")
                                          : message("        after {0}", join(fault.turns, " ")));
  }
  say(console::out,
      message("{0}: {1} positions and {2} random games of at most {3} turns, {4} faults",
              type.name(), report.positions, report.games, report.longest, report.faults.size()));
  return report.faults.empty() ? ExitStatus::done : ExitStatus::wrong;
}

ExitStatus run_check(const CheckGameOptions& options) {
  if (const OwnGameType* const own = own_game_type(find_game(options.game))) {
    return run_program_check(*own, options);
  }
  const GameType& type = game_or_plugin(options.game);
  std::size_t points = 0, failed = 0;
  for (const std::string_view variant : type.variant_table.all()) {
    for (std::size_t i = 0; i < conformance_points().size(); ++i) {
      const std::string failure = failure_of_process([&] { return check_point(type, variant, i); },
                                                     std::chrono::seconds(options.timeout));
      ++points;
      failed += !failure.empty();
      console::out << (failure.empty() ? "ok      " : "failed  ") << conformance_points()[i] << " ("
                   << variant << ")\n";
      if (!failure.empty()) console::out << "        " << printable(failure, 4096) << '\n';
    }
  }
  console::out << type.name() << ": " << counted(static_cast<std::uint64_t>(points), "point")
               << ", " << failed << " failed\n";
  return failed ? ExitStatus::wrong : ExitStatus::done;
}

}  // namespace

void load_plugins(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  if (!console::is_guest()) files = named_by_environment();
  const std::vector<std::string> more = named_by_options(words);
  files.insert(files.end(), more.begin(), more.end());
  std::string all;
  for (const std::string& file : files) {
    if (file.empty()) throw InputError(message("{0}: {1}", "--plugin", empty_name_message()));
    load_game(file);
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::absolute(file, ignored);
    all += (all.empty() ? "" : ":") + path.string();
  }
  if (!more.empty() && !console::is_guest()) setenv(environment_name, all.c_str(), 1);
}

void add_game_commands(Command& app) {
  Command& group = app.add_group("game", "Validate a custom game",
                                 "Example: schiri game check creeper", "library");
  const auto [check, options] = group.add<CheckGameOptions>(
      "check", "Validate that records, bots and tournaments can use a game", "creeper", "library",
      run_check);
  add_game(check, "GAME", options.game, "A game's program, for example ./mygame.py, or a game")
      ->required();
  add_variant(check, "--variant", options.variant, "Check this variant of a program's game");
  check
      .add_option("--timeout", options.timeout,
                  "Kill a point of the check that takes longer, seconds (60)")
      ->range(1, 86400)
      ->type_name("SECONDS");
}

}  // namespace schiri::cli
