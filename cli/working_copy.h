#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>

#include "db/store.h"

namespace schiri::cli {

/// A database that is worked on in a folder of this machine while its place is on storage that
/// machines share, where neither SQLite's locks nor its log can be relied on. There the file is
/// only ever copied as a whole and replaced as a whole, so whoever reads it finds a complete one.
class WorkingCopy {
 public:
  /// Makes a folder of its own in `scratch` and copies the database into it, if there is one.
  /// Throws UnusableError.
  WorkingCopy(std::string home, const std::string& scratch);
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  /// Removes the folder; what has not been brought back is lost.
  ~WorkingCopy();

  /// Where to open the database.
  const std::string& path() const { return path_; }
  /// Copies another database into the folder, under a name of its own, to be read there; the path
  /// of the copy. Throws UnusableError.
  std::string fetch(const std::string& database, const std::string& name) const;

  /// Puts what is committed in the store, which is open at path(), in its place, and returns when
  /// it is on the disk there. Throws UnusableError, also if another process has put something else
  /// there in the meantime, which is never overwritten.
  void bring_back(const db::Store& store);

 private:
  /// Which file stands at a place, and in which state; nothing if there is none.
  struct Identity {
    dev_t device;
    ino_t file;
    off_t size;
    timespec changed;
  };
  static std::optional<Identity> identify(const std::string& path);
  static bool same(const std::optional<Identity>& a, const std::optional<Identity>& b);

  std::string home_;
  std::string folder_;
  std::string path_;
  std::optional<Identity> taken_;
};

}  // namespace schiri::cli
