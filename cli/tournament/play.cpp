#include "cli/tournament/play.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "cli/line/argument_files.h"
#include "cli/line/defaults.h"
#include "cli/line/interrupt.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/tournament/live/display.h"
#include "cli/tournament/live/log.h"
#include "cli/tournament/live/progress_interval.h"
#include "cli/tournament/live/record_file.h"
#include "cli/tournament/live/report.h"
#include "cli/tournament/live/trace.h"
#include "cli/tournament/results/junit_report.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/summary.h"
#include "cli/tournament/tournament_options.h"
#include "cli/web/report/stored_report.h"
#include "cli/web/shared/document.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/process/processors.h"
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

}  // namespace

std::string resume_command(const db::Store& store, const std::string& event,
                           const std::string& record_file) {
  const auto stored = db::find_tournament(store, event);
  const bool is_tune = stored && db::config_of(store, *stored).tuning;
  return printable((is_tune ? "schiri tune --resume --db " : "schiri tournament resume --db ") +
                       shell_word(store.path()) + " --event " + shell_word(event) +
                       (record_file.empty() ? "" : " --pgn " + shell_word(record_file)),
                   4096);
}

namespace {

std::mutex function_mutex;

std::map<std::string, MakeFunctionPlayer>& function_bots() {
  static std::map<std::string, MakeFunctionPlayer> all;
  return all;
}

/// The one of a bot. Throws UnusableError if no program has it here.
MakeFunctionPlayer function_of(const BotSpec& bot) {
  const std::lock_guard lock(function_mutex);
  const auto found = function_bots().find(bot.function);
  if (found != function_bots().end()) return found->second;
  throw UnusableError(
      message("bot '{0}' is a function of the program that has begun the tournament by the "
              "library; only that program can go on with it",
              printable(bot.name)));
}

void require_functions(const Contest& contest) {
  for (const BotSpec& bot : contest.config().bots) {
    if (is_function(bot)) function_of(bot);
  }
}

}  // namespace

void set_function_bot(const std::string& name, MakeFunctionPlayer make) {
  const std::lock_guard lock(function_mutex);
  if (make) {
    function_bots()[name] = std::move(make);
  } else {
    function_bots().erase(name);
  }
}

PlayGuard::PlayGuard()
    : InterruptGuard(message("unfinished games are lost, finished ones are stored"),
                     First::finish) {}

bool try_programs(Contest& contest, const StartPermission& permission, unsigned threads) {
  require_functions(contest);
  contest.set_functions(
      [&type = contest.type()](const BotSpec& bot) { return function_of(bot)(type); });
  if (!permission.allows_programs()) return true;
  make_room(useful_threads(threads, contest), programs_of(contest.config()).size());
  const InterruptStop interrupt;
  const auto note = [](const std::string& text) { print_note(text); };
  if (contest.try_programs(interrupt.token(), note) && !interrupt.interrupted()) return true;
  say(console::err, message("interrupted before the first game"));
  return false;
}

namespace {

/// The tournament may have changed before it was locked.
void require_unchanged(const db::Store& store, const db::StoredTournament& event,
                       const StartPermission& permission) {
  const auto now = db::find_tournament(store, event.name);
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
    say(console::err, message("this part is far ahead of another one: {0} of {1} games are "
                              "stored; repeat this command when the other parts have played",
                              end.progress.done, end.progress.total));
    return ExitStatus::later;
  }
  if (match) console::err << match_block(*match, output_language());
  if (!end.progress.verdict.empty()) say(console::err, end.progress.verdict);
  const auto done = end.progress.done, total = end.progress.total;
  say(console::err,
      options.is_temporary
          ? message("interrupted: {0} of {1} games were played, none is stored (--no-db)", done,
                    total)
          : message("interrupted: {0} of {1} games are stored; resume with: {2}", done, total,
                    go_on_command));
  return ExitStatus::interrupted;
}

/// Throws InputError.
ProgressInterval progress_interval(const db::TournamentSettings& settings) {
  const auto text = settings.text("progress");
  if (!text) return usual_progress;
  const auto interval = parse_progress_interval(*text);
  if (interval) return *interval;
  throw InputError(message(
      "--progress: expected a number of games, as in 100, or of seconds, as in 30s, not '{0}'",
      printable(*text)));
}

/// Plays the missing games, with the listeners for users.
ExitStatus play_missing(db::Store& store, const db::StoredTournament& event, const Contest& contest,
                        const db::TournamentSettings& settings, const RunOptions& options,
                        const std::string& go_on_command) {
  const ProgressInterval progress = progress_interval(settings);
  RecordFileOptions record_options = record_file_options(settings);
  record_options.events = options.record_events;
  const PlayGuard interrupt;
  const db::LoopOptions loop_options{
      options.earlier,
      [&] { return interrupt.interrupted(); },
      go_on_command,
      processors_of(settings),
      options.check_other_parts,
      [&] { return interrupt.is_finishing(); },
      std::chrono::milliseconds(settings.get<std::uint64_t>("wait").value_or(0))};
  LiveDisplay display(contest.config(), progress);
  TournamentReport report(contest, event);
  TournamentLog log(contest, event, report, settings.text("log").value_or(""), progress);
  ProtocolTrace trace(contest, settings.text("trace").value_or(""));
  RecordFile records(store, event, contest, record_options);
  db::TournamentListeners listeners{&display, &report, &log, &trace, &records};
  if (options.saver) listeners.push_back(options.saver);
  db::TournamentLoop loop(store, event, contest, loop_options, listeners);
  const db::LoopEnd end =
      loop.run(useful_threads(thread_count(settings, contest.config().bots), contest));
  report.print(console::err, settings.flag("verbose"));
  say(console::err, message("{0} {0:game|games} played in {1} s", end.played,
                            Decimal{fixed_text(display.seconds(), 1)}));
  if (!loop.exhausted().empty()) {
    print_note(message("the tournament ends early: {0}", loop.exhausted()));
  }
  return report_end(end, display.match(), options, go_on_command);
}

/// The status of a tournament whose games are played: `wrong` if more games than allowed were lost
/// by failures, which is said.
ExitStatus judge_failures(const db::Store& store, const db::StoredTournament& event,
                          const std::string& database, const db::TournamentSettings& settings,
                          ExitStatus status) {
  const auto most = settings.get<std::uint64_t>("max-failures");
  if (!most) return status;
  const std::uint64_t lost = db::failure_games(store, event).size();
  if (lost <= *most) return status;
  say(console::err,
      message("{0} {0:game|games} lost by failures, --max-failures allows {1}; "
              "they are listed by: {2}",
              lost, *most,
              printable("schiri tournament show --failures --db " + shell_word(database) +
                            " --event " + shell_word(event.name),
                        4096)));
  return ExitStatus::wrong;
}

}  // namespace

namespace {

using FileIdentity = std::pair<dev_t, ino_t>;

/// Nullopt if there is no file.
std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}

}  // namespace

ExitStatus play_to_end(db::Store& store, const db::StoredTournament& event, const Contest& contest,
                       const db::TournamentSettings& settings, Format format,
                       const StartPermission& permission, const RunOptions& options) {
  const std::string go_on_command =
      options.command.empty()
          ? resume_command(store, event.name, record_file_options(settings).path)
          : options.command;
  const std::string database = options.database.empty() ? store.path() : options.database;
  ExitStatus status = ExitStatus::done;
  const auto place = identity_of(store.path());
  const auto save = [&](bool after_error) {
    if (options.saver) options.saver->finish(after_error);
  };
  try {
    require_functions(contest);
    const auto lock = db::lock_tournament(store, event);
    require_unchanged(store, event, permission);
    if (settings.flag("durable")) store.sync_commits();
    store.cache_at_most(8);
    status = play_missing(store, event, contest, settings, options, go_on_command);
    if (status == ExitStatus::done) keep_verdict(store, event, contest);
  } catch (const db::StoreError& error) {
    save(true);
    if (identity_of(store.path()) != place) {
      throw UnusableError(message("{0}; the games in it are gone", error.message()));
    }
    throw UnusableError(message("{0}; finished games are stored, resume with: {1}", error.message(),
                                go_on_command));
  } catch (...) {
    save(true);
    throw;
  }
  save(false);
  if (const auto file = settings.text("report")) write_event_report(store, event.name, *file);
  if (const auto file = settings.text("junit"))
    write_junit_file(*file, database, store, event, contest);
  if (status != ExitStatus::done) return status;
  if (options.print_end) return options.print_end(store, event, contest);
  const ExitStatus shown = print_summary(console::out, console::err, store, event, contest, format,
                                         settings.flag("verbose"));
  if (format == Format::text && !options.is_temporary) {
    print_note(
        message("next: {0}", printable("schiri report --db " + shell_word(database) + " --event " +
                                           shell_word(event.name) + " -o report.html",
                                       4096)));
  }
  return judge_failures(store, event, database, settings, shown);
}

void require_outputs(const db::TournamentSettings& settings) {
  if (settings.text("report")) require_scripts();
  for (const char* output : {"report", "junit"}) {
    const auto file = settings.text(output);
    std::error_code error;
    const auto status =
        file ? std::filesystem::status(*file, error) : std::filesystem::file_status();
    // A pipe cannot be opened for a trial.
    if (!file || *file == "-" || (exists(status) && !is_regular_file(status))) continue;
    OutputFile(*file).abandon();
  }
}

void note_missing_proof(const db::Store& store, const db::StoredTournament& event,
                        const TournamentConfig& config, ExitStatus status) {
  if (status != ExitStatus::done || event.shards > 1) return;
  if (!config.tuning || !config.tuning->proof) return;
  print_note(message("the tuned values are not proven yet; resume with: {0}",
                     resume_command(store, event.name)));
}

void add_summary_format(Command& command, Format& format) {
  command.add_format(format, "Set the format of the final standing (text)",
                     {Format::text, Format::json, Format::markdown});
}

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
  if (!settings.has("cpu")) return {};
  const std::string text = *settings.text("cpu");
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
  const unsigned threads =
      settings.get<unsigned>("threads").value_or(defaults().threads.value_or(room));
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
  if (settings.flag("force")) return;
  const auto games =
      std::min<std::uint64_t>(thread_count(settings, bots), contest.schedule()->games());
  const unsigned each = processors_a_game(bots);
  if (settings.has("cpu") && each > 1) refuse_to_share(each);
  const unsigned most = free_processors(settings);
  if (games * each > most) refuse_to_share(games, each, most, settings.has("cpu"));
}

}  // namespace schiri::cli
