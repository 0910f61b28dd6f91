#include <system_error>

#include "notation/byte_source.h"
#include "notation/reader.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"
#include "tests/packing.h"
#include "tests/slow_source.h"

using namespace schiri;

namespace {

std::string unpack(const std::string& packed, std::size_t step, std::size_t room = 1000) {
  const auto source = unpacked(std::make_unique<SlowSource>(packed, step), "test");
  std::string text, buffer(room, '\0');
  while (const std::size_t size = source->read(buffer.data(), buffer.size())) {
    text.append(buffer, 0, size);
  }
  return text;
}

std::string complaint(const std::string& packed) {
  try {
    unpack(packed, 1000);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("packed source: what was packed comes out, in pieces of any size") {
  const std::string text = read_data("creeper-sample.pgn");
  const std::string frame_to_skip("\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
  for (const std::string& packed :
       {gzip(text), gzip(text.substr(0, 5000)) + gzip(text.substr(5000)),
        gzip(text) + std::string(512, '\0'), zstd(text),
        frame_to_skip + zstd(text.substr(0, 777)) + zstd("") + zstd(text.substr(777)), text}) {
    for (const std::size_t step : {1u, 3u, 4096u, 1000000u}) {
      for (const std::size_t room : {1u, 1000u, 1000000u}) {
        if (step * room < 1000) continue;
        CHECK(unpack(packed, step, room) == text);
      }
    }
  }
  for (const std::string& short_text : {std::string(), std::string("x"), std::string("\x1f")}) {
    CHECK(unpack(short_text, 10) == short_text);
    CHECK(unpack(gzip(short_text), 10) == short_text);
    CHECK(unpack(zstd(short_text), 10) == short_text);
  }
}

TEST_CASE("packed source: damage is told") {
  const std::string text = read_data("creeper-sample.pgn");
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    for (std::size_t size = 6; size < packed.size(); size += 97) {
      INFO(size);
      CHECK_THAT(complaint(packed.substr(0, size)), contains_text("test: the packed file ends"));
    }
    std::string damaged = packed;
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 20; ++i) damaged[i] = 'x';
    CHECK_THAT(complaint(damaged), contains_text("damaged"));
  }
  CHECK_THAT(complaint(gzip(text) + "more"), contains_text("something else follows"));
  CHECK_THAT(complaint(zstd(text) + "more"), contains_text("damaged"));
  CHECK_THAT(complaint("\xfd"
                       "7zXZ and more"),
             contains_text("only gzip and zstd"));
  CHECK_THAT(complaint("BZh91AY&SY"), contains_text("only gzip and zstd"));
}

TEST_CASE("packed source: what is too short to be packed is read as it is") {
  for (const std::string magic : {"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh91A", "PK\x03\x04",
                                  "\xfd"
                                  "7zXZ",
                                  "7z\xbc\xaf\x27\x1c", "\x04\x22\x4d\x18"}) {
    for (std::size_t size = 0; size < magic.size(); ++size) {
      CAPTURE(magic, size);
      CHECK(unpack(magic.substr(0, size), 1) == magic.substr(0, size));
    }
  }
}

TEST_CASE("packed source: the games before the damage are read") {
  const std::string text = read_data("creeper-sample.pgn");
  const std::string packed = gzip(text);
  for (const unsigned threads : {1u, 3u}) {
    const auto source =
        unpacked(std::make_unique<SlowSource>(packed.substr(0, packed.size() - 100), 5000), "test");
    ReadOptions options;
    options.threads = threads;
    std::size_t valid = 0;
    CHECK_THROWS_AS(read_records(*source, options,
                                 [&](CheckedRecord& record) {
                                   valid += record.check.valid();
                                   return true;
                                 }),
                    std::system_error);
    CHECK(valid > 15);
    CHECK(valid < 20);
  }
}
