#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "core/base/message.h"

namespace schiri::cli {

/// Exit status and output of another program.
struct ToolAnswer {
  int status = 0;  ///< its exit status
  std::string out;
  std::string err;
};

/// The time limit of a Slurm program, which ends long before unless it hangs.
inline constexpr std::chrono::minutes tool_patience{2};

/// A Slurm program hung and was killed.
struct ToolTimeout : UnusableError {
  ToolTimeout(const std::string& name, std::chrono::milliseconds patience);
};

/// Runs a program of the path with these arguments and waits for it; keeps the last 8 KiB of its
/// standard error. Throws UnusableError if it cannot be started, and ToolTimeout at the time limit,
/// after killing it and its child processes.
ToolAnswer run_tool(const std::vector<std::string>& words,
                    std::chrono::milliseconds patience = tool_patience);

/// Submits a script by `sbatch`; returns the job number. `words` are options, the script and its
/// arguments. Throws UnusableError with the message of sbatch, or ToolTimeout.
std::string submit_job(const std::vector<std::string>& words,
                       std::chrono::milliseconds patience = tool_patience);

/// Cancels a job, with all tasks of an array; returns false if Slurm fails.
bool cancel_job(const std::string& job);

/// A job, or a task of an array, as Slurm reports it.
struct SlurmJob {
  std::string job;    ///< of an array the number of the whole
  std::string task;   ///< its number in the array; empty without one
  std::string state;  ///< `RUNNING`, `TIMEOUT`, ...
  std::string node;
  std::string reason;  ///< why it waits or has failed; empty without one

  bool is_waiting() const { return state == "PENDING"; }
  bool is_running() const;
};

/// The jobs of a name from `squeue`, including those that have ended recently, and, with
/// accounting, others of `jobs` from `sacct`; nothing if squeue fails, with the reason in
/// `complaint`. Throws ToolTimeout if squeue hangs.
std::optional<std::vector<SlurmJob>> known_jobs(const std::string& name,
                                                const std::vector<std::string>& jobs,
                                                Message& complaint,
                                                std::chrono::milliseconds patience = tool_patience);

}  // namespace schiri::cli
