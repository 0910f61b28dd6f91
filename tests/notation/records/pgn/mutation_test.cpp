#include <zlib.h>

#include "core/base/random.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/pgn/repair.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace mutation_test {

/// Mutates a text: replaces, removes, inserts or copies bytes, or truncates it.
std::string mutated(std::string text, Rng& rng) {
  static const std::string junk = "[]{}();$!?%\"\\\n\r \t*01-/.ABx+:,\xff\xc3\xa4\xf0";
  const auto any = [&] { return junk[rng.below(junk.size())]; };
  for (std::uint64_t left = 1 + rng.below(8); left > 0 && !text.empty(); --left) {
    const std::size_t at = rng.below(text.size());
    switch (rng.below(6)) {
      case 0:
        text[at] = any();
        break;
      case 1:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 2:
        text.erase(at, 1 + rng.below(60));
        break;
      case 3:
        text.insert(at, 1 + rng.below(3), any());
        break;
      case 4:
        text.insert(rng.below(text.size()), text.substr(at, rng.below(200)));
        break;
      default:
        if (rng.below(10) == 0) text.resize(at);
    }
  }
  return text;
}

/// Two valid records of the game.
std::string sample_of(const std::string& game) {
  const std::string text = read_data(game + "-sample.pgn");
  return text.substr(0, text.find("\n\n[", 1500) + 2);
}

TEST_CASE("mutations: the reader survives any bytes and valid records round-trip") {
  const std::string game = GENERATE("creeper", "springerjagd", "more-or-less", "sperre");
  const std::string sample = sample_of(game);
  Rng rng(2026);
  std::size_t valid = 0, invalid = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::string text = mutated(sample, rng);
    INFO(text);
    ReadOptions options;
    options.keep_text = true;
    options.check.game = game;
    for (CheckedRecord& record : read_all(text, options)) {
      // Findings are within the text.
      for (const Finding& error : record.check.errors) {
        REQUIRE(error.line >= 1);
        REQUIRE(error.line <=
                2 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
        REQUIRE(error.column >= 1);
      }
      if (record.check.valid()) {
        ++valid;
        const std::string written = write_record(record.record);
        const auto again = read_all(written, options);
        REQUIRE(again.size() == 1);
        REQUIRE(again[0].check.valid());
        REQUIRE(write_record(again[0].record) == written);
        REQUIRE(again[0].record.turns() == record.record.turns());
      } else {
        ++invalid;
        repair(record, options);
      }
    }
  }
  CHECK(valid > 100);
  CHECK(invalid > 1000);
}

TEST_CASE("mutations: readers of other formats survive any bytes") {
  std::string json, abstract_play;
  for (const CheckedRecord& record : read_all(sample_of("creeper"))) {
    json += write_json_record(record.record) + "\n";
    abstract_play += write_abstract_play(record, {}).value() + "\n";
  }
  Rng rng(7);
  std::size_t seen = 0;
  const auto count = [&](CheckedRecord& record) {
    seen += record.check.index > 0;
    return true;
  };
  for (int round = 0; round < 1500; ++round) {
    const std::string damaged_json = mutated(json, rng), damaged = mutated(abstract_play, rng);
    INFO(damaged_json << "\n" << damaged);
    ReadOptions options;
    options.keep = Keep::records;
    TextSource json_source(damaged_json), source(damaged);
    read_json_records(json_source, options, count);
    read_abstract_play(source, options, count);
  }
  CHECK(seen > 1500);
}

}  // namespace mutation_test
