#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/print/format.h"
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

/// Prints rows of the same keys as text, JSON (an object a line) or CSV. Rows that are sorted
/// come when this is finished.
class Rows {
 public:
  /// Throws InputError for a column that is no key.
  Rows(std::ostream& out, Format format, std::vector<std::string> keys,
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

}  // namespace schiri::cli
