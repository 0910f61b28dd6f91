#include "cli/trust/trusted_folders.h"

#include <algorithm>

#include "cli/trust/state_folder.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace schiri::cli {

namespace {

/// Each trusted folder has a file, as in direnv: its name ends in the digest, and its text is the
/// folder's path.
const std::string folder_prefix = "folder-";

std::string measured(const std::string& text) { return std::to_string(text.size()) + ':' + text; }

void forget(const StateFolder& state, const std::string& folder, const std::string& except) {
  for (const std::string& name : state.names(folder_prefix)) {
    if (name != except && state.read(name) == folder) state.remove(name);
  }
}

/// Nothing without a state folder. Throws StateError for an unusable one.
std::vector<std::string> kept_names() {
  try {
    return StateFolder(StateFolder::Access::read).names(folder_prefix);
  } catch (const StateError&) {
    return {};
  }
}

}  // namespace

std::string digest_of(const FolderContents& contents) {
  return hexadecimal(sha256("schiri folder 1\n" + measured(contents.folder) +
                            measured(contents.settings) + measured(contents.presets)));
}

bool is_trusted(const FolderContents& contents) {
  try {
    const StateFolder state(StateFolder::Access::read);
    return state.read(folder_prefix + digest_of(contents)) == contents.folder;
  } catch (const StateError&) {
    return false;
  }
}

void trust(const FolderContents& contents) {
  const StateFolder state(StateFolder::Access::write);
  const std::string name = folder_prefix + digest_of(contents);
  state.keep(name, contents.folder);
  forget(state, contents.folder, name);
}

bool distrust(const std::string& folder) {
  const std::vector<TrustedFolder> known = trusted_folders();
  const bool is_known = std::any_of(known.begin(), known.end(),
                                    [&](const auto& one) { return one.folder == folder; });
  if (is_known) forget(StateFolder(StateFolder::Access::read), folder, "");
  return is_known;
}

std::vector<TrustedFolder> trusted_folders() {
  const std::vector<std::string> names = kept_names();
  std::vector<TrustedFolder> folders;
  if (names.empty()) return folders;
  const StateFolder state(StateFolder::Access::read);
  for (const std::string& name : names) {
    if (auto folder = state.read(name)) {
      folders.push_back({std::move(*folder), name.substr(folder_prefix.size())});
    }
  }
  std::sort(folders.begin(), folders.end(),
            [](const auto& a, const auto& b) { return a.folder < b.folder; });
  return folders;
}

}  // namespace schiri::cli
