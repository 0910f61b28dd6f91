#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>

#include "cli/cluster/cluster_folder.h"
#include "cli/cluster/slurm.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/merge_report.h"
#include "cli/tournament/stored_commands.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "db/shards/shared_test.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct StatusOptions {
  std::string folder;
  Format format = Format::text;
  bool requeue = false;
  CommandTrust trust;
};

struct ShardState {
  std::uint64_t games = 0;
  std::uint64_t planned = 0;
  std::string state;
  std::string job;
  std::string node;
  std::string reason;

  bool needs_job() const { return state == "failed" || state == "missing"; }
};

/// The progress of a tournament, shard by shard.
class ClusterState {
 public:
  explicit ClusterState(const ClusterFolder& folder) : folder_(folder) {
    std::vector<std::string> numbers;
    for (const auto& jobs : folder.submissions()) {
      numbers.insert(numbers.end(), {jobs.array, jobs.collecting});
    }
    std::erase(numbers, "");
    jobs_ = known_jobs(folder.job_name(), numbers, complaint_);
    stage_ = collected_stage();
    if (const auto game = db::SharedTest::decided(folder.path())) {
      stage_.last = std::min(stage_.last, *game);
    }
    for (std::uint64_t index = 1; index <= folder.shards(); ++index) shards_.push_back(read(index));
  }

  const std::vector<ShardState>& shards() const { return shards_; }
  const Stage& stage() const { return stage_; }
  /// The reason why squeue failed; empty if it did not.
  const Message& complaint() const { return complaint_; }
  /// The jobs of the tournament that wait or run.
  std::vector<std::string> live_jobs() const {
    std::vector<std::string> live;
    for (const SlurmJob& job : jobs_.value_or(std::vector<SlurmJob>{})) {
      const bool counted = std::find(live.begin(), live.end(), job.job) != live.end();
      if ((job.is_waiting() || job.is_running()) && !counted) live.push_back(job.job);
    }
    return live;
  }

 private:
  Stage collected_stage() const {
    if (!std::filesystem::exists(folder_.database())) return stage_of(folder_.config(), {});
    const db::Store store(folder_.database(), db::Store::Mode::read);
    const auto event = db::find_tournament(store, folder_.config().name);
    return stage_of(folder_.config(), event ? db::results_of(db::stored_results(store, *event))
                                            : std::vector<GameResult>{});
  }

  /// The games of a shard's database; `damage` is why it cannot be read.
  std::uint64_t stored_games(std::uint64_t index, Message& damage) const {
    try {
      const db::Store store(folder_.shard(index), db::Store::Mode::read);
      const auto event = db::find_tournament(store, folder_.config().name);
      return event ? event->stored : 0;
    } catch (const std::runtime_error& error) {
      damage = message_of(error);
      return 0;
    }
  }

  ShardState read(std::uint64_t index) const {
    ShardState shard;
    const std::uint64_t last = stage_.last;
    shard.planned = last < index ? 0 : (last - index) / folder_.shards() + 1;
    const bool begun = std::filesystem::exists(folder_.shard(index));
    Message damage;
    if (begun) shard.games = stored_games(index, damage);
    if (const SlurmJob* job = job_of(index)) {
      shard.job = job->job + '_' + job->task;
      shard.node = job->node;
      shard.reason = job->reason;
      if (job->is_waiting()) shard.state = "pending";
      if (job->is_running()) shard.state = "running";
      if (shard.state.empty() && job->state != "COMPLETED") shard.reason = job->state;
    }
    if (shard.games >= shard.planned) {
      shard.state = "done";
    } else if (shard.state.empty()) {
      const bool started = begun || std::filesystem::exists(folder_.log(std::to_string(index)));
      shard.state = !jobs_ ? "unknown" : started ? "failed" : "missing";
    }
    if (shard.state == "done") shard.reason.clear();
    if (!damage.empty()) {
      if (shard.state != "pending" && shard.state != "running") shard.state = "failed";
      shard.reason = printable(translated_on_request(damage), 500);
    }
    if (shard.node.empty()) shard.node = folder_.node_of(index);
    return shard;
  }

  /// The last job that was submitted for a shard, of the present stage or an earlier one.
  const SlurmJob* job_of(std::uint64_t index) const {
    const SlurmJob* found = nullptr;
    if (!jobs_) return found;
    const std::string task = std::to_string(index);
    for (const auto& submission : folder_.submissions()) {
      if (submission.stage > stage_.finished + 1) continue;
      for (const SlurmJob& job : *jobs_) {
        if (job.job == submission.array && job.task == task) found = &job;
      }
    }
    return found;
  }

  const ClusterFolder& folder_;
  std::optional<std::vector<SlurmJob>> jobs_;
  Message complaint_;
  Stage stage_;
  std::vector<ShardState> shards_;
};

using ShardRow = std::pair<std::uint64_t, ShardState>;

const Columns<ShardRow>& shard_columns() {
  using Row = const ShardRow&;
  static const Columns<ShardRow> columns = {
      {{"shard", message("shard"), Holds::count, "number, from 1"},
       [](Row row) { return row.first; }},
      {{"games", message("games"), Holds::count, "stored games"},
       [](Row row) { return row.second.games; }},
      {{"planned", message("planned"), Holds::count}, [](Row row) { return row.second.planned; }},
      {{"state", message("state"), Holds::text,
        "`done`, `running`, `pending`, `failed`, `missing` or `unknown`"},
       [](Row row) { return row.second.state; }},
      {{"job", message("job"), Holds::text, "of Slurm"},
       [](Row row) { return text_or_null(row.second.job); }},
      {{"node", message("node")}, [](Row row) { return text_or_null(row.second.node); }},
      {{"reason", message("reason"), Holds::text, "why the job waits, or how it ended"},
       [](Row row) { return text_or_null(row.second.reason); }}};
  return columns;
}

void print(const ClusterState& state, Format format) {
  std::vector<std::pair<std::uint64_t, ShardState>> rows;
  for (const ShardState& shard : state.shards()) rows.emplace_back(rows.size() + 1, shard);
  write_table(console::out, Table::of(shard_columns(), rows), for_process(format));
}

void print_summary(const ClusterFolder& folder, const ClusterState& state) {
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t games = 0, planned = 0;
  for (const ShardState& shard : state.shards()) {
    ++counts[shard.state];
    games += shard.games;
    planned += shard.planned;
  }
  console::out << printable(folder.config().name) << ": " << games;
  // Games after the one that decides a test do not count.
  console::out << (games > planned ? " games, of which " : " of ") << planned
               << (games > planned ? " count" : " games");
  if (!is_fixed(folder.config().system)) {
    console::out << " of stage "
                 << std::min(state.stage().finished + 1, most_stages(folder.config()))
                 << " and before";
  }
  const char* separator = "; ";
  for (const auto& [name, count] : counts) {
    console::out << separator << count << ' ' << name;
    separator = ", ";
  }
  console::out << '\n';
}

/// Submits the incomplete shards without a job again.
void requeue(ClusterFolder& folder, const ClusterState& state, CommandTrust trust,
             std::ostream& told) {
  if (!state.complaint().empty()) throw UnusableError(state.complaint());
  std::vector<std::uint64_t> shards;
  for (std::uint64_t index = 1; index <= folder.shards(); ++index) {
    if (state.shards()[index - 1].needs_job()) shards.push_back(index);
  }
  if (shards.empty()) {
    told << "nothing to submit again\n";
    return;
  }
  trust.ask(folder.commands());
  std::string list = number_ranges(shards, std::numeric_limits<std::size_t>::max());
  std::erase(list, ' ');
  const std::size_t before = folder.submissions().size();
  submit_stages(folder, state.stage().finished + 1, list, state.live_jobs());
  told << "job " << folder.submissions()[before].array << ": shards " << list << " again; job "
       << folder.submissions()[before].collecting << " collects\n";
}

ExitStatus show_status(const StatusOptions& options) {
  ClusterFolder folder = ClusterFolder::open(options.folder);
  const ClusterState state(folder);
  if (!state.complaint().empty()) {
    console::err << "schiri: note: " << state.complaint()
                 << "; the status is that of the files only\n";
  }
  print(state, options.format);
  if (options.format == Format::text) print_summary(folder, state);
  if (options.requeue) {
    // Behind a table for programs there is nothing.
    requeue(folder, state, options.trust,
            options.format == Format::text ? console::out : console::err);
    return ExitStatus::done;
  }
  const bool wrong = std::any_of(state.shards().begin(), state.shards().end(),
                                 [](const ShardState& shard) { return shard.needs_job(); });
  return wrong ? ExitStatus::wrong : ExitStatus::done;
}

}  // namespace

void add_tournament_status(Command& tournament) {
  const auto [command, options] = tournament.add<StatusOptions>(
      "status", "Show the progress of a submitted tournament, shard by shard", "ladder --requeue",
      "cluster", show_status);
  command.add_file("DIR", options.folder, "The tournament's folder or file")->required();
  command.add_flag("--requeue", options.requeue, "Submit incomplete shards without a job again");
  options.trust.add_to(command);
  command.add_format(options.format, "Set the output format (text)",
                     {Format::text, Format::json, Format::csv});
  command.prints(shard_columns);
}

}  // namespace schiri::cli
