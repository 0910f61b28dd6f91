#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace schiri::db {

/// Defines the SQL function `day_of(TEXT)`: the first day that a date may mean, as `YYYY.MM.DD`, or
/// null if the text is not a date or the year is unknown.
void add_day_of(SQLite::Database& database);

}  // namespace schiri::db
