#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <system_error>

#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "db/tournament/bots.h"
#include "tests/files.h"
#include "tests/fuzz/cpu_limit.h"
#include "tests/fuzz/line_mutator.h"
#include "tests/fuzz/target.h"

// A folder from an attacker as the working directory, described by lines:
//   toml LINE         of schiri.toml
//   preset LINE       of engines.json
//   mode DIGITS       of schiri.toml, octal; folder-mode DIGITS of the folder
//   link TARGET       schiri.toml is a link to this target; `self` is a link to itself
//   folder            schiri.toml is a folder; `fifo`: a named pipe
// The folder is not trusted: its programs are ignored, and so are files that others can write.
// Unreadable files are refused, and nothing blocks.

using namespace schiri;
namespace fs = std::filesystem;

namespace {

/// Sets the working directory during its lifetime.
class InFolder {
 public:
  explicit InFolder(const std::string& folder) : before_(::open(".", O_RDONLY | O_DIRECTORY)) {
    require(before_ >= 0 && ::chdir(folder.c_str()) == 0, "the folder can be entered");
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;
  ~InFolder() {
    require(::fchdir(before_) == 0, "the earlier folder can be entered");
    ::close(before_);
  }

 private:
  int before_;
};

/// A folder described by lines.
class StrangeFolder {
 public:
  explicit StrangeFolder(const std::string& lines) {
    fs::create_directory(path());
    for (const std::string& line : lines_of(lines)) take(line);
    make_settings();
    write("engines.json", presets_);
    ::chmod(path().c_str(), folder_mode_);
  }
  ~StrangeFolder() { ::chmod(path().c_str(), 0700); }

  std::string path() const { return directory_.file("work"); }
  bool is_writable_by_others() const { return ((mode_ | folder_mode_) & 0022) != 0; }

 private:
  static constexpr const char* settings_name = "schiri.toml";

  void take(const std::string& line) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string what = line.substr(0, space),
                      rest = line.substr(std::min(space + 1, line.size()));
    if (what == "toml") settings_ += rest + '\n';
    if (what == "preset") presets_ += rest + '\n';
    if (what == "mode") mode_ = mode_of(rest);
    if (what == "folder-mode") folder_mode_ = mode_of(rest) | 0500;
    if (what == "link") target_ = rest;
    if (what == "folder" || what == "fifo") kind_ = what;
  }

  static unsigned mode_of(const std::string& digits) {
    unsigned mode = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), mode, 8);
    return mode & 0777;
  }

  void make_settings() const {
    const std::string settings = path() + "/" + settings_name;
    const bool is_link = !target_.empty() && target_.find('\0') == target_.npos;
    if (is_link &&
        ::symlink(target_ == "self" ? settings_name : target_.c_str(), settings.c_str()) == 0) {
      return;
    }
    if (kind_ == "folder") {
      fs::create_directory(settings);
    } else if (kind_ == "fifo") {
      require(::mkfifo(settings.c_str(), 0600) == 0, "a pipe can be created");
    } else if (!settings_.empty()) {
      write(settings_name, settings_);
      ::chmod(settings.c_str(), mode_);
    }
  }

  void write(const std::string& name, const std::string& text) const {
    directory_.write("work/" + name, text);
  }

  TemporaryDirectory directory_;
  std::string settings_, presets_, target_, kind_;
  unsigned mode_ = 0600, folder_mode_ = 0700;
};

/// Runs the work in the folder; returns its exception after the working directory is restored.
std::exception_ptr run_in(const StrangeFolder& folder, const std::function<void()>& work) {
  const InFolder in(folder.path());
  try {
    work();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

void require_foreseen(const std::exception_ptr& failure) {
  if (!failure) return;
  try {
    std::rethrow_exception(failure);
  } catch (const InputError& error) {
    require(*error.what() != 0, "a refusal has a message");
  } catch (const UnusableError& error) {
    require(*error.what() != 0, "a refusal has a message");
  }
}

void require_harmless(const cli::Defaults& defaults, const StrangeFolder& folder) {
  require(!defaults.presets, "an untrusted folder names no programs");
  require(!defaults.threads || *defaults.threads > 0, "the number of threads is positive");
  require(defaults.style == "auto" || defaults.style == "plain" || defaults.style == "colour",
          "the style is known");
  if (!folder.is_writable_by_others()) return;
  require(!defaults.database && defaults.style == "auto",
          "files that others can write are ignored");
}

/// Reads the presets as after `schiri trust`; no bot is started.
void read_presets(const StrangeFolder& folder) {
  const std::exception_ptr failure = run_in(folder, [] {
    const std::vector<db::TournamentBot> bots = {db::tournament_bot("preset=a"),
                                                 db::tournament_bot("preset=b")};
    db::make_bots(bots, {.presets = {.path = "engines.json"}});
  });
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const BotSpecError&) {
  } catch (const std::system_error&) {
  } catch (const InputError&) {
  } catch (const UnusableError&) {
  }
}

/// The user has no settings and trusts no folder.
void forget_user() {
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
    setenv(variable, "/dev/null/nobody", 1);
  }
  unsetenv("SCHIRI_DB");
  setenv("TMPDIR", "/dev/shm", 0);
  std::cerr.setstate(std::ios::failbit);  // suppresses notes
}

std::string new_line(Rng& rng) {
  constexpr const char* lines[] = {
      "toml database = \"a.db\"",
      "toml db = '../../etc/passwd'",
      "toml threads = 18446744073709551616",
      "toml threads = 2",
      "toml style = \"colour\"",
      "toml style = ['plain', \"auto\"]",
      "toml presets = \"engines.json\"",
      "toml presets = \"/dev/zero\"",
      "toml [database]",
      "toml [[db]]",
      "toml \"db\".x.y = {a = 1}",
      "toml # comment",
      "toml db = \"\"\"",
      "preset {\"a\": \"mcts nodes=20\", \"b\": {\"cmd\": \"true\"}}",
      "preset {\"a\": {\"bot\": \"random\"}, \"b\": {\"preset\": \"b\"}}",
      "preset {\"a\": \"preset=b\", \"b\": \"preset=a\"}",
      "mode 666",
      "mode 0",
      "folder-mode 777",
      "link self",
      "link engines.json",
      "link /dev/zero",
      "link .",
      "folder",
      "fifo"};
  return lines[rng.below(std::size(lines))];
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return mutate_text(data, size, most, seed,
                     [](Lines& lines, Rng& rng) { mutate_lines(lines, rng, new_line); });
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool is_ready = (forget_user(), true);
  require(is_ready, "the user has no settings");
  const StrangeFolder folder({reinterpret_cast<const char*>(data), size});
  const CpuLimit limit("reading the settings of a folder");
  cli::Defaults defaults;
  require_foreseen(run_in(folder, [&] { defaults = cli::read_defaults(); }));
  require_harmless(defaults, folder);
  read_presets(folder);
  return 0;
}
