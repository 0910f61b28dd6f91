#pragma once

#include <sys/types.h>

#include <string>

#include "core/base/descriptor.h"
#include "core/base/files/temporary_name.h"

/// Files that appear complete or not at all, and temporary names that are removed when the program
/// ends. Used by all code that writes files; uses core/base alone.
namespace schiri {

/// A file that is written beside its target and renamed to it only when it is complete, so that no
/// reader sees half of it, however the program ends. If the system permits, it has no name before
/// (O_TMPFILE); otherwise an unpredictable one, so that no link can be placed there. OutputFile,
/// JournalFile and WorkingCopy write their files by it.
class UnfinishedFile {
 public:
  /// Creates nothing in the file system.
  explicit UnfinishedFile(std::string target) : target_(std::move(target)) {}

  /// Creates the file for writing; the caller closes it. Not open, with errno, if that fails.
  /// Throws std::system_error if the system has no random numbers.
  Descriptor create(mode_t mode = 0666);
  /// Gives the file a name of its own, if it has none, so that it can be closed. False, with errno,
  /// if that fails.
  bool give_name(int descriptor);

  // Each function renames the file to its target and syncs the folder; the file must have a name,
  // and its bytes must be synced before. False, with errno, if that fails: then the target is
  // unchanged.

  /// Replaces an existing target; a link is replaced, not followed. A folder that cannot be synced
  /// is no failure.
  bool replace();
  /// Requires that the target does not exist: EEXIST otherwise. A folder that cannot be synced is a
  /// failure.
  bool put_new() { return put_new(target_); }
  /// As put_new(), with another name in the folder.
  bool put_new(const std::string& place);

 private:
  std::string target_;
  TemporaryName name_;
};

}  // namespace schiri
