#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/descriptor.h"

/// Sources of bytes: files, decoding to UTF-8, lines and rows of CSV, and
/// decompression (compressed/). Readers of records, books and networks use them; they use text/.
namespace schiri {

/// A source of bytes that can be looked into. Errors of the system are thrown as std::system_error.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Reads up to `size` bytes, at least one unless the end is reached; returns how many. The end
  /// stays the end: a terminal, where Ctrl-D ends one read only, is not asked again.
  std::size_t read(char* buffer, std::size_t size);

  /// The next `size` bytes, which stay; fewer before the end, and before an error, which is thrown
  /// when it is reached. Valid until the next call.
  std::string_view front(std::size_t size);

  /// The bytes at hand, at least one; none at the end. They stay until skip().
  std::string_view bytes() {
    if (at_ == held_.size()) refill();
    return std::string_view(held_).substr(at_);
  }
  /// The next byte, which stays; false at the end.
  bool peek(char& c) {
    if (at_ == held_.size() && !refill()) return false;
    c = held_[at_];
    return true;
  }
  /// Skips some of the bytes at hand.
  void skip(std::size_t count = 1) { at_ += count; }

 protected:
  /// Gets up to `size` bytes from where they come from, at least one unless there are no more;
  /// returns how many.
  virtual std::size_t fetch(char* buffer, std::size_t size) = 0;

 private:
  std::size_t get(char* buffer, std::size_t size);
  bool hold_more();
  bool refill();

  std::string held_;  ///< read in advance, up to at_ returned already
  std::size_t at_ = 0;
  std::exception_ptr failure_;  ///< after the bytes held
  bool ended_ = false;
};

/// What FileSource reads for `-` in a program that is not the host of its standard input: as
/// ByteSource::read(). Nothing set, it is standard input.
using ReadBytes = std::function<std::size_t(char*, std::size_t)>;
void set_standard_input(ReadBytes read);

/// A file, or standard input for `-`. Of a device, which may be endless (/dev/zero), only a limited
/// amount is read; a terminal is not limited.
class FileSource final : public ByteSource {
 public:
  /// Reading more of a device fails like a file that is too large.
  static constexpr std::size_t most_of_device = std::size_t{64} << 20;

  enum class Kind {
    any,   ///< a file named by the user may be a pipe or a device
    file,  ///< a file found in a folder may not: opening a pipe may wait for ever
  };
  /// Throws std::system_error, also for another kind.
  explicit FileSource(const std::string& path, Kind kind = Kind::any);

 private:
  std::size_t fetch(char* buffer, std::size_t size) override;

  std::string path_;
  Descriptor file_;                  ///< not open for standard input
  std::optional<std::size_t> left_;  ///< of a device
};

/// The number of bytes read from files so far, before decompression, for progress. Thread-safe.
std::uint64_t bytes_read_from_files();

/// Bytes in memory, which must outlive the source.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}

 private:
  std::size_t fetch(char* buffer, std::size_t size) override;

  std::string_view rest_;
};

/// Reads a whole source; nullopt if it has more than `most` bytes. Throws the errors of the source.
std::optional<std::string> read_all(ByteSource& source, std::size_t most);

/// Reads a source line by line.
class LineSource {
 public:
  /// `source` must outlive this.
  explicit LineSource(ByteSource& source) : source_(source) {}

  /// The next line without its line feed (and carriage return) or a byte order mark before it;
  /// false at the end. A line longer than `most` bytes is cut there and `too_long` is set.
  bool next(std::string& line, std::size_t most, bool& too_long);
  /// The number of the line returned last, from 1.
  std::size_t number() const { return number_; }

 private:
  ByteSource& source_;
  std::size_t number_ = 0;
};

/// Does this system convert text of the encoding of this name, as iconv(3) knows it, to UTF-8?
bool is_known_encoding(const std::string& name);

/// The encoding of a file, if it is not UTF-8.
struct OtherEncoding {
  std::string title = {};  ///< `Latin-1`, or the name that was requested; or empty
  bool is_guess = false;   ///< other encodings have the same bytes
};

class CharsetDecoder;

/// Another source's bytes as UTF-8. Invalid bytes in their encoding become invalid UTF-8. If the
/// first line ends with a carriage return alone, each one becomes a line feed.
class DecodedSource final : public ByteSource {
 public:
  /// `encoding`: a name for iconv(3), in any case. Empty: UTF-8, unless the beginning of the
  /// source, which must outlive this, shows that it is UTF-16, Latin-1 or Windows-1252. Does not
  /// throw; an error of the source is thrown when its bytes are read, and so is one that this
  /// system does not know the encoding.
  explicit DecodedSource(ByteSource& source, const std::string& encoding = {});
  ~DecodedSource() override;

  const OtherEncoding& other_encoding() const { return other_; }

 private:
  enum class LineEnds : unsigned char { unknown, kept, returns };

  std::size_t fetch(char* buffer, std::size_t size) override;
  void detect(bool is_wide);
  const char* guess_narrow();
  void decode_more();
  void find_line_ends();

  ByteSource& source_;
  std::string encoding_;
  OtherEncoding other_;
  std::unique_ptr<CharsetDecoder> decoder_;  ///< null for UTF-8
  std::exception_ptr failure_;               ///< the system does not know the encoding
  LineEnds line_ends_ = LineEnds::unknown;
  bool after_return_ = false;
  std::string text_;  ///< decoded, up to at_ returned already
  std::size_t at_ = 0;
  std::string rest_;  ///< decoded, to be returned before the next bytes
  bool is_over_ = false;
};

/// A whole text as UTF-8 without a byte order mark, decoded as DecodedSource does without a name.
std::string decoded_text(std::string_view bytes);

}  // namespace schiri
