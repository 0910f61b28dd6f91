#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/descriptor.h"

namespace schiri::db {

/// Bytes that are not text; no table that is saved has any.
struct Blob {};

/// A value of a row as the file holds it; null is std::monostate.
using StoredValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

/// A row of a table.
struct StoredRow {
  std::int64_t id = 0;
  std::vector<StoredValue> values;  ///< the first, the id's own, is null
};

/// A file that is read at any place.
class RandomFile {
 public:
  /// Throws std::system_error if the file cannot be read.
  explicit RandomFile(const std::string& path);

  std::uint64_t size() const { return size_; }
  /// This many bytes, or none if the file ends before or the disk cannot read them.
  std::string read(std::uint64_t at, std::size_t size) const;

 private:
  Descriptor file_;
  std::uint64_t size_ = 0;
};

/// The file of an SQLite database read page by page, without SQLite, so that what is whole can be
/// read beside what is damaged. (The format is that of https://www.sqlite.org/fileformat.html.)
/// Pages that the disk cannot read count as damaged. Takes memory for a few pages, not for the
/// file.
///
/// Pages of a write-ahead log beside the file take the place of the file's, as far as the log was
/// committed.
///
/// SQLite itself stops at what is damaged, and few systems build
/// its own recovery.
class PageFile {
 public:
  /// Throws std::system_error if the file cannot be read.
  explicit PageFile(const std::string& path);

  /// The root pages of tables by their names, as far as the schema can be read, and how many of its
  /// pages cannot.
  struct Schema {
    std::map<std::string, std::uint32_t> roots;
    std::size_t missing = 0;
  };
  Schema schema() const;

  /// The pages of a table's tree that hold its rows, and how many were missing or spoilt, each of
  /// which may stand for a whole branch.
  struct Tree {
    std::vector<std::uint32_t> pages;
    std::size_t missing = 0;
  };
  Tree tree(std::uint32_t root) const;

  /// Pages that hold rows, or once did: without those on the list of free pages.
  std::vector<std::uint32_t> pages_with_rows() const;

  /// Visits the rows of a page; false if some of them cannot be read.
  bool visit_rows(std::uint32_t page, const std::function<void(StoredRow&)>& visitor) const;
  /// Visits the rows of a page of a table without ids.
  bool visit_keys(std::uint32_t page, const std::function<void(StoredRow&)>& visitor) const;

 private:
  static constexpr std::size_t usual_page_size = 4096;

  std::string page(std::uint32_t number) const;
  std::size_t usable() const { return page_size_ - reserved_; }
  std::set<std::uint32_t> free_pages() const;
  std::optional<std::string> payload(std::string_view page, std::size_t at, std::uint64_t size,
                                     bool of_table) const;
  bool visit_cells(std::uint32_t page, bool of_table,
                   const std::function<void(StoredRow&)>& visitor) const;
  void count_pages();
  void read_header();
  void read_log();

  RandomFile file_;
  std::optional<RandomFile> log_;
  std::map<std::uint32_t, std::uint64_t> log_pages_;  ///< where in the log a page stands
  std::size_t page_size_ = usual_page_size;
  std::size_t reserved_ = 0;
  std::size_t count_ = 0;
  bool has_header_ = false;  ///< the file begins as a database does
};

}  // namespace schiri::db
