#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <set>

#include "cli/cluster/cluster_folder.h"
#include "cli/cluster/slurm.h"
#include "cli/input/inputs.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/merge_report.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/scratch_copy.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/tournament/systems.h"
#include "db/shards/shared_test.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct CollectOptions {
  std::string folder;
  std::optional<std::string> scratch;
  std::uint64_t stage = 0;
};

/// The name of a shard in messages.
std::string shard_label(const ClusterFolder& folder, std::uint64_t index) {
  const std::string node = folder.node_of(index);
  return "shard " + std::to_string(index) + (node.empty() ? "" : " (node " + node + ")");
}

Stage collected_stage_of(const db::Store& store, const TournamentConfig& config) {
  const auto event = db::find_tournament(store, config.name);
  if (!event) return {};
  return stage_of(config, db::results_of(db::stored_results(store, *event)));
}

/// Ends a tournament whose number of games depended on results.
void end_at_stage(db::Store& store, const TournamentConfig& config, const Stage& stage) {
  const auto event = db::find_tournament(store, config.name);
  if (event && stage.is_over && !is_fixed(config.system) && stage.last < event->games) {
    // All openings are kept, as in a tournament that one process plays.
    db::end_tournament(store, *event, stage.last, std::numeric_limits<std::int64_t>::max());
  }
}

/// Has a test ended the tournament before its last game?
bool is_decided(const db::Store& store, const TournamentConfig& config) {
  const auto event = db::find_tournament(store, config.name);
  return event && config.sprt && event->games < make_schedule(config)->games();
}

/// Removes the games after the one that decides the test, as a single process does.
void end_test(db::Store& store, const ClusterFolder& folder, const Contest& contest) {
  const auto event = db::find_tournament(store, folder.config().name);
  if (!event) return;
  const auto game = db::deciding_game(contest, db::stored_results(store, *event));
  if (!game) return;
  db::end_tournament(store, *event, *game, contest.schedule()->game(*game).opening);
  keep_verdict(store, *db::find_tournament(store, event->name), contest);
  db::SharedTest::set_decided(folder.path(), *game);
}

/// Cancels the jobs of a decided test.
void cancel_jobs(const ClusterFolder& folder) {
  std::vector<std::string> arrays;
  for (const auto& jobs : folder.submissions()) arrays.push_back(jobs.array);
  Message complaint;
  std::set<std::string> live;
  for (const SlurmJob& job :
       known_jobs(folder.job_name(), arrays, complaint).value_or(std::vector<SlurmJob>{})) {
    const bool is_ours = std::find(arrays.begin(), arrays.end(), job.job) != arrays.end();
    if (is_ours && (job.is_waiting() || job.is_running())) live.insert(job.job);
  }
  for (const std::string& job : live) {
    console::out << "job " << job << (cancel_job(job) ? ": cancelled" : ": could not be cancelled")
                 << ", because the test is decided\n";
  }
}

/// Prints the state of a test, and cancels its jobs if it is decided.
void report_test(const db::Store& store, const ClusterFolder& folder, const Contest& contest) {
  const auto event = db::find_tournament(store, folder.config().name);
  if (!event || !folder.config().sprt) return;
  const auto verdict = sprt_verdict(store, *event, contest);
  console::out << translated(verdict->state_text()) << '\n' << translated(verdict->text()) << '\n';
  if (is_decided(store, folder.config())) cancel_jobs(folder);
}

/// Merges a shard; reports on standard error if it cannot be merged.
ExitStatus merge_shard(const ClusterFolder& folder, std::uint64_t index, const ScratchCopy& copy,
                       db::Store& store, MergeReport& report) {
  try {
    return report.merge(store, copy.fetch(folder.shard(index)), shard_label(folder, index));
  } catch (const std::runtime_error& error) {
    console::out.flush();
    print_message(message("{0}: {1}", printable(shard_label(folder, index)),
                          printable(message_of(error), 4096)));
    return ExitStatus::unusable;
  }
}

ExitStatus give_up(const ClusterFolder& folder) {
  console::out.flush();
  console::err << "interrupted: " << printable(folder.database(), 4096)
               << " is unchanged; the shards keep their games\n";
  return ExitStatus::interrupted;
}

ExitStatus collect(const CollectOptions& options) {
  const ClusterFolder folder = ClusterFolder::open(options.folder);
  const Contest contest(folder.config());
  ScratchCopy copy(folder.database(),
                   options.scratch.value_or(std::filesystem::temp_directory_path().string()),
                   ScratchCopy::Stake::nothing);
  db::Store store(copy.path(), db::Store::Mode::create);
  ExitStatus status = ExitStatus::done;
  MergeReport report;
  if (!collected_stage_of(store, folder.config()).is_over && !is_decided(store, folder.config())) {
    for (std::uint64_t index = 1; index <= folder.shards(); ++index) {
      if (!std::filesystem::exists(folder.shard(index))) continue;
      if (copy.interrupted()) return give_up(folder);
      status = worse(status, merge_shard(folder, index, copy, store, report));
    }
    end_at_stage(store, folder.config(), collected_stage_of(store, folder.config()));
    end_test(store, folder, contest);
    copy.bring_back(store);
  }
  report.print(console::out, store);
  report_test(store, folder, contest);
  const Stage stage = collected_stage_of(store, folder.config());
  const std::uint64_t wanted = options.stage > 0 ? options.stage : most_stages(folder.config());
  const bool is_over = stage.is_over || is_decided(store, folder.config());
  const bool complete = is_over || stage.finished >= wanted;
  console::out << printable(folder.config().name) << ": "
               << (is_over    ? "complete"
                   : complete ? "the next games can begin"
                              : "incomplete")
               << ", in " << printable(folder.database(), 4096) << '\n';
  return complete ? status : worse(status, ExitStatus::wrong);
}

}  // namespace

void add_tournament_collect(Command& tournament) {
  const auto [command, options] = tournament.add<CollectOptions>(
      "collect", "Merge the games of the shards, also during play", "ladder", "cluster", collect);
  command.add_file("DIR", options.folder, "The tournament's folder or file")->required();
  command.add_option("--stage", options.stage, "Succeed if the first N stages are complete (all)");
  command.add_folder("--scratch", options.scratch,
                     "Work in this folder, on a local disk ($TMPDIR or /tmp)");
}

}  // namespace schiri::cli
