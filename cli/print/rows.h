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
#include "core/base/message.h"

namespace schiri::cli {

/// Lines of cells in aligned columns: texts to the left, numbers to the right. Rows are buffered
/// until the widths are known, at most a thousand of them.
class AlignedText {
 public:
  AlignedText(std::ostream& out, std::vector<std::string> header);
  /// Heads and numbers in a language.
  AlignedText(std::ostream& out, const Translation& language, const std::vector<Message>& header);
  /// Calls finish(), which may throw, unless an exception is in flight.
  ~AlignedText() noexcept(false);
  AlignedText(const AlignedText&) = delete;
  AlignedText& operator=(const AlignedText&) = delete;

  struct Cell {
    std::string text;
    bool right = false;
  };
  using Line = std::vector<Cell>;

  void add(const std::vector<Json>& cells);
  /// Texts without control characters.
  void add(Line line);
  /// Prints the buffered rows.
  void finish();

 private:
  void widen(const Line& line);
  void print(const Line& line);

  std::ostream& out_;
  Translation language_;
  std::vector<Line> waiting_;
  std::vector<std::size_t> widths_;
  bool flowing_ = false;
  int exceptions_ = std::uncaught_exceptions();
};

/// The rows and columns to print, and their order.
struct RowChoice {
  std::vector<std::string> columns = {};  ///< in this order; all if empty
  std::string sort = {};    ///< a column, shown or not; empty: in the order of insertion
  bool descending = false;  ///< in descending order
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  ///< the number of rows skipped at the beginning
};

/// The index of a column among the keys. Throws InputError, which names the option, for an unknown
/// column.
std::size_t index_of_column(const std::string& option, const std::string& column,
                            const std::vector<std::string>& keys);

/// Prints rows of the same keys as text, JSON (an object a line) or CSV. Sorted rows are printed by
/// finish().
class Rows {
 public:
  /// Throws InputError for an unknown column.
  Rows(std::ostream& out, Format format, std::vector<std::string> keys,
       const RowChoice& choice = {});
  /// Calls finish(); see ~AlignedText().
  ~Rows() noexcept(false);
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  /// Adds a row with a value for each key. Returns false if no further rows are needed.
  bool add(std::vector<Json> values);
  /// Prints the buffered rows; nothing may be added afterwards.
  void finish();

 private:
  bool page(std::vector<Json>& values);
  void print(std::vector<Json>& values);

  std::ostream& out_;
  Format format_;
  std::size_t columns_ = 0;        ///< of a row, shown or not
  std::vector<std::string> keys_;  ///< of the columns shown
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
