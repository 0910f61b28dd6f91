#pragma once

#include <sys/types.h>

#include <string>

#include "core/base/descriptor.h"
#include "core/base/files/temporary_name.h"

/// Files that appear whole or not at all, and temporary names that vanish with the program. Used by
/// whatever writes files; uses core/base alone.
namespace schiri {

/// A file that is written beside its place and takes it only when it is complete, so that no
/// reader finds half of it there, however the program ends. If the system can, it has no name
/// before (O_TMPFILE); otherwise an unpredictable one, so that no link can be laid in its way.
/// OutputFile, JournalFile and WorkingCopy write their files by it.
class UnfinishedFile {
 public:
  /// Makes nothing in the file system.
  explicit UnfinishedFile(std::string target) : target_(std::move(target)) {}

  /// Makes the file, to be written; the caller closes it. Not open, with errno, if that fails.
  /// Throws std::system_error without random numbers.
  Descriptor create(mode_t mode = 0666);
  /// Gives the file a name of its own, if it has none, so that it can be closed. False, with errno,
  /// if that fails.
  bool give_name(int descriptor);

  // Each needs a name, gives the file its place and syncs the folder. Written bytes must be synced
  // before. False, with errno, if that fails: then the place is as it was.

  /// In place of what is there; a link there is replaced, not followed. A folder that cannot be
  /// synced is no failure.
  bool replace();
  /// Where nothing may be: EEXIST otherwise. A folder that cannot be synced is a failure.
  bool put_new() { return put_new(target_); }
  /// Does what put_new() does, at another place in the folder.
  bool put_new(const std::string& place);

 private:
  std::string target_;
  TemporaryName name_;
};

}  // namespace schiri
