#pragma once

#include <memory>
#include <string>

namespace schiri::db {

/// Is there a log of SQLite at this path? An empty file is none: a program that could not write its
/// log leaves one.
bool is_log(const std::string& path);

/// Throws StoreError if the path is empty or not a regular file: opening a pipe may wait for ever.
void require_file(const std::string& path);

/// Throws StoreError if the journal beside a database names another journal: rolling it
/// back deletes that file (https://www.sqlite.org/fileformat.html, "super-journal"). Journals of
/// schiri never name one.
void refuse_super_journal(const std::string& path);

/// Throws StoreError if an empty file has a write-ahead log beside it: SQLite would delete the log.
void refuse_log_without_database(const std::string& path);

/// Marks the file of a database as open in this process, during its lifetime. A file that SQLite
/// has open must not be opened separately: closing it would drop SQLite's locks.
class OpenMark {
 public:
  explicit OpenMark(const std::string& path);
  OpenMark(const OpenMark&) = delete;
  OpenMark& operator=(const OpenMark&) = delete;
  ~OpenMark();

 private:
  struct Mark;
  std::unique_ptr<Mark> mark_;
};

/// A database that can be read without writing to it or beside it. The log of a killed program, a
/// journal to be rolled back or a write-ahead log, is merged into a private copy in the folder for
/// temporary files (TMPDIR); other databases are read in place.
class ReadableFile {
 public:
  /// Throws StoreError if the file cannot be read, or if its journal is refused.
  explicit ReadableFile(const std::string& path);
  ReadableFile(const ReadableFile&) = delete;
  ReadableFile& operator=(const ReadableFile&) = delete;
  ~ReadableFile();

  /// The URI that SQLite opens, with SQLITE_OPEN_URI.
  const std::string& uri() const { return uri_; }
  /// To be called when SQLite has opened the file: removes the name of a copy, which then is
  /// deleted with the process.
  void forget_name();

 private:
  class Copy;

  std::string uri_;
  std::unique_ptr<Copy> copy_;
  std::unique_ptr<OpenMark> mark_;  ///< none for a copy
};

}  // namespace schiri::db
