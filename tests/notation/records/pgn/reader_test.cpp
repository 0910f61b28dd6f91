#include "notation/records/pgn/reader.h"

#include <zlib.h>

#include "core/base/random.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/repair.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"
#include "tests/sanitizers.h"

namespace reader_test {

const std::string good = tags_for("*") + "\n1. A2+B3 A6-B6 *\n\n";

/// Returns few bytes per read.
class DribblingSource final : public ByteSource {
 public:
  DribblingSource(std::string_view text, std::size_t step) : source_(text), step_(step) {}
  std::size_t fetch(char* buffer, std::size_t size) override {
    return source_.read(buffer, std::min(size, step_));
  }

 private:
  TextSource source_;
  std::size_t step_;
};

/// The complete result of reading a text as one string.
std::string account(ByteSource& source, ReadOptions options) {
  options.keep = Keep::records;
  std::string text;
  read_records(source, options, [&](CheckedRecord& record) {
    text += std::to_string(record.check.index) + "/" + std::to_string(record.check.line) + "/" +
            std::to_string(record.check.turns) + "/" + record.check.result + " " +
            findings_of(record.check) + "\n";
    if (record.check.valid()) text += write_record(record.record);
    return true;
  });
  return text;
}

std::string account(std::string_view text, const ReadOptions& options = {}) {
  TextSource source(text);
  return account(source, options);
}

TEST_CASE("reader: the game after a broken game is read") {
  const std::string broken[] = {
      tags_for("*") + "\n1. A2+B3 {never closed *\n\n",
      tags_for("*") + "\n1. A2+B3 (never (closed *\n\n",
      "[Event \"never closed]\n\n",
      "[Event \"x\"\n\n",
      "[Event\n\n",
      tags_for("*") + "\n1. A2+B3 A2+B3\n\n",
      tags_for("*") + "\n1. A2+B3 \xff A6-B6 *\n\n",
      tags_for("*") + "\n{ \xff\n\n",
      tags_for("*") + "\n",
      tags_for("*") + "\n1. Zz {a} ) ( *\n \t\n",
      tags_for("*") + "\n1. A2-A3 1-0\n",
      std::string("\0\0[\0\n\n", 6),
      "[4,4]\n\n",
  };
  for (const std::string& text : broken) {
    INFO(text);
    const auto records = read_all(text + good);
    REQUIRE(records.size() == 2);
    CHECK_FALSE(records[0].check.valid());
    CHECK(records[1].check.valid());
    CHECK(records[1].check.turns == 2);
    CHECK(records[1].check.line == 1 + std::size_t(std::count(text.begin(), text.end(), '\n')));
  }
}

TEST_CASE("reader: beginnings of games") {
  ReadOptions creeper;
  creeper.check.game = "creeper";
  const auto count = [&](const std::string& text) { return read_all(text, creeper).size(); };
  CHECK(count("") == 0);
  CHECK(count("\n \t\r\n\n") == 0);
  CHECK(count("% an escape line\n") == 0);
  CHECK(count("*") == 1);
  CHECK(count("1. A2+B3 *\n1. A2+B3 *\n") == 2);
  CHECK(count(tags_for("*") + "*\n" + good) == 2);
  CHECK(count("[Event \"x\"]\n \t \n[Event \"y\"]\n") == 2);
  CHECK(count("[Event \"x\"]\n*\n[Event \"y\"]\n*\n") == 2);
  CHECK(count("1. A2+B3\n[Event \"y\"]\n*\n") == 2);
  CHECK(count("1. A2+B3 {\n[Event \"y\"]\n} *\n") == 1);
  CHECK(count("1. A2+B3 {\n\n[Event \"y\"]\n} *\n") == 2);
  CHECK(count("1. A2+B3\n\nA6-B6 *") == 1);
}

TEST_CASE("reader: comments around a game belong to it") {
  const auto records =
      read_all(tags_for("*") + "\n{before} 1. A2+B3 {after} *\n{behind}\n;last\n" + good);
  REQUIRE(records.size() == 2);
  CHECK(records[0].record.movetext.front().text == "before");
  CHECK(records[0].record.trailing_comments == std::vector<std::string>{"behind", "last"});
}

TEST_CASE("reader: results do not depend on threads and read sizes") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += read_data("creeper-sample.pgn");
    text += tags_for("*") + "\n1. A2+B3 {broken " + std::to_string(i) + " *\n\n";
  }
  const std::string expected = account(text);
  CHECK(std::count(expected.begin(), expected.end(), '\n') > 40 * 20);
  for (const unsigned threads : {2u, 3u, 8u}) {
    ReadOptions options;
    options.threads = threads;
    CHECK(account(text, options) == expected);
  }
  for (const std::size_t step : {1u, 7u, 4096u}) {
    DribblingSource source(std::string_view(text).substr(0, 200000), step);
    CHECK(account(source, {}) == account(std::string_view(text).substr(0, 200000)));
  }
}

TEST_CASE("reader: long games between the cuts of blocks are read whole") {
  const auto game = [](std::size_t length) {
    return "[Game \"creeper\"]\n\n1. A2+B3 {" + std::string(length, 'x') + "} *\n\n";
  };
  for (const std::size_t first : {790'000u, 790'500u, 1'048'500u}) {
    for (const std::size_t second : {262'100u, 389'000u, 389'100u, 600'000u}) {
      const std::string text = game(first) + game(second) + game(1);
      CAPTURE(first, second);
      TextSource source(text);
      std::uint64_t valid = 0;
      read_records(source, {}, [&](CheckedRecord& record) {
        valid += record.check.valid();
        return true;
      });
      CHECK(valid == 3);
    }
  }
}

TEST_CASE("reader: headers contain the tags and the hash of each game") {
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    INFO(game);
    const std::string text = read_data(game + "-sample.pgn") + tags_for("*") + "\n*\n";
    const std::vector<CheckedRecord> whole = read_all(text);
    ReadOptions options;
    options.keep = Keep::headers;
    options.threads = 2;
    TextSource source(text);
    std::size_t at = 0, hashes = 0;
    read_records(source, options, [&](CheckedRecord& header) {
      REQUIRE(at < whole.size());
      const CheckedRecord& record = whole[at++];
      CHECK(header.record.tags == record.record.tags);
      CHECK(header.record.result == record.record.result);
      CHECK(header.record.movetext.empty());
      CHECK(header.hash == game_hash(record.check.game, record.check.variant, record.record));
      hashes += header.hash.has_value();
      return true;
    });
    CHECK(at == whole.size());
    CHECK(hashes == whole.size() - 1);
  }
}

TEST_CASE("reader: a sink can end the reading") {
  int seen = 0;
  TextSource source(good);
  for (const unsigned threads : {1u, 4u}) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += good;
    TextSource many(text);
    ReadOptions options;
    options.threads = threads;
    seen = 0;
    read_records(many, options, [&](CheckedRecord&) { return ++seen < 3; });
    CHECK(seen == 3);
  }
}

TEST_CASE("reader: a game above the size limit is too large and its neighbours are read") {
  ReadOptions options;
  options.max_game_bytes = 400;
  const std::string large = tags_for("*") + "\n{" + std::string(500, 'x') + "} *\n\n";
  auto records = read_all(good + large + good, options);
  REQUIRE(records.size() == 3);
  CHECK(findings_of(records[1].check) == "too-large@12:1");
  CHECK(records[2].check.valid());

  // A game so large that it is not held in memory.
  const std::string huge = tags_for("*") + "\n{" + std::string(2'000'000, '\n') + "} *\n\n";
  records = read_all(good + huge + good, options);
  REQUIRE(records.size() == 3);
  CHECK(findings_of(records[1].check) == "too-large@12:1");
  CHECK(records[2].check.valid());
  CHECK(records[2].check.line == 12 + 2'000'000 + 11);
}

TEST_CASE("reader: games without tags are read as a stream") {
  ReadOptions options;
  options.check.game = "creeper";
  options.max_game_bytes = 1000;
  std::string text;
  for (int i = 0; i < 60000; ++i) text += "1. A2+B3 A6-B6 *\n";
  const auto records = read_all(text, options);
  REQUIRE(records.size() == 60000);
  CHECK(records.back().check.line == 60000);
  CHECK(std::all_of(records.begin(), records.end(), [](const CheckedRecord& record) {
    return record.check.valid() && record.check.turns == 2;
  }));
}

TEST_CASE("reader: damaged records do no harm") {
  const std::string sample = read_data("creeper-sample.pgn").substr(0, 6000);
  Rng rng(2026);
  const std::string junk = "[]{}();$!?%\"\\\n\r \t*01-/.ABx+\xff\xc3\xa4";
  for (unsigned round = 0; round < 400; ++round) {
    std::string text = sample;
    for (std::uint64_t i = 0; i < 1 + round % 8; ++i) {
      const std::size_t at = rng.below(text.size());
      switch (rng.below(3)) {
        case 0:
          text[at] = junk[rng.below(junk.size())];
          break;
        case 1:
          text.erase(at, 1 + rng.below(40));
          break;
        default:
          text.insert(at, 1 + rng.below(3), junk[rng.below(junk.size())]);
      }
    }
    ReadOptions threads;
    threads.threads = 2;
    INFO(text);
    const std::string once = account(text);
    CHECK(once == account(text, threads));
    CHECK(once.size() < 10 * sample.size());
  }
}

TEST_CASE("reader: time is linear in the size") {
  if (with_thread_sanitizer && is_omitted_as_sanitizer("makes each access slow")) return;
  ReadOptions creeper;
  creeper.check.game = "creeper";
  // With quadratic time each text would take minutes.
  const std::string repeated[] = {"(",           "(x ",  "{} ", "9. ",           "$1 ",
                                  "[A \"b\"]\n", "\xff", ";\n", "\n[A \"b\"]\n", "! "};
  for (const std::string& piece : repeated) {
    std::string text;
    for (int i = 0; i < 300000; ++i) text += piece;
    // Comments are no game, and letters of Latin-1 are text.
    const bool is_text = piece == "{} " || piece == ";\n" || piece == "\xff";
    CHECK(read_all(text, creeper).empty() == is_text);
  }
}

}  // namespace reader_test

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
