#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "cli/io/inputs.h"
#include "cli/tournament/cluster/cluster_folder.h"
#include "cli/tournament/cluster/working_copy.h"
#include "cli/tournament/event_run.h"
#include "cli/tournament/merge_report.h"
#include "cli/tournament/tournament_command.h"
#include "core/schedule/systems.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

struct CollectOptions {
  std::string folder;
  std::optional<std::string> scratch;
  std::uint64_t stage = 0;
};

/// A shard as messages call it.
std::string shard_name(const ClusterFolder& folder, std::uint64_t index) {
  const std::string node = folder.node_of(index);
  return "shard " + std::to_string(index) + (node.empty() ? "" : " (node " + node + ")");
}

Stage stage_of_event(const db::Store& store, const EventConfig& config) {
  const auto event = store.find_event(config.name);
  if (!event) return {};
  return stage_of(config, results_of(store.stored_results(*event)));
}

/// Ends an event whose number of games depended on results.
void end_event(db::Store& store, const EventConfig& config, const Stage& stage) {
  const auto event = store.find_event(config.name);
  if (event && stage.is_over && !is_fixed(config.system) && stage.last < event->games) {
    // All openings stay, as where it is played on one machine.
    store.end_event(*event, stage.last, std::numeric_limits<std::int64_t>::max());
  }
}

/// Says why a shard cannot be joined, where it cannot.
ExitStatus merge_shard(const ClusterFolder& folder, std::uint64_t index, const WorkingCopy& copy,
                       db::Store& store, MergeReport& report) {
  try {
    return report.merge(store, copy.fetch(folder.shard(index)), shard_name(folder, index));
  } catch (const std::runtime_error& error) {
    std::cout.flush();
    std::cerr << "schiri: " << printable(shard_name(folder, index)) << ": "
              << printable(error.what(), 4096) << '\n';
    return ExitStatus::unusable;
  }
}

ExitStatus give_up(const ClusterFolder& folder) {
  std::cout.flush();
  std::cerr << "interrupted: " << printable(folder.database(), 4096)
            << " stays as it is; the shards keep what they have\n";
  return ExitStatus::interrupted;
}

ExitStatus collect(const CollectOptions& options) {
  const ClusterFolder folder = ClusterFolder::open(options.folder);
  WorkingCopy copy(folder.database(),
                   options.scratch.value_or(std::filesystem::temp_directory_path().string()),
                   WorkingCopy::Stake::nothing);
  db::Store store(copy.path(), db::Store::Mode::create);
  ExitStatus status = ExitStatus::done;
  MergeReport report;
  if (!stage_of_event(store, folder.config()).is_over) {
    for (std::uint64_t index = 1; index <= folder.shards(); ++index) {
      if (!std::filesystem::exists(folder.shard(index))) continue;
      if (copy.interrupted()) return give_up(folder);
      status = worse(status, merge_shard(folder, index, copy, store, report));
    }
    end_event(store, folder.config(), stage_of_event(store, folder.config()));
    copy.bring_back(store);
  }
  report.print(std::cout, store);
  const Stage stage = stage_of_event(store, folder.config());
  const std::uint64_t wanted = options.stage > 0 ? options.stage : most_stages(folder.config());
  const bool complete = stage.is_over || stage.finished >= wanted;
  std::cout << printable(folder.config().name) << ": "
            << (stage.is_over ? "complete"
                : complete    ? "the next games can begin"
                              : "incomplete")
            << ", in " << printable(folder.database(), 4096) << '\n';
  return complete ? status : worse(status, ExitStatus::wrong);
}

}  // namespace

void add_tournament_collect(Command& tournament, ExitStatus& status) {
  auto options = std::make_shared<CollectOptions>();
  Command* command = tournament.add_subcommand(
      "collect", "Join what the shards of a submitted event have, also while they are played");
  command->add_option("DIR", options->folder, "The event's folder, or its file")->required();
  command->add_option("--stage", options->stage,
                      "Enough if the first so many rounds are complete (all of the event)");
  command->add_option("--scratch", options->scratch,
                      "Where it works, on a disk of this machine ($TMPDIR or /tmp)");
  command->footer("Example: schiri tournament collect ladder");
  command->callback([options, &status] { status = collect(*options); });
}

}  // namespace schiri::cli
