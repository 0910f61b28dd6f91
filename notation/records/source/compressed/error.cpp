#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

class PackingCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "packing"; }
  std::string message(int condition) const override {
    switch (static_cast<CompressionError>(condition)) {
      case CompressionError::damaged:
        return "the compressed file is damaged; only what comes before the damage was read";
      case CompressionError::cut_off:
        return "the compressed file ends too early; what there is was read";
      case CompressionError::trailing:
        return "something else follows the compressed data; what comes before it was read";
      case CompressionError::unknown:
        return "it is packed in a way that is not read here (only gzip, zstd, bzip2, xz and zip "
               "are); unpack it";
      case CompressionError::locked:
        return "it is locked by a password; unpack it";
      case CompressionError::memory:
        break;
    }
    return "there is not enough memory to unpack it";
  }
};

}  // namespace

std::system_error packing_failure(CompressionError error, const std::string& name) {
  static const PackingCategory category;
  return {static_cast<int>(error), category, name};
}

}  // namespace schiri
