#include "cli/line/defaults.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view keys[] = {"database", "db", "threads", "style", "language", "presets"};
constexpr std::string_view styles[] = {"auto", "plain", "colour"};

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// That of the user; empty if there is none.
fs::path own_file_of_defaults() {
  const std::string settings = environment("XDG_CONFIG_HOME"), home = environment("HOME");
  const fs::path own = !settings.empty() ? fs::path(settings)
                       : !home.empty()   ? fs::path(home) / ".config"
                                         : fs::path();
  std::error_code ignored;
  const fs::path file = own / "schiri" / "schiri.toml";
  return !own.empty() && fs::exists(file, ignored) ? file : fs::path();
}

/// Takes the values of one file.
class DefaultsReader {
 public:
  explicit DefaultsReader(fs::path file) : file_(std::move(file)) {}

  Defaults read(const std::string& text) {
    std::istringstream stream(text);
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(stream)) take(item);
    return std::move(defaults_);
  }

 private:
  [[noreturn]] void fail(const Message& what) const {
    throw InputError(message("{0}: {1}", printable(file_.string(), 4096), what));
  }

  void take(const CLI::ConfigItem& item) {
    const std::string key = item.fullname();
    if (item.parents == std::vector<std::string>{"games"}) return take_game(item);
    if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys)) {
      fail(joined(message("there is no key '{0}'", printable(key)), known_names(key, keys)));
    }
    if (item.inputs.size() != 1) {
      fail(message("'{0}' takes one value, and may appear only once", key));
    }
    const std::string& value = item.inputs.front();
    if (key == "database" || key == "db") defaults_.database = place_of(key, value);
    if (key == "presets") defaults_.presets = place_of(key, value);
    if (key == "threads") defaults_.threads = threads_in(value);
    if (key == "style") defaults_.style = style_in(value);
    if (key == "language") defaults_.language = language_in(value);
  }

  /// A program with a `/` is relative to where the file lies.
  void take_game(const CLI::ConfigItem& item) {
    if (item.name == "++" || item.name == "--") return;  // the section begins or ends
    if (item.inputs.size() != 1 || item.inputs.front().empty()) {
      fail(message("'games.{0}': expected a program, as in \"./mygame.py\"", printable(item.name)));
    }
    const std::string& program = item.inputs.front();
    const bool is_relative = program.starts_with("./") || program.starts_with("../");
    defaults_.games[item.name] = is_relative ? place_of(item.name, program) : program;
  }

  /// A name is relative to where the file lies.
  std::string place_of(const std::string& key, const std::string& name) const {
    if (name.empty()) fail(message("'{0}' is empty", key));
    return (file_.parent_path() / name).string();
  }

  unsigned threads_in(const std::string& value) const {
    const unsigned threads = parse_number<unsigned>(value).value_or(0);
    if (threads > 0 && threads <= most_threads) return threads;
    fail(message("'threads': expected a whole number from 1 to {0}, not '{1}'", most_threads,
                 printable(value)));
  }

  const std::string& style_in(const std::string& value) const {
    if (std::find(std::begin(styles), std::end(styles), value) == std::end(styles)) {
      fail(joined(message("'style': there is no '{0}'", printable(value)),
                  known_names(value, styles)));
    }
    return value;
  }

  const std::string& language_in(const std::string& value) const {
    if (std::find(languages().begin(), languages().end(), value) == languages().end()) {
      fail(joined(message("'language': there is no '{0}'", printable(value)),
                  known_names(value, languages())));
    }
    return value;
  }

  fs::path file_;
  Defaults defaults_;
};

/// The text of a file of settings; nothing if there is none. Throws UnusableError.
std::optional<std::string> text_of_settings(const fs::path& path) {
  constexpr std::size_t most = std::size_t{64} << 10;
  // Without blocking on a pipe of this name.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.error() == ENOENT || file.error() == ENOTDIR) return std::nullopt;
  struct stat status {};
  const bool is_file =
      file.is_open() && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
  if (auto text = is_file ? read_descriptor(file.number(), most) : std::nullopt)
    return decoded_text(*text);
  throw UnusableError(
      message("{0}: the file cannot be read (a regular file of at most 64 KiB is expected)",
              printable(path.string(), 4096)));
}

/// Those of a file; nothing if there is none.
std::optional<Defaults> defaults_in(const fs::path& file) {
  const auto text = file.empty() ? std::nullopt : text_of_settings(file);
  return text ? std::optional(DefaultsReader(file).read(*text)) : std::nullopt;
}

/// Those of the working directory, if it has some, otherwise the user's own.
Defaults defaults_of_files() {
  const fs::path own = own_file_of_defaults(), here = "schiri.toml";
  std::error_code ignored;
  const bool is_own = !own.empty() && fs::equivalent(own, here, ignored);
  auto found = is_own ? std::nullopt : defaults_in(here);
  Defaults of_user = defaults_in(own).value_or(Defaults());
  if (!found) return of_user;
  // Anyone may have written the file of the working directory.
  if (found->presets && !of_user.presets) {
    found->presets_advice =
        message("; that of this folder does not count for presets, as they name programs");
  }
  found->presets = std::move(of_user.presets);
  found->games = std::move(of_user.games);
  return std::move(*found);
}

}  // namespace

Defaults read_defaults() {
  if (console::is_guest()) return {};
  Defaults defaults = defaults_of_files();
  if (const std::string database = environment("SCHIRI_DB"); !database.empty()) {
    defaults.database = database;
  }
  return defaults;
}

const Defaults& defaults() {
  static const Defaults none;
  if (console::is_guest()) return none;
  static const Defaults known = read_defaults();
  return known;
}

}  // namespace schiri::cli
