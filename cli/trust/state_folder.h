#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/descriptor.h"
#include "core/base/errors.h"

/// Trust in folders whose settings may start programs, and the user's private files: the state
/// folder, signatures, ownership of files. Used by line/, tournament/ and cluster/; uses only
/// print/.
namespace schiri::cli {

/// The user's state folder cannot be used; the message contains its name and the reason.
struct StateError : UnusableError {
  using UnusableError::UnusableError;
};

/// The user's state between runs, `$XDG_STATE_HOME/schiri` or `~/.local/state/schiri`: small files
/// of mode 0600 that are made once, complete, and never changed. So it needs no lock for any number
/// of processes, and is intact after a kill or a power cut.
class StateFolder {
 public:
  enum class Access {
    read,
    write,  ///< makes the folder if it is missing
  };
  /// Throws StateError if the environment specifies none, it is missing or cannot be made, or
  /// others can write to it.
  explicit StateFolder(Access access);

  const std::string& path() const { return path_; }
  /// The text of a file owned by the user, at most 64 KiB; nothing if there is none. Throws
  /// StateError.
  std::optional<std::string> read(const std::string& name) const;
  /// Makes a file with this text and syncs it to disk; an existing file stays unchanged. Throws
  /// StateError.
  void keep(const std::string& name, const std::string& text) const;
  /// Throws StateError.
  void remove(const std::string& name) const;
  /// The files whose names have this prefix, sorted.
  std::vector<std::string> names(const std::string& prefix) const;

 private:
  [[noreturn]] void fail(const Message& what) const;

  std::string path_;
  Descriptor folder_;
};

}  // namespace schiri::cli
