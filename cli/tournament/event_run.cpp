#include "cli/tournament/event_run.h"

#include <algorithm>
#include <iostream>

#include "cli/line/interrupt.h"
#include "cli/line/shell_word.h"
#include "cli/tournament/event_diary.h"
#include "cli/tournament/event_file.h"
#include "cli/tournament/event_loop.h"
#include "cli/tournament/event_report.h"
#include "cli/tournament/live_display.h"
#include "cli/tournament/live_page.h"
#include "cli/tournament/setting_table.h"
#include "cli/tournament/tune_table.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/process/resource_limits.h"
#include "db/ratings/pair_counts.h"
#include "db/tournament/played_games.h"
#include "notation/contest/players.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// No more than there are games.
unsigned useful_threads(unsigned threads, const Contest& contest) {
  return static_cast<unsigned>(std::min<std::uint64_t>(threads, contest.schedule()->games()));
}

/// Says how to go on where the database fails.
LoopEnd play_on(TournamentLoop& loop, unsigned threads, const std::string& go_on_command) {
  try {
    return loop.run(threads);
  } catch (const db::StoreError& error) {
    throw UnusableError(std::string(error.what()) +
                        "; what is finished is stored, go on with: " + go_on_command);
  }
}

}  // namespace

std::optional<Outcome> evidence_of(const db::StoredResult& game) {
  return game.unplayed ? std::nullopt : outcome_of(game.result);
}

std::vector<GameResult> results_of(const std::vector<db::StoredResult>& stored) {
  std::vector<GameResult> results;
  for (const auto& game : stored) results.push_back({game.number, outcome_of(game.result)});
  return results;
}

namespace {

[[noreturn]] void fail_stored(const db::Store& store, const db::StoredEvent& event,
                              const std::string& what) {
  throw StoredPlanError(printable(store.path(), 4096) + ": the stored plan of the event '" +
                            printable(event.name) + "' cannot be used: " + what,
                        what);
}

/// What `read` makes of a stored plan. Nothing in it was written on this command line, so that
/// whatever is wrong is no wrong usage.
template <class Read>
auto from_stored(const db::Store& store, const db::StoredEvent& event, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    fail_stored(store, event, error.what());
  } catch (const ContestError& error) {
    fail_stored(store, event, error.what());
  } catch (const BotSpecError& error) {
    fail_stored(store, event, error.what());
  } catch (const StartError& error) {
    fail_stored(store, event, error.what());
  } catch (const JsonError& error) {
    fail_stored(store, event, error.what());
  } catch (const std::logic_error& error) {
    fail_stored(store, event, error.what());
  }
}

/// Settings that are never stored name files of the reader's, or say how to play; names of bots
/// always are.
void refuse_foreign_settings(const TournamentSettings& settings) {
  for (const TournamentBot& bot : settings.bots) {
    if (!bot.description.find("name")) throw InputError("a bot has no name");
  }
  for (const TournamentSetting& setting : event_settings()) {
    const bool is_stored = setting.stored && setting.key != "openings";
    const bool given =
        std::visit([&](auto member) { return (settings.*member).has_value(); }, setting.member);
    if (given && !is_stored) throw InputError("'" + setting.key + "' is not stored with an event");
  }
}

}  // namespace

TournamentSettings stored_settings(const db::Store& store, const db::StoredEvent& event) {
  return from_stored(store, event, [&] {
    TournamentSettings settings = parse_event(event.config, "its JSON");
    refuse_foreign_settings(settings);
    return settings;
  });
}

TournamentConfig config_of(const db::Store& store, const db::StoredEvent& event) {
  TournamentSettings settings = stored_settings(store, event);
  return from_stored(store, event, [&] {
    // Events that were begun when there was but one scale keep it.
    if (!settings.scale) settings.scale = rating::scale_name(rating::Scale::odds);
    TournamentConfig config = settings.config();
    require_schedule(config);
    return config;
  });
}

Contest stored_contest(const db::Store& store, const db::StoredEvent& event) {
  const TournamentConfig config = config_of(store, event);
  return from_stored(store, event,
                     [&] { return Contest(config, openings_of(store, event, config.variant)); });
}

std::map<std::uint64_t, Opening> openings_of(const db::Store& store, const db::StoredEvent& event,
                                             const std::string& variant) {
  std::map<std::uint64_t, Opening> openings;
  for (db::OpeningRow& row : db::stored_openings(store, event)) {
    openings[row.number] = {{variant, std::move(row.position), std::move(row.roll)},
                            std::move(row.turns)};
  }
  return openings;
}

std::optional<std::uint64_t> missing_game(const TournamentConfig& config,
                                          const std::vector<GameResult>& results) {
  const auto schedule = make_schedule(config);
  const std::size_t taken = add_results(*schedule, results);
  if (taken == results.size()) return std::nullopt;
  std::uint64_t number = 1;
  for (std::size_t i = 0; i < taken && results[i].number == number; ++i) ++number;
  return number;
}

std::string resume_command(const db::Store& store, const std::string& event) {
  const auto stored = db::find_event(store, event);
  const bool is_tune = stored && config_of(store, *stored).tuning;
  return printable((is_tune ? "schiri tune --resume --db " : "schiri tournament resume --db ") +
                       shell_word(store.path()) + " --event " + shell_word(event),
                   4096);
}

bool try_programs(const Contest& contest, const StartPermission& permission, unsigned threads) {
  if (!permission.allows_programs()) return true;
  const auto& bots = contest.config().bots;
  const auto programs = std::count_if(bots.begin(), bots.end(),
                                      [](const BotSpec& bot) { return !bot.command.empty(); });
  make_room(useful_threads(threads, contest), static_cast<std::size_t>(programs));
  const InterruptStop interrupt;
  for (BotSpec bot : contest.config().bots) {
    if (bot.command.empty()) continue;
    if (contest.config().tuning)
      bot = tuned_bot(contest.config(), start_values(*contest.config().tuning), bot.name);
    const auto notes = try_program(contest.type(), contest.config().variant, bot,
                                   contest.config().watchdog, interrupt.token());
    if (interrupt.interrupted()) {
      std::cerr << "interrupted before the first game\n";
      return false;
    }
    for (const std::string& note : notes) std::cerr << "schiri: note: " << note << '\n';
  }
  return true;
}

bool is_complete(const db::Store& store, const db::StoredEvent& event) {
  std::uint64_t next = event.shard;
  for (const std::uint64_t number : db::stored_numbers(store, event)) {
    if (number == next) next += event.shards;
  }
  return next > event.games;
}

db::TournamentLock lock_event(const db::Store& store, const db::StoredEvent& event) {
  auto lock = db::TournamentLock::take(store.path(), event.id);
  if (lock) return std::move(*lock);
  throw UnusableError("another process is playing the event '" + printable(event.name) + "' of " +
                      store.path());
}

namespace {

/// Somebody may have changed the event before it was locked.
void require_unchanged(const db::Store& store, const db::StoredEvent& event,
                       const StartPermission& permission) {
  const auto now = db::find_event(store, event.name);
  if (now && now->id == event.id && now->config == event.config && now->games == event.games &&
      (permission.allows_programs() || is_complete(store, *now))) {
    return;
  }
  throw UnusableError("the event '" + printable(event.name) + "' of " + store.path() +
                      " was just changed by another process; nothing was played");
}

}  // namespace

ExitStatus play_event(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                      const RunOptions& options, const StartPermission& permission) {
  const auto lock = lock_event(store, event);
  require_unchanged(store, event, permission);
  if (options.durable) store.sync_commits();
  store.cache_at_most(8);
  const InterruptGuard interrupt("unfinished games are lost, finished ones are stored");
  const LoopOptions loop_options{
      options.earlier, [&] { return interrupt.interrupted(); },
      options.command.empty() ? resume_command(store, event.name) : options.command,
      options.processors, options.look_at_others};
  LiveDisplay display(names_of(contest.config()), contest.config().scale);
  TournamentReport report(contest);
  TournamentLogger diary(contest, report, options.log);
  LivePage page(contest, options.live);
  TournamentListeners listeners{&display, &report, &diary, &page};
  if (options.listener) listeners.push_back(options.listener);
  TournamentLoop loop(store, event, contest, loop_options, listeners);
  const LoopEnd end =
      play_on(loop, useful_threads(options.threads, contest), loop_options.go_on_command);
  db::add_up_results(store);
  report.print(std::cerr);
  std::cerr << counted(end.played, "game") << " played in " << fixed_text(display.seconds(), 1)
            << " s\n";
  if (!loop.exhausted().empty()) {
    std::cerr << "schiri: note: the event ends early: " << loop.exhausted() << '\n';
  }
  if (end.complete) return ExitStatus::done;
  if (end.waits) {
    std::cerr << "this part is far ahead of another one: " << end.progress.done << " of "
              << end.progress.total
              << " games are stored; let the others play, then give the same command again\n";
    return ExitStatus::later;
  }
  if (!end.progress.verdict.empty()) std::cerr << end.progress.verdict << '\n';
  std::cerr << "interrupted: " << end.progress.done << " of " << end.progress.total
            << " games are stored; go on with: " << loop_options.go_on_command << '\n';
  return ExitStatus::interrupted;
}

}  // namespace schiri::cli
