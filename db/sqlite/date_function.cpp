#include "db/sqlite/date_function.h"

#include <sqlite3.h>

#include <chrono>
#include <optional>
#include <string>

#include "core/base/date.h"

namespace schiri::db {

namespace {

template <std::optional<std::chrono::year_month_day> (Date::*limit)() const>
void day_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto* text = sqlite3_value_text(arguments[0]);
  const auto date = text ? read_date(reinterpret_cast<const char*>(text)) : std::nullopt;
  const auto day = date ? ((*date).*limit)() : std::nullopt;
  if (!day) return sqlite3_result_null(context);
  const std::string written = day_text(*day);
  sqlite3_result_text(context, written.data(), static_cast<int>(written.size()), SQLITE_TRANSIENT);
}

}  // namespace

void add_day_of(SQLite::Database& database) {
  database.createFunction("day_of", 1, true, nullptr, day_of<&Date::first_day>);
  database.createFunction("last_day_of", 1, true, nullptr, day_of<&Date::last_day>);
}

}  // namespace schiri::db
