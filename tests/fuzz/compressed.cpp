#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <system_error>

#include "notation/records/source/compressed/open.h"
#include "tests/compression.h"
#include "tests/fuzz/target.h"
#include "tests/slow_source.h"

// Compressed input in two forms: the bytes themselves, and lines that describe a file with known
// content:
//   gzip TEXT, zstd TEXT, bzip2 TEXT, xz TEXT    a member that holds the text
//   skip TEXT               a skippable frame of zstd
//   zeros N                 padding
//   raw TEXT                uncompressed bytes
//   cut N                   removes the last N bytes of the file
// Reading in pieces of any size gives the same, and all data before damage are read.

using namespace schiri;

namespace {

/// The limit of the output: bzip2 and xz expand some inputs ten thousandfold and more.
constexpr std::size_t most = std::size_t{16} << 20;

/// The result of reading a file: the text, and the error message if there is one.
struct Decompressed {
  std::string text;
  std::string error;
  bool is_cut = false;  ///< the text is longer
};

Decompressed decompress(const std::string& bytes, std::size_t step, std::size_t room) {
  Decompressed found;
  try {
    const auto source = decompressed(std::make_unique<SlowSource>(bytes, step), "input");
    std::string buffer(room, '\0');
    while (const std::size_t got = source->read(buffer.data(), room)) {
      require(got <= room, "reading respects the size of the buffer");
      found.text.append(buffer, 0, got);
      found.is_cut = found.text.size() > most;
      if (found.is_cut) break;
    }
  } catch (const std::system_error& error) {
    found.error = error.what();
    require(!found.error.empty(), "an error has a message");
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

/// Compares two ways of reading a file. Before damage, or the limit, one may read more than the
/// other.
void require_same(const Decompressed& a, const Decompressed& b) {
  const bool is_cut = a.is_cut || b.is_cut;
  require(is_cut || a.error == b.error, "pieces of any size give the same error");
  if (!is_cut && a.error.empty()) require(a.text == b.text, "pieces of any size give the same");
  require(a.text.starts_with(b.text) || b.text.starts_with(a.text),
          "before an error only the length differs");
}

/// A file described by lines, and its content.
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
    // A text that begins as a zip or tar archive is opened as one.
    if (text_.starts_with("PK") || text_.find('\0') != text_.npos) return;
    if (!is_cut_) {
      require(found.error.empty(), "a complete file gives no error");
      require(found.text == text_, "a complete file gives its text");
    } else if (bytes_.size() >= 6) {  // shorter files are not recognized as compressed
      require(text_.starts_with(found.text), "a truncated file gives a part of its text");
      require(!found.error.empty() || found.text == text_, "missing data are an error");
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
    // Tape drives pad a gzip member with zeros.
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
