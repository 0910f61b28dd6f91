#include <filesystem>
#include <iostream>
#include <sstream>

#include "cli/command.h"
#include "cli/game/start.h"
#include "cli/io/json.h"
#include "cli/io/shell_word.h"
#include "core/match/terms.h"
#include "notation/contest/bot_check.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

struct BotCheckOptions {
  std::string game;
  std::string variant;
  std::string bot;
  double watchdog = 10;
  std::string format = "text";
  bool verbose = false;
};

/// A built-in bot is examined as the program that serves it.
BotSpec examined_bot(const BotCheckOptions& options) {
  BotSpec spec = parse_bot_spec(options.bot);
  if (!spec.command.empty()) return spec;
  require_game(options.game).make_bot(spec);
  spec.command = shell_word(std::filesystem::read_symlink("/proc/self/exe").string()) + " ugi " +
                 options.game + " --bot " + shell_word(options.bot);
  return spec;
}

const char* word_of(BotCheckPoint::Verdict verdict) {
  switch (verdict) {
    case BotCheckPoint::Verdict::ok:
      return "ok";
    case BotCheckPoint::Verdict::failed:
      return "failed";
    default:
      return "skipped";
  }
}

/// Text whose lines are set in below a point.
void print_lines(const std::string& text, const char* mark) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::cout << "        " << mark << printable(line, 200) << '\n';
  }
}

void print_text(const BotCheckPoint& point, bool verbose) {
  std::string word = word_of(point.verdict);
  word.resize(8, ' ');
  std::cout << word << point.name;
  if (!point.remark.empty()) std::cout << ": " << printable(point.remark, 500);
  std::cout << '\n';
  if (point.verdict == BotCheckPoint::Verdict::failed || verbose) {
    print_lines(point.protocol, "");
    print_lines(point.standard_error, "! ");
  }
  std::cout.flush();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(printable(line, line.size()));
  return lines;
}

void print_json(const BotCheckPoint& point) {
  write_line(std::cout, {{"point", point.name},
                         {"verdict", word_of(point.verdict)},
                         {"remark", printable(point.remark, 2000)},
                         {"protocol", lines_of(point.protocol)},
                         {"stderr", lines_of(point.standard_error)}});
  std::cout.flush();
}

ExitStatus check(const BotCheckOptions& options) {
  const GameType& type = require_game(options.game);
  const std::string variant =
      options.variant.empty() ? std::string(type.variants().front()) : options.variant;
  require_variant(variant, type.variants(), type.title());
  if (!(options.watchdog >= 0.001 && options.watchdog <= 1e6)) {
    throw UsageError("--watchdog: expected seconds from 0.001 to 1000000");
  }
  const auto watchdog = std::chrono::milliseconds(static_cast<long>(options.watchdog * 1000));
  std::size_t failures = 0, points = 0;
  check_bot(type, variant, examined_bot(options), watchdog, [&](const BotCheckPoint& point) {
    ++points;
    failures += point.verdict == BotCheckPoint::Verdict::failed;
    if (options.format == "json") return print_json(point);
    print_text(point, options.verbose);
  });
  if (options.format == "text") std::cout << points << " points, " << failures << " failed\n";
  return failures == 0 ? ExitStatus::done : ExitStatus::wrong;
}

}  // namespace

void add_bot(Command& app, ExitStatus& status) {
  Command* bot = app.add_subcommand("bot", "Tools for those who write bots");
  bot->require_subcommand(1);
  auto options = std::make_shared<BotCheckOptions>();
  Command* command = bot->add_subcommand("check", "Examine a bot, point by point");
  command->add_option("GAME", options->game, "The game, see 'schiri games'")->required();
  command->add_option("--bot", options->bot, "The bot, as for 'schiri tournament run'")->required();
  add_variant(*command, "--variant", options->variant, "A variant instead of the standard game");
  command->add_option("--watchdog", options->watchdog,
                      "Seconds it may stay silent where no clock runs (10)");
  command->add_flag("--verbose", options->verbose, "Show the conversation even where all is well");
  command->add_option("--format", options->format, "text or json")->one_of({"text", "json"});
  command->footer(
      "Each point is ok, failed or skipped; where one failed, what was sent (>), what came (<)\n"
      "and standard error (!) stand below it. The exit status is 1 if anything failed.\n"
      "Example: schiri bot check creeper --bot cmd=./mine.py");
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace schiri::cli
