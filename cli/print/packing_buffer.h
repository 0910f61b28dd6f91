#pragma once

#include <array>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

struct archive;

namespace schiri::cli {

/// How a file of this name is packed by its ending (`gzip` for `.gz`, `zstd`, `bzip2`, `xz`); empty
/// for one that is not. Throws InputError for a kind that can only be read.
std::string_view packing_of(const std::string& path);

/// A name without what packing adds to it.
std::string without_packing(const std::string& path);

/// What is written to it goes packed to another buffer, which must outlive it. The same bytes give
/// the same bytes: no time is kept.
class CompressingBuffer final : public std::streambuf {
 public:
  /// `packing`: one of packing_of(). Throws std::bad_alloc.
  CompressingBuffer(std::string_view packing, std::streambuf& below);
  CompressingBuffer(const CompressingBuffer&) = delete;
  CompressingBuffer& operator=(const CompressingBuffer&) = delete;
  /// Without finish() nothing more is written.
  ~CompressingBuffer() override;

  /// Writes what is left. False if something could not be packed or written.
  bool finish();

 protected:
  int_type overflow(int_type character) override;
  /// Packs nothing: each time that would cost some bytes.
  int sync() override { return 0; }

 private:
  static ptrdiff_t write_packed(archive* packer, void* below, const void* bytes, std::size_t size);
  bool pack();

  archive* packer_;
  bool works_;
  std::array<char, 1 << 16> room_;
};

}  // namespace schiri::cli
