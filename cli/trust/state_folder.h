#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/descriptor.h"
#include "core/base/errors.h"

/// Which folders' settings may start programs, and files that belong to the user alone: the state
/// folder, signatures, ownership of files. Used by line/, tournament/ and cluster/; uses print/
/// only.
namespace schiri::cli {

/// The user's state folder cannot be used; the message names it and says why.
struct StateError : UnusableError {
  using UnusableError::UnusableError;
};

/// What schiri keeps for a user between runs, `$XDG_STATE_HOME/schiri` or `~/.local/state/schiri`:
/// small files of mode 0600 that are made once, complete, and never changed. So it needs no lock,
/// whatever number of processes use it, and is whole after a kill or a power cut.
class StateFolder {
 public:
  enum class Access {
    read,
    write,  ///< makes the folder if it is missing
  };
  /// Throws StateError: the environment names none, it is missing or cannot be made, or others can
  /// write to it.
  explicit StateFolder(Access access);

  const std::string& path() const { return path_; }
  /// The text of a file of the user's own, at most 64 KiB; nothing if there is none. Throws
  /// StateError.
  std::optional<std::string> read(const std::string& name) const;
  /// Makes a file with this text and syncs it to disk; a file of this name stays as it is. Throws
  /// StateError.
  void keep(const std::string& name, const std::string& text) const;
  /// Throws StateError.
  void remove(const std::string& name) const;
  /// The files whose names begin so, sorted.
  std::vector<std::string> names(const std::string& prefix) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  Descriptor folder_;
};

}  // namespace schiri::cli
