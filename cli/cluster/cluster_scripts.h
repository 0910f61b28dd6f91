#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/cluster/cluster_folder.h"

namespace schiri::cli {

/// The resources of jobs.
struct JobOptions {
  std::optional<std::string> partition;
  std::optional<std::string> time;     ///< as for sbatch
  std::optional<std::string> scratch;  ///< a folder on the nodes' own disks
  std::vector<std::string> others;     ///< further options of sbatch
  double save_every = 60;              ///< seconds
  unsigned threads = 1;                ///< of a shard
};

/// The script of the array: task I plays shard I. Both scripts throw InputError for a path or an
/// option that would end its line and begin a command.
std::string array_script(const ClusterFolder& folder, const JobOptions& options);
/// The script that collects; its argument is the stage that must be complete then.
std::string collecting_script(const ClusterFolder& folder, const JobOptions& options);

/// Submits the stages of a tournament from this one on, one array and one collecting job each, in a
/// chain; the first array plays only these shards (`1-8`, `3,5-7`), and its collecting job waits
/// for `others` as well. The folder's record is saved after each job. Throws UnusableError.
void submit_stages(ClusterFolder& folder, std::uint64_t first, const std::string& shards,
                   const std::vector<std::string>& others);

/// The arguments of sbatch; `after`: the collecting job of the previous stage, empty for the first.
std::vector<std::string> array_words(const ClusterFolder& folder, const std::string& shards,
                                     const std::string& after);
std::vector<std::string> collecting_words(const ClusterFolder& folder, std::uint64_t stage,
                                          const std::string& array,
                                          const std::vector<std::string>& others);

}  // namespace schiri::cli
