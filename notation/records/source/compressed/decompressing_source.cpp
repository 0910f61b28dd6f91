#include "notation/records/source/compressed/decompressing_source.h"

namespace schiri {

namespace {

class CompressionCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "compression"; }
  std::string message(int condition) const override {
    switch (static_cast<CompressionError>(condition)) {
      case CompressionError::damaged:
        return "the compressed file is damaged; only the part before the damage was read";
      case CompressionError::cut_off:
        return "the compressed file is truncated; only the part before its end was read";
      case CompressionError::trailing:
        return "other data follows the compressed data; only the part before it was read";
      case CompressionError::unknown:
        return "the compression format is not supported (only gzip, zstd, bzip2, xz, zip and tar "
               "are); decompress the file";
      case CompressionError::locked:
        return "the archive is protected by a password; extract it";
      case CompressionError::window:
        return "the window of the zstd file is larger than 128 MiB; decompress it by 'zstd -d "
               "--long=31'";
      case CompressionError::no_bzip2:
        return "this schiri was built without bzip2; decompress the file";
      case CompressionError::no_liblzma:
        return "this schiri was built without liblzma, which reads xz; decompress the file";
      case CompressionError::no_zstd:
        return "this schiri was built without zstd; decompress the file";
      case CompressionError::no_libarchive:
        return "this schiri was built without libarchive, which reads zip and tar; extract the "
               "archive";
      case CompressionError::memory:
        break;
    }
    return "there is not enough memory to decompress the file";
  }
};

}  // namespace

std::system_error compression_failure(CompressionError error, const std::string& name) {
  static const CompressionCategory category;
  return {static_cast<int>(error), category, name};
}

}  // namespace schiri
