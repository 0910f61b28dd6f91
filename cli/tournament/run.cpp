#include "cli/tournament/run.h"

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/line/defaults.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/tournament/live/record_file.h"
#include "cli/tournament/play.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/base/files/temporary_name.h"
#include "core/tournament/systems.h"
#include "db/games/name_ids.h"
#include "db/shards/shared_test.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void require_shareable(const TournamentConfig& config, const std::string& what) {
  if (!system_of(config.system).is_shareable) {
    throw InputError(
        message("{0}: a tournament of the system {1} runs in one process, because each pair of "
                "games depends on recent results; use threads (-j)",
                what, system_name(config.system)));
  }
  if (!config.until_error) return;
  throw InputError(
      message("{0}: the end of the tournament depends on all results (--until-error)", what));
}

void require_openings(const Contest& contest) {
  const TournamentConfig& config = contest.config();
  if (system_of(config.system).may_end_anywhere) return;
  contest.opening(system_of(config.system).most_openings(config));
}

void require_playable_part(const db::Shard& shard, const TournamentConfig& config,
                           const PartOptions& part) {
  if (shard.count > 1 || part.after) require_shareable(config, part.after ? "--after" : "--shard");
  if (shard.count > 1 && !is_fixed(config.system) && !part.after) {
    throw InputError(
        message("--shard: the games of the system {0} depend on results; specify the database of "
                "the rounds before with --after FILE",
                system_name(config.system)));
  }
  if (part.peers && !config.sprt)
    throw InputError(message("--peers: only a test (--sprt) ends by results"));
}

void require_independent_part(const db::Store& store, const db::StoredTournament& event,
                              const TournamentConfig& config) {
  if (event.shards == 1 || is_fixed(config.system) || event.stored >= event.planned()) return;
  const std::string part = std::to_string(event.shard) + "/" + std::to_string(event.shards);
  throw InputError(
      message("{0} holds part {1} of the tournament '{2}', whose later rounds are paired by the "
              "results of all parts; repeat the command that began it: schiri tournament run ... "
              "--shard {1} --resume --after DATABASE",
              store.path(), part, printable(event.name)));
}

namespace {

[[noreturn]] void refuse_existing(const db::Store& store, const std::string& name) {
  const Message there =
      message("{0} has a tournament '{1}' already", store.path(), printable(name));
  if (db::find_tournament(store, name)) {
    throw InputError(message("{0}; resume it with: {1}", there, resume_command(store, name)));
  }
  throw InputError(
      message("{0}, an event of imported games; specify another name with --event", there));
}

}  // namespace

db::StoredTournament open_tournament(db::Store& store, const Contest& contest,
                                     const db::Shard& shard, bool resume) {
  const TournamentConfig& config = contest.config();
  db::require_current_names(store, config.bots);
  const auto made =
      db::create_tournament(store, {config.name, db::config_json(config),
                                    contest.schedule()->games(), shard.index, shard.count});
  if (made) return *made;
  const auto event = db::find_tournament(store, config.name);
  if (!resume || !event) refuse_existing(store, config.name);
  if (db::config_of(store, *event) != config) {
    throw InputError(message("--resume: the tournament '{0}' of {1} has other settings",
                             printable(config.name), store.path()));
  }
  if (event->shard != shard.index || event->shards != shard.count) {
    throw InputError(message("--resume: {0} holds part {1}/{2} of the tournament '{3}'",
                             store.path(), event->shard, event->shards, printable(config.name)));
  }
  return *event;
}

void require_separate_outputs(const db::TournamentSettings& settings,
                              const std::vector<std::string>& others) {
  require_no_part_of(require_db(settings), others);
  std::vector<std::string> used = others;
  used.push_back(require_db(settings));
  for (const char* output : {"log", "report", "junit", "pgn"}) {
    const auto file = settings.text(output);
    if (!file) continue;
    require_separate(*file, used);
    require_no_database(*file);
    used.push_back(*file);
  }
}

std::optional<db::Store> existing_store(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    return db::Store(path, db::Store::Mode::read);
  } catch (const db::StoreEmpty&) {
    return std::nullopt;
  }
}

std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<ScratchCopy>& copy) {
  if (!std::filesystem::exists(path)) return {};
  const auto store = existing_store(copy ? copy->fetch(path) : path);
  const auto event = store ? db::find_tournament(*store, config.name) : std::nullopt;
  if (!event) return {};
  if (db::config_of(*store, *event) != config) {
    throw InputError(message("--after: the tournament '{0}' of {1} has other settings",
                             printable(config.name), path));
  }
  return db::stored_results(*store, *event);
}

std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config) {
  const auto store = existing_store(path);
  if (!store) return {};
  const auto event = db::find_tournament(*store, config.name);
  return event ? db::openings_of(*store, *event, config.variant)
               : std::map<std::uint64_t, Opening>{};
}

namespace {

/// The configuration of the tournament of this name in a database; nullopt if it was not begun.
std::optional<TournamentConfig> begun_config(const std::string& path, const std::string& name) {
  const auto store = existing_store(path);
  if (!store) return std::nullopt;
  const auto event = db::find_tournament(*store, name);
  if (!event) return std::nullopt;
  return db::config_of(*store, *event);
}

}  // namespace

void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name) {
  const auto begun = begun_config(path, name);
  if (!begun || !options.has_default_limit) return;
  options.settings.set("max-turns", begun->max_turns.value_or(0));
  options.has_default_limit = false;
}

void follow_aliases(std::vector<BotSpec>& bots, const db::Store& store) {
  for (BotSpec& bot : bots) {
    if (bot.is_unnamed) continue;
    std::string name = db::current_player_name(store, bot.name);
    if (name == bot.name) continue;
    print_note(message("the bot '{0}' is called '{1}' in {2}", printable(bot.name), printable(name),
                       printable(store.path(), 4096)));
    bot.name = std::move(name);
  }
}

void follow_aliases(TournamentConfig& config, const std::string& path) {
  const auto store = existing_store(path);
  if (!store) return;
  const std::string event = db::current_event_name(*store, config.name);
  if (event != config.name) {
    print_note(message("the event '{0}' is called '{1}' in {2}", printable(config.name),
                       printable(event), printable(path, 4096)));
    config.name = event;
  }
  follow_aliases(config.bots, *store);
}

void keep_names(TournamentConfig& config, const std::string& path) {
  const auto begun = begun_config(path, config.name);
  if (begun && begun->referee && config.referee && config.referee->is_unnamed) {
    config.referee->name = begun->referee->name;
    config.referee->is_unnamed = false;
  }
  if (!begun || begun->bots.size() != config.bots.size()) return;
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    if (config.bots[i].is_unnamed) config.bots[i].name = begun->bots[i].name;
    config.bots[i].is_unnamed = false;
  }
}

namespace {

constexpr double usual_save_interval = 60;  // seconds

/// Prints a note at the end of a part of a test that has ended before its last game.
class DecisionNote {
 public:
  explicit DecisionNote(const std::optional<std::string>& peers) : peers_(peers) {}
  DecisionNote(const DecisionNote&) = delete;
  DecisionNote& operator=(const DecisionNote&) = delete;
  ~DecisionNote() {
    const auto game = peers_ ? db::SharedTest::decided(*peers_) : std::nullopt;
    if (game) {
      print_note(message("the test is decided by game {0}; games after it do not count", *game));
    }
  }

 private:
  const std::optional<std::string>& peers_;
};

/// The database of a tournament for which none is specified.
class UnnamedDatabase {
 public:
  /// Sets the database of the settings, unless there is one. Throws InputError.
  UnnamedDatabase(db::TournamentSettings& settings, const RunRequest& request) {
    if (request.no_db) {
      if (settings.has("db") || request.resume)
        throw InputError(message("--no-db: omit --db and --resume"));
      folder_ = make_temporary_folder(std::filesystem::temp_directory_path().string());
      settings.set("db", folder_.path() + "/games.db");
    } else if (!settings.has("db") && !defaults().database && !request.resume) {
      name_ = unused_database();
      settings.set("db", name_);
    }
  }
  UnnamedDatabase(const UnnamedDatabase&) = delete;
  UnnamedDatabase& operator=(const UnnamedDatabase&) = delete;
  ~UnnamedDatabase() {
    std::error_code ignored;
    if (!name_.empty() && std::filesystem::exists(name_, ignored)) {
      print_note(message("the games are stored in {0}; --db FILE stores them elsewhere", name_));
    }
  }

 private:
  TemporaryName folder_;
  std::string name_;
};

void require_separate_files(const TournamentOptions& options, bool resume) {
  const db::TournamentSettings& settings = options.settings;
  require_separate_outputs(settings, {options.event_file, settings.text("openings").value_or("")});
  const RecordFileOptions records = record_file_options(settings);
  if (!resume) require_no_records(records);
  require_outputs(settings);
}

/// Plays a tournament, or a part of it, in a database that may be a working copy.
class TournamentRun {
 public:
  /// The arguments must outlive the object.
  TournamentRun(TournamentOptions& options, const RunRequest& request, const db::Shard& shard,
                std::optional<ScratchCopy>& copy)
      : options_(options),
        request_(request),
        shard_(shard),
        copy_(copy),
        path_(copy ? copy->path() : require_db(options.settings)) {}

  ExitStatus run(TournamentConfig config) {
    follow_aliases(config, path_);
    if (request_.resume) {
      keep_defaults(options_, path_, config.name);
      config = configured(options_.settings);
      follow_aliases(config, path_);
      keep_names(config, path_);
    }
    Contest contest(config, openings(config));
    require_openings(contest);
    require_processors(options_.settings, contest);
    const StartPermission permission = options_.permission();
    const PlayGuard interrupt;
    if (!try_programs(contest, permission, thread_count(options_.settings, config.bots))) {
      return ExitStatus::interrupted;
    }
    RunOptions run;
    run.command = options_.go_on;
    run.is_temporary = request_.no_db;
    run.record_events = request_.record_events;
    run.print_end = request_.print_end;
    if (request_.part.after) {
      run.earlier = earlier_results(*request_.part.after, contest.config(), copy_);
    }
    db::Store store(path_, db::Store::Mode::create);
    store.discard_if_unused();
    const db::StoredTournament event = open_tournament(store, contest, shard_, request_.resume);
    note_default_limit(options_, contest);
    if (!options_.earlier_note.empty()) print_note(options_.earlier_note);
    return play_part(store, event, contest, permission, std::move(run));
  }

 private:
  /// The openings with which a stored or an earlier tournament has begun.
  std::map<std::uint64_t, Opening> openings(const TournamentConfig& config) const {
    std::map<std::uint64_t, Opening> known;
    if (request_.resume) known = known_openings(path_, config);
    auto earlier = options_.earlier_openings;
    known.merge(earlier);
    return known;
  }

  double save_interval() const { return request_.part.save_every.value_or(usual_save_interval); }

  /// Plays a part of a test until all parts together decide it, if their folder is given.
  ExitStatus play_part(db::Store& store, const db::StoredTournament& event, const Contest& contest,
                       const StartPermission& permission, RunOptions run) {
    const auto& peers = request_.part.peers;
    std::optional<db::SharedTest> test;
    if (peers) {
      test.emplace(contest, *peers, shard_, std::chrono::duration<double>(save_interval()));
      run.check_other_parts = [&test](std::uint64_t done) { return test->check(done); };
    } else if (shard_.count > 1 && contest.config().sprt) {
      print_note(message(
          "this part plays all its games; --peers FOLDER ends it once the parts in that folder "
          "decide the test"));
    }
    const DecisionNote note(peers);
    std::optional<GameSaver> saver;
    if (copy_) {
      run.command = translated(message("the same command with --resume"));
      run.database = require_db(options_.settings);
      run.saver = &saver.emplace(*copy_, store, event.stored, save_interval());
    }
    const ExitStatus status =
        play_to_end(store, event, contest, options_.settings, request_.format, permission, run);
    if (!copy_ && !request_.is_step) note_missing_proof(store, event, contest.config(), status);
    return status;
  }

  TournamentOptions& options_;
  const RunRequest& request_;
  const db::Shard& shard_;
  std::optional<ScratchCopy>& copy_;
  std::string path_;
};

}  // namespace

std::string unused_database() {
  std::string name = "tournament.db";
  for (int number = 2; std::filesystem::exists(name); ++number) {
    name = "tournament-" + std::to_string(number) + ".db";
  }
  return name;
}

ExitStatus run_tournament(TournamentOptions options, const RunRequest& request) {
  options.complete();
  const UnnamedDatabase unnamed(options.settings, request);
  const db::TournamentSettings& settings = options.settings;
  const TournamentConfig config = configured(settings);
  const auto part = settings.text("shard");
  const db::Shard shard = part ? db::parse_shard(*part) : db::Shard{};
  require_separate_files(options, request.resume);
  thread_count(settings);
  require_playable_part(shard, config, request.part);
  std::optional<ScratchCopy> copy;
  if (request.part.scratch) copy.emplace(require_db(settings), *request.part.scratch);
  if (copy && copy->interrupted()) {
    say(console::err, message("interrupted before the first game"));
    return ExitStatus::interrupted;
  }
  return TournamentRun(options, request, shard, copy).run(config);
}

namespace {

struct RunCommand {
  TournamentOptions tournament;
  RunRequest request;
};

void add_part_options(Command& command, RunRequest& request) {
  PartOptions& part = request.part;
  command
      .add_flag("--no-db", request.no_db,
                "Discard the games at the end (without --db they go to tournament.db)")
      ->group("Playing");
  command.add_flag("--resume", request.resume, "Resume the tournament if it exists already")
      ->group("Playing");
  command
      .add_folder("--scratch", part.scratch,
                  "Play in a copy of the database in this folder, on a local disk")
      ->group("Several machines");
  command
      .add_option("--save-every", part.save_every,
                  "With --scratch or --peers: set the time between two exchanges (60)")
      ->type_name("SECONDS")
      ->not_negative()
      ->group("Several machines");
  add_after(command, part);
  command
      .add_folder("--peers", part.peers,
                  "End once the games of all shard-I.db in this folder decide the test")
      ->group("Several machines");
}

}  // namespace

void add_after(Command& command, PartOptions& part) {
  command.add_file("--after", part.after, "Play only games paired by the results in this database")
      ->group("Several machines");
}

void add_tournament_run(Command& tournament) {
  const auto [command, options] = tournament.add<RunCommand>(
      "run", "Play a tournament and store its games",
      "Example, two versions of a bot, 200 games of 0.1 s a turn on two threads:\n"
      "  schiri tournament run --game creeper --bot \"cmd=./new movetime=100\" "
      "--bot \"cmd=./old movetime=100\" --rounds 100 -j 2 --db match.db",
      "tournaments",
      [](const RunCommand& given) { return run_tournament(given.tournament, given.request); });
  add_tournament_options(command, options.tournament);
  add_settings(command, options.tournament.settings,
               {db::SettingGroup::playing, db::SettingGroup::records, db::SettingGroup::failures,
                db::SettingGroup::part});
  add_part_options(command, options.request);
  add_summary_format(command, options.request.format);
  options.tournament.trust.add_to(command);
}

}  // namespace schiri::cli
