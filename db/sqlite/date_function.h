#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace schiri::db {

/// Gives statements the function `day_of(TEXT)`: the first day that a date may be, as `YYYY.MM.DD`,
/// or null if the text is no date or the year is not known.
void add_day_of(SQLite::Database& database);

}  // namespace schiri::db
