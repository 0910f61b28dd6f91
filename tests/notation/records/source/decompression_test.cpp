#include "core/base/random.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/compressed/open.h"
#include "tests/catch.h"
#include "tests/compression.h"
#include "tests/data.h"
#include "tests/notation/records.h"
#include "tests/slow_source.h"

namespace decompression_test {

std::string decompress(const std::string& compressed, std::size_t step, std::size_t room = 1000) {
  const auto source = decompressed(std::make_unique<SlowSource>(compressed, step), "test");
  std::string text, buffer(room, '\0');
  while (const std::size_t size = source->read(buffer.data(), buffer.size())) {
    text.append(buffer, 0, size);
  }
  return text;
}

std::string complaint(const std::string& compressed) {
  try {
    decompress(compressed, 1000);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("decompression: compressed text is read in pieces of any size") {
  const std::string text = read_data("creeper-sample.pgn");
  const std::string frame_to_skip("\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
  for (const std::string& compressed :
       {gzip(text), gzip(text.substr(0, 5000)) + gzip(text.substr(5000)),
        gzip(text) + std::string(512, '\0'), zstd(text),
        frame_to_skip + zstd(text.substr(0, 777)) + zstd("") + zstd(text.substr(777)), bzip2(text),
        bzip2(text.substr(0, 500)) + bzip2("") + bzip2(text.substr(500)), xz(text),
        xz(text.substr(0, 500)) + std::string(8, '\0') + xz(text.substr(500)),
        zip({{"a.pgn", text}}), archived({{"a.pgn", text}}, "ustar"),
        gzip(archived({{"a.pgn", text}}, "pax")), text}) {
    for (const std::size_t step : {1u, 3u, 4096u, 1000000u}) {
      for (const std::size_t room : {1u, 1000u, 1000000u}) {
        if (step * room < 1000) continue;
        CHECK(decompress(compressed, step, room) == text);
      }
    }
  }
  for (const std::string& short_text : {std::string(), std::string("x"), std::string("\x1f")}) {
    CHECK(decompress(short_text, 10) == short_text);
    CHECK(decompress(gzip(short_text), 10) == short_text);
    CHECK(decompress(zstd(short_text), 10) == short_text);
    CHECK(decompress(bzip2(short_text), 10) == short_text);
    CHECK(decompress(xz(short_text), 10) == short_text);
    CHECK(decompress(zip({{"a", short_text}}), 10) == short_text);
  }
}

TEST_CASE("decompression: files of one archive are two lines apart, whatever the room") {
  const std::string archive = zip({{"a.pgn", "one"}, {"b.pgn", "two"}, {"c.pgn", "three"}});
  for (std::size_t room = 1; room < 20; ++room) {
    CHECK(decompress(archive, 4096, room) == "one\n\ntwo\n\nthree");
  }
}

TEST_CASE("decompression: damage is reported") {
  const std::string text = read_data("creeper-sample.pgn");
  for (const std::string& compressed : {gzip(text), zstd(text), bzip2(text), xz(text)}) {
    for (std::size_t size = 6; size < compressed.size(); size += 97) {
      INFO(size);
      CHECK_THAT(complaint(compressed.substr(0, size)),
                 contains_text("test: the compressed file is truncated"));
    }
    std::string damaged = compressed;
    for (std::size_t i = compressed.size() / 2; i < compressed.size() / 2 + 20; ++i)
      damaged[i] = 'x';
    CHECK_THAT(complaint(damaged), contains_text("damaged"));
  }
  CHECK_THAT(complaint(gzip(text) + "more"), contains_text("other data follows"));
  CHECK_THAT(complaint(zstd(text) + "more"), contains_text("damaged"));
  CHECK_THAT(complaint(bzip2(text) + "more"), contains_text("other data follows"));
  CHECK_THAT(complaint(xz(text) + "more"), contains_text("other data follows"));
  for (const std::string other :
       {"7z\xbc\xaf\x27\x1c and more", "\x04\x22\x4d\x18 and more", "Rar!\x1a\x07 and more"}) {
    CHECK_THAT(complaint(other), contains_text("only gzip, zstd, bzip2, xz, zip and tar"));
  }
}

TEST_CASE("decompression: a window of zstd above 128 MiB is named") {
  CHECK_THAT(complaint(zstd_with_window("text", 28)),
             contains_text("larger than 128 MiB; decompress it by 'zstd -d --long=31'"));
}

TEST_CASE("decompression: text too short to be compressed is read unchanged") {
  for (const std::string magic : {"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh91A", "PK\x03\x04",
                                  "\xfd"
                                  "7zXZ",
                                  "Rar!\x1a\x07", "7z\xbc\xaf\x27\x1c", "\x04\x22\x4d\x18"}) {
    for (std::size_t size = 0; size < magic.size(); ++size) {
      CAPTURE(magic, size);
      CHECK(decompress(magic.substr(0, size), 1) == magic.substr(0, size));
    }
  }
}

TEST_CASE("decompression: games before the damage are read") {
  const std::string text = read_data("creeper-sample.pgn");
  const std::string compressed = gzip(text);
  for (const unsigned threads : {1u, 3u}) {
    const auto source = decompressed(
        std::make_unique<SlowSource>(compressed.substr(0, compressed.size() - 100), 5000), "test");
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

/// The text before the first error, for any sizes of input and output.
struct Decompressed {
  std::string text;
  std::string complaint;
};

Decompressed decompress_as_far_as_possible(const std::string& compressed,
                                           std::size_t step = 1 << 20, std::size_t room = 1 << 18) {
  Decompressed decompressed_text;
  std::string buffer(room, '\0');
  try {
    const auto source = decompressed(std::make_unique<SlowSource>(compressed, step), "test");
    while (const std::size_t size = source->read(buffer.data(), buffer.size())) {
      decompressed_text.text.append(buffer, 0, size);
    }
  } catch (const std::system_error& error) {
    decompressed_text.complaint = error.what();
  }
  return decompressed_text;
}

/// The result of zlib in one call with enough space, as zcat writes it.
std::string zcat(std::string compressed) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK);
  std::string text(std::size_t{1} << 22, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_in = static_cast<uInt>(compressed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  inflate(&stream, Z_NO_FLUSH);
  text.resize(text.size() - stream.avail_out);
  inflateEnd(&stream);
  return text;
}

/// Letters that compress to three quarters, several blocks of zstd.
std::string random_letters(std::size_t size) {
  Rng rng(3);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(' ' + rng.below(64));
  return text;
}

/// RFC 8878, 3.1.1.1.
std::size_t frame_header_size(unsigned char descriptor) {
  constexpr std::size_t dictionary[] = {0, 1, 2, 4}, content[] = {0, 2, 4, 8};
  const bool is_single = descriptor & 0x20;
  const std::size_t size = content[descriptor >> 6];
  return 5 + !is_single + dictionary[descriptor & 3] + (size == 0 && is_single ? 1 : size);
}

/// The place of each block header in a frame (RFC 8878, 3.1.1).
std::vector<std::size_t> block_headers(const std::string& frame) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(frame[at]));
  };
  std::vector<std::size_t> headers;
  std::size_t at = frame_header_size(static_cast<unsigned char>(frame[4]));
  while (true) {
    headers.push_back(at);
    const std::size_t header = byte(at) + (byte(at + 1) << 8) + (byte(at + 2) << 16);
    at += 3 + (header >> 3);
    if (header & 1) return headers;
  }
}

TEST_CASE("decompression: gzip returns as much as zcat before any damage") {
  const std::string text = read_data("creeper-sample.pgn");
  const std::string compressed = gzip(text);
  Rng rng(4);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = compressed;
    const std::size_t place = 10 + rng.below(compressed.size() - 10);
    if (round % 2 == 0) {
      damaged.resize(place);
    } else {
      damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + rng.below(255)));
    }
    const std::string expected = zcat(damaged);
    CAPTURE(round, place);
    for (const std::size_t room : {std::size_t{1} << 18, std::size_t{700}}) {
      const Decompressed got = decompress_as_far_as_possible(damaged, 1 + rng.below(5000), room);
      CHECK((got.text == expected));
      CHECK_THAT(got.complaint, contains_text("test: the compressed file"));
    }
  }
}

TEST_CASE("decompression: zstd returns every block before the damage") {
  constexpr std::size_t block = std::size_t{1} << 17;
  const std::string text = random_letters(5 * block + 1000);
  const std::string compressed = zstd(text);
  const std::vector<std::size_t> headers = block_headers(compressed);
  REQUIRE(headers.size() == 6);
  for (std::size_t i = 0; i < headers.size(); ++i) {
    std::string damaged = compressed;
    damaged[headers[i]] = static_cast<char>(damaged[headers[i]] | 6);  // an invalid block type
    for (const std::string& broken : {damaged, compressed.substr(0, headers[i] + 2)}) {
      for (const std::size_t room :
           {std::size_t{1} << 18, std::size_t{1} << 20, std::size_t{999}}) {
        const Decompressed got = decompress_as_far_as_possible(broken, 1 << 20, room);
        CAPTURE(i, room);
        CHECK(got.text.size() == i * block);
        CHECK(text.starts_with(got.text));
        CHECK_THAT(got.complaint, contains_text("test: the compressed file"));
      }
    }
  }
}

TEST_CASE("decompression: complete members before the damage are returned even if empty") {
  const std::string text = read_data("creeper-sample.pgn");
  for (const auto& compress : {gzip, zstd, bzip2, xz}) {
    const std::string whole = compress(text), empty = compress("");
    const struct {
      std::string compressed;
      std::size_t times;  // the number of copies of the text
      const char* complaint;
    } rows[] = {
        {empty, 0, ""},
        {empty + empty + whole + empty, 1, ""},
        {whole + empty + whole, 2, ""},
        {whole + "more", 1, "test: "},
        {whole + whole.substr(0, 5), 1, "test: the compressed file is truncated"},
        {whole + empty.substr(0, empty.size() - 1), 1, "test: the compressed file is truncated"},
        {whole + whole + std::string(1, whole[0]) + "rubbish", 2, "test: the compressed file "},
    };
    for (const auto& row : rows) {
      for (const std::size_t step : {std::size_t{1}, std::size_t{1} << 20}) {
        const Decompressed got = decompress_as_far_as_possible(row.compressed, step);
        CAPTURE(&row - rows, step, got.complaint);
        CHECK(got.text.size() == row.times * text.size());
        CHECK(got.complaint.starts_with(row.complaint));
        CHECK(got.complaint.empty() == std::string(row.complaint).empty());
      }
    }
  }
}

TEST_CASE("decompression: bzip2 and xz return as much as their libraries before the damage") {
  const std::string text = random_letters(350000);
  for (const auto& compress : {bzip2, xz}) {
    const std::string compressed = compress(text);
    for (std::size_t tenths = 1; tenths < 10; ++tenths) {
      const std::size_t place = compressed.size() * tenths / 10;
      std::string damaged = compressed;
      damaged.replace(place, 20, 20, 'x');
      for (const std::string& broken : {compressed.substr(0, place), damaged}) {
        const Decompressed got = decompress_as_far_as_possible(broken, 1000, 999);
        CAPTURE(compressed.size(), place, got.complaint);
        // bzip2 returns whole blocks; xz returns whole chunks of up to 64 KiB.
        constexpr std::size_t block = 99981;
        const std::size_t sure = (text.size() * tenths / 10 - 3000) / block * block;
        CHECK(got.text.size() >= sure);
        CHECK(text.starts_with(got.text.substr(0, sure)));
        CHECK_THAT(got.complaint, contains_text("test: the compressed file"));
      }
    }
  }
}

struct Visited {
  std::vector<std::pair<std::string, std::string>> files;
  std::string complaint;
};

Visited visit(const std::string& path) {
  Visited visited;
  const auto wanted = [](std::string_view name) { return !name.ends_with(".txt"); };
  try {
    visit_sources(path, wanted, [&](const std::string& name, ByteSource& source) {
      visited.files.emplace_back(name.substr(path.size()), "");
      std::string buffer(777, '\0');
      while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
        visited.files.back().second.append(buffer, 0, size);
      }
      return true;
    });
  } catch (const std::system_error& error) {
    visited.complaint = error.what();
  }
  return visited;
}

TEST_CASE("decompression: files of a zip archive are visited one by one") {
  const TemporaryDirectory directory;
  const std::string text = read_data("creeper-sample.pgn");
  const std::string compressed = zip({{"a.pgn", text},
                                      {"b/", ""},
                                      {"b/c d.pgn", "x"},
                                      {"b/e.txt", "y"},
                                      {"f.pgn.gz", gzip(text)},
                                      {"leer-\xc3\xa4.pgn", ""}});
  const Visited all = visit(directory.write("x.zip", compressed));
  CHECK(all.complaint == "");
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"/a.pgn", text}, {"/b/c d.pgn", "x"}, {"/f.pgn.gz", text}, {"/leer-\xc3\xa4.pgn", ""}};
  CHECK(all.files == expected);
  for (std::size_t size = 120; size + 100 < compressed.size(); size += 211) {
    const Visited cut = visit(directory.write("y.zip", compressed.substr(0, size)));
    CAPTURE(size, cut.complaint);
    if (cut.files.size() < 2) {
      REQUIRE(cut.files.size() == 1);
      CHECK(text.starts_with(cut.files[0].second));
      // At most half a kilobyte of compressed text is lost.
      CHECK(cut.files[0].second.size() + 6000 > text.size() * size / gzip(text).size());
    }
    CHECK(cut.files.size() <= expected.size());
  }
  CHECK(visit(directory.write("empty.zip", zip({}))).files.empty());
  CHECK(visit(directory.write("plain.pgn", text)).files.at(0).second == text);
}

TEST_CASE("decompression: damaged zip archives are reported and reading ends") {
  const TemporaryDirectory directory;
  const std::string text = read_data("creeper-sample.pgn");
  const std::string compressed = zip({{"a.pgn", text}, {"b.pgn", text}});
  Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = compressed;
    for (int i = 0; i < 3; ++i) {
      damaged[4 + rng.below(damaged.size() - 4)] = static_cast<char>(rng.below(256));
    }
    const Visited got = visit(directory.write("x.zip", damaged));
    CHECK(got.files.size() <= 2);
  }
}

}  // namespace decompression_test
