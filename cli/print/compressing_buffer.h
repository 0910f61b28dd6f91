#pragma once

#include <array>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

struct archive;

namespace schiri::cli {

/// The compression that the ending of a file name stands for (`gzip` for `.gz`, `zstd`, `bzip2`,
/// `xz`), empty for other endings. Throws InputError for the ending of a kind that can only be
/// read.
std::string_view compression_of(const std::string& path);

/// A file name without the ending that its compression adds.
std::string without_compression_ending(const std::string& path);

/// Compresses what is written to it into another buffer, which must outlive it. The same input
/// gives the same bytes: no time is stored.
class CompressingBuffer final : public std::streambuf {
 public:
  /// `compression`: one of compression_of(). Throws std::bad_alloc.
  CompressingBuffer(std::string_view compression, std::streambuf& below);
  CompressingBuffer(const CompressingBuffer&) = delete;
  CompressingBuffer& operator=(const CompressingBuffer&) = delete;
  /// Without finish() nothing more is written.
  ~CompressingBuffer() override;

  /// Writes what is left. False if something could not be compressed or written.
  bool finish();

 protected:
  int_type overflow(int_type character) override;
  /// Writes nothing: each flush of a compressor costs some bytes.
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
