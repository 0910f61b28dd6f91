#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"

namespace schiri::cli {

/// Exit status and output of another program.
struct ToolAnswer {
  int status = 0;  ///< its exit status
  std::string out;
  std::string err;
};

/// The time limit of a program of Slurm, which gives up by itself long before unless it hangs.
inline constexpr std::chrono::minutes tool_patience{2};

/// A program of Slurm's that hung and was ended.
struct ToolTimeout : UnusableError {
  ToolTimeout(const std::string& name, std::chrono::milliseconds patience);
};

/// Runs a program of the path with these words and waits for it; of what it writes to standard
/// error the last 8 KiB are kept. Throws UnusableError if it cannot be started, and ToolTimeout
/// when its time is over; then it is killed, with all that it has started.
ToolAnswer run_tool(const std::vector<std::string>& words,
                    std::chrono::milliseconds patience = tool_patience);

/// Hands a script to `sbatch`; the number of the job. `words` are options, the script and its
/// arguments. Throws UnusableError with what sbatch says, or ToolTimeout.
std::string submit_job(const std::vector<std::string>& words,
                       std::chrono::milliseconds patience = tool_patience);

/// Ends a job, with all tasks of an array; false if Slurm does not.
bool cancel_job(const std::string& job);

/// A job, or a task of an array, as Slurm knows it.
struct SlurmJob {
  std::string job;    ///< of an array the number of the whole
  std::string task;   ///< its number in the array; empty without one
  std::string state;  ///< `RUNNING`, `TIMEOUT`, ...
  std::string node;
  std::string reason;  ///< why it waits or has failed; empty without one

  bool is_waiting() const { return state == "PENDING"; }
  bool is_running() const;
};

/// What `squeue` knows of the jobs of a name, including those that have ended lately, and, where
/// there is accounting, what `sacct` knows of others among `jobs`; nothing if squeue cannot be
/// asked, and `complaint` says why. Throws ToolTimeout if squeue hangs.
std::optional<std::vector<SlurmJob>> known_jobs(const std::string& name,
                                                const std::vector<std::string>& jobs,
                                                std::string& complaint,
                                                std::chrono::milliseconds patience = tool_patience);

}  // namespace schiri::cli
