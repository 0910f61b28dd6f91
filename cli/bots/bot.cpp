#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/bots/bench.h"
#include "cli/bots/bot_argument.h"
#include "cli/bots/bot_check.h"
#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/text.h"
#include "core/match/clock.h"
#include "core/match/player.h"
#include "core/match/terms.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct BotCheckOptions {
  std::string game;
  std::string variant;
  std::string bot;
  std::string presets;
  double watchdog = 10;
  Format format = Format::text;
  bool verbose = false;
  bool bench = false;
  std::string expected;  ///< signature of a bench
};

/// A built-in bot is examined as a program: 'schiri ugi', which gets the game's program as well.
BotSpec examined_bot(const BotCheckOptions& options) {
  BotSpec spec = bot_argument(options.bot, options.presets);
  if (!spec.command.empty()) return spec;
  const GameType& type = require_game(options.game);
  type.make_bot(spec, options.variant);
  // The check has the clock.
  spec.time_control.clear();
  spec.margin.reset();
  spec.ponder = {};
  spec.command = shell_word(program_path().string()) + " ugi " + shell_word(argument_of(type)) +
                 (options.variant.empty() ? "" : " --variant " + shell_word(options.variant)) +
                 " --bot " + shell_word(bot_spec_text(spec));
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

/// Indents the lines of a text below a point.
void print_lines(const std::string& text, const char* mark) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    console::out << "        " << mark << printable(line, 200) << '\n';
  }
}

void print_text(const BotCheckPoint& point, bool verbose) {
  std::string word = word_of(point.verdict);
  word.resize(8, ' ');
  console::out << word << point.name;
  if (!point.remark.empty()) console::out << ": " << printable(point.remark, 500);
  console::out << '\n';
  if (point.verdict == BotCheckPoint::Verdict::failed || verbose) {
    print_lines(point.protocol, "");
    print_lines(point.standard_error, "! ");
  }
  console::out.flush();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(printable(line, line.size()));
  return lines;
}

const Columns<BotCheckPoint>& point_columns() {
  using Row = const BotCheckPoint&;
  static const Columns<BotCheckPoint> columns = {
      {{"point", {}, Holds::text, "what was examined"}, [](Row row) { return row.name; }},
      {{"verdict", {}, Holds::text, "`ok`, `failed` or `skipped`"},
       [](Row row) { return word_of(row.verdict); }},
      {{"remark", {}, Holds::text, "one line of text, may be empty"},
       [](Row row) { return printable(row.remark, 2000); }},
      {{"protocol", {}, Holds::list, "lines sent (`> `) and received (`< `)"},
       [](Row row) { return lines_of(row.protocol); }},
      {{"stderr", {}, Holds::list, "lines of standard error"},
       [](Row row) { return lines_of(row.standard_error); }}};
  return columns;
}

const Columns<BenchPosition>& bench_columns() {
  using Row = const BenchPosition&;
  static const Columns<BenchPosition> columns = {
      {{"position", message("position"), Holds::text, "position string"},
       [](Row row) { return row.position; }},
      {{"turn", message("turn"), Holds::text, "the bot's turn"}, [](Row row) { return row.turn; }},
      {{"nodes", message("nodes"), Holds::count,
        "positions that it searched; null if it does not report them"},
       [](Row row) { return row.nodes; }}};
  return columns;
}

const Columns<BenchResult>& signature_columns() {
  using Row = const BenchResult&;
  static const Columns<BenchResult> columns = {
      {{"nodes", {}, Holds::count, "sum"}, [](Row row) { return row.nodes; }},
      {{"signature", {}, Holds::text, "changes if any turn or number of nodes does"},
       [](Row row) { return row.signature; }}};
  return columns;
}

/// Counts the nodes of a bot in fixed positions. The speed is not part of the signature.
ExitStatus run_bench(const BotCheckOptions& options, const GameType& type,
                     const std::string& variant, std::chrono::milliseconds watchdog) {
  const BotSpec spec = bot_argument(options.bot, options.presets);
  if (depends_on_clock(spec)) {
    throw InputError(
        message("--bench: specify nodes= or depth= for the bot; with a clock each run differs"));
  }
  if (threads_of(spec) > 1) {
    throw InputError(
        message("--bench: specify one thread for the bot; with several each run differs"));
  }
  const bool text = options.format == Format::text;
  RowWriter rows(console::out, for_process(options.format), bench_columns());
  const auto begin = monotonic_time();
  const BenchResult result =
      bench(type, variant, spec, watchdog, [&](const BenchPosition& asked) { rows.add(asked); });
  const std::chrono::duration<double> time = monotonic_time() - begin;
  rows.finish();
  if (text) {
    say(console::out, message("{0} {0:node|nodes}, signature {1}", result.nodes, result.signature));
  } else {
    write_line(console::out, signature_columns().object(result));
  }
  console::out.flush();
  const double speed = static_cast<double>(result.nodes) / std::max(time.count(), 1e-9);
  say(console::err, message("{0} nodes a second", fixed_text(speed, 0)));
  if (options.expected.empty() || options.expected == result.signature) return ExitStatus::done;
  print_message(
      message("expected the signature {0}: the bot plays different turns or counts its nodes "
              "differently",
              printable(options.expected)));
  return ExitStatus::wrong;
}

ExitStatus examine(const BotCheckOptions& options, const GameType& type, const std::string& variant,
                   std::chrono::milliseconds watchdog) {
  std::size_t failures = 0, points = 0;
  check_bot(type, variant, examined_bot(options), watchdog, [&](const BotCheckPoint& point) {
    ++points;
    failures += point.verdict == BotCheckPoint::Verdict::failed;
    if (options.format == Format::json) {
      write_line(console::out, point_columns().object(point));
      console::out.flush();
      return;
    }
    print_text(point, options.verbose);
  });
  if (options.format == Format::text)
    say(console::out, message("{0} {0:point|points}, {1} failed", points, failures));
  return failures == 0 ? ExitStatus::done : ExitStatus::wrong;
}

ExitStatus check(const BotCheckOptions& options) {
  const GameType& type = require_game(options.game);
  const std::string variant =
      options.variant.empty() ? std::string(type.variant_table.standard()) : options.variant;
  type.variant_table.require(variant);
  if (!(options.watchdog >= 0.001 && options.watchdog <= 1e6)) {
    throw InputError(message("--watchdog: expected seconds from 0.001 to 1000000"));
  }
  const auto watchdog = std::chrono::milliseconds(static_cast<long>(options.watchdog * 1000));
  if (!options.bench && !options.expected.empty()) {
    throw InputError(message("--expect: only with --bench"));
  }
  if (!options.bench) return examine(options, type, variant, watchdog);
  try {
    return run_bench(options, type, variant, watchdog);
  } catch (const PlayerFailure& failure) {
    console::out.flush();
    print_message(message("the bot {0}", printable(failure.message(), 2000)));
    return ExitStatus::wrong;
  }
}

}  // namespace

void add_bot(Command& app) {
  Command& bot = app.add_group("bot", "Check a bot",
                               "Example: schiri bot check creeper --bot cmd=./mine.py", "bots");
  const auto [command, options] = bot.add<BotCheckOptions>(
      "check", "Check a bot, point by point",
      "Each point is ok, failed or skipped; a failed one shows the lines sent (>), received (<) "
      "and\nof standard error (!). The exit status is 1 if any point failed.\nExample: schiri bot "
      "check creeper --bot cmd=./mine.py",
      "bots", check);
  add_game(command, "GAME", options.game, "The game, see 'schiri games'")->required();
  command
      .add_option("--bot", options.bot, "Check this bot, specified as in 'schiri tournament run'")
      ->required();
  add_presets(command, options.presets);
  add_variant(command, "--variant", options.variant, "Set the variant (standard)");
  command.add_option("--watchdog", options.watchdog, "Stop a bot that is silent this long (10)")
      ->type_name("SECONDS");
  command.add_flag("--verbose", options.verbose, "Show the protocol also of successful points");
  command.add_flag("--bench", options.bench,
                   "Print turns and nodes in ten positions, and their signature");
  command
      .add_option("--expect", options.expected,
                  "With --bench: exit with status 1 if the signature differs")
      ->type_name("SIGNATURE");
  command.add_format(options.format);
  command.prints(point_columns);
  command.prints(bench_columns, "--bench, for each position");
  command.prints(signature_columns, "--bench, at the end");
}

}  // namespace schiri::cli
