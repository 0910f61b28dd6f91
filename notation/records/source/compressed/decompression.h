#pragma once

#include <exception>
#include <string>
#include <vector>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// Compressed bytes, read in pieces.
class CompressedBytes {
 public:
  CompressedBytes(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)), buffer_(std::size_t{1} << 17) {}

  /// Refills unless the source is at its end.
  bool fill();
  const char* data() const { return buffer_.data() + at_; }
  std::size_t size() const { return size_ - at_; }
  void drop(std::size_t count) { at_ += count; }
  const std::string& name() const { return name_; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
};

/// Decompresses bytes while they are read. Bytes decompressed before an error are returned before
/// the error is thrown.
class DecompressingSource : public ByteSource {
 public:
  std::size_t read(char* buffer, std::size_t size) final;

 protected:
  /// Decompresses up to `size` bytes and adds their number to `got`, also if it throws; false at
  /// the end.
  virtual bool decompress(char* buffer, std::size_t size, std::size_t& got) = 0;

 private:
  std::exception_ptr failure_;
  bool at_end_ = false;
};

/// Decompresses one member or several, one after the other; zeros after them are padding.
class MemberSource : public DecompressingSource {
 public:
  /// A member begins with this byte.
  MemberSource(std::unique_ptr<ByteSource> source, std::string name, char first_byte)
      : input_(std::move(source), std::move(name)), first_byte_(first_byte) {}

 protected:
  enum class State : unsigned char { more, end_of_member, damaged, no_memory };

  /// Decompresses a part of `input` and drops that part; adds the number of bytes written to `got`,
  /// also after damage.
  virtual State decode(CompressedBytes& input, char* buffer, std::size_t size,
                       std::size_t& got) = 0;
  /// A new member begins.
  virtual void restart() = 0;

  const std::string& name() const { return input_.name(); }

 private:
  bool decompress(char* buffer, std::size_t size, std::size_t& got) final;
  bool begin_next_member();

  CompressedBytes input_;
  char first_byte_;
};

/// Decompresses gzip (RFC 1952).
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> source, std::string name);
/// Decompresses zstd (RFC 8878), one frame or several.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> source, std::string name);
std::unique_ptr<ByteSource> bzip2_source(std::unique_ptr<ByteSource> source, std::string name);
std::unique_ptr<ByteSource> xz_source(std::unique_ptr<ByteSource> source, std::string name);

}  // namespace schiri
