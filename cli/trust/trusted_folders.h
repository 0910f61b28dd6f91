#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schiri::cli {

/// The contents that `schiri trust FOLDER` trusts: the present settings of the folder, byte by
/// byte.
struct FolderContents {
  std::string folder;    ///< canonical
  std::string settings;  ///< text of its schiri.toml
  std::string presets;   ///< text of the file of presets in the settings; empty without one
};

/// A folder in the list of `schiri trust --list`.
struct TrustedFolder {
  std::string folder;
  std::string digest;  ///< of the trusted contents
};

/// SHA-256 of the folder, its settings and its presets, in hexadecimal digits.
std::string digest_of(const FolderContents& contents);

/// False if there is no state folder.
bool is_trusted(const FolderContents& contents);
/// Stores the contents as trusted, replacing earlier contents of the folder. Throws StateError.
void trust(const FolderContents& contents);
/// Removes a folder; returns false if it was not trusted. Throws StateError.
bool distrust(const std::string& folder);
/// The trusted folders, sorted by path. Throws StateError.
std::vector<TrustedFolder> trusted_folders();

}  // namespace schiri::cli
