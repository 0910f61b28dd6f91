#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "core/tournament/config.h"

/// Commands that play a tournament on a Slurm cluster: `tournament submit`, `status` and `collect`,
/// the folder they share, and the programs of Slurm. The state that parts of a tournament share is
/// in db/shards, options and output of tournaments in cli/tournament.
namespace schiri::cli {

/// The folder of a tournament on storage that all machines of a cluster share: the tournament file,
/// scripts, shards, logs of the jobs, and a record of the submissions.
class ClusterFolder {
 public:
  /// Jobs that were submitted together: an array that plays and a job that collects after it.
  struct Submission {
    std::uint64_t stage = 1;  ///< of the tournament, from 1
    std::string array;
    std::string collecting;
  };

  /// A folder for create().
  ClusterFolder(std::string path, TournamentConfig config, std::uint64_t shards,
                std::string database);
  /// The folder of a submitted tournament, by its path or that of the tournament file. Throws
  /// InputError if there is none, UnusableError if it cannot be read.
  static ClusterFolder open(const std::string& path_or_event_file);
  /// The default folder for a tournament file: `ladder` for `ladder.json`.
  static std::string default_path(const std::string& event_file);

  const std::string& path() const { return path_; }
  const TournamentConfig& config() const { return config_; }
  std::uint64_t shards() const { return shards_; }
  /// The database in which the games are collected.
  const std::string& database() const { return database_; }
  std::vector<Submission>& submissions() { return submissions_; }
  const std::vector<Submission>& submissions() const { return submissions_; }

  std::string event_file() const { return path_ + "/event.json"; }
  std::string shard(std::uint64_t index) const;
  std::string log(const std::string& index) const { return path_ + "/log/shard-" + index + ".out"; }
  std::string array_script() const { return path_ + "/array.sh"; }
  std::string collecting_script() const { return path_ + "/collect.sh"; }
  /// Does the folder use a path for one of its files?
  bool uses(const std::string& file) const;
  /// The scripts of the jobs.
  StoredCommands commands() const;
  /// The name of all jobs of the folder.
  std::string job_name() const;
  /// The node on which a shard was last played, by its log; empty if unknown.
  std::string node_of(std::uint64_t index) const;

  /// Creates the folder with the tournament file. Throws UnusableError.
  void create() const;
  /// Writes the record of the submissions. Throws UnusableError.
  void save() const;

 private:
  std::string path_;
  TournamentConfig config_;
  std::uint64_t shards_;
  std::string database_;
  std::vector<Submission> submissions_;
};

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
