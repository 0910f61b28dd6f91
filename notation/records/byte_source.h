#pragma once

#include <cstddef>
#include <memory>
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

/// A file, or standard input for `-`.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path);
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string path_;
  int descriptor_;
};

/// Bytes in memory, which must outlive the source.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string_view rest_;
};

/// A file, or standard input for `-`, unpacked if its first bytes say that it is packed by gzip or
/// zstd. Throws std::system_error, also while reading: for a file that cannot be read, an archive
/// that is damaged, and one of a kind that is not understood.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// The same for bytes that come from elsewhere; `name` is for messages.
std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source, const std::string& name);

}  // namespace schiri
