#pragma once

#include <string>

#include "core/base/descriptor.h"
#include "core/base/files/temporary_name.h"

namespace schiri {

/// A file for reading and writing in the folder for temporary files ($TMPDIR or /tmp): without a
/// name if the system supports that, otherwise with one that is removed with this object.
class TemporaryFile {
 public:
  /// Throws std::system_error.
  TemporaryFile();

  int number() const { return file_.number(); }
  /// A path by which the file can be opened once more.
  std::string path() const;

 private:
  Descriptor file_;
  TemporaryName name_;
};

}  // namespace schiri
