#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace schiri::db {

/// Defines the SQL functions `day_of(TEXT)` and `last_day_of(TEXT)`: the first and the last day
/// that a date may mean, as `YYYY.MM.DD`, or null if the text is not a date or the year is unknown.
void add_day_of(SQLite::Database& database);

}  // namespace schiri::db
