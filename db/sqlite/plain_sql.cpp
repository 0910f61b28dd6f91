#include "db/sqlite/plain_sql.h"

namespace schiri::db {

namespace {

std::string of_column(std::string_view sql, const std::string& column) {
  return with_replaced(std::string(sql), "TEXT", column);
}

/// `3.2` and `3.2.1`: a number, then perhaps more of them after points.
constexpr const char* is_numbered =
    "substr(TEXT, 1, instr(TEXT || '.', '.') - 1) NOT GLOB '*[^0-9]*'"
    " AND instr(TEXT || '.', '.') BETWEEN 2 AND 10"
    " AND substr(TEXT, instr(TEXT || '.', '.') + 1) NOT GLOB '*[^0-9.]*'"
    " AND length(substr(TEXT, instr(TEXT || '.', '.') + 1)) < 10";

}  // namespace

std::string with_replaced(std::string text, std::string_view word, std::string_view replacement) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + replacement.size())) {
    text.replace(at, word.size(), replacement);
  }
  return text;
}

std::string sql_of_round(const std::string& column) {
  return of_column(
      "CASE WHEN TEXT IN ('', '?', '-') THEN NULL WHEN " + std::string(is_numbered) +
          " THEN CAST(substr(TEXT, 1, instr(TEXT || '.', '.') - 1) AS INTEGER) ELSE TEXT END",
      column);
}

std::string sql_of_board(const std::string& column) {
  return of_column("CASE WHEN NOT (" + std::string(is_numbered) +
                       ") OR substr(TEXT, instr(TEXT || '.', '.') + 1) = '' THEN NULL"
                       " WHEN instr(substr(TEXT, instr(TEXT || '.', '.') + 1), '.') = 0"
                       " THEN CAST(substr(TEXT, instr(TEXT || '.', '.') + 1) AS INTEGER)"
                       " ELSE substr(TEXT, instr(TEXT || '.', '.') + 1) END",
                   column);
}

std::string sql_of_rating(const std::string& column) {
  return of_column(
      "CASE WHEN TEXT GLOB '[0-9]*' AND TEXT NOT GLOB '*[^0-9.]*' AND TEXT NOT GLOB '*.*.*'"
      " AND TEXT NOT GLOB '*.' AND instr(TEXT || '.', '.') <= 10"
      " AND length(TEXT) - instr(TEXT || '.', '.') <= 9 THEN nullif(CAST(TEXT AS REAL), 0) END",
      column);
}

/// Days that are not in the calendar are no dates: a modifier makes SQLite's date() count
/// on into the next month.
std::string sql_of_iso_date(const std::string& column) {
  return of_column(
      "CASE WHEN TEXT GLOB '0000*' THEN NULL"
      " WHEN replace(TEXT, '.', '-') GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
      " THEN CASE WHEN date(replace(TEXT, '.', '-'), '+0 days') = replace(TEXT, '.', '-')"
      " THEN replace(TEXT, '.', '-') END"
      " WHEN (replace(TEXT, '.', '-') GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[?][?]'"
      " OR replace(TEXT, '.', '-') GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]')"
      " THEN CASE WHEN substr(TEXT, 6, 2) BETWEEN '01' AND '12'"
      " THEN substr(TEXT, 1, 4) || '-' || substr(TEXT, 6, 2) END"
      " WHEN TEXT GLOB '[0-9][0-9][0-9][0-9]'"
      " OR replace(TEXT, '.', '-') GLOB '[0-9][0-9][0-9][0-9]-[?][?]*' THEN substr(TEXT, 1, 4) END",
      column);
}

}  // namespace schiri::db
