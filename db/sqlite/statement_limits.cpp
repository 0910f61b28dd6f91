#include "db/sqlite/statement_limits.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <string>
#include <string_view>

namespace schiri::db {

namespace {

/// Functions that compute a value from their arguments. Others of SQLite load code, read or write
/// files, or show memory.
constexpr std::string_view allowed_functions =
    " "
    "-> ->> abs acos acosh asin asinh atan atan2 atanh avg begins_so ceil ceiling changes "
    "char coalesce concat concat_ws cos cosh count cume_dist current_date current_time "
    "current_timestamp date datetime day_of degrees dense_rank exp first_value fits_tag "
    "floor format glob group_concat hex ifnull iif instr json json_array "
    "json_array_length json_each json_error_position json_extract json_group_array "
    "json_group_object json_insert json_object json_patch json_quote json_remove "
    "json_replace json_set json_tree json_type json_valid julianday lag last_day_of "
    "last_insert_rowid last_value lead length like likelihood likely ln log log10 log2 "
    "lower ltrim max median min mod name_order nth_value ntile nullif octet_length percent_rank "
    "percentile pi pow power printf quote radians random randomblob rank replace round "
    "row_number rtrim sign sin sinh soundex sqlite_version sqrt strftime string_agg "
    "substr substring subtype sum tan tanh time timediff total total_changes trim trunc "
    "typeof unhex unicode unixepoch unlikely upper zeroblob ";

bool is_allowed_function(const char* name) {
  const std::string word = name ? name : "";
  return word.find(' ') == word.npos && allowed_functions.find(' ' + word + ' ') != word.npos;
}

int allow_own(void*, int action, const char*, const char* name, const char*, const char*) {
  switch (action) {
    case SQLITE_FUNCTION:
      return is_allowed_function(name) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE:
      return SQLITE_DENY;
    default:
      return SQLITE_OK;
  }
}

int allow_reading(void*, int action, const char*, const char* name, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return is_allowed_function(name) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

void configure(SQLite::Database& database, int option, int value) {
  sqlite3_db_config(database.getHandle(), option, value, nullptr);
}

/// Far above the needs of our own statements and records, low enough to stop a hostile file.
constexpr std::pair<int, int> limits[] = {
    {SQLITE_LIMIT_LENGTH, 1 << 29},       // bytes of a value or row
    {SQLITE_LIMIT_SQL_LENGTH, 64 << 20},  // because lists of ids are written into statements
    {SQLITE_LIMIT_COLUMN, 200},
    {SQLITE_LIMIT_EXPR_DEPTH, 200},
    {SQLITE_LIMIT_COMPOUND_SELECT, 50},
    {SQLITE_LIMIT_VDBE_OP, 25'000'000},
    {SQLITE_LIMIT_FUNCTION_ARG, 64},
    {SQLITE_LIMIT_ATTACHED, 1},  // the other database of a merge
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1'000},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 1'000},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 10},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

}  // namespace

void harden(SQLite::Database& database) {
  configure(database, SQLITE_DBCONFIG_DEFENSIVE, 1);
  configure(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  configure(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0);
  configure(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0);
  configure(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0);
  configure(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  configure(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0);
  for (const auto& [limit, value] : limits) sqlite3_limit(database.getHandle(), limit, value);
  allow(database, Allowed::anything);
  database.exec("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY");
}

void trust_schema(SQLite::Database& database) {
  configure(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1);
  configure(database, SQLITE_DBCONFIG_ENABLE_VIEW, 1);
}

void allow(SQLite::Database& database, Allowed what) {
  sqlite3_set_authorizer(database.getHandle(),
                         what == Allowed::anything ? allow_own : allow_reading, nullptr);
}

}  // namespace schiri::db
