#include "cli/defaults.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/command.h"
#include "notation/nearest_name.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view keys[] = {"database", "db", "threads", "style", "presets"};
constexpr std::string_view styles[] = {"auto", "plain", "colour"};

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// Empty if there is none.
fs::path file_of_defaults() {
  const std::string settings = environment("XDG_CONFIG_HOME"), home = environment("HOME");
  const fs::path own = !settings.empty() ? fs::path(settings)
                       : !home.empty()   ? fs::path(home) / ".config"
                                         : fs::path();
  std::error_code ignored;
  if (fs::exists("schiri.toml", ignored)) return "schiri.toml";
  const fs::path file = own / "schiri" / "schiri.toml";
  return !own.empty() && fs::exists(file, ignored) ? file : fs::path();
}

/// Takes the values of one file.
class DefaultsReader {
 public:
  explicit DefaultsReader(fs::path file) : file_(std::move(file)) {}

  Defaults read() {
    std::ifstream stream(file_);
    if (!fs::is_regular_file(file_) || !stream) {
      throw UnusableError(printable(file_.string(), 4096) + ": the file cannot be read");
    }
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(stream)) take(item);
    return std::move(defaults_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(printable(file_.string(), 4096) + ": " + message);
  }

  void take(const CLI::ConfigItem& item) {
    const std::string key = item.fullname();
    if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys)) {
      fail("there is no key '" + printable(key) + "'" + nearest_advice(key, keys));
    }
    if (item.inputs.size() != 1) fail("'" + key + "' takes one value, and may appear only once");
    const std::string& value = item.inputs.front();
    if (key == "database" || key == "db") defaults_.database = place_of(key, value);
    if (key == "presets") defaults_.presets = place_of(key, value);
    if (key == "threads") defaults_.threads = threads_in(value);
    if (key == "style") defaults_.style = style_in(value);
  }

  /// A name is relative to where the file lies.
  std::string place_of(const std::string& key, const std::string& name) const {
    if (name.empty()) fail("'" + key + "' is empty");
    return (file_.parent_path() / name).string();
  }

  unsigned threads_in(const std::string& value) const {
    unsigned threads = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, threads);
    if (error != std::errc() || stop != end || threads == 0) {
      fail("'threads': expected a whole number, 1 or more, not '" + printable(value) + "'");
    }
    return threads;
  }

  const std::string& style_in(const std::string& value) const {
    if (std::find(std::begin(styles), std::end(styles), value) == std::end(styles)) {
      fail("'style': there is no '" + printable(value) + "'" + nearest_advice(value, styles));
    }
    return value;
  }

  fs::path file_;
  Defaults defaults_;
};

Defaults read_defaults() {
  const fs::path file = file_of_defaults();
  Defaults defaults = file.empty() ? Defaults() : DefaultsReader(file).read();
  if (const std::string database = environment("SCHIRI_DB"); !database.empty()) {
    defaults.database = database;
  }
  return defaults;
}

}  // namespace

const Defaults& defaults() {
  static const Defaults known = read_defaults();
  return known;
}

}  // namespace schiri::cli
