#include "db/sqlite/plain_sql.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "notation/text/record_cells.h"
#include "tests/catch.h"
#include "tests/json.h"

namespace plain_sql_test {

Json value_of(const SQLite::Column& column) {
  if (column.isNull()) return {};
  return column.isInteger() ? Json(static_cast<std::uint64_t>(column.getInt64()))
                            : Json(column.getString());
}

/// The value of an expression of SQL on a text.
Json computed(std::string (*expression)(const std::string&), const std::string& text) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Statement select(database, "SELECT " + expression("value") + " FROM (SELECT ? AS value)");
  select.bind(1, text);
  REQUIRE(select.executeStep());
  return value_of(select.getColumn(0));
}

TEST_CASE("record cells: rounds and boards are numbers, and the views agree") {
  const struct {
    std::string tag;
    Json round, board;
  } rows[] = {{"3", 3, {}},
              {"3.2", 3, 2},
              {"03.02", 3, 2},
              {"3.2.1", 3, "2.1"},
              {"3.", 3, {}},
              {"?", {}, {}},
              {"-", {}, {}},
              {"", {}, {}},
              {"Final", "Final", {}},
              {"Final.2", "Final.2", {}},
              {"3.b", "3.b", {}},
              {".5", ".5", {}},
              {"1-2", "1-2", {}},
              {"-1", "-1", {}},
              {"123456789.123456789", 123456789, 123456789},
              {"1234567890.1", "1234567890.1", {}},
              {"1.1234567890", "1.1234567890", {}},
              {"٣", "٣", {}}};
  for (const auto& row : rows) {
    CAPTURE(row.tag);
    CHECK(record_round(row.tag) == row.round);
    CHECK(record_board(row.tag) == row.board);
    CHECK(computed(db::sql_of_round, row.tag) == row.round);
    CHECK(computed(db::sql_of_board, row.tag) == row.board);
  }
}

TEST_CASE("record cells: ratings are plain numbers, and the views agree") {
  const struct {
    std::string tag;
    std::optional<double> rating;
  } rows[] = {{"1500", 1500},
              {"1500.5", 1500.5},
              {"007", 7},
              {"999999999", 999999999},
              {"", {}},
              {"?", {}},
              {"-", {}},
              {"0", {}},
              {"0.0", {}},
              {"1500?", {}},
              {"3d", {}},
              {"1.5k", {}},
              {"1e3", {}},
              {"-1500", {}},
              {"+1500", {}},
              {" 1500", {}},
              {"1500.", {}},
              {".5", {}},
              {"1.500.1", {}},
              {"1234567890", {}},
              {"1.1234567890", {}},
              {"999999999999999999999", {}},
              {"١٥٠٠", {}}};
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Statement select(database,
                           "SELECT " + db::sql_of_rating("value") + " FROM (SELECT ? AS value)");
  for (const auto& row : rows) {
    CAPTURE(row.tag);
    CHECK(record_rating(row.tag) == row.rating);
    select.reset();
    select.bind(1, row.tag);
    REQUIRE(select.executeStep());
    const SQLite::Column cell = select.getColumn(0);
    CHECK((cell.isNull() ? std::optional<double>() : cell.getDouble()) == row.rating);
  }
}

TEST_CASE("record cells: dates are in ISO 8601 as far as they are known, and the views agree") {
  const struct {
    std::string date;
    Json iso;
  } rows[] = {{"2026.03.07", "2026-03-07"},
              {"2026-03-07", "2026-03-07"},
              {"2024.02.29", "2024-02-29"},
              {"2026.02.29", {}},
              {"2026.02.30", {}},
              {"2026.13.01", {}},
              {"2026.00.01", {}},
              {"2026.03.??", "2026-03"},
              {"2026.03", "2026-03"},
              {"2026.13.??", {}},
              {"2026.??.??", "2026"},
              {"2026", "2026"},
              {"????.??.??", {}},
              {"????.03.07", {}},
              {"0000.01.01", {}},
              {"12.3.2024", {}},
              {"", {}},
              {"?", {}},
              {"soon", {}}};
  for (const auto& row : rows) {
    CAPTURE(row.date);
    CHECK(record_date(row.date) == row.iso);
    CHECK(computed(db::sql_of_iso_date, row.date) == row.iso);
  }
}

}  // namespace plain_sql_test
