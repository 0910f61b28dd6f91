#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace schiri {

/// Where bytes come from. Errors of the system are thrown as std::system_error.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads up to `size` bytes, at least one unless the end is reached; returns how many.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

/// A file, or standard input for `-`. Of a device, which may have no end (/dev/zero), only so much
/// is read; a terminal is none.
class FileSource final : public ByteSource {
 public:
  /// Reading more of a device fails as a file that is too large does.
  static constexpr std::size_t most_of_device = std::size_t{64} << 20;

  enum class Kind {
    any,   ///< what a user has named may be a pipe or a device
    file,  ///< what only lies in a folder may not: opening a pipe waits, perhaps for ever
  };
  /// Throws std::system_error, also for another kind.
  explicit FileSource(const std::string& path, Kind kind = Kind::any);
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string path_;
  int descriptor_;
  std::optional<std::size_t> left_;  ///< of a device
};

/// How many bytes all sources that are files have given so far; any thread may ask. Shows how far
/// reading has come, whatever is packed in what.
std::uint64_t bytes_read_from_files();

/// Bytes in memory, which must outlive the source.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string_view rest_;
};

/// A source whose front was looked at already.
class PeekedSource final : public ByteSource {
 public:
  /// Reads this many bytes, fewer at the end of the source or where it fails; what it throws then
  /// comes once the front was read.
  PeekedSource(std::unique_ptr<ByteSource> source, std::size_t size);
  std::string_view front() const { return front_; }
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::unique_ptr<ByteSource> source_;
  std::exception_ptr failure_;
  std::string front_;
  std::size_t at_ = 0;
};

/// A source that belongs to somebody else, who outlives this one.
std::unique_ptr<ByteSource> borrowed(ByteSource& source);

/// A file, or standard input for `-`, unpacked if its first bytes say that it is packed by gzip,
/// zstd, bzip2 or xz. All files of a zip archive are read, with an empty line between them. Throws
/// std::system_error, also while reading: for a file that cannot be read, an archive that is
/// damaged or locked, and one of a kind that is not understood.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// The same for bytes that come from elsewhere; `name` is for messages.
std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source, const std::string& name);

/// Is a file of an archive wanted, by its name?
using NameTest = std::function<bool(std::string_view)>;
/// What is done with one file, which has this name; returns whether to go on.
using SourceVisitor = std::function<bool(const std::string& name, ByteSource&)>;

/// Visits a file that is opened as by open_source, or, of a zip archive, each of its files that is
/// wanted, as `games.zip/2026/may.pgn`. Returns how many were visited. Throws as open_source does.
std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor);

}  // namespace schiri
