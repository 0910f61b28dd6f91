#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Sources of bytes: files, decoding to UTF-8 (decoded_source.h), lines and rows of CSV, and
/// decompression (compressed/). Readers of records, books and networks use them; they use text/.
namespace schiri {

/// A source of bytes. Errors of the system are thrown as std::system_error.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads up to `size` bytes, at least one unless the end is reached; returns how many.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
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
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;
  /// The end stays the end: a terminal, where Ctrl-D ends one read only, is not asked again.
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string path_;
  int descriptor_;
  std::optional<std::size_t> left_;  ///< of a device
  bool ended_ = false;
};

/// The number of bytes read from files so far, before decompression, for progress. Thread-safe.
std::uint64_t bytes_read_from_files();

/// Bytes in memory, which must outlive the source.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string_view rest_;
};

/// A source whose first bytes can be read in advance.
class PeekedSource final : public ByteSource {
 public:
  /// Reads this many bytes, fewer at the end of the source or if it fails; read() throws the error
  /// after the front.
  PeekedSource(std::unique_ptr<ByteSource> source, std::size_t size);
  std::string_view front() const { return front_; }
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::unique_ptr<ByteSource> source_;
  std::exception_ptr failure_;
  std::string front_;
  std::size_t at_ = 0;
};

/// Reads bytes of a source, which must outlive it, one by one or as many as are available.
class BufferedBytes {
 public:
  explicit BufferedBytes(ByteSource& source) : source_(source) {}
  /// The available bytes, at least one; none at the end of the source.
  std::string_view bytes() {
    if (at_ == buffer_.size()) refill();
    return std::string_view(buffer_).substr(at_);
  }
  /// The next byte; false at the end of the source.
  bool peek(char& c) {
    if (at_ == buffer_.size() && !refill()) return false;
    c = buffer_[at_];
    return true;
  }
  /// Skips some of the available bytes.
  void skip(std::size_t count = 1) { at_ += count; }

 private:
  bool refill();

  ByteSource& source_;
  std::string buffer_;
  std::size_t at_ = 0;
};

/// A source that reads another one, which must outlive it.
std::unique_ptr<ByteSource> borrowed(ByteSource& source);

/// Reads a whole source; nullopt if it has more than `most` bytes. Throws the errors of the source.
std::optional<std::string> read_all(ByteSource& source, std::size_t most);

/// Reads a source line by line.
class LineSource {
 public:
  explicit LineSource(ByteSource& source) : bytes_(source) {}

  /// The next line without its line feed (and carriage return) or a byte order mark before it;
  /// false at the end. A line longer than `most` bytes is cut there and `too_long` is set.
  bool next(std::string& line, std::size_t most, bool& too_long);
  /// The number of the line returned last, from 1.
  std::size_t number() const { return number_; }

 private:
  BufferedBytes bytes_;
  std::size_t number_ = 0;
};

}  // namespace schiri
