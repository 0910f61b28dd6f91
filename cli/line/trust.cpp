#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/print/output_language.h"
#include "cli/trust/state_folder.h"
#include "cli/trust/trusted_folders.h"
#include "core/base/errors.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

struct TrustOptions {
  std::string folder;
  bool list = false;
  bool remove = false;
};

/// The canonical path of a folder, which need not exist.
std::string canonical_folder(const std::string& folder) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(folder), error);
  if (error)
    throw UnusableError(message("{0}: {1}", printable(folder, 4096), system_message(error)));
  if (!path.has_filename()) path = path.parent_path();
  return path.string();
}

std::string shown(const std::string& path) { return printable(path, 4096); }

FolderDefaults require_settings(const std::string& folder) {
  if (!fs::is_directory(folder)) throw UnusableError(message("{0} is not a folder", shown(folder)));
  auto found = read_folder_defaults(folder);
  if (!found)
    throw UnusableError(
        message("{0} has no schiri.toml; there is nothing to trust", shown(folder)));
  return std::move(*found);
}

/// Prints what the settings set, for the user who trusts them.
void print_settings(const Defaults& defaults) {
  // The keys of schiri.toml are not translated.
  if (defaults.database) std::cout << "  database: " << shown(*defaults.database) << '\n';
  if (defaults.threads) std::cout << "  threads: " << *defaults.threads << '\n';
  if (defaults.style != Defaults().style) std::cout << "  style: " << defaults.style << '\n';
  if (!defaults.presets) return;
  std::cout << "  presets: "
            << translated(message("{0}, whose programs run when a bot names one as preset=NAME",
                                  shown(*defaults.presets)))
            << '\n';
}

void trust_folder(const std::string& folder) {
  const FolderDefaults found = require_settings(canonical_folder(folder));
  trust(found.contents);
  std::cout << translated(
                   message("trusted, as it is now: {0}/schiri.toml", shown(found.contents.folder)))
            << '\n';
  print_settings(found.defaults);
}

void remove_trust(const std::string& folder) {
  const std::string path = canonical_folder(folder);
  if (!distrust(path)) {
    throw InputError(
        message("{0} is not trusted; 'schiri trust --list' lists those that are", shown(path)));
  }
  std::cout << translated(message("no longer trusted: {0}", shown(path))) << '\n';
}

/// Whether what was trusted is still there.
std::string remark_on(const TrustedFolder& trusted) {
  try {
    const auto found = read_folder_defaults(trusted.folder);
    if (!found) return " (has no schiri.toml now)";
    if (digest_of(found->contents) == trusted.digest) return "";
  } catch (const std::exception&) {
    // Whatever is wrong with it now was not trusted.
  }
  return " (changed since then, and not trusted until: schiri trust " +
         shown(shell_word(trusted.folder)) + ")";
}

void list_folders() {
  for (const TrustedFolder& trusted : trusted_folders()) {
    std::cout << shown(trusted.folder) << remark_on(trusted) << '\n';
  }
}

void run_trust(const TrustOptions& options) {
  if (options.list == !options.folder.empty()) {
    throw InputError(options.list
                         ? message("--list takes no folder")
                         : message("FOLDER is required, or --list to list the trusted folders"));
  }
  if (options.list) {
    list_folders();
  } else if (options.remove) {
    remove_trust(options.folder);
  } else {
    trust_folder(options.folder);
  }
}

}  // namespace

void add_trust(Command& app, ExitStatus& status) {
  auto options = std::make_shared<TrustOptions>();
  Command* command = app.add_subcommand("trust", "Trust a folder's schiri.toml and its presets");
  command->add_folder("FOLDER", options->folder, "The folder in which the file schiri.toml lies");
  auto* list = command->add_flag("--list", options->list, "List the folders that are trusted");
  command->add_flag("--remove", options->remove, "Stop trusting the folder")->excludes(list);
  command->footer("Example: schiri trust ~/matches\nManual: schiri help security");
  command->callback([options, &status] {
    try {
      run_trust(*options);
      status = ExitStatus::done;
    } catch (const StateError& error) {
      throw UnusableError(message_of(error));
    }
  });
}

}  // namespace schiri::cli
