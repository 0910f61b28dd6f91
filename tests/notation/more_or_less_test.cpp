#include "notation/games.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

using namespace schiri;

TEST_CASE("more-or-less: perft") {
  for (const auto& row : read_json_data("more-or-less-perft.json")["counts"]) {
    const std::string variant = row["variant"], position = row["position"];
    INFO(variant << " " << position);
    const auto game = find_game("more-or-less")->start({variant, position, ""});
    CHECK(game->perft(row["depth"].get<int>()) == row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("more-or-less: the sample is valid and canonical") {
  const std::string text = read_data("more-or-less-sample.pgn");
  std::string written;
  for (const CheckedRecord& record : read_all(text)) {
    INFO("game " << record.check.index);
    CHECK(record.check.valid());
    write_record(record.record, written);
  }
  CHECK(written == text);
}
