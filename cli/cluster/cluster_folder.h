#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "core/tournament/config.h"

/// Commands that play a tournament on a Slurm cluster: `tournament submit`, `status` and `collect`,
/// the folder they share, and the programs of Slurm. What parts of a tournament have in common is
/// in db/shards, options and output of tournaments in cli/tournament.
namespace schiri::cli {

/// The folder, on storage that all machines of a cluster share, in which an event is played: the
/// event itself, scripts, the shards, what the jobs wrote, and a note of what was submitted.
class ClusterFolder {
 public:
  /// Jobs that were submitted together: an array that plays and one that collects after it.
  struct Submission {
    std::uint64_t stage = 1;  ///< of the event, from 1
    std::string array;
    std::string collecting;
  };

  /// A folder that create() makes.
  ClusterFolder(std::string path, TournamentConfig config, std::uint64_t shards,
                std::string database);
  /// The folder of an event that was submitted: its path or that of the event file. Throws
  /// InputError if there is none, UnusableError if it cannot be read.
  static ClusterFolder open(const std::string& path_or_event_file);
  /// The default folder for an event file: `ladder` for `ladder.json`.
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
  /// Whether the folder uses a path for one of its files.
  bool uses(const std::string& file) const;
  /// The commands of the jobs: event and scripts in their present text.
  StoredCommands commands() const;
  /// Signs the commands as the user's own for the next save().
  void sign();
  /// The name of all jobs of the folder.
  std::string job_name() const;
  /// The node that a shard was played on last, by its log; empty if that is not known.
  std::string node_of(std::uint64_t index) const;

  /// Makes the folder with the event in it. Throws UnusableError.
  void create() const;
  /// Writes the note of what was submitted. Throws UnusableError.
  void save() const;

 private:
  std::string path_;
  TournamentConfig config_;
  std::uint64_t shards_;
  std::string database_;
  std::vector<Submission> submissions_;
  std::string signature_;  ///< of commands(); empty where there is none
};

}  // namespace schiri::cli
