#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schiri::cli {

/// What `schiri trust FOLDER` trusts: the folder's settings as they are now, byte by byte.
struct FolderContents {
  std::string folder;    ///< canonical
  std::string settings;  ///< text of its schiri.toml
  std::string presets;   ///< text of the file of presets that this one names; empty without one
};

/// A folder as `schiri trust --list` shows it.
struct TrustedFolder {
  std::string folder;
  std::string digest;  ///< of what was trusted
};

/// SHA-256 of the folder, its settings and its presets, in hexadecimal digits.
std::string digest_of(const FolderContents& contents);

/// False if there is no state folder.
bool is_trusted(const FolderContents& contents);
/// Keeps it in the state folder, instead of what was trusted of the folder before. Throws
/// StateError.
void trust(const FolderContents& contents);
/// Forgets a folder; false if it was not trusted. Throws StateError.
bool distrust(const std::string& folder);
/// The trusted folders, sorted by path. Throws StateError.
std::vector<TrustedFolder> trusted_folders();

}  // namespace schiri::cli
