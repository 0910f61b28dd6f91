#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "core/tournament/config.h"

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

  /// A folder that is to be made.
  ClusterFolder(std::string path, TournamentConfig config, std::uint64_t shards,
                std::string database);
  /// The folder of an event that was submitted: its path or that of the event file. Throws
  /// InputError if there is none, UnusableError if it cannot be read.
  static ClusterFolder open(const std::string& path_or_event_file);
  /// Where an event of this file is played if nothing else is said: `ladder.json` in `ladder`.
  static std::string default_path(const std::string& event_file);
  static bool is_one(const std::string& path);

  const std::string& path() const { return path_; }
  const TournamentConfig& config() const { return config_; }
  std::uint64_t shards() const { return shards_; }
  /// Where the games are collected.
  const std::string& database() const { return database_; }
  std::vector<Submission>& submissions() { return submissions_; }
  const std::vector<Submission>& submissions() const { return submissions_; }

  std::string event_file() const { return path_ + "/event.json"; }
  std::string shard(std::uint64_t index) const;
  std::string log(const std::string& index) const { return path_ + "/log/shard-" + index + ".out"; }
  std::string array_script() const { return path_ + "/array.sh"; }
  std::string collecting_script() const { return path_ + "/collect.sh"; }
  /// Is a path one of those above, or that of the note of what was submitted?
  bool uses(const std::string& file) const;
  /// What its jobs run: the event and the scripts, as they are now.
  StoredCommands commands() const;
  /// Lets the next save() sign them as the user's own.
  void sign();
  /// Of all its jobs.
  std::string job_name() const;
  /// Where a shard was played last, as its log says; empty if that is not known.
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
