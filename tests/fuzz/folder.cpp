#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
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
//   toml LINE         of schiri.toml; preset LINE of engines.json
//   link TARGET       schiri.toml is a link; `folder`: a folder; `fifo`: a named pipe
// Its programs are ignored. Unreadable files are refused, and nothing
// blocks.

using namespace schiri;

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
struct StrangeFolder {
  explicit StrangeFolder(const std::string& lines) {
    const std::string settings = directory.file("schiri.toml");
    std::string toml, presets;
    bool is_made = false;  // by the first line that makes it
    for (const std::string& line : lines_of(lines)) {
      if (line.starts_with("toml ")) toml += line.substr(5) + '\n';
      if (line.starts_with("preset ")) presets += line.substr(7) + '\n';
      if (line.starts_with("link ")) is_made |= ::symlink(line.c_str() + 5, settings.c_str()) == 0;
      if (line == "folder") is_made |= ::mkdir(settings.c_str(), 0700) == 0;
      if (line == "fifo") is_made |= ::mkfifo(settings.c_str(), 0600) == 0;
    }
    if (!is_made && !toml.empty()) directory.write("schiri.toml", toml);
    directory.write("engines.json", presets);
  }

  /// Does the work in the folder, in which only these errors may occur.
  template <class... Refusals>
  void attempt(const auto& work) const {
    const InFolder in(directory.file(""));
    try {
      work();
    } catch (const std::exception& error) {
      require(*error.what() != 0, "a refusal has a message");
      require((dynamic_cast<const Refusals*>(&error) || ...), "only permitted errors are thrown");
    }
  }

  TemporaryDirectory directory;
};

/// The user has no settings.
void forget_user() {
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME"}) {
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
      "toml [games]",
      "toml other = \"./other.py\"",
      "toml games.other = \"/usr/bin/other\"",
      "toml [database]",
      "toml [[db]]",
      "toml \"db\".x.y = {a = 1}",
      "toml # comment",
      "toml db = \"\"\"",
      "preset {\"a\": \"mcts nodes=20\", \"b\": {\"cmd\": \"true\"}}",
      "preset {\"a\": {\"bot\": \"random\"}, \"b\": {\"preset\": \"b\"}}",
      "preset {\"a\": \"preset=b\", \"b\": \"preset=a\"}",
      "link schiri.toml",
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
  folder.attempt<InputError, UnusableError>([&] { defaults = cli::read_defaults(); });
  require(!defaults.presets && defaults.games.empty(), "an untrusted folder names no programs");
  require(!defaults.threads || *defaults.threads > 0, "the number of threads is positive");
  require(defaults.style == "auto" || defaults.style == "plain" || defaults.style == "colour",
          "the style is known");
  // The presets as after `schiri trust`; no bot is started.
  folder.attempt<BotSpecError, std::system_error, InputError, UnusableError>([] {
    db::completed({db::tournament_bot("preset=a"), db::tournament_bot("preset=b")},
                  {.presets = {.path = "engines.json"}});
  });
  return 0;
}
