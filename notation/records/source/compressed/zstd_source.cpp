#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

CompressionError error_of(std::size_t status) {
  const bool is_window = ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge;
  return is_window ? CompressionError::window : CompressionError::damaged;
}

class ZstdSource final : public DecompressingSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, std::string name)
      : input_(std::move(source), std::move(name)), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) throw compression_failure(CompressionError::memory, input_.name());
  }

 private:
  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    // Pending output comes first: a call that fails does not report how much it has written.
    if (wanted_ > 0) got += decompress(buffer, size, 0);
    if (got > 0) return true;
    if (!input_.fill()) {
      if (wanted_ > 0) throw compression_failure(CompressionError::cut_off, input_.name());
      return false;
    }
    got += decompress(buffer, size, next_step());
    return true;
  }

  /// For the same reason no call sees more than one block: the next block's header, which is
  /// requested with it, has to wait.
  std::size_t next_step() const {
    constexpr std::size_t block_header = 3;
    const std::size_t step = wanted_ > block_header ? wanted_ - block_header : block_header;
    return std::min(step, input_.size());
  }

  /// Takes at most this many compressed bytes; returns the number of bytes decompressed.
  std::size_t decompress(char* buffer, std::size_t size, std::size_t taken) {
    ZSTD_outBuffer out{buffer, size, 0};
    ZSTD_inBuffer in{input_.data(), taken, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    input_.drop(in.pos);
    if (ZSTD_isError(status)) throw compression_failure(error_of(status), input_.name());
    wanted_ = status;
    return out.pos;
  }

  CompressedBytes input_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  std::size_t wanted_ = 0;  ///< how many bytes zstd asks for, 0 between two frames
};

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> source, std::string name) {
  return std::make_unique<ZstdSource>(std::move(source), std::move(name));
}

}  // namespace schiri
