#include "cli/tournament/processor_use.h"

#include <algorithm>

#include "cli/line/defaults.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/process/processors.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The number of processors for the games.
unsigned free_processors(const db::TournamentSettings& settings) {
  const auto chosen = static_cast<unsigned>(processors_of(settings).size());
  return chosen > 0 ? chosen : static_cast<unsigned>(processor_count());
}

Message processors_text(unsigned number) { return message("{0} {0:processor|processors}", number); }

[[noreturn]] void refuse_to_share(unsigned each) {
  throw InputError(
      message("--cpu pins each game to 1 processor, but a game of bots with several threads or "
              "ponder needs {0}; omit --cpu, or specify --force to play anyway",
              each));
}

[[noreturn]] void refuse_to_share(std::uint64_t games, unsigned each, unsigned most, bool chosen) {
  const unsigned fit = most / each;
  const Message asked =
      each > 1 ? message("{0} {0:game|games} at once, of bots that play by the clock, on {1} each",
                         games, processors_text(each))
               : message("{0} {0:game|games} at once, of bots that play by the clock", games);
  const Message there = chosen ? message("{0} there (--cpu)", processors_text(most))
                               : message("{0} here", processors_text(most));
  throw InputError(
      fit > 0
          ? message("{0}, but {1}: the bots would slow each other down; use -j {2} or fewer, or "
                    "--force to play anyway",
                    asked, there, fit)
          : message("{0}, but {1}: the bots would slow each other down; use fewer threads, no "
                    "ponder, or --force to play anyway",
                    asked, there));
}

}  // namespace

std::vector<int> processors_of(const db::TournamentSettings& settings) {
  if (!settings.processors) return {};
  const std::string& text = *settings.processors;
  if (text == "auto") return usable_processors_by_core();
  const auto processors = parse_processors(text);
  if (!processors) {
    throw InputError(message("--cpu: expected auto, or processors as in 0-3 or 0,2, not '{0}'",
                             printable(text)));
  }
  const std::vector<int> usable = usable_processors();
  for (const int processor : *processors) {
    if (std::find(usable.begin(), usable.end(), processor) != usable.end()) continue;
    throw InputError(message(
        "--cpu: processor {0} is not available (--cpu auto uses the available ones)", processor));
  }
  return *processors;
}

unsigned thread_count(const db::TournamentSettings& settings, const std::vector<BotSpec>& bots) {
  const unsigned room = std::max(1u, free_processors(settings) / processors_a_game(bots));
  const unsigned threads = settings.threads.value_or(defaults().threads.value_or(room));
  if (threads < 1 || threads > 1024)
    throw InputError(message("threads: expected a number from 1 to 1024"));
  return threads;
}

/// Bots that share a processor while clocks run get less time than their clocks show, which matters
/// if two such bots meet.
void require_processors(const db::TournamentSettings& settings, const Contest& contest) {
  const auto& bots = contest.config().bots;
  const auto is_timed = [](const BotSpec& bot) {
    return (bot.movetime || !bot.time_control.empty()) && !bot.nodes && !bot.depth;
  };
  if (std::count_if(bots.begin(), bots.end(), is_timed) < 2) return;
  if (settings.force.value_or(false)) return;
  const auto games =
      std::min<std::uint64_t>(thread_count(settings, bots), contest.schedule()->games());
  const unsigned each = processors_a_game(bots);
  if (settings.processors && each > 1) refuse_to_share(each);
  const unsigned most = free_processors(settings);
  if (games * each > most) refuse_to_share(games, each, most, settings.processors.has_value());
}

}  // namespace schiri::cli
