#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/file_limit.h"
#include "tests/support/run.h"

namespace writing_test {

// Runs every command with -o, according to its help, with an unwritable output file: on a full
// disk, under a limit of the file size, in a missing folder, and in a removed folder. The command
// must report the error with status 3, keep the old file and leave no other file.

/// The commands with -o; one that writes a folder does not replace files.
const std::vector<CommandLine>& writers() {
  static const std::vector<CommandLine> all = first_lines([](const CommandLine& line) {
    const auto options = program().options.find(line.path);
    if (options == program().options.end()) return false;
    const auto output = options->second.find("-o");
    return output != options->second.end() &&
           output->second.about.find("files into this folder") == std::string::npos;
  });
  return all;
}

/// Commands that make a database or an event refuse devices and existing files.
bool takes_devices(const CommandLine& writer) {
  static const std::set<std::string> makers = {"play", "otb import", "db salvage", "db backup"};
  return !makers.contains(writer.path);
}

/// A folder with the input files of all commands.
class Inputs {
 public:
  const std::string& folder() const { return folder_.path(); }

  /// The current files with their contents.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      const std::string name = entry.path().filename().string();
      all[name] = entry.is_regular_file() ? read_file(entry.path().string()) : "";
    }
    return all;
  }

 private:
  CommandFolder folder_;
};

/// The words with this output, in place of the line's own.
Words with_output(const CommandLine& writer, const std::string& output) {
  Words words = writer.words;
  const auto old = std::find(words.begin(), words.end(), "-o");
  if (old != words.end()) words.erase(old, old + 2);
  return words + Words{"-o", output};
}

Run write(const Inputs& inputs, const CommandLine& writer, const std::string& output) {
  return run_schiri(with_output(writer, output), "", {inputs.folder(), std::chrono::seconds(300)});
}

/// Standard error is a file with the same limit.
constexpr std::size_t sentence = 300;

bool is_refused(const Run& run) {
  return (run.status == 3 || run.status == 2) && run.err.find("schiri: ") != run.err.npos;
}

TEST_CASE("writing: every command with -o has a case") {
  std::set<std::string> all, known;
  for (const auto& [path, options] : program().options) {
    if (options.contains("-o")) all.insert(path);
  }
  for (const CommandLine& writer : writers()) known.insert(writer.path);
  known.insert("split");
  if (has_otb()) known.insert("otb publish");
  CHECK(all == known);
}

TEST_CASE("writing: a full device and a missing folder") {
  for (const CommandLine& writer : writers()) {
    const Inputs inputs;
    const auto before = inputs.files();
    for (const std::string place : {"/dev/full", "no/such/folder", "/proc/self/new"}) {
      if (place == "/dev/full" && !takes_devices(writer)) continue;
      const Run run = write(inputs, writer, place);
      CAPTURE(writer.path, place, run.status, run.err);
      CHECK(is_refused(run));
      CHECK(inputs.files() == before);
    }
  }
}

TEST_CASE("writing: a limit of the file size keeps the old file and leaves no other") {
  for (const CommandLine& writer : writers()) {
    const Inputs whole_inputs;
    const Run whole = write(whole_inputs, writer, "out");
    CAPTURE(writer.path, whole.err);
    if (whole.err.find("the engine for browsers is missing") != std::string::npos) continue;
    REQUIRE(whole.status == 0);
    const auto size = read_file(whole_inputs.folder() + "/out").size();
    REQUIRE(size > 0);
    for (const bool exists : {false, true}) {
      // Commands that create databases and events refuse an existing file.
      if (exists && !takes_devices(writer)) continue;
      for (const std::size_t limit : {sentence, size / 2, size - 1}) {
        if (limit < sentence || limit >= size) continue;
        const Inputs inputs;
        if (exists) std::ofstream(inputs.folder() + "/out") << "old";
        const auto before = inputs.files();
        Run run;
        {
          const FileLimit narrow(limit);
          run = write(inputs, writer, "out");
        }
        CAPTURE(exists, size, limit, run.status, run.err);
        CHECK(is_refused(run));
        CHECK(inputs.files() == before);
      }
    }
  }
}

TEST_CASE("writing: a removed folder") {
  for (const CommandLine& writer : writers()) {
    const Inputs inputs;
    const std::string gone = inputs.folder() + "/gone";
    std::string command = "mkdir '" + gone + "' && cd '" + gone + "' && rmdir '" + gone + "' && '" +
                          SCHIRI_PROGRAM + "'";
    for (const std::string& word : with_output(writer, "out")) {
      const bool is_file = std::filesystem::exists(inputs.folder() + "/" + word);
      command += " '" + (is_file ? inputs.folder() + "/" + word : word) + "'";
    }
    const auto before = inputs.files();
    const Run run = run_program("bash", {"-c", command});
    CAPTURE(writer.path, run.status, run.err);
    CHECK(is_refused(run));
    CHECK(inputs.files() == before);
  }
}

}  // namespace writing_test
