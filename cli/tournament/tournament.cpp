#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <thread>

#include "cli/cluster/cluster_folder.h"
#include "cli/cluster/shared_test.h"
#include "cli/cluster/working_copy.h"
#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/line/start.h"
#include "cli/print/output_file.h"
#include "cli/tournament/event_file.h"
#include "cli/tournament/event_run.h"
#include "cli/tournament/event_summary.h"
#include "cli/tournament/junit_report.h"
#include "cli/tournament/setting_table.h"
#include "cli/tournament/sprt_verdict.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/text.h"
#include "core/match/clock.h"
#include "core/process/processors.h"
#include "core/tournament/systems.h"
#include "db/tournament/played_games.h"
#include "notation/contest/turn_limit.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void TournamentOptions::complete() {
  for (const std::string& bot : bots) settings.bots.push_back(event_bot(bot));
  if (!event_file.empty()) {
    const std::string folder = folder_of(event_file);
    const bool is_submitted = ClusterFolder::is_one(folder.empty() ? "." : folder);
    TournamentSettings described = read_event_file(event_file);
    if (!is_submitted) described.place_in(folder);
    settings.complete_from(described);
    if (is_submitted) settings.signature = described.signature;
    // An event that was submitted when there was no default goes on without a limit, and one that
    // was when there was but one scale keeps it.
    if (is_submitted) {
      if (!settings.scale) settings.scale = rating::scale_name(rating::Scale::odds);
      return;
    }
  }
  if (against.db) take_baseline();
  has_default_limit = settings.game && !settings.max_turns;
  if (has_default_limit) settings.max_turns = most_turns(require_game(*settings.game));
}

/// The new bots come first: a test is about them.
void TournamentOptions::take_baseline() {
  if (settings.bots.empty()) throw InputError("--against: name the new bot with --bot");
  baseline = read_baseline(against, settings.bots.size());
  const std::vector<TournamentBot> newcomers = settings.bots;
  if (settings.sprt) baseline.settings.rounds.reset();
  settings.complete_from(baseline.settings);
  settings.bots = newcomers;
  const auto& opponents = baseline.settings.bots;
  settings.bots.insert(settings.bots.end(), opponents.begin(), opponents.end());
}

StartPermission TournamentOptions::permission() {
  return baseline.commands ? trust.ask(*baseline.commands) : StartPermission::typed();
}

void require_openings(const Contest& contest) {
  const TournamentConfig& config = contest.config();
  if (system_of(config.system).may_end_anywhere()) return;
  contest.opening(system_of(config.system).most_openings(config));
}

db::StoredEvent choose_event(const db::Store& store, const std::optional<std::string>& name,
                             const std::string& option) {
  auto events = db::stored_events(store);
  std::erase_if(events, [](const auto& event) { return !event.was_played_here(); });
  std::string known;
  for (const auto& event : events) known += (known.empty() ? "" : ", ") + printable(event.name);
  if (name) {
    std::erase_if(events, [&](const auto& event) { return event.name != *name; });
  } else if (events.size() > 1) {
    std::erase_if(events, [](const auto& event) { return event.stored == event.planned(); });
  }
  if (events.size() == 1) return events.front();
  if (known.empty()) throw InputError(store.path() + " has no event to continue");
  throw InputError((name ? "there is no event '" + printable(*name) + "' in "
                         : "choose one event with " + option + " from ") +
                   store.path() + "; there are: " + known);
}

namespace {

/// Those of `--cpu`, none without it.
std::vector<int> processors_of(const TournamentSettings& settings) {
  if (!settings.processors) return {};
  const std::string& text = *settings.processors;
  if (text == "auto") return usable_processors_by_core();
  const auto processors = parse_processors(text);
  if (!processors) {
    throw InputError("--cpu: expected auto, or processors as in 0-3 or 0,2, not '" +
                     printable(text) + "'");
  }
  const std::vector<int> usable = usable_processors();
  for (const int processor : *processors) {
    if (std::find(usable.begin(), usable.end(), processor) != usable.end()) continue;
    throw InputError("--cpu: there is no processor " + std::to_string(processor) +
                     " that may be used here (--cpu auto takes those that may)");
  }
  return *processors;
}

/// How many processors there are for the games.
unsigned free_processors(const TournamentSettings& settings) {
  const auto chosen = static_cast<unsigned>(processors_of(settings).size());
  return chosen > 0 ? chosen : std::max(1u, std::thread::hardware_concurrency());
}

/// How many games are played at once: as many as find processors, unless a number is given.
unsigned thread_count(const TournamentSettings& settings, const std::vector<BotSpec>& bots = {}) {
  const unsigned room = std::max(1u, free_processors(settings) / processors_a_game(bots));
  const unsigned threads = settings.threads.value_or(defaults().threads.value_or(room));
  if (threads < 1 || threads > 1024) throw InputError("threads: expected a number from 1 to 1024");
  return threads;
}

std::string processors_text(unsigned number) { return counted(number, "processor"); }

[[noreturn]] void refuse_to_share(unsigned each) {
  throw InputError(
      "--cpu: keeps each game to 1 processor, but a game of bots that think with "
      "several threads or on each other's time (ponder) takes " +
      std::to_string(each) + "; leave --cpu out, or --force to play all the same");
}

[[noreturn]] void refuse_to_share(std::uint64_t games, unsigned each, unsigned most, bool chosen) {
  const unsigned fit = most / each;
  const std::string advice = fit > 0 ? "use -j " + std::to_string(fit) + " or fewer, or --force"
                                     : "use fewer threads, no ponder, or --force";
  throw InputError(counted(games, "game") + " at once, of bots that play by the clock" +
                   (each > 1 ? ", on " + processors_text(each) + " each" : "") + ", but " +
                   processors_text(most) + (chosen ? " there (--cpu)" : " here") +
                   ": they would take each other's time; " + advice + " to play all the same");
}

/// Bots that share a processor while clocks run are slower than their clocks say; that matters
/// where two of them meet.
void require_processors(const TournamentSettings& settings, const Contest& contest) {
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

const std::string& require_db(const TournamentSettings& settings) {
  const auto& db = settings.db ? settings.db : defaults().database;
  if (!db || db->empty()) {
    throw InputError("where should the games be stored? Name a database with --db");
  }
  return *db;
}

/// How `tournament run` takes part in an event that is played on several machines.
struct PartOptions {
  bool resume = false;
  std::optional<std::string> scratch;
  std::optional<double> save_every;  ///< seconds
  std::optional<std::string> after;  ///< a database
  std::optional<std::string> peers;  ///< a folder
  std::string format = "text";       ///< of the summary
  bool is_step = false;              ///< of a command that goes on with what it comes to
};

[[noreturn]] void refuse_existing(const db::Store& store, const std::string& name) {
  const auto event = db::find_event(store, name);
  const std::string there = store.path() + " has an event '" + printable(name) + "' already";
  if (event && event->was_played_here()) {
    throw InputError(there + "; go on with: " + resume_command(store, name));
  }
  throw InputError(there + ", which came with imported games; choose another name with --event");
}

void refuse_dependent_shards(const Shard& shard, const TournamentConfig& config,
                             const PartOptions& part) {
  if (shard.count > 1 || part.after) require_shareable(config, part.after ? "--after" : "--shard");
  if (shard.count > 1 && !is_fixed(config.system) && !part.after) {
    throw InputError("--shard: the games of the system " + std::string(system_name(config.system)) +
                     " depend on results; say with --after which database holds those of the "
                     "rounds before");
  }
  if (part.peers && !config.sprt) throw InputError("--peers: only a test (--sprt) ends by results");
}

/// The event of this configuration in a store, made if it is not there.
db::StoredEvent open_event(db::Store& store, const Contest& contest, const Shard& shard,
                           bool resume, const std::optional<std::string>& signature) {
  const TournamentConfig& config = contest.config();
  const auto made =
      db::create_event(store, {config.name, signed_plan(config, signature),
                               contest.schedule()->games(), shard.index, shard.count});
  if (made) return *made;
  if (!resume) refuse_existing(store, config.name);
  const auto event = db::find_event(store, config.name);
  if (!event->was_played_here()) refuse_existing(store, config.name);
  if (config_of(store, *event) != config) {
    throw InputError("--resume: the event '" + printable(config.name) + "' of " + store.path() +
                     " has other settings");
  }
  if (event->shard != shard.index || event->shards != shard.count) {
    throw InputError("--resume: " + store.path() + " holds part " + std::to_string(event->shard) +
                     "/" + std::to_string(event->shards) + " of the event '" +
                     printable(config.name) + "'");
  }
  return signature ? *event : sign_stored_plan(store, *event, config);
}

/// The results of an event in a database of earlier rounds; none if it is not there yet.
std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<WorkingCopy>& copy) {
  if (!std::filesystem::exists(path)) return {};
  const db::Store store(copy ? copy->fetch(path) : path, db::Store::Mode::read);
  const auto event = db::find_event(store, config.name);
  if (!event || !event->was_played_here()) return {};
  if (config_of(store, *event) != config) {
    throw InputError("--after: the event '" + printable(config.name) + "' of " + path +
                     " has other settings");
  }
  return db::stored_results(store, *event);
}

/// The openings of an event that has begun in a database, if it is there.
std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config) {
  if (!std::filesystem::exists(path)) return {};
  const db::Store store(path, db::Store::Mode::read);
  const auto event = db::find_event(store, config.name);
  return event ? openings_of(store, *event, config.variant) : std::map<std::uint64_t, Opening>{};
}

/// A stored event keeps its limit of turns and its scale, whatever the defaults are now.
void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name) {
  if (!std::filesystem::exists(path)) return;
  const db::Store store(path, db::Store::Mode::read);
  const auto event = db::find_event(store, name);
  if (!event || !event->was_played_here()) return;
  const TournamentConfig config = config_of(store, *event);
  if (!options.settings.scale) options.settings.scale = rating::scale_name(config.scale);
  if (!options.has_default_limit) return;
  options.settings.max_turns = config.max_turns;
  options.has_default_limit = false;
}

/// Mentions a limit that nobody has asked for.
void note_default_limit(const TournamentOptions& options, const Contest& contest) {
  if (!options.has_default_limit) return;
  std::cerr << "schiri: note: a game is a draw after " << *contest.config().max_turns
            << " turns, the limit of " << contest.type().title()
            << " in events (--max-turns sets another, 0 none)\n";
}

/// Brings the games of a working copy to their place now and then.
class Saver final : public TournamentListener {
 public:
  /// `stored`: how many games are in their place.
  Saver(WorkingCopy& copy, const db::Store& store, std::uint64_t stored, double interval)
      : copy_(copy),
        store_(store),
        interval_(interval),
        saved_(copy.is_new() ? std::nullopt : std::optional(stored)),
        done_(stored) {}

  void look(const TournamentProgress& progress) override {
    done_ = progress.done;
    if (done_ != saved_ && monotonic_time() - last_ >= interval_) save();
  }
  /// At the end; where that is an error, look() has not heard of the last games. Does not try again
  /// what has failed.
  void finish(bool after_error = false) {
    if ((saved_ != done_ || after_error) && !has_failed_) save();
  }

 private:
  void save() {
    has_failed_ = true;
    copy_.bring_back(store_);
    has_failed_ = false;
    saved_ = done_;
    last_ = monotonic_time();
  }

  WorkingCopy& copy_;
  const db::Store& store_;
  std::chrono::duration<double> interval_;
  std::optional<std::uint64_t> saved_;  ///< nothing while nothing is in its place
  std::uint64_t done_;
  bool has_failed_ = false;
  std::chrono::nanoseconds last_ = monotonic_time();
};

/// Plays what is left of an event, brings it to its place if there is one, and shows where it
/// stands, unless there is no format.
ExitStatus play(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                const TournamentSettings& settings, const std::string& format,
                const StartPermission& permission, RunOptions options = {},
                Saver* saver = nullptr) {
  options.threads = thread_count(settings, contest.config().bots);
  options.processors = processors_of(settings);
  options.log = settings.log.value_or("");
  options.live = settings.live.value_or("");
  options.durable = settings.durable.value_or(false);
  options.listener = saver;
  ExitStatus status = ExitStatus::done;
  try {
    status = play_event(store, event, contest, options, permission);
    if (status == ExitStatus::done) keep_verdict(store, event, contest);
  } catch (...) {
    // Whatever ends the event early, what is finished is kept.
    if (saver) saver->finish(true);
    throw;
  }
  if (saver) saver->finish();
  if (settings.junit) write_junit_file(*settings.junit, store, event, contest);
  if (status != ExitStatus::done) return status;
  if (format.empty()) {
    const auto verdict = sprt_verdict(store, event, contest);
    return verdict ? verdict->status() : status;
  }
  return print_summary(std::cout, std::cerr, store, event, contest, format);
}

/// Mentions that a tune is over, but for its last step.
void note_missing_proof(const db::Store& store, const db::StoredEvent& event,
                        const TournamentConfig& config, ExitStatus status) {
  if (status != ExitStatus::done || event.shards > 1) return;
  if (!config.tuning || !config.tuning->proof) return;
  std::cerr << "schiri: note: the tuned values are not proven yet; go on with: "
            << resume_command(store, event.name) << '\n';
}

/// Why a part of a test has ended before its games ran out.
class NoteAtEnd {
 public:
  explicit NoteAtEnd(const std::optional<std::string>& peers) : peers_(peers) {}
  NoteAtEnd(const NoteAtEnd&) = delete;
  NoteAtEnd& operator=(const NoteAtEnd&) = delete;
  ~NoteAtEnd() {
    const auto game = peers_ ? SharedTest::decided(*peers_) : std::nullopt;
    if (game) {
      std::cerr << "schiri: note: the test is decided by game " << *game
                << "; games after it do not count\n";
    }
  }

 private:
  const std::optional<std::string>& peers_;
};

ExitStatus run_tournament(TournamentOptions options, const PartOptions& part) {
  TournamentSettings& settings = options.settings;
  options.complete();
  TournamentConfig config = settings.config();
  const Contest planned(config);  // what is wrong with the event itself is reported first
  const Shard shard = settings.shard ? parse_shard(*settings.shard) : Shard{};
  const std::string& home = require_db(settings);
  require_separate(settings.log.value_or(""),
                   {home, options.event_file, settings.openings.value_or("")});
  require_separate(settings.live.value_or(""), {home, options.event_file, settings.log.value_or(""),
                                                settings.openings.value_or("")});
  if (settings.live) require_no_database(*settings.live);
  if (settings.junit) {
    require_separate(*settings.junit, {home, options.event_file, settings.log.value_or(""),
                                       settings.live.value_or(""), settings.openings.value_or("")});
    require_no_database(*settings.junit);
  }
  thread_count(settings);
  refuse_dependent_shards(shard, config, part);
  std::optional<WorkingCopy> copy;
  if (part.scratch) copy.emplace(home, *part.scratch);
  if (copy && copy->interrupted()) {
    std::cerr << "interrupted before the first game\n";
    return ExitStatus::interrupted;
  }
  const std::string& path = copy ? copy->path() : home;
  if (part.resume) {
    keep_defaults(options, path, config.name);
    config = settings.config();
  }
  RunOptions run;
  run.command = options.go_on;
  if (part.after) run.earlier = earlier_results(*part.after, config, copy);

  std::map<std::uint64_t, Opening> openings;
  if (part.resume) openings = known_openings(path, config);
  openings.merge(options.baseline.openings);
  const Contest contest(config, std::move(openings));
  require_openings(contest);
  require_processors(settings, contest);
  const StartPermission permission = options.permission();
  if (!try_programs(contest, permission, thread_count(settings, contest.config().bots))) {
    return ExitStatus::interrupted;
  }
  db::Store store(path, db::Store::Mode::create);
  const db::StoredEvent event = open_event(store, contest, shard, part.resume, settings.signature);
  note_default_limit(options, contest);
  if (!options.baseline.note.empty()) {
    std::cerr << "schiri: note: " << options.baseline.note << '\n';
  }
  std::optional<SharedTest> test;
  if (part.peers) {
    test.emplace(contest, *part.peers, shard,
                 std::chrono::duration<double>(part.save_every.value_or(60)));
    run.look_at_others = [&test](std::uint64_t done) { return test->look(done); };
  }
  if (shard.count > 1 && contest.config().sprt && !part.peers) {
    std::cerr
        << "schiri: note: this part plays all its games; --peers FOLDER ends it once the parts "
           "in that folder decide the test\n";
  }
  const NoteAtEnd note(part.peers);
  if (!copy) {
    const auto status =
        play(store, event, contest, settings, part.format, permission, std::move(run));
    if (!part.is_step) note_missing_proof(store, event, config, status);
    return status;
  }
  run.command = "the same command with --resume";
  Saver saver(*copy, store, event.stored, part.save_every.value_or(60));
  return play(store, event, contest, settings, part.format, permission, std::move(run), &saver);
}

/// A part knows only its own results.
void refuse_dependent_part(const db::Store& store, const db::StoredEvent& event,
                           const TournamentConfig& config) {
  if (event.shards == 1 || is_fixed(config.system) || event.stored >= event.planned()) return;
  const std::string part = std::to_string(event.shard) + "/" + std::to_string(event.shards);
  throw InputError(store.path() + " holds part " + part + " of the event '" +
                   printable(event.name) + "', whose later rounds are paired by the results of " +
                   "all; go on with the command that began it: schiri tournament run ... --shard " +
                   part + " --resume --after DATABASE");
}

/// The names of the events that were played here, if there are several and all have come to their
/// end; else empty.
std::string played_events(const db::Store& store) {
  std::string names;
  std::size_t count = 0;
  for (const db::StoredEvent& event : db::stored_events(store)) {
    if (!event.was_played_here()) continue;
    if (event.stored != event.planned()) return {};
    names += (count++ == 0 ? "" : ", ") + printable(event.name);
  }
  return count > 1 ? names : std::string();
}

ExitStatus resume_tournament(const TournamentSettings& settings, const std::string& format,
                             CommandTrust trust) {
  thread_count(settings);
  db::Store store(require_db(settings), db::Store::Mode::write);
  const std::string played = settings.event ? std::string() : played_events(store);
  if (!played.empty()) {
    std::cerr << "0 games played: all events of " << printable(store.path(), 4096)
              << " are complete: " << played << '\n';
    return ExitStatus::done;
  }
  db::StoredEvent event = choose_event(store, settings.event);
  const TournamentConfig config = config_of(store, event);
  refuse_dependent_part(store, event, config);
  const Contest contest = stored_contest(store, event);
  const unsigned threads = thread_count(settings, config.bots);
  const bool is_over = is_complete(store, event);
  if (!is_over) require_processors(settings, contest);
  const StartPermission permission =
      is_over ? StartPermission::nothing_starts() : trust.ask(commands_of(store, event, config));
  if (!try_programs(contest, permission, threads)) return ExitStatus::interrupted;
  if (!is_over) event = sign_stored_plan(store, event, config);
  const ExitStatus status = play(store, event, contest, settings, format, permission);
  note_missing_proof(store, event, config, status);
  return status;
}

void add_format(Command& command, std::string& format) {
  command.add_option("--format", format, "Of the standing at the end: text, json or markdown")
      ->one_of({"text", "json", "markdown"});
}

void add_part_options(Command& command, PartOptions& part) {
  command.add_flag("--resume", part.resume,
                   "Continue the event if it exists already, instead of refusing");
  command.add_option("--scratch", part.scratch,
                     "Play in a copy of the database in this folder, on a disk of this machine");
  command
      .add_option("--save-every", part.save_every,
                  "With --scratch: seconds after which new games are copied to --db, besides at "
                  "the end (60); with --peers, after which somebody looks again")
      ->not_negative();
  command.add_option("--after", part.after,
                     "Play only what is paired by the results in this database");
  command.add_option("--peers", part.peers,
                     "A folder with the databases shard-I.db of all parts of a test: end as soon "
                     "as their games decide it");
}

void add_run(Command& tournament, ExitStatus& status) {
  auto options = std::make_shared<TournamentOptions>();
  auto part = std::make_shared<PartOptions>();
  TournamentSettings& settings = options->settings;
  Command* command = tournament.add_subcommand("run", "Play an event and store its games");
  command->footer(
      "Example, two versions of a bot, 200 games of 0.1 s a turn on two threads:\n"
      "  schiri tournament run --game creeper --bot \"cmd=./new movetime=100\" "
      "--bot \"cmd=./old movetime=100\" --rounds 100 -j 2 --db match.db");
  add_event_options(*command, *options);
  add_settings(*command, settings,
               {SettingGroup::playing, SettingGroup::failures, SettingGroup::part});
  add_part_options(*command, *part);
  add_format(*command, part->format);
  options->trust.add_to(*command);
  command->callback([options, part, &status] { status = run_tournament(*options, *part); });
}

void add_resume(Command& tournament, ExitStatus& status) {
  auto settings = std::make_shared<TournamentSettings>();
  Command* command = tournament.add_subcommand("resume", "Continue an event after a stop");
  command->footer("Example: schiri tournament resume --db match.db");
  add_settings(*command, *settings, {SettingGroup::playing});
  auto format = std::make_shared<std::string>("text");
  add_format(*command, *format);
  auto trust = std::make_shared<CommandTrust>();
  trust->add_to(*command);
  command->callback([settings, format, trust, &status] {
    status = resume_tournament(*settings, *format, *trust);
  });
}

}  // namespace

void add_event_options(Command& command, TournamentOptions& options) {
  TournamentSettings& settings = options.settings;
  command.add_option("EVENT.json", options.event_file,
                     "The event: an object with the keys of these options and an array bots");
  add_settings(command, settings, {SettingGroup::game});
  // A vector would otherwise take the words after it as well.
  command.add_option("--bot", options.bots, "A player; give one --bot for each")->repeatable();
  command.add_option("--against", options.against.db,
                     "Meet the players of an event that is stored in this database, as it was "
                     "played");
  command.add_option("--against-event", options.against.event, "Which event, if there are several");
  command
      .add_option("--opponent", options.against.opponents,
                  "One of its players, instead of all; may be repeated")
      ->repeatable();
  add_settings(command, settings,
               {SettingGroup::bots, SettingGroup::system, SettingGroup::tuning,
                SettingGroup::openings, SettingGroup::ending});
}

ExitStatus run_event(TournamentOptions options, bool resume, FinalStanding standing) {
  PartOptions part;
  part.resume = resume;
  part.is_step = true;
  if (standing == FinalStanding::none) part.format.clear();
  return run_tournament(std::move(options), part);
}

void require_shareable(const TournamentConfig& config, const std::string& what) {
  if (!system_of(config.system).is_shareable()) {
    throw InputError(what + ": an event of the system " + std::string(system_name(config.system)) +
                     " is played by one process, as each pair of games depends on results shortly "
                     "before; use its threads (-j)");
  }
  if (!config.until_error) return;
  throw InputError(what + ": when the event ends depends on all results (--until-error)");
}

void add_tournament(Command& app, ExitStatus& status) {
  Command* tournament = app.add_subcommand("tournament", "Let bots play each other");
  tournament->require_subcommand(1);
  add_run(*tournament, status);
  add_resume(*tournament, status);
  add_tournament_submit(*tournament, status);
  add_tournament_status(*tournament, status);
  add_tournament_collect(*tournament, status);
  add_tournament_show(*tournament, status);
  add_tournament_extend(*tournament, status);
  add_tournament_verify(*tournament, status);
}

}  // namespace schiri::cli
