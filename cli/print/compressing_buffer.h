#pragma once

#include <array>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

struct archive;

namespace schiri::cli {

/// The compression for the ending of a file name (`gzip` for `.gz`, `zstd`, `bzip2`, `xz`), empty
/// for other endings. Throws InputError for the ending of a format that can only be read.
std::string_view compression_of(const std::string& path);

/// A file name without the ending that its compression adds.
std::string without_compression_ending(const std::string& path);

/// Compresses its input into another buffer, which must outlive it. The same input gives the same
/// bytes: no time is stored.
class CompressingBuffer final : public std::streambuf {
 public:
  /// `compression`: one of compression_of(). Throws std::bad_alloc.
  CompressingBuffer(std::string_view compression, std::streambuf& below);
  CompressingBuffer(const CompressingBuffer&) = delete;
  CompressingBuffer& operator=(const CompressingBuffer&) = delete;
  /// Does not write the rest; see finish().
  ~CompressingBuffer() override;

  /// Writes the rest. Returns false if something could not be compressed or written.
  bool finish();

 protected:
  int_type overflow(int_type character) override;
  /// Does nothing: each flush of a compressor costs some bytes.
  int sync() override { return 0; }

 private:
  static ptrdiff_t write_compressed(archive* packer, void* below, const void* bytes,
                                    std::size_t size);
  bool compress();

  archive* writer_;
  bool works_;
  std::array<char, 1 << 16> room_;
};

}  // namespace schiri::cli
