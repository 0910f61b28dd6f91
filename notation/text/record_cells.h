#pragma once

#include <optional>
#include <string_view>

#include "notation/text/json.h"

/// Values of tags as programs read them, in JSON, CSV and lists. The views of a database compute
/// the same (db/sqlite/plain_sql.h).
namespace schiri {

/// The date of a tag in ISO 8601, `2026-03-07`, as far as it is known (`2026-03`, `2026`); null if
/// the year is unknown or the text is no date.
Json record_date(std::string_view date);

/// The round of a tag `Round`: 3 for `3`, `3.2` and `3.2.1`; a text that is no number as it is;
/// null if it is unknown.
Json record_round(std::string_view round);

/// The board of a tag `Round`: 2 for `3.2`, or the game of the round; the text `2.1` (match and
/// board) for `3.2.1`; otherwise null.
Json record_board(std::string_view round);

/// The rating of a tag `WhiteElo` or `BlackElo`: digits, and decimals after a point; nullopt for
/// zero and for all else, as for `3d`.
std::optional<double> record_rating(std::string_view rating);

}  // namespace schiri
