#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/json.h"

namespace schiri::cli {

/// A cell of a CSV file (RFC 4180): quoted where needed, control characters replaced, and a text
/// that a spreadsheet would take for a formula made harmless by an apostrophe.
std::string csv_cell(const Json& value);
/// The same value for a person: texts without control characters, nothing for null.
std::string text_cell(const Json& value);

/// Lines of cells with columns below each other: texts to the left, numbers to the right. Rows are
/// held back until the widths are known, at most a thousand of them.
class AlignedText {
 public:
  AlignedText(std::ostream& out, std::vector<std::string> header);
  ~AlignedText();
  AlignedText(const AlignedText&) = delete;
  AlignedText& operator=(const AlignedText&) = delete;

  void add(const std::vector<Json>& cells);
  void finish();

 private:
  struct Cell {
    std::string text;
    bool right = false;
  };
  using Line = std::vector<Cell>;

  void widen(const Line& line);
  void print(const Line& line);

  std::ostream& out_;
  std::vector<Line> waiting_;
  std::vector<std::size_t> widths_;
  bool flowing_ = false;
};

/// Prints rows of the same keys as `text`, `json` (an object a line) or `csv`.
class Rows {
 public:
  /// `columns`: those of the keys that are printed, in this order; all if it is empty. Throws
  /// UsageError for one that is no key.
  Rows(std::ostream& out, std::string_view format, std::vector<std::string> keys,
       const std::vector<std::string>& columns = {});

  /// One value for each key.
  void add(std::vector<Json> values);

 private:
  enum class Format { text, json, csv };

  void print_csv(const std::vector<Json>& values);

  std::ostream& out_;
  Format format_;
  std::vector<std::string> keys_;
  std::vector<std::size_t> chosen_;
  std::optional<AlignedText> aligned_;
};

}  // namespace schiri::cli
