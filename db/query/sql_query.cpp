#include "db/query/sql_query.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "core/base/message.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

using Clock = std::chrono::steady_clock;

/// About thirty years, which fit into a clock's nanoseconds.
constexpr double longest_seconds = 1e9;

/// The numbers of a group, whose quantile is wanted.
struct Numbers {
  std::vector<double>* values;  ///< null before the first, freed by quantile()
  double percent;
};

/// Adds a number to its group; ignores null and text.
void add_number(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto* numbers = static_cast<Numbers*>(sqlite3_aggregate_context(context, sizeof(Numbers)));
  if (!numbers) return sqlite3_result_error_nomem(context);
  numbers->percent = count == 2 ? sqlite3_value_double(arguments[1]) : 50;
  const int type = sqlite3_value_type(arguments[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  if (!numbers->values) numbers->values = std::make_unique<std::vector<double>>().release();
  numbers->values->push_back(sqlite3_value_double(arguments[0]));
}

/// The quantile of a group, between two numbers in proportion; null without numbers.
void quantile(sqlite3_context* context) {
  auto* numbers = static_cast<Numbers*>(sqlite3_aggregate_context(context, 0));
  if (!numbers) return sqlite3_result_null(context);
  const std::unique_ptr<std::vector<double>> values(std::exchange(numbers->values, nullptr));
  if (!(numbers->percent >= 0 && numbers->percent <= 100)) {
    return sqlite3_result_error(context, "percentile: expected a number from 0 to 100", -1);
  }
  if (!values) return sqlite3_result_null(context);
  std::sort(values->begin(), values->end());
  const double place = numbers->percent / 100 * static_cast<double>(values->size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values->size() - 1);
  const double share = place - static_cast<double>(below);
  sqlite3_result_double(context, (*values)[below] * (1 - share) + (*values)[above] * share);
}

/// Defines the aggregates `median(X)` and `percentile(X, PERCENT)`.
void add_quantiles(sqlite3* database) {
  for (const auto& [name, count] : {std::pair("median", 1), {"percentile", 2}}) {
    sqlite3_create_function_v2(database, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                               nullptr, add_number, quantile, nullptr);
  }
}

/// Restricts statements to reading, with a limit in seconds for their own time, during its
/// lifetime.
class Restriction {
 public:
  Restriction(SQLite::Database& database, double seconds)
      : database_(database),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(
                 std::chrono::duration<double>(std::min(seconds, longest_seconds)))) {
    constexpr int steps_between_looks = 1'000;
    allow(database_, Allowed::reading_only);
    sqlite3_progress_handler(database_.getHandle(), steps_between_looks, is_late, this);
  }
  Restriction(const Restriction&) = delete;
  Restriction& operator=(const Restriction&) = delete;
  ~Restriction() {
    allow(database_, Allowed::anything);
    sqlite3_progress_handler(database_.getHandle(), 0, nullptr, nullptr);
  }

  /// Calls a function whose time does not count; returns its result.
  bool outside(const std::function<bool()>& work) {
    const Clock::time_point start = Clock::now();
    const bool result = work();
    end_ += Clock::now() - start;
    return result;
  }

 private:
  static int is_late(void* self) {
    return Clock::now() > static_cast<const Restriction*>(self)->end_ ? 1 : 0;
  }

  SQLite::Database& database_;
  Clock::time_point end_;
};

/// The maximum size of a value made by a statement, far above that of any record read by default.
constexpr int longest_value = 64 << 20;

/// Limits the size of values during its lifetime.
class ValueBound {
 public:
  explicit ValueBound(sqlite3* database)
      : database_(database), before_(sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_value)) {}
  ValueBound(const ValueBound&) = delete;
  ValueBound& operator=(const ValueBound&) = delete;
  ~ValueBound() { sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, before_); }

 private:
  sqlite3* database_;
  int before_;
};

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using OwnedStatement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// The first statement of the text, which is moved past it; nullopt if there are only spaces,
/// semicolons and comments.
OwnedStatement next_statement(sqlite3* database, const char*& text) {
  while (*text != '\0') {
    sqlite3_stmt* raw = nullptr;
    const int status = sqlite3_prepare_v2(database, text, -1, &raw, &text);
    OwnedStatement statement(raw);
    if (status == SQLITE_AUTH) {
      throw SqlError(
          message("only reading this database is allowed: {0}", sqlite3_errmsg(database)));
    }
    if (status != SQLITE_OK) throw SqlError(sqlite3_errmsg(database));
    if (statement) return statement;
  }
  return nullptr;
}

/// Whether the text holds a further statement, even an invalid one.
bool has_statement(sqlite3* database, const char* text) {
  try {
    return next_statement(database, text) != nullptr;
  } catch (const SqlError&) {
    return true;
  }
}

OwnedStatement prepare(sqlite3* database, const std::string& text) {
  const char* rest = text.c_str();
  OwnedStatement statement = next_statement(database, rest);
  if (!statement) throw SqlError(message("there is no statement"));
  if (has_statement(database, rest)) throw SqlError(message("expected a single statement"));
  if (sqlite3_stmt_readonly(statement.get()) == 0)
    throw SqlError(message("only reading is allowed"));
  return statement;
}

std::string hex(const unsigned char* bytes, int size) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string text;
  for (int i = 0; i < size; ++i) text += {digits[bytes[i] / 16], digits[bytes[i] % 16]};
  return text;
}

SqlValue value_at(sqlite3_stmt* statement, int column) {
  const auto size = [&] { return sqlite3_column_bytes(statement, column); };
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
      const auto* text = static_cast<const char*>(sqlite3_column_blob(statement, column));
      return std::string(text ? text : "", static_cast<std::size_t>(size()));
    }
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(statement, column));
      return hex(bytes, size());
    }
    default:
      return std::monostate{};
  }
}

/// The names of the columns, made distinct: the second `n` is `n:2`.
std::vector<std::string> names_of_columns(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const std::string name = sqlite3_column_name(statement, i);
    std::string unique = name;
    for (int n = 2; std::find(names.begin(), names.end(), unique) != names.end(); ++n) {
      unique = name + ":" + std::to_string(n);
    }
    names.push_back(std::move(unique));
  }
  return names;
}

}  // namespace

void run_sql(const Store& store, const std::string& text, double seconds,
             const std::function<void(const std::vector<std::string>&)>& columns,
             const std::function<bool(const std::vector<SqlValue>&)>& row) {
  sqlite3* const database = store.connection().database().getHandle();
  Restriction restriction(store.connection().database(), seconds);
  const ValueBound bound(database);
  add_quantiles(database);
  const OwnedStatement statement = prepare(database, text);
  columns(names_of_columns(statement.get()));
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
    std::vector<SqlValue> values;
    for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
      values.push_back(value_at(statement.get(), i));
    }
    if (!restriction.outside([&] { return row(values); })) return;
  }
  if (status == SQLITE_DONE) return;
  if (status == SQLITE_INTERRUPT) {
    throw StoreError(
        message("{0}: the statement took too long; allow more with --timeout", store.path()));
  }
  if (status == SQLITE_CORRUPT) {
    store.connection().run([&] { throw SQLite::Exception(database, status); });
  }
  throw SqlError(sqlite3_errmsg(database));
}

}  // namespace schiri::db
