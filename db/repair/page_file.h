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

/// Reads the pages of a damaged SQLite database without SQLite. Used by salvage alone.
namespace schiri::db {

/// Bytes that are not text; no salvaged table has any.
struct Blob {};

/// A value of a row as stored in the file; null is std::monostate.
using StoredValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

/// A row of a table.
struct StoredRow {
  std::int64_t id = 0;
  std::vector<StoredValue> values;  ///< the first, for the id, is null
};

/// A file with random access.
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

/// The file of an SQLite database read page by page, without SQLite, so that intact data can be
/// read beside damaged data. (The format is that of https://www.sqlite.org/fileformat.html.) Pages
/// that the disk cannot read count as damaged. Takes memory for a few pages, not for the file.
///
/// Committed pages of a write-ahead log beside the file replace those of the file.
///
/// Our own because SQLite stops at damage, and few systems build its recovery extension.
class PageFile {
 public:
  /// Throws std::system_error if the file cannot be read.
  explicit PageFile(const std::string& path);

  /// The root pages of tables by name, as far as the schema can be read, and the number of its
  /// unreadable pages.
  struct Schema {
    std::map<std::string, std::uint32_t> roots;
    std::size_t missing = 0;
  };
  Schema schema() const;

  /// The pages of a table's tree with its rows, and the number of missing or damaged pages, each of
  /// which may be the root of a whole branch.
  struct Tree {
    std::vector<std::uint32_t> pages;
    std::size_t missing = 0;
  };
  Tree tree(std::uint32_t root) const;

  /// Pages with current or former rows, except those on the list of free pages.
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
  std::map<std::uint32_t, std::uint64_t> log_pages_;  ///< the offset of a page in the log
  std::size_t page_size_ = usual_page_size;
  std::size_t reserved_ = 0;
  std::size_t count_ = 0;
  bool has_header_ = false;  ///< whether the file has the header of a database
};

}  // namespace schiri::db
