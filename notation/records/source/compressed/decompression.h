#pragma once

#include <exception>
#include <string>
#include <vector>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// Packed bytes, read in pieces.
class CompressedBytes {
 public:
  CompressedBytes(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)), buffer_(std::size_t{1} << 17) {}

  /// Makes sure that there is something unless the source is at its end.
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

/// Bytes that are unpacked while they are read. What came out before something failed is handed out
/// first.
class DecompressedSource : public ByteSource {
 public:
  std::size_t read(char* buffer, std::size_t size) final;

 protected:
  /// Unpacks some more and adds to `got` how much that is, also if it throws; false at the end.
  virtual bool unpack(char* buffer, std::size_t size, std::size_t& got) = 0;

 private:
  std::exception_ptr failure_;
  bool at_end_ = false;
};

/// What was packed as one member or several, one after the other; zeros after them are padding.
class MemberSource : public DecompressedSource {
 public:
  /// A member begins with this byte.
  MemberSource(std::unique_ptr<ByteSource> source, std::string name, char first_byte)
      : packed_(std::move(source), std::move(name)), first_byte_(first_byte) {}

 protected:
  enum class State : unsigned char { more, end_of_member, damaged, no_memory };

  /// Unpacks some of `packed` and drops that; adds to `got` how much came out, also after damage.
  virtual State decode(CompressedBytes& packed, char* buffer, std::size_t size,
                       std::size_t& got) = 0;
  /// A new member begins.
  virtual void restart() = 0;

  const std::string& name() const { return packed_.name(); }

 private:
  bool unpack(char* buffer, std::size_t size, std::size_t& got) final;
  bool begin_next_member();

  CompressedBytes packed_;
  char first_byte_;
};

/// What gzip has packed (RFC 1952).
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> source, std::string name);
/// What zstd has packed (RFC 8878), one frame or several.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> source, std::string name);
std::unique_ptr<ByteSource> bzip2_source(std::unique_ptr<ByteSource> source, std::string name);
std::unique_ptr<ByteSource> xz_source(std::unique_ptr<ByteSource> source, std::string name);

}  // namespace schiri
