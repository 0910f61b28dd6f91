#pragma once

#include <string>
#include <string_view>

/// Expressions of SQL that plain SQLite computes, for views that other programs read. They agree
/// with the functions of notation/text/record_cells.h.
namespace schiri::db {

/// The round of a tag `Round`, as record_round().
std::string sql_of_round(const std::string& column);
/// The board of a tag `Round`, as record_board().
std::string sql_of_board(const std::string& column);
/// The rating of a tag `WhiteElo` or `BlackElo`, as record_rating(); null if there is none.
std::string sql_of_rating(const std::string& column);
/// A date of records in ISO 8601, as iso_date(); null if it is unknown.
std::string sql_of_iso_date(const std::string& column);

/// A text in which every `word` is replaced.
std::string with_replaced(std::string text, std::string_view word, std::string_view replacement);

}  // namespace schiri::db
