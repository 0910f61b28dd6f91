#include <string>
#include <vector>

#include "db/query/filtered_games.h"
#include "db/query/sql_query.h"
#include "db/sqlite/connection.h"
#include "tests/fuzz/sample_database.h"

// A statement for `schiri db query sql`. Any statement ends in time, produces no large value, and
// leaves the database unchanged.

using namespace schiri;

namespace {

constexpr double seconds = 0.2;
constexpr std::size_t most_rows = 100;
constexpr std::size_t longest_value = std::size_t{128} << 20;  // bytes; half for a blob

std::size_t count_games(const db::Store& store) {
  std::size_t games = 0;
  db::visit_games(store, {}, [&](const auto&) { return ++games > 0; });
  return games;
}

void require_small(const db::SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  require(!text || text->size() <= longest_value, "no value takes much memory");
}

void run(const db::Store& store, const std::string& statement) {
  std::size_t columns = 0, rows = 0;
  try {
    db::run_sql(
        store, statement, seconds,
        [&](const std::vector<std::string>& names) { columns = names.size(); },
        [&](const std::vector<db::SqlValue>& values) {
          require(columns > 0 && values.size() == columns, "a row has a value for each column");
          for (const db::SqlValue& value : values) require_small(value);
          return ++rows < most_rows;
        });
  } catch (const db::SqlError& error) {
    require(*error.what() != 0, "a refused statement has a message");
  } catch (const db::StoreError& error) {
    require(std::string_view(error.what()).find("time") != std::string_view::npos,
            "the only error of the database is the time limit");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SampleDatabase sample;
  static const db::Store store(sample.path(), db::Store::Mode::read);
  run(store, std::string(data, data + size));
  require(count_games(store) == sample.records().size(), "the number of games is unchanged");
  return 0;
}
