#include "cli/tournament/cluster/slurm.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "cli/command.h"
#include "core/engine/process.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

/// Reads both until their ends.
void read_both(Pipe& out, std::string& out_text, Pipe& err, std::string& err_text) {
  std::array<pollfd, 2> polled = {{{out.read.number(), POLLIN, 0}, {err.read.number(), POLLIN, 0}}};
  std::array<std::string*, 2> texts = {&out_text, &err_text};
  std::array<char, 4096> buffer{};
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    if (poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t size = ::read(polled[i].fd, buffer.data(), buffer.size());
      if (size > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        polled[i].fd = -1;
      }
    }
  }
}

/// Lines of fields between bars.
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
  std::string list;
  for (const std::string& job : jobs) list += (list.empty() ? "" : ",") + job;
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
    // Many clusters have no accounting; then what squeue remembers has to do.
  }
}

}  // namespace

bool SlurmJob::is_running() const {
  return state == "RUNNING" || state == "COMPLETING" || state == "CONFIGURING" ||
         state == "SUSPENDED" || state == "STOPPED" || state == "SIGNALING" || state == "STAGE_OUT";
}

ToolAnswer run_tool(std::vector<std::string> words) {
  Pipe out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write.number(), STDERR_FILENO);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw UnusableError(words[0] + " cannot be started: " + std::strerror(error));
  out.write.close();
  err.write.close();
  ToolAnswer answer;
  read_both(out, answer.out, err, answer.err);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

std::string submit_job(const std::vector<std::string>& words) {
  std::vector<std::string> command = {"sbatch", "--parsable"};
  command.insert(command.end(), words.begin(), words.end());
  const ToolAnswer answer = run_tool(command);
  // With several clusters it is `17;cluster`.
  const std::string job = answer.out.substr(0, answer.out.find_first_of(";\n"));
  if (answer.status != 0 || job.empty() ||
      job.find_first_not_of("0123456789") != std::string::npos) {
    throw UnusableError("sbatch took no job: " +
                        first_line(answer.err.empty() ? answer.out : answer.err));
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
                                                std::string& complaint) {
  std::vector<SlurmJob> known;
  try {
    const ToolAnswer answer = run_tool({"squeue", "--noheader", "--array", "--states=all",
                                        "--name=" + name, "--format=%F|%K|%T|%N|%r"});
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
  } catch (const UnusableError& error) {
    complaint = error.what();
    return std::nullopt;
  }
  if (!jobs.empty()) add_accounted(known, jobs);
  return known;
}

}  // namespace schiri::cli
