#include "cli/line/defaults.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/print/output_language.h"
#include "cli/trust/folder_settings.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
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

  /// A name is relative to where the file lies.
  std::string place_of(const std::string& key, const std::string& name) const {
    if (name.empty()) fail(message("'{0}' is empty", key));
    return (file_.parent_path() / name).string();
  }

  unsigned threads_in(const std::string& value) const {
    const unsigned threads = parse_number<unsigned>(value).value_or(0);
    if (threads > 0) return threads;
    fail(message("'threads': expected a whole number, 1 or more, not '{0}'", printable(value)));
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

FolderContents contents_of(const std::string& folder, std::string text, const Defaults& defaults) {
  constexpr std::size_t most_presets = std::size_t{16} << 20;
  FolderContents contents{fs::canonical(folder.empty() ? "." : folder).string(), std::move(text),
                          ""};
  if (defaults.presets) {
    contents.presets = read_small_file(*defaults.presets, most_presets).value_or("");
  }
  return contents;
}

FolderDefaults defaults_in(const std::string& folder, const FolderSettings& settings) {
  Defaults defaults = DefaultsReader(settings_file_of(folder)).read(settings.text);
  FolderContents contents = contents_of(folder, settings.text, defaults);
  return {std::move(defaults), std::move(contents)};
}

std::string trust_command() {
  return printable("schiri trust " + shell_word(fs::current_path().string()), 4096);
}

Message ignored_note(const Message& why) {
  return message("note: schiri.toml of this folder is ignored: {0}; '{1}' trusts it as it is now",
                 why, trust_command());
}

/// The defaults in a file that no other user can have written.
Defaults without_programs(Defaults defaults) {
  if (!defaults.presets) return defaults;
  defaults.presets.reset();
  defaults.presets_advice = message(
      "; the presets of schiri.toml in this folder count after '{0}', as they name programs",
      trust_command());
  return defaults;
}

/// Nothing if the working directory has none that counts; `note` says why.
std::optional<Defaults> defaults_here(Message& note) {
  const auto settings = read_folder_settings("");
  if (!settings) return std::nullopt;
  try {
    FolderDefaults here = defaults_in("", *settings);
    if (is_trusted(here.contents)) {
      if (here.defaults.presets) here.defaults.presets_text = std::move(here.contents.presets);
      return std::move(here.defaults);
    }
    if (settings->objection.empty()) return without_programs(std::move(here.defaults));
  } catch (const std::exception&) {
    if (settings->objection.empty()) throw;
  }
  note = ignored_note(settings->objection);
  return std::nullopt;
}

Defaults own_defaults() {
  const fs::path file = own_file_of_defaults();
  if (file.empty()) return {};
  const auto text = read_small_file(file.string(), std::size_t{64} << 10);
  if (!text) {
    throw UnusableError(message("{0}: the file cannot be read", printable(file.string(), 4096)));
  }
  return DefaultsReader(file).read(*text);
}

/// The folder of the user's own file may be the working directory.
bool is_own_folder() {
  std::error_code ignored;
  const fs::path own = own_file_of_defaults();
  return !own.empty() && fs::equivalent(own, "schiri.toml", ignored);
}

}  // namespace

Defaults read_defaults() {
  Message note;
  auto here = is_own_folder() ? std::nullopt : defaults_here(note);
  Defaults defaults = here ? std::move(*here) : own_defaults();
  defaults.note = std::move(note);
  if (const std::string database = environment("SCHIRI_DB"); !database.empty()) {
    defaults.database = database;
  }
  return defaults;
}

const Defaults& defaults() {
  static const Defaults known = read_defaults();
  // Later, as the language of the note is one of the defaults.
  static std::atomic<bool> was_noted = false;
  if (!known.note.empty() && !was_noted.exchange(true)) print_message(known.note);
  return known;
}

std::optional<FolderDefaults> read_folder_defaults(const std::string& folder) {
  const auto settings = read_folder_settings(folder);
  if (!settings) return std::nullopt;
  return defaults_in(folder, *settings);
}

}  // namespace schiri::cli
