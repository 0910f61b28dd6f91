#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <system_error>

#include "notation/records/source/compressed/open.h"
#include "tests/compression.h"
#include "tests/fuzz/target.h"
#include "tests/slow_source.h"

// Compressed input, in two ways: the bytes as they are, and as lines that say how a file is put
// together, so that what comes out of it is known:
//   gzip TEXT, zstd TEXT, bzip2 TEXT, xz TEXT    a member that holds the text
//   skip TEXT               a frame of zstd's that is passed over
//   zeros N                 padding
//   raw TEXT                bytes that are not compressed
//   cut N                   the file ends this many bytes early
// Pieces of any size give the same, and what is whole is read before anything is complained of.

using namespace schiri;

namespace {

/// No input here makes more than a thousand times its own size.
constexpr std::size_t most = std::size_t{16} << 20;

/// What comes of a file, and what was complained of.
struct Decompressed {
  std::string text;
  std::string complaint;
};

Decompressed decompress(const std::string& bytes, std::size_t step, std::size_t room) {
  Decompressed found;
  try {
    const auto source = decompressed(std::make_unique<SlowSource>(bytes, step), "input");
    std::string buffer(room, '\0');
    while (const std::size_t got = source->read(buffer.data(), room)) {
      require(got <= room, "no more is read than there is room for");
      found.text.append(buffer, 0, got);
      if (found.text.size() > most) break;
    }
  } catch (const std::system_error& error) {
    found.complaint = error.what();
    require(!found.complaint.empty(), "a complaint has a message");
  }
  return found;
}

std::size_t number_of(const std::string& text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::min<std::size_t>(number, 999);
}

std::string frame_to_skip(const std::string& content) {
  std::string frame = "\x50\x2a\x4d\x18";
  for (unsigned i = 0; i < 4; ++i) frame += static_cast<char>(content.size() >> 8 * i & 0xff);
  return frame + content;
}

/// The same of two ways to read a file. Before damage one may have got further than the other.
void require_same(const Decompressed& a, const Decompressed& b) {
  require(a.complaint == b.complaint, "pieces of any size are complained of alike");
  if (a.complaint.empty()) require(a.text == b.text, "pieces of any size give the same");
  require(a.text.starts_with(b.text) || b.text.starts_with(a.text), "and nothing else");
}

/// A file that lines describe, and what it holds.
class Plan {
 public:
  explicit Plan(const std::string& lines) {
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
      const auto blank = std::min(line.find(' '), line.size());
      add(line.substr(0, blank), line.substr(std::min(blank + 1, line.size())));
    }
  }

  const std::string& bytes() const { return bytes_; }
  void require_fitting(const Decompressed& found) const {
    if (kinds_ != gzip_member && kinds_ != zstd_member && kinds_ != bzip2_member &&
        kinds_ != xz_member) {
      return;
    }
    if (!is_cut_) {
      require(found.complaint.empty(), "what is whole is no reason to complain");
      require(found.text == text_, "compressed text comes out");
    } else if (bytes_.size() >= 6) {  // fewer do not show that they are compressed
      require(text_.starts_with(found.text), "only compressed text comes out");
      require(!found.complaint.empty() || found.text == text_, "what is missing is told");
    }
  }

 private:
  static constexpr unsigned gzip_member = 1, zstd_member = 2, anything = 4, bzip2_member = 8,
                            xz_member = 16;

  void add(const std::string& what, const std::string& rest) {
    if (is_cut_) kinds_ |= anything;
    if (what == "gzip") add_member(gzip(rest), rest, gzip_member);
    if (what == "zstd") add_member(zstd(rest), rest, zstd_member);
    if (what == "bzip2") add_member(bzip2(rest), rest, bzip2_member);
    if (what == "xz") add_member(xz(rest), rest, xz_member);
    if (what == "skip") add_member(frame_to_skip(rest), "", zstd_member);
    // Zeros are what tape drives put after a gzip member.
    if (what == "zeros") {
      add_member(std::string(number_of(rest), '\0'), "", kinds_ == gzip_member ? kinds_ : anything);
    }
    if (what == "raw") add_member(rest, "", anything);
    if (what == "cut") {
      bytes_.resize(bytes_.size() - std::min(number_of(rest), bytes_.size()));
      is_cut_ = true;
    }
  }

  void add_member(const std::string& compressed, const std::string& content, unsigned kind) {
    kinds_ |= kind;
    bytes_ += compressed;
    text_ += content;
  }

  std::string bytes_;
  std::string text_;
  unsigned kinds_ = 0;
  bool is_cut_ = false;
};

void try_plan(const std::string& lines) {
  const Plan plan(lines);
  const Decompressed found = decompress(plan.bytes(), 7, 1000);
  require_same(found, decompress(plan.bytes(), 1 << 20, 1 << 16));
  plan.require_fitting(found);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  require_same(decompress(bytes, 1, 1 << 16), decompress(bytes, 1 << 20, 1 << 16));
  try_plan(bytes);
  return 0;
}
