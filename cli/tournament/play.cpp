#include "cli/tournament/play.h"

#include <algorithm>
#include <iostream>

#include "cli/line/interrupt.h"
#include "cli/line/shell_word.h"
#include "cli/print/output_language.h"
#include "cli/tournament/configuration.h"
#include "cli/tournament/live/display.h"
#include "cli/tournament/live/log.h"
#include "cli/tournament/live/page.h"
#include "cli/tournament/live/report.h"
#include "cli/tournament/live/trace.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/process/resource_limits.h"
#include "db/tournament/loop.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// At most as many threads as there are games.
unsigned useful_threads(unsigned threads, const Contest& contest) {
  return static_cast<unsigned>(std::min<std::uint64_t>(threads, contest.schedule()->games()));
}

/// Adds the command that resumes to an error of the database.
db::LoopEnd play_on(db::TournamentLoop& loop, unsigned threads, const std::string& go_on_command) {
  try {
    return loop.run(threads);
  } catch (const db::StoreError& error) {
    throw UnusableError(message("{0}; finished games are stored, resume with: {1}", error.message(),
                                go_on_command));
  }
}

}  // namespace

std::string resume_command(const db::Store& store, const std::string& event,
                           const std::string& record_file) {
  const auto stored = db::find_event(store, event);
  const bool is_tune = stored && db::config_of(store, *stored).tuning;
  return printable((is_tune ? "schiri tune --resume --db " : "schiri tournament resume --db ") +
                       shell_word(store.path()) + " --event " + shell_word(event) +
                       (record_file.empty() ? "" : " --pgn " + shell_word(record_file)),
                   4096);
}

namespace {

/// Functions are bots of programs that use the library.
void require_no_functions(const Contest& contest) {
  for (const BotSpec& bot : contest.config().bots) {
    if (!is_function(bot)) continue;
    throw UnusableError(
        message("bot '{0}' is a function of the program that has begun the tournament by the "
                "library; only that program can go on with it",
                printable(bot.name)));
  }
}

}  // namespace

bool try_programs(Contest& contest, const StartPermission& permission, unsigned threads) {
  require_no_functions(contest);
  if (!permission.allows_programs()) return true;
  const auto& bots = contest.config().bots;
  const auto programs = std::count_if(bots.begin(), bots.end(),
                                      [](const BotSpec& bot) { return !bot.command.empty(); });
  make_room(useful_threads(threads, contest), static_cast<std::size_t>(programs));
  const InterruptStop interrupt;
  const auto note = [](const std::string& text) { print_note(text); };
  if (contest.try_programs(interrupt.token(), note)) return true;
  std::cerr << translated(message("interrupted before the first game")) << '\n';
  return false;
}

namespace {

/// The tournament may have changed before it was locked.
void require_unchanged(const db::Store& store, const db::StoredEvent& event,
                       const StartPermission& permission) {
  const auto now = db::find_event(store, event.name);
  if (now && now->id == event.id && now->config == event.config && now->games == event.games &&
      (permission.allows_programs() || is_complete(store, *now))) {
    return;
  }
  throw UnusableError(
      message("the tournament '{0}' of {1} was just changed by another process; nothing was played",
              printable(event.name), store.path()));
}

/// Reports the progress on standard error when play ends.
ExitStatus report_end(const db::LoopEnd& end, const std::optional<rating::MatchSummary>& match,
                      const RunOptions& options, const std::string& go_on_command) {
  if (end.complete) return ExitStatus::done;
  if (end.waits) {
    std::cerr << translated(message("this part is far ahead of another one: {0} of {1} games are "
                                    "stored; repeat this command when the other parts have played",
                                    end.progress.done, end.progress.total))
              << '\n';
    return ExitStatus::later;
  }
  if (match) std::cerr << match_block(*match, output_language());
  if (!end.progress.verdict.empty()) std::cerr << translated(end.progress.verdict) << '\n';
  const auto done = end.progress.done, total = end.progress.total;
  std::cerr << translated(
                   options.is_temporary
                       ? message(
                             "interrupted: {0} of {1} games were played, none is stored (--no-db)",
                             done, total)
                       : message("interrupted: {0} of {1} games are stored; resume with: {2}", done,
                                 total, go_on_command))
            << '\n';
  return ExitStatus::interrupted;
}

/// Plays under the lock, with the listeners for users.
ExitStatus play_locked(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                       const RunOptions& options) {
  const InterruptGuard interrupt(message("unfinished games are lost, finished ones are stored"));
  const db::LoopOptions loop_options{options.earlier, [&] { return interrupt.interrupted(); },
                                     options.command.empty()
                                         ? resume_command(store, event.name, options.records.path)
                                         : options.command,
                                     options.processors, options.check_other_parts};
  LiveDisplay display(contest.config(), options.progress);
  TournamentReport report(contest);
  TournamentLog log(contest, report, options.log, options.progress);
  LivePage page(contest, options.live, options.report);
  ProtocolTrace trace(contest, options.trace);
  RecordFile records(store, event, contest, options.records);
  db::TournamentListeners listeners{&display, &report, &log, &page, &trace, &records};
  if (options.listener) listeners.push_back(options.listener);
  db::TournamentLoop loop(store, event, contest, loop_options, listeners);
  const db::LoopEnd end =
      play_on(loop, useful_threads(options.threads, contest), loop_options.go_on_command);
  report.print(std::cerr);
  std::cerr << translated(message("{0} {0:game|games} played in {1} s", end.played,
                                  Decimal{fixed_text(display.seconds(), 1)}))
            << '\n';
  if (!loop.exhausted().empty()) {
    print_note(message("the tournament ends early: {0}", loop.exhausted()));
  }
  return report_end(end, display.match(), options, loop_options.go_on_command);
}

}  // namespace

ExitStatus play_tournament(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                           const RunOptions& options, const StartPermission& permission) {
  require_no_functions(contest);
  const auto lock = db::lock_tournament(store, event);
  require_unchanged(store, event, permission);
  if (options.durable) store.sync_commits();
  store.cache_at_most(8);
  return play_locked(store, event, contest, options);
}

}  // namespace schiri::cli
