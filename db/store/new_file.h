#pragma once

#include <string>

namespace schiri::db {

/// A database that is written under another name, `PATH.unfinished`, until it is complete. What is
/// left of it goes away unless it was put in place.
class NewFile {
 public:
  /// What an earlier attempt has left is removed. Throws StoreError if a log lies where the
  /// database is to come.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  /// Where it is written.
  const std::string& unfinished() const { return unfinished_; }

  /// Gives it its name when it is closed, all of it in one file and on the disk. Throws StoreError.
  void put_in_place();

 private:
  void remove() const noexcept;

  std::string path_;
  std::string unfinished_;
};

}  // namespace schiri::db
