#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"

namespace schiri::db {

/// A value of a row, whose kind is checked when it is read: a `STRICT` table and a `CHECK` are
/// enforced only when SQLite writes rows, so they prove nothing about a foreign file. Null is read
/// as 0, an empty text or an empty blob. A value of another kind, or out of range, throws
/// SQLite::Exception with SQLITE_CORRUPT.
class Column {
 public:
  /// An upper bound of all counts in a database.
  static constexpr std::int64_t most = std::int64_t{1} << 53;

  explicit Column(SQLite::Column column) : column_(std::move(column)) {}

  bool isNull() const { return column_.isNull(); }
  bool isInteger() const { return column_.isInteger(); }
  int getBytes() const { return column_.getBytes(); }

  /// Any 64 bits, as of a hash.
  std::int64_t getInt64() const {
    require(SQLITE_INTEGER);
    return column_.getInt64();
  }
  /// From 0 to `most`.
  std::uint64_t getCount() const { return static_cast<std::uint64_t>(between(0, most)); }
  /// A row's id: from 0 to `most`; 0 only for null.
  std::int64_t getId() const { return between(isNull() ? 0 : 1, most); }
  std::int64_t between(std::int64_t low, std::int64_t high) const {
    const std::int64_t value = getInt64();
    if (value < low || value > high) fail("is out of range: " + std::to_string(value));
    return value;
  }
  bool getBool() const { return getInt64() != 0; }
  /// Finite.
  double getDouble() const {
    if (!column_.isFloat()) require(SQLITE_INTEGER);
    const double value = column_.getDouble();
    if (!std::isfinite(value)) fail("is not a number");
    return value;
  }
  /// Valid until the next step of the statement.
  std::string_view view() const {
    require(SQLITE_TEXT);
    const char* text = column_.getText();
    return {text, static_cast<std::size_t>(column_.getBytes())};
  }
  std::string getString() const { return std::string(view()); }
  /// A blob, or a text of whatever bytes.
  std::string bytes() const {
    if (!column_.isText()) require(SQLITE_BLOB);
    const auto* begin = static_cast<const char*>(column_.getBlob());
    return begin ? std::string(begin, static_cast<std::size_t>(column_.getBytes())) : std::string();
  }

  /// Throws.
  [[noreturn]] void fail(const std::string& what) const {
    throw SQLite::Exception("the value of '" + std::string(column_.getName()) + "' " + what,
                            SQLITE_CORRUPT);
  }

 private:
  void require(int type) const {
    if (column_.getType() != type && !isNull()) {
      fail(type == SQLITE_TEXT   ? "is not text"
           : type == SQLITE_BLOB ? "is not a blob"
                                 : "is not a whole number");
    }
  }

  SQLite::Column column_;
};

/// A statement whose rows are checked as they are read.
///
/// Values are numbers, texts, optional values and pointers to texts; empty optionals and null
/// pointers bind null. Texts are not copied, so they must live until the statement has run;
/// temporary ones do not compile, except for run().
class Statement : public SQLite::Statement {
 public:
  using SQLite::Statement::Statement;
  /// Binds the values from the first parameter on.
  template <class... Values>
  requires(sizeof...(Values) > 0)
      Statement(const SQLite::Database& database, const std::string& sql, Values&&... values)
      : SQLite::Statement(database, sql) {
    bind_values(std::forward<Values>(values)...);
  }

  /// Binds the values from the first parameter on.
  template <class... Values>
  void bind_values(Values&&... values) {
    int index = 0;
    (bind_value(++index, std::forward<Values>(values)), ...);
  }
  /// Runs a statement without rows with these values, so that it can be run again.
  template <class... Values>
  void run(const Values&... values) {
    bind_values(values...);
    exec();
    reset();
  }

  void bind_value(int index, const std::string& text) { bindNoCopy(index, text); }
  void bind_value(int index, std::string&& text) = delete;
  void bind_value(int index, const std::string* text) {
    text ? bindNoCopy(index, *text) : bind(index);
  }
  void bind_value(int index, const char* text) { bind(index, text); }
  void bind_value(int index, double number) { bind(index, number); }
  void bind_value(int index, std::integral auto number) {
    bind(index, static_cast<std::int64_t>(number));
  }
  template <class Value>
  void bind_value(int index, const std::optional<Value>& value) {
    value ? bind_value(index, *value) : bind(index);
  }
  void bind_value(int index, std::optional<std::string>&& text) = delete;

  /// Of the row that was read last; valid as long as the statement.
  const Column& getColumn(int index) {
    const auto at = static_cast<std::size_t>(index);
    if (!hasRow() || at >= columns_.size()) make_columns(index);
    return columns_[at];
  }
  std::string text(int index) { return getColumn(index).getString(); }
  std::uint64_t count(int index) { return getColumn(index).getCount(); }
  std::int64_t id(int index) { return getColumn(index).getId(); }
  double number(int index) { return getColumn(index).getDouble(); }
  bool flag(int index) { return getColumn(index).getBool(); }
  std::int64_t bits(int index) { return getColumn(index).getInt64(); }
  bool is_null(int index) { return getColumn(index).isNull(); }
  /// A hash, which may be null.
  std::optional<std::uint64_t> hash(int index) {
    return is_null(index) ? std::nullopt : std::optional(static_cast<std::uint64_t>(bits(index)));
  }

 private:
  /// Throws SQLite::Exception without a row, or without this column.
  void make_columns(int index) {
    SQLite::Statement::getColumn(index);
    for (int i = 0; i < getColumnCount(); ++i) {
      columns_.emplace_back(SQLite::Statement::getColumn(i));
    }
  }

  std::vector<Column> columns_;  ///< made once, as they take longer to make than to read
};

/// The first value of the first row of a statement.
inline Column single_value(SQLite::Database& database, const std::string& sql) {
  return Column(database.execAndGet(sql));
}

/// A hash as an integer of SQLite: the same 64 bits, which Statement::hash() reads.
inline std::int64_t to_stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }
/// A count of rows, which always fits into SQLite's integers.
inline std::int64_t to_stored_count(std::uint64_t count) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return count > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(count);
}

/// Ids as a list of SQL: `(1, 2)`.
inline std::string id_list(const std::vector<std::int64_t>& ids) {
  return "(" + join(ids, ", ", [](std::int64_t id) { return std::to_string(id); }) + ")";
}

/// The same as JSON, to bind as one text of any length.
inline std::string json_list(const std::vector<std::int64_t>& ids) {
  std::string list = id_list(ids);
  list.front() = '[';
  list.back() = ']';
  return list;
}

/// A text to bind, null for an empty one.
inline const std::string* text_or_null(const std::string& text) {
  return text.empty() ? nullptr : &text;
}
inline std::optional<double> number_or_none(const Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

}  // namespace schiri::db
