#include "cli/cluster/cluster_folder.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <system_error>

#include "cli/cluster/slurm.h"
#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/print/output_file.h"
#include "core/base/characters.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/tournament/systems.h"
#include "db/shards/shard_folder.h"
#include "db/shards/shared_test.h"
#include "db/tournament/settings.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

void write_file(const std::string& path, const std::string& text) {
  OutputFile file(path, {}, OutputFile::Link::replace);
  file.stream() << text;
  file.commit();
}

Json read_note(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  FileSource file(path, FileSource::Kind::file);
  const auto text = read_all(file, most_bytes);
  const auto note = text ? Json::parse_if_valid(*text) : std::nullopt;
  if (!note || !note->is_object())
    throw UnusableError(message("{0} cannot be read", printable(path, 4096)));
  return *note;
}

/// The path of a folder without the slashes at its end, which would hide its name.
std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// Throws UnusableError for anything except a file, because reading a pipe would block.
void require_file(const std::string& path) {
  if (fs::is_regular_file(path)) return;
  throw UnusableError(message("{0} is not a file", printable(path, 4096)));
}

}  // namespace

ClusterFolder::ClusterFolder(std::string path, TournamentConfig config, std::uint64_t shards,
                             std::string database)
    : path_(without_slash(fs::absolute(path).lexically_normal().string())),
      config_(std::move(config)),
      shards_(shards),
      database_(database.empty() ? path_ + "/event.db" : fs::absolute(database).string()) {}

std::string ClusterFolder::default_path(const std::string& event_file) {
  return fs::path(event_file).replace_extension().string();
}

ClusterFolder ClusterFolder::open(const std::string& path_or_event_file) {
  std::string path = without_slash(path_or_event_file);
  if (!fs::is_directory(path)) path = default_path(path);
  if (!db::is_submitted(path)) {
    throw InputError(message(
        "{0}: no tournament was submitted from this folder; 'schiri tournament submit' submits one",
        printable(path_or_event_file, 4096)));
  }
  const Json note = read_note(db::submission_file(path));
  try {
    require_file(path + "/event.json");
    ClusterFolder folder(path, db::read_tournament_file(path + "/event.json").config(),
                         note.at("shards").get<std::uint64_t>(),
                         note.at("database").get<std::string>());
    for (const Json& jobs : note.at("jobs")) {
      folder.submissions_.push_back({jobs.at("stage").get<std::uint64_t>(),
                                     jobs.at("array").get<std::string>(),
                                     jobs.at("collecting").get<std::string>()});
    }
    return folder;
  } catch (const JsonError& error) {
    throw UnusableError(message("{0}: {1}", printable(db::submission_file(path), 4096),
                                printable(message_of(error))));
  }
}

std::string ClusterFolder::shard(std::uint64_t index) const {
  return path_ + '/' + db::shard_name(index);
}

bool ClusterFolder::uses(const std::string& file) const {
  const fs::path path = fs::path(file).lexically_normal();
  for (const std::string& own :
       {event_file(), db::submission_file(path_), array_script(), collecting_script()}) {
    if (path == own) return true;
  }
  if (db::SharedTest::uses(path_, file)) return true;
  return path.parent_path() == path_ && db::is_shard_name(path.filename().string());
}

StoredCommands ClusterFolder::commands() const {
  return {message("the folder {0}", path_), {array_script(), collecting_script()}, path_};
}

std::string ClusterFolder::job_name() const {
  std::string name = "schiri-";
  for (const char c : fs::path(path_).filename().string()) {
    const bool plain = is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
    name += plain ? c : '_';
  }
  return name;
}

std::string ClusterFolder::node_of(std::uint64_t index) const {
  const std::string key = "node: ";
  std::string node;
  try {
    FileSource file(log(std::to_string(index)), FileSource::Kind::file);
    LineSource lines(file);
    std::string line;
    for (bool too_long = false; lines.next(line, 4096, too_long);) {
      if (line.starts_with(key)) node = line.substr(key.size(), line.find(',') - key.size());
    }
  } catch (const std::system_error&) {
    // A part that has not begun has no log.
  }
  return printable(node);
}

void ClusterFolder::create() const {
  std::error_code error;
  fs::create_directories(path_ + "/log", error);
  if (error)
    throw UnusableError(message("{0}: {1}", printable(path_, 4096), system_message(error)));
  Json event = Json::parse(db::config_json(config_));
  // Written explicitly, so that a reader of the file does not use the default limit.
  if (!config_.max_turns) event["max-turns"] = 0;
  write_file(event_file(), event.dump() + "\n");
}

void ClusterFolder::save() const {
  Json note = {{"shards", shards_}, {"database", database_}, {"jobs", Json::array()}};
  for (const Submission& jobs : submissions_) {
    note["jobs"].push_back(
        {{"stage", jobs.stage}, {"array", jobs.array}, {"collecting", jobs.collecting}});
  }
  write_file(db::submission_file(path_), note.dump(2) + "\n");
}

namespace {

/// A line break in the value would end the line, and the shell would run the rest.
void require_one_line(const std::string& name, const std::string& value) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::none_of(value.begin(), value.end(), is_control)) return;
  throw InputError(
      message("tournament submit: --{0}: '{1}' contains a line break or another control character, "
              "which a Slurm script cannot contain",
              name, printable(value, 4096)));
}

/// A word of an #SBATCH line, which sbatch splits by the quoting rules of a shell.
std::string directive(const std::string& name, const std::string& value) {
  require_one_line(name, value);
  std::string quoted = value;
  if (value.find_first_of(" \t\"'#") != std::string::npos) {
    quoted = '"';
    for (const char c : value)
      quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    quoted += '"';
  }
  return "#SBATCH --" + name + "=" + quoted + "\n";
}

/// A path in a file name pattern, in which Slurm replaces `%a` and the like; a backslash would
/// disable that.
std::string as_pattern(const std::string& path) {
  if (path.find('\\') != path.npos) {
    throw InputError(
        message("tournament submit: --dir: '{0}' contains a backslash, which Slurm does not "
                "support in names of logs; specify another folder",
                printable(path, 4096)));
  }
  std::string pattern;
  for (const char c : path) pattern += c == '%' ? std::string("%%") : std::string{c};
  return pattern;
}

std::string directives(const ClusterFolder& folder, const JobOptions& options,
                       const std::string& output) {
  std::string text = "#!/bin/bash\n" + directive("job-name", folder.job_name()) +
                     directive("chdir", std::filesystem::current_path().string()) +
                     directive("output", output) + "#SBATCH --open-mode=append\n";
  if (options.partition) text += directive("partition", *options.partition);
  for (const std::string& other : options.others) {
    require_one_line("sbatch", other);
    text += "#SBATCH " + other + "\n";
  }
  return text;
}

/// A folder on the node's own disk. TMPDIR may come from the submitting machine.
std::string scratch_lines(const JobOptions& options) {
  if (options.scratch) return "scratch=" + shell_word(*options.scratch) + "\n";
  return "scratch=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}\n"
         "if [ ! -d \"$scratch\" ]; then scratch=/tmp; fi\n";
}

}  // namespace

std::string array_script(const ClusterFolder& folder, const JobOptions& options) {
  std::string text = directives(folder, options, as_pattern(folder.path()) + "/log/shard-%a.out");
  text += "#SBATCH --cpus-per-task=" + std::to_string(options.threads) + "\n";
  if (options.time) text += directive("time", *options.time);
  text += "#SBATCH --requeue\n";
  text += "#SBATCH --signal=B:USR1@60\n";
  text +=
      "# Task I of the array plays shard I. The games of earlier attempts are in its database and "
      "are\n"
      "# not played again.\n";
  text += "shard=$SLURM_ARRAY_TASK_ID\n";
  text += "database=" + shell_word(folder.path()) + "/shard-$shard.db\n";
  text += scratch_lines(options);
  text +=
      "echo \"node: ${SLURMD_NODENAME:-$(hostname)}, job $SLURM_JOB_ID, restarts "
      "${SLURM_RESTART_COUNT:-0}\"\n";
  text += "state() { stat -c '%i %Y' \"$database\" 2>/dev/null; }\n";
  text += "before=$(state)\n\n";
  text += shell_word(program_path().string()) + " tournament run " +
          shell_word(folder.event_file()) + " \\\n  --shard \"$shard/" +
          std::to_string(folder.shards()) + "\" --db \"$database\" --resume" +
          " --scratch \"$scratch\" --save-every " + shortest_text(options.save_every) +
          " \\\n  --threads " + std::to_string(options.threads);
  if (!is_fixed(folder.config().system)) text += " --after " + shell_word(folder.database());
  if (folder.config().sprt) text += " --peers " + shell_word(folder.path());
  text += " &\nplayer=$!\n";
  text +=
      R"sh(# A minute before the time limit Slurm sends USR1: games that are finished are kept, and the task is
# queued again if there were any. At other stops, preemption among them, Slurm sends TERM. A part of
# a test that is far ahead of others ends with 75, so that they find a place; it is queued again, too.
again=
trap 'again=yes; kill -INT "$player"' USR1
trap 'kill -INT "$player"' TERM
while wait "$player"; status=$?; kill -0 "$player" 2>/dev/null; do :; done
if [ "$status" -eq 75 ] ||
  { [ -n "$again" ] && [ "$status" -ne 0 ] && [ "$(state)" != "$before" ]; }; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
)sh";
  return text;
}

std::string collecting_script(const ClusterFolder& folder, const JobOptions& options) {
  return directives(folder, options, as_pattern(folder.path()) + "/log/collect.out") +
         "# Merges the shards; the argument is the stage that must be complete then.\n" +
         scratch_lines(options) + "exec " + shell_word(program_path().string()) +
         " tournament collect " + shell_word(folder.path()) +
         " --stage \"${1:-1}\" --scratch \"$scratch\"\n";
}

std::vector<std::string> array_words(const ClusterFolder& folder, const std::string& shards,
                                     const std::string& after) {
  std::vector<std::string> words = {"--array=" + shards};
  if (!after.empty()) {
    words.push_back("--dependency=afterok:" + after);
    words.push_back("--kill-on-invalid-dep=yes");
  }
  words.push_back(folder.array_script());
  return words;
}

std::vector<std::string> collecting_words(const ClusterFolder& folder, std::uint64_t stage,
                                          const std::string& array,
                                          const std::vector<std::string>& others) {
  std::string jobs = array;
  for (const std::string& job : others) jobs += ':' + job;
  return {"--dependency=afterany:" + jobs, folder.collecting_script(), std::to_string(stage)};
}

void submit_stages(ClusterFolder& folder, std::uint64_t first, const std::string& shards,
                   const std::vector<std::string>& others) {
  const std::string all = "1-" + std::to_string(folder.shards());
  std::string before;
  for (std::uint64_t stage = first; stage <= most_stages(folder.config()); ++stage) {
    const bool begins = stage == first;
    ClusterFolder::Submission jobs{
        stage, submit_job(array_words(folder, begins ? shards : all, before)), ""};
    folder.submissions().push_back(jobs);
    folder.save();
    before = submit_job(
        collecting_words(folder, stage, jobs.array, begins ? others : std::vector<std::string>{}));
    folder.submissions().back().collecting = before;
    folder.save();
  }
}

}  // namespace schiri::cli
