#pragma once

#include <memory>
#include <streambuf>
#include <string_view>

namespace schiri::cli {

/// Compresses its input into another buffer, which must outlive it. The same input gives the same
/// bytes: no time is stored.
class CompressingBuffer : public std::streambuf {
 public:
  CompressingBuffer() = default;
  CompressingBuffer(const CompressingBuffer&) = delete;
  CompressingBuffer& operator=(const CompressingBuffer&) = delete;
  /// Does not write the rest; see finish().
  ~CompressingBuffer() override = default;

  /// Writes the rest. Returns false if something could not be compressed or written.
  virtual bool finish() = 0;
};

/// `compression`: `gzip`, `zstd`, `bzip2` or `xz`. Throws std::bad_alloc.
using MakeCompressingBuffer = std::unique_ptr<CompressingBuffer>(std::string_view compression,
                                                                 std::streambuf& below);
/// Null in a build without libarchive.
extern MakeCompressingBuffer* const compressing_buffer;

}  // namespace schiri::cli
