#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/json.h"

namespace schiri::cli {

/// Lines of cells in aligned columns: texts to the left, numbers to the right. Rows are held back
/// until the widths are known, at most a thousand of them.
class AlignedText {
 public:
  AlignedText(std::ostream& out, std::vector<std::string> header);
  /// Finishes, which allocates memory, so that this may throw, unless an exception has come first.
  ~AlignedText() noexcept(false);
  AlignedText(const AlignedText&) = delete;
  AlignedText& operator=(const AlignedText&) = delete;

  struct Cell {
    std::string text;
    bool right = false;
  };
  using Line = std::vector<Cell>;

  void add(const std::vector<Json>& cells);
  /// Texts that can be printed.
  void add(Line line);
  /// Prints what is held back.
  void finish();

 private:
  void widen(const Line& line);
  void print(const Line& line);

  std::ostream& out_;
  std::vector<Line> waiting_;
  std::vector<std::size_t> widths_;
  bool flowing_ = false;
  int exceptions_ = std::uncaught_exceptions();
};

/// Which rows and columns are printed, and in which order.
struct RowChoice {
  std::vector<std::string> columns = {};  ///< in this order; all if it is empty
  std::string sort = {};    ///< a column, shown or not; in the order they come without
  bool descending = false;  ///< the last first
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  ///< this many at the beginning are left out
};

/// Which of the keys a column is. Throws InputError, which names the option, if it is none.
std::size_t index_of_column(const std::string& option, const std::string& column,
                            const std::vector<std::string>& keys);

/// Prints rows of the same keys as `text`, `json` (an object a line) or `csv`. Rows that are sorted
/// come when this is finished.
class Rows {
 public:
  /// Throws InputError for a column that is no key.
  Rows(std::ostream& out, std::string_view format, std::vector<std::string> keys,
       const RowChoice& choice = {});
  /// Finishes; see ~AlignedText().
  ~Rows() noexcept(false);
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  /// One value for each key. Returns whether more rows are of use.
  bool add(std::vector<Json> values);
  /// Prints what is held back; then no more may be added.
  void finish();

 private:
  enum class Format { text, json, csv };

  bool page(std::vector<Json>& values);
  void print(std::vector<Json>& values);

  std::ostream& out_;
  Format format_;
  std::vector<std::string> keys_;
  std::vector<std::size_t> chosen_;
  std::optional<std::size_t> sort_;
  bool descending_;
  std::uint64_t left_;
  std::uint64_t skip_;
  std::vector<std::vector<Json>> waiting_;  ///< to be sorted
  std::optional<AlignedText> aligned_;
  int exceptions_ = std::uncaught_exceptions();
};

/// A column of rows that are made of some type: its key, and its value.
template <class Source>
struct Column {
  std::string key;
  std::function<Json(const Source&)> value;
};

/// Rows with these columns, one for each thing that is added.
template <class Source>
class RowsOf {
 public:
  RowsOf(std::ostream& out, std::string_view format, std::vector<Column<Source>> columns,
         const RowChoice& choice)
      : columns_(std::move(columns)), rows_(out, format, keys(columns_), choice) {}

  /// Returns whether more rows are of use.
  bool add(const Source& source) {
    std::vector<Json> values;
    for (const auto& column : columns_) values.push_back(column.value(source));
    return rows_.add(std::move(values));
  }

 private:
  static std::vector<std::string> keys(const std::vector<Column<Source>>& columns) {
    std::vector<std::string> keys;
    for (const auto& column : columns) keys.push_back(column.key);
    return keys;
  }

  std::vector<Column<Source>> columns_;
  Rows rows_;
};

}  // namespace schiri::cli
