#include <algorithm>
#include <memory>

#include "cli/cluster/cluster_folder.h"
#include "cli/line/argument_files.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "core/ugi/players.h"
#include "db/shards/shard_folder.h"
#include "notation/contest/contest.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SubmitOptions {
  TournamentOptions event;
  JobOptions jobs;
  std::uint64_t shards = 0;
  std::string folder;
  bool dry_run = false;
};

std::string submitted_folder(const SubmitOptions& options) {
  if (!options.folder.empty()) return options.folder;
  const std::string& file = options.event.event_file;
  const std::string path = ClusterFolder::default_path(file);
  if (file.empty() || file == "-" || path == file) {
    throw InputError(message("--dir FOLDER is required: a folder that all machines can access"));
  }
  return path;
}

void print_words(const std::vector<std::string>& words) {
  console::out << "sbatch --parsable";
  for (const std::string& word : words) console::out << ' ' << shell_word(word);
  console::out << '\n';
}

/// Prints everything that would be done; of a chain only its first stage, because job numbers are
/// unknown.
void print_plan(const ClusterFolder& folder, const JobOptions& jobs) {
  const std::string array = array_script(folder, jobs);
  const std::string collecting = collecting_script(folder, jobs);
  console::out << "# " << printable(folder.array_script(), 4096) << '\n'
               << array << "\n# " << printable(folder.collecting_script(), 4096) << '\n'
               << collecting << '\n';
  print_words(array_words(folder, "1-" + std::to_string(folder.shards()), ""));
  print_words(collecting_words(folder, 1, "ARRAY", {}));
  const std::uint64_t stages = most_stages(folder.config());
  if (stages > 1)
    console::out << "# and " << stages - 1 << " more of both, each after the previous one\n";
}

void write_script(const std::string& path, const std::string& text) {
  OutputFile file(path, {}, OutputFile::Link::replace);
  file.stream() << text;
  file.commit();
}

/// Each stage is two jobs that wait for the previous ones.
void require_few_stages(const TournamentConfig& config) {
  constexpr std::uint64_t most = 500;
  if (most_stages(config) <= most) return;
  throw InputError(joined(
      message("tournament submit: the tournament has {0} stages, each of which waits for the "
              "previous one; the limit is {1}",
              most_stages(config), most),
      config.tuning ? message("specify larger steps with --batch") : Message()));
}

void require_shards(std::uint64_t shards, std::uint64_t games) {
  const std::uint64_t most = std::min(games, db::most_shards);
  if (shards >= 1 && shards <= most) return;
  throw InputError(
      games < db::most_shards
          ? message(
                "--shards: expected a number from 1 to {0}, the number of games of the tournament",
                most)
          : message("--shards: expected a number from 1 to {0}", most));
}

/// Throws InputError if the folder has a submitted tournament already.
void require_new(const ClusterFolder& folder) {
  if (!db::is_submitted(folder.path())) return;
  throw InputError(
      message("{0}: a tournament was submitted from this folder already; show its progress with: "
              "schiri tournament status {1}",
              printable(folder.path(), 4096), printable(shell_word(folder.path()), 4096)));
}

/// Creates the folder and submits all stages to the cluster.
void submit_all(ClusterFolder& folder, const JobOptions& jobs) {
  const std::string array = array_script(folder, jobs);
  const std::string collecting = collecting_script(folder, jobs);
  folder.create();
  write_script(folder.array_script(), array);
  write_script(folder.collecting_script(), collecting);
  submit_stages(folder, 1, "1-" + std::to_string(folder.shards()), {});
}

void print_submissions(const ClusterFolder& folder, std::uint64_t games) {
  for (const auto& jobs : folder.submissions()) {
    console::out << "job " << jobs.array << ": " << counted(folder.shards(), "shard");
    if (folder.submissions().size() > 1) console::out << " of stage " << jobs.stage;
    console::out << "; job " << jobs.collecting << " collects\n";
  }
  console::out << printable(folder.config().name) << ": "
               << (system_of(folder.config().system).plans_upper_bound ? "at most " : "")
               << counted(games, "game") << ", collected in " << printable(folder.database(), 4096)
               << "; show the progress with: schiri tournament status "
               << printable(shell_word(folder.path()), 4096) << '\n';
}

/// Starts each program once, so that it can announce its name. Programs that only the nodes can run
/// keep the names of their descriptions. Returns false after Ctrl-C.
bool take_announced_names(Contest& contest, const StartPermission& permission) {
  try {
    return try_programs(contest, permission);
  } catch (const BotStartError& error) {
    print_note(message("{0}; bots without a name are named as they are written", error.message()));
    return true;
  }
}

ExitStatus submit(SubmitOptions options) {
  options.event.complete();
  const db::TournamentSettings& settings = options.event.settings;
  Contest contest(configured(settings));
  require_shareable(contest.config(), "tournament submit");
  require_few_stages(contest.config());
  const std::uint64_t games = contest.schedule()->games();
  require_shards(options.shards, games);
  if (!options.dry_run && !take_announced_names(contest, options.event.permission())) {
    return ExitStatus::interrupted;
  }
  options.jobs.threads = settings.get<unsigned>("threads").value_or(1);
  ClusterFolder folder(submitted_folder(options), contest.config(), options.shards,
                       settings.text("db").value_or(""));
  if (folder.uses(folder.database())) {
    throw InputError(
        message("--db: {0} is reserved in the tournament's folder; specify another name",
                printable(folder.database(), 4096)));
  }
  if (options.dry_run) {
    print_plan(folder, options.jobs);
    return ExitStatus::done;
  }
  require_new(folder);
  submit_all(folder, options.jobs);
  print_submissions(folder, games);
  return ExitStatus::done;
}

}  // namespace

void add_tournament_submit(Command& tournament) {
  const auto [command, options] = tournament.add<SubmitOptions>(
      "submit", "Submit a tournament in shards to a Slurm cluster",
      "Example, eight tasks of up to four hours:\n  schiri tournament submit ladder.json --shards "
      "8 --partition long --time 4:00:00",
      "cluster", submit);
  db::TournamentSettings& settings = options.event.settings;
  add_tournament_options(command, options.event);
  add_setting(command, settings, "event");
  add_setting(command, settings, "strikes",
              "Exclude a bot from a shard after N failures in it (never)");
  add_setting(command, settings, "watchdog");
  options.event.trust.add_to(command);
  command.add_option("--shards", options.shards, "Set the number of tasks of the array")
      ->required();
  command.add_folder("--dir", options.folder,
                     "Use this folder, which all machines can access (EVENT)");
  add_setting(command, settings, "db", "Collect all games in this database (event.db in --dir)");
  add_setting(command, settings, "threads", "Play N games at once in each task (1)");
  command.add_option("--partition", options.jobs.partition, "Set the partition of the jobs")
      ->type_name("NAME");
  command
      .add_option("--time", options.jobs.time,
                  "Set the time limit of a task, after which it is requeued")
      ->type_name("TIME");
  command.add_folder("--scratch", options.jobs.scratch,
                     "Play in this folder on the nodes' disks ($SLURM_TMPDIR, $TMPDIR, /tmp)");
  command
      .add_option("--save-every", options.jobs.save_every,
                  "Set the time between two copies of new games to --dir (60)")
      ->type_name("SECONDS")
      ->not_negative();
  command
      .add_option("--sbatch", options.jobs.others,
                  "Add an option of sbatch for all jobs; repeatable")
      ->type_name("OPTION")
      ->repeatable();
  command.add_flag("--dry-run", options.dry_run,
                   "Show the scripts and commands, without submitting");
}

}  // namespace schiri::cli
