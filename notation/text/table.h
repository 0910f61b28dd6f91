#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "notation/text/json.h"

/// Tables: what all commands, libschiri and the pages print. A column says once what it holds;
/// text, CSV, JSON Lines, Markdown, HTML and the manual's page `output` follow from it.
namespace schiri {

/// The output formats of `--format`.
enum class Format { text, json, csv, markdown, html, svg };
inline constexpr std::string_view format_names[] = {"text",     "json", "csv",
                                                    "markdown", "html", "svg"};

/// What the cells of a column hold, and so how people see them. Programs get each value with all
/// its digits.
enum class Holds : std::uint8_t {
  text,
  flag,    ///< true or false
  count,   ///< a whole number
  number,  ///< people see at most two decimals
  points,  ///< halves or quarters of a game
  rating,  ///< Elo: people see one decimal, on a page none
  share,   ///< 0 to 1: people see per cent with one decimal
  date,    ///< ISO 8601
  time,    ///< UTC
  seconds,
  side,    ///< `white` or `black`
  result,  ///< of a board: people see `½-½` for `1/2-1/2`
  list,    ///< JSON: an array
  map,     ///< JSON: an object
};
/// `integer`, `number`, `string`: what JSON has.
std::string_view json_type(Holds kind);

/// Who sees a column if none are chosen.
enum class Shown : std::uint8_t {
  all,
  filled,    ///< programs; people if a cell is filled
  asked,     ///< the same in CSV; in text and on pages only if `--columns` names it
  programs,  ///< JSON and CSV
  json,      ///< JSON alone
  people,    ///< text, pages and translated CSV
};

/// A column, without its cells.
struct Column {
  std::string key;       ///< in JSON and CSV, and of `--columns`
  Message heading = {};  ///< for people; the key if empty
  Holds kind = Holds::text;
  std::string meaning = {};  ///< a line of the manual's page `output`, in English
  Shown shown = Shown::all;
  bool names_row = false;  ///< whose row it is: stays visible on a narrow page
  bool is_detail = false;  ///< a phone shows it on request
  bool is_total = false;   ///< stays visible on a narrow page, as the name does
};

/// A cell: a value, and what people see instead if that is another text.
struct Cell {
  Json value;
  std::optional<Message> text = {};

  Cell() = default;
  template <class Value>
  requires(std::is_constructible_v<Json, Value> && !std::is_same_v<std::decay_t<Value>, Cell> &&
           !std::is_same_v<std::decay_t<Value>, Message>) Cell(Value&& its)
      : value(std::forward<Value>(its)) {}
  /// Null without a value.
  template <class Value>
  Cell(const std::optional<Value>& its) : value(its ? Json(*its) : Json()) {}
  /// Programs get the English sentence; null for an empty one.
  Cell(const Message& sentence);
  Cell(Json its, Message shown) : value(std::move(its)), text(std::move(shown)) {}
};

/// The columns of a table whose rows are made of a `Row`; one entry is all that a column needs.
template <class Row>
class Columns {
 public:
  struct Entry : Column {
    Entry(Column column, std::function<Cell(const Row&)> its)
        : Column(std::move(column)), cell(std::move(its)) {}
    std::function<Cell(const Row&)> cell;
  };

  Columns() = default;
  Columns(std::initializer_list<Entry> entries) : entries_(entries) {}

  void add(Column column, std::function<Cell(const Row&)> cell) {
    entries_.emplace_back(std::move(column), std::move(cell));
  }
  /// Adds the columns of a part of the row.
  template <class Part>
  void add(const Columns<Part>& more) {
    for (const auto& entry : more.entries()) entries_.emplace_back(entry, entry.cell);
  }
  /// The same, of what `part` finds in a row.
  template <class Part, class PartOf>
  void add_of(const Columns<Part>& more, PartOf part) {
    for (const auto& entry : more.entries()) {
      entries_.emplace_back(entry,
                            [cell = entry.cell, part](const Row& row) { return cell(part(row)); });
    }
  }
  void add(std::initializer_list<Entry> more) {
    entries_.insert(entries_.end(), more.begin(), more.end());
  }
  const std::vector<Entry>& entries() const { return entries_; }
  /// Puts a column before all others.
  void put_first(std::string_view key) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.key == key; });
    if (found != entries_.end()) std::rotate(entries_.begin(), found, found + 1);
  }
  std::vector<Column> columns() const { return {entries_.begin(), entries_.end()}; }
  std::vector<Cell> cells(const Row& row) const {
    std::vector<Cell> all;
    all.reserve(entries_.size());
    for (const Entry& entry : entries_) all.push_back(entry.cell(row));
    return all;
  }
  /// The row as an object for programs.
  Json object(const Row& row) const {
    Json members = Json::object();
    for (const Entry& entry : entries_) {
      if (entry.shown != Shown::people) members.append(entry.key) = entry.cell(row).value;
    }
    return members;
  }

 private:
  std::vector<Entry> entries_;
};

/// A table in memory, with what stands around it.
struct Table {
  Message title = {};
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows = {};
  Message above = {};               ///< a line between title and table
  std::vector<Message> notes = {};  ///< below the table, on pages

  template <class Row, class Rows>
  static Table of(const Columns<Row>& columns, const Rows& rows) {
    Table table{.columns = columns.columns()};
    for (const Row& row : rows) table.rows.push_back(columns.cells(row));
    return table;
  }
};

/// How tables are printed, and which of their rows and columns: the options of all commands.
struct TableOptions {
  Format format = Format::text;
  std::vector<std::string> columns = {};  ///< keys in this order, or `+key`, `-key`, `all`
  std::vector<std::string> sort = {};     ///< keys, shown or not; `-key` in descending order
  std::optional<std::uint64_t> limit = {};
  char delimiter = ',';  ///< of CSV
  bool decimal_comma = false;
  /// CSV with headings and numbers for people, in the language.
  bool is_for_people = false;
  const Translation* language = nullptr;  ///< of text, pages and CSV for people; null: English

  bool shows_people() const {
    return is_for_people || (format != Format::json && format != Format::csv);
  }
  const Translation& translation() const;
};

/// The places of the columns that are printed, in their order. `rows`: to find empty columns.
/// Throws InputError for an unknown column.
std::vector<std::size_t> shown_columns(const std::vector<Column>& columns,
                                       const std::vector<std::vector<Cell>>& rows,
                                       const TableOptions& options);
/// The place of a column, in any case of letters, also with `-` for `_`. Throws InputError, which
/// names the option, for an unknown column.
std::size_t place_of_column(const std::string& option, std::string_view key,
                            const std::vector<Column>& columns);

/// How people see a cell; `decimals`: of numbers.
std::string shown_text(const Cell& cell, const Column& column, int decimals,
                       const TableOptions& options);
/// The number of decimals that people see in a column.
int decimals_of(const Column& column, std::size_t place, const std::vector<std::vector<Cell>>& rows,
                const TableOptions& options);
/// A date as the language writes it; a text that is none stays as it is, and one without a year is
/// empty.
std::string shown_date(const std::string& date, const Translation& language);

/// A text in Markdown, in one line: markup is escaped, so that a name neither changes the page nor
/// mentions a user.
std::string markdown_text(std::string_view text);

/// The shown part of a table as texts, for pages: the columns and rows that the options choose.
struct ShownTable {
  std::vector<Column> columns;
  std::vector<bool> is_number;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
};
/// Throws InputError for an unknown column.
ShownTable shown_table(const Table& table, const TableOptions& options);

/// Prints rows as text, Markdown, CSV or JSON Lines while they come. Text is buffered until the
/// widths are known, at most a thousand rows; sorted rows are printed by finish().
class TableWriter {
 public:
  /// Throws InputError for an unknown column.
  TableWriter(std::ostream& out, const TableOptions& options, std::vector<Column> columns);
  /// Calls finish(), which may throw, unless an exception is in flight.
  ~TableWriter() noexcept(false);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  /// Adds a row with a cell for each column. Returns false if no further rows are needed.
  bool add(std::vector<Cell> row);
  /// Prints the buffered rows; nothing may be added afterwards.
  void finish();

 private:
  using Row = std::vector<Cell>;

  bool page(Row& row);
  void print(Row& row);
  /// Prints the headings and the buffered rows.
  void begin();
  void print_row(const Row& row);
  void print_aligned(const std::vector<std::string>& texts);
  void print_markdown(const std::vector<std::string>& texts);
  void print_csv(const std::vector<Cell>& cells);

  std::ostream& out_;
  TableOptions options_;
  std::vector<Column> columns_;
  std::vector<std::pair<std::size_t, bool>> sort_;  ///< place, descending
  std::uint64_t left_;
  std::vector<Row> unsorted_;
  std::vector<Row> waiting_;  ///< until the widths are known
  std::vector<std::size_t> shown_;
  std::vector<std::size_t> widths_;
  std::vector<int> decimals_;
  std::vector<bool> is_right_;
  bool has_begun_ = false;
  int exceptions_ = std::uncaught_exceptions();
};

/// The same for rows of a kind.
template <class Row>
class RowWriter {
 public:
  RowWriter(std::ostream& out, const TableOptions& options, const Columns<Row>& columns)
      : columns_(columns), writer_(out, options, columns.columns()) {}
  bool add(const Row& row) { return writer_.add(columns_.cells(row)); }
  void finish() { writer_.finish(); }

 private:
  Columns<Row> columns_;
  TableWriter writer_;
};

/// Prints a whole table in one of these formats.
void write_table(std::ostream& out, const Table& table, const TableOptions& options);

}  // namespace schiri
