#include <mutex>

#include "cli/bots/bot_argument.h"
#include "cli/bots/ugi_server.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/print/console.h"
#include "core/base/errors.h"
#include "notation/records/source/byte_source.h"

namespace schiri::cli {

namespace {

struct UgiOptions {
  StartOptions start;
  std::string bot;
  std::string presets;
};

BotSpec served_bot(const UgiOptions& options) {
  BotSpec spec = bot_argument(options.bot, options.presets);
  if (!spec.command.empty()) {
    throw InputError(message("--bot: only built-in bots can be served, not programs (cmd)"));
  }
  if (!spec.time_control.empty()) throw InputError(message("tc: 'go' specifies the clocks"));
  if (spec.ponder) throw InputError(message("ponder: 'go ponder' starts pondering"));
  return spec;
}

/// Room for more than 100,000 turns of a game, which no game reaches.
constexpr std::size_t longest_line = std::size_t{1} << 20;

/// The server searches on a thread of its own, which prints as well.
class Printer {
 public:
  void operator()(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    console::out << lines << std::flush;
  }

 private:
  std::mutex mutex_;
};

ExitStatus serve(const UgiOptions& options) {
  Printer print;
  UgiServer server(options.start.type(), options.start.spec(), served_bot(options),
                   [&print](std::string_view text) { print(text); });
  FileSource input("-");
  LineSource lines(input);
  std::string line;
  for (bool too_long = false; lines.next(line, longest_line, too_long);) {
    if (too_long) {
      print("info string line " + std::to_string(lines.number()) +
            " is longer than 1 MiB and is ignored\n");
    } else if (!server.take(line)) {
      return ExitStatus::done;
    }
  }
  server.finish();
  return ExitStatus::done;
}

}  // namespace

void add_ugi(Command& app) {
  const auto [command, options] = app.add<UgiOptions>(
      "ugi", "Serve a built-in bot by the protocol UGI",
      "The program reads UGI from standard input until 'quit' or end of input. 'startpos' is "
      "the\nposition of these options; games with dice always begin with the same roll, unless "
      "--roll or\n'position fen' specifies another.\nExample: printf 'ugi\\nposition startpos\\ngo "
      "nodes 1000\\n' | schiri ugi creeper --bot greedy",
      "ugi", serve);
  options.start.add_to(command);
  command
      .add_option("--bot", options.bot, "Serve this bot, specified as in 'schiri tournament run'")
      ->required();
  add_presets(command, options.presets);
}

}  // namespace schiri::cli
