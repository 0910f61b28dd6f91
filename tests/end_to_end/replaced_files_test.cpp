#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/sanitizers.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

namespace replaced_files_test {

// Runs every command with each of its input files replaced. The command must end in time and
// bounded memory with a documented status, name the file, and change only its output files.

namespace fs = std::filesystem;

/// A watchdog against endless runs, not a performance limit.
constexpr std::chrono::seconds patience{1500};
constexpr std::uintmax_t large = std::uintmax_t{1} << 30;
constexpr const char* memory_limit = "--as=1073741824";

/// The content of each file in a folder by path; large files and other types only as a mark.
std::map<std::string, std::string> contents_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string().substr(folder.size() + 1);
    const fs::file_status status = entry.symlink_status();
    files[path] = fs::is_regular_file(status)
                      ? entry.file_size() < large / 64 ? read_file(entry.path()) : "large"
                      : std::to_string(static_cast<int>(status.type()));
  }
  return files;
}

/// Writes a few bytes into a pipe when a reader opens it.
class PipeWriter {
 public:
  explicit PipeWriter(std::string path) : path_(std::move(path)), thread_([this] { write(); }) {}
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;
  ~PipeWriter() {
    ends_ = true;
    thread_.join();
  }

 private:
  void write() const {
    // A reader may have left before the bytes come; then there is no signal but an error.
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, nullptr);
    while (!ends_) {
      const int end = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (end >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(end, "x\n", 2);
        ::close(end);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::string path_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

/// A replacement for an input file.
struct Replacement {
  std::string name;
  /// Creates it at the path, which does not exist. `sound` is the original content.
  std::function<void(const std::string& path, const std::string& sound)> put;
};

void put_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

Replacement text_instead(const std::string& name, const std::string& text) {
  return {name, [text](const std::string& path, const std::string&) { put_text(path, text); }};
}

Replacement link_instead(const std::string& name, const std::string& target) {
  return {name, [target](const std::string& path, const std::string&) {
            fs::create_symlink(target.empty() ? fs::path(path).filename() : fs::path(target), path);
          }};
}

const Replacement nothing{"nothing", [](const std::string&, const std::string&) {}};
const Replacement a_folder{
    "a folder", [](const std::string& path, const std::string&) { fs::create_directory(path); }};
const Replacement named_pipe{"a pipe", [](const std::string& path, const std::string&) {
                               REQUIRE(mkfifo(path.c_str(), 0600) == 0);
                             }};

std::vector<Replacement> other_formats() {
  const std::string png = "\x89PNG\r\n\x1a\n" + std::string(4, '\0') + "\rIHDR";
  const std::string zip = "PK\x03\x04\x14" + std::string(60, '\0');
  return {
      text_instead("a record", "[Game \"creeper\"]\n\n1. A2+B3 *\n"),
      text_instead("JSON", "{\"game\": [1, {\"bots\": null}]}\n"),
      text_instead("a TRF file", "012 Cup\n001    1      Anna\n"),
      text_instead("a ZIP file", zip),
      text_instead("a picture", png),
      text_instead("the front of a database", "SQLite format 3" + std::string(1, '\0')),
  };
}

std::vector<Replacement> cuts() {
  std::vector<Replacement> all;
  for (std::size_t tenth = 1; tenth < 10; ++tenth) {
    all.push_back({std::to_string(tenth) + " tenths of itself",
                   [tenth](const std::string& path, const std::string& sound) {
                     put_text(path, sound.substr(0, sound.size() * tenth / 10));
                   }});
  }
  return all;
}

std::vector<Replacement> large_ones() {
  return {
      link_instead("/dev/zero", "/dev/zero"),
      {"1 GiB of zeros",
       [](const std::string& path, const std::string&) {
         put_text(path, "");
         fs::resize_file(path, large);
       }},
      {"1 GiB of a letter",
       [](const std::string& path, const std::string&) {
         static const TemporaryDirectory directory;
         const std::string letters = directory.file("letters");
         if (!fs::exists(letters)) {
           const std::string piece(std::size_t{1} << 20, 'a');
           std::ofstream file(letters, std::ios::binary);
           for (std::uintmax_t size = 0; size < large; size += piece.size()) file << piece;
         }
         fs::create_hard_link(letters, path);
       }},
  };
}

/// A command with one of its files.
struct Reading {
  const CommandLine& line;
  std::string file;
};

/// Sanitizers need all of the address space.
Run run_limited(const Words& words, const std::string& folder) {
  if (with_sanitizer) return run_schiri(words, "", {folder, patience});
  return run_program("prlimit", Words{memory_limit, SCHIRI_PROGRAM} + words, "",
                     {folder, patience});
}

/// Runs all commands with all replacements and counts the runs.
class Sweep {
 public:
  Sweep() {
    setenv("SLURM_CONF", "/dev/null", 1);  // never submit a job
  }

  using Choice = std::function<std::vector<Replacement>(const Reading& reading)>;

  std::uint64_t run(const Choice& replacements_of) {
    std::uint64_t runs = 0;
    for (const CommandLine& line : command_lines()) {
      for (const std::string& file : read_files(line, before_)) {
        for (const Replacement& replacement : replacements_of({line, file})) {
          ++runs;
          const std::string wrong = try_one({line, file}, replacement);
          CAPTURE(line.words, file, replacement.name, wrong);
          CHECK(wrong.empty());
        }
      }
    }
    return runs;
  }

 private:
  void reset_folder() const {
    fs::remove_all(now_);
    fs::copy(before_, now_, fs::copy_options::recursive);
  }

  std::string try_one(const Reading& reading, const Replacement& replacement) const {
    reset_folder();
    const std::string path = now_ + "/" + reading.file;
    fs::remove(path);
    replacement.put(path, read_file(before_ + "/" + reading.file));
    const auto before = contents_of(now_);
    std::optional<PipeWriter> writer;
    if (before.contains(reading.file) && fs::is_fifo(fs::symlink_status(path))) {
      writer.emplace(path);
    }
    const Run run = run_limited(reading.line.words, now_);
    writer.reset();
    const std::string changed = difference(before, reading);
    std::string wrong = judge(run, reading);
    if (wrong.empty()) wrong = changed;
    return wrong.empty()
               ? ""
               : wrong + "; status " + std::to_string(run.status) + ": " + run.err.substr(0, 300);
  }

  /// Resets the folder if it must compare with an undisturbed run.
  std::string judge(const Run& run, const Reading& reading) const {
    if (run.hung) return "it hangs";
    if (!std::set<int>{0, 1, 2, 3, 4, 130}.contains(run.status)) return "it ends otherwise";
    for (const char* sign : {"wrong inside", "terminate called", "what():", "std::"}) {
      if (run.err.find(sign) != run.err.npos) return "it crashes";
    }
    // A test without a decision is no error: a record is a valid list of openings.
    if (run.status == 0 || run.status == 4) return "";
    std::string wrong;
    // An error in the only input file needs no name.
    if (run.status == 1) {
      if (run.err.empty() && run.out.empty()) wrong = "no error message";
    } else {
      const std::string name = *fs::path(reading.file).begin();  // or its folder
      if ((run.err + run.out).find(name) == run.err.npos) wrong = "it does not name the file";
    }
    return !wrong.empty() && fails_undisturbed(run, reading) ? "" : wrong;
  }

  /// Whether the command fails in the same way with its own files.
  bool fails_undisturbed(const Run& run, const Reading& reading) const {
    reset_folder();
    const Run undisturbed = run_limited(reading.line.words, now_);
    return run.status == undisturbed.status && run.err == undisturbed.err;
  }

  std::string difference(const std::map<std::string, std::string>& before,
                         const Reading& reading) const {
    const auto may_change = [&](const std::string& path) {
      return std::any_of(reading.line.writes.begin(), reading.line.writes.end(),
                         [&](const std::string& name) { return (path + '/').starts_with(name); });
    };
    const auto after = contents_of(now_);
    for (const auto& [path, content] : before) {
      const auto found = after.find(path);
      if (may_change(path)) continue;
      if (found == after.end()) return "it removes " + path;
      if (found->second != content) return "it changes " + path;
    }
    for (const auto& [path, content] : after) {
      if (!before.contains(path) && !may_change(path)) return "it makes " + path;
    }
    return "";
  }

  CommandFolder folder_;
  TemporaryDirectory directory_;
  std::string before_ = folder_.path(), now_ = directory_.file("now");
};

void sweep(const std::string& what, const Sweep::Choice& replacements_of) {
  const std::uint64_t runs = Sweep().run(replacements_of);
  std::cout << "replaced files, " << what << ": " << runs << " runs" << std::endl;
}

void sweep(const std::string& what, const std::vector<Replacement>& replacements) {
  sweep(what, [&](const Reading&) { return replacements; });
}

TEST_CASE("replaced files: every input file of each command has a case") {
  const std::set<std::string> written = {"--output",  "--rejects", "--duplicates", "--log",
                                         "--scratch", "--dir",     "--junit",      "--write",
                                         "--pgn",     "--report",  "--trace"};
  const auto has_line = [](const std::string& path, const std::string& word) {
    return std::any_of(command_lines().begin(), command_lines().end(),
                       [&](const CommandLine& line) {
                         return line.path == path && (word.empty() || line.has(word));
                       });
  };
  for (const auto& [path, options] : program().options) {
    for (const auto& [name, option] : options) {
      // --peers is a folder of databases that may be missing.
      if (!option.takes_file || !name.starts_with("--") || written.contains(name)) continue;
      CAPTURE(path, name);
      if (name != "--peers") CHECK(has_line(path, name));
    }
  }
  for (const std::string& path : program().readers) {
    CAPTURE(path);
    // One runs until it is stopped (tests/cli/otb/serve/serve_test.sh), one takes a folder.
    if (path != "otb serve") CHECK(has_line(path, ""));
  }
}

// Separate tests, which can run in parallel.
TEST_CASE("replaced files: missing") { sweep("nothing", {nothing}); }
TEST_CASE("replaced files: by a folder") { sweep("a folder", {a_folder}); }
TEST_CASE("replaced files: by a pipe") { sweep("a pipe", {named_pipe}); }
TEST_CASE("replaced files: by a link to itself") {
  sweep("a link to itself", {link_instead("a link to itself", "")});
}
TEST_CASE("replaced files: by one byte") { sweep("one byte", {text_instead("one byte", "x")}); }

TEST_CASE("replaced files: by other formats", "[long]") { sweep("other formats", other_formats()); }
TEST_CASE("replaced files: by the file truncated at every tenth", "[long]") {
  sweep("every tenth", cuts());
}

// Proves that no command holds a file in memory without a limit. Reading a gigabyte takes seconds,
// so only the first line of a command that reads a kind of file gets a large one, and the three
// take turns: this gives up the other two, except for the first command of all.
TEST_CASE("replaced files: by large files", "[long]") {
  const std::vector<Replacement> all = large_ones();
  std::set<std::pair<std::string, std::string>> commands;
  std::set<std::string> kinds;
  sweep("large", [&](const Reading& reading) {
    const std::string kind = fs::path(reading.file).extension();
    if (!commands.insert({reading.line.path, kind}).second) return std::vector<Replacement>{};
    return kinds.insert(kind).second ? all : std::vector{all[commands.size() % all.size()]};
  });
}

}  // namespace replaced_files_test
