#include "cli/cluster/slurm.h"

#include <sys/wait.h>

#include <algorithm>
#include <sstream>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/match/player.h"
#include "core/process/process.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The limit of a tool's output, in bytes; a job takes less than 200.
constexpr std::size_t most_output = std::size_t{64} << 20;

/// Tools of Slurm need the network, and a process id that its daemons can see.
Process::Options options_for(const std::vector<std::string>& words) {
  Process::Options options;
  options.command = join(words, " ", shell_quoted);
  options.needs_network = true;
  options.shares_processes = true;
  return options;
}

/// Reads lines until the tool closes its output. Throws ToolTimeout.
void read_output(Process& tool, const std::string& name, Process::TimePoint deadline,
                 std::chrono::milliseconds patience, std::string& out) {
  for (;;) {
    const auto reading = tool.read_line(deadline, {});
    if (reading.event == Process::Event::closed) return;
    if (reading.event == Process::Event::deadline) throw ToolTimeout(name, patience);
    if (reading.event != Process::Event::line || out.size() + reading.line.size() > most_output) {
      throw UnusableError(message("{0} writes more than the expected output", name));
    }
    out.append(reading.line).append(1, '\n');
  }
}

/// Splits lines into fields separated by bars.
std::vector<std::vector<std::string>> barred_lines(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream fields(line);
    lines.emplace_back();
    for (std::string field; std::getline(fields, field, '|');) lines.back().push_back(field);
  }
  return lines;
}

std::string first_line(const std::string& text) {
  return printable(text.substr(0, text.find('\n')), 500);
}

/// `17_3` is task 3 of the array 17.
SlurmJob accounted_job(const std::vector<std::string>& fields) {
  SlurmJob job;
  const std::size_t bar = fields[0].find('_');
  job.job = fields[0].substr(0, bar);
  if (bar != std::string::npos) job.task = fields[0].substr(bar + 1);
  job.state = fields[1].substr(0, fields[1].find(' '));  // `CANCELLED by 1000`
  job.node = fields[2];
  return job;
}

void add_accounted(std::vector<SlurmJob>& known, const std::vector<std::string>& jobs) {
  std::string list = join(jobs, ",");
  try {
    const ToolAnswer answer = run_tool({"sacct", "--noheader", "--parsable2", "--allocations",
                                        "--jobs=" + list, "--format=JobID,State,NodeList"});
    if (answer.status != 0) return;
    for (const auto& fields : barred_lines(answer.out)) {
      if (fields.size() < 3) continue;
      const SlurmJob job = accounted_job(fields);
      const bool is_known = std::any_of(known.begin(), known.end(), [&](const SlurmJob& other) {
        return other.job == job.job && other.task == job.task;
      });
      if (!is_known) known.push_back(job);
    }
  } catch (const UnusableError&) {
    // Many clusters have no accounting; then only the jobs that squeue lists are known.
  }
}

}  // namespace

bool SlurmJob::is_running() const {
  return state == "RUNNING" || state == "COMPLETING" || state == "CONFIGURING" ||
         state == "SUSPENDED" || state == "STOPPED" || state == "SIGNALING" || state == "STAGE_OUT";
}

ToolTimeout::ToolTimeout(const std::string& name, std::chrono::milliseconds patience)
    : UnusableError(schiri::message("{0} did not answer within {1} s and was killed; check Slurm's "
                                    "controller with: scontrol ping",
                                    name, patience.count() / 1000)) {}

ToolAnswer run_tool(const std::vector<std::string>& words, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  ToolAnswer answer;
  try {
    Process tool(options_for(words));
    tool.ask_to_end("");
    read_output(tool, words[0], deadline, patience, answer.out);
    const auto status = tool.exit_status(deadline);
    if (!tool.refusal().empty()) {
      throw UnusableError(message("{0} cannot be started: {1}", words[0], tool.refusal()));
    }
    if (!status) throw ToolTimeout(words[0], patience);
    tool.kill();
    answer.err = tool.last_errors();
    answer.status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  } catch (const InfrastructureError& error) {
    throw UnusableError(message("{0} cannot be started: {1}", words[0], message_of(error)));
  }
  return answer;
}

std::string submit_job(const std::vector<std::string>& words, std::chrono::milliseconds patience) {
  std::vector<std::string> command = {"sbatch", "--parsable"};
  command.insert(command.end(), words.begin(), words.end());
  const ToolAnswer answer = run_tool(command, patience);
  // With several clusters it is `17;cluster`.
  const std::string job = answer.out.substr(0, answer.out.find_first_of(";\n"));
  if (answer.status != 0 || job.empty() ||
      job.find_first_not_of("0123456789") != std::string::npos) {
    throw UnusableError(message("sbatch took no job: {0}",
                                first_line(answer.err.empty() ? answer.out : answer.err)));
  }
  return job;
}

bool cancel_job(const std::string& job) {
  try {
    return run_tool({"scancel", job}).status == 0;
  } catch (const UnusableError&) {
    return false;
  }
}

std::optional<std::vector<SlurmJob>> known_jobs(const std::string& name,
                                                const std::vector<std::string>& jobs,
                                                Message& complaint,
                                                std::chrono::milliseconds patience) {
  std::vector<SlurmJob> known;
  try {
    const ToolAnswer answer = run_tool({"squeue", "--noheader", "--array", "--states=all",
                                        "--name=" + name, "--format=%F|%K|%T|%N|%r"},
                                       patience);
    if (answer.status != 0) {
      complaint = "squeue: " + first_line(answer.err);
      return std::nullopt;
    }
    for (const auto& fields : barred_lines(answer.out)) {
      if (fields.size() < 5 || std::find(jobs.begin(), jobs.end(), fields[0]) == jobs.end()) {
        continue;
      }
      known.push_back({fields[0], fields[1] == "N/A" ? "" : fields[1], fields[2], fields[3],
                       fields[4] == "None" ? "" : fields[4]});
    }
  } catch (const ToolTimeout&) {
    throw;
  } catch (const UnusableError& error) {
    complaint = error.message();
    return std::nullopt;
  }
  if (!jobs.empty()) add_accounted(known, jobs);
  return known;
}

}  // namespace schiri::cli
