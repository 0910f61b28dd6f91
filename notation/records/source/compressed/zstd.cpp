#include "notation/records/source/compressed/codecs.h"

#ifdef SCHIRI_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "notation/records/source/compressed/decompressing_source.h"

namespace schiri {

namespace {

/// Decompresses one frame or several.
class ZstdSource final : public DecompressingSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) fail(CompressionError::memory);
  }

 private:
  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    // Pending output comes first: a call that fails does not report how much it has written.
    if (wanted_ > 0) got += decompress(buffer, size, 0);
    if (got > 0) return true;
    if (input().empty()) {
      if (wanted_ > 0) fail(CompressionError::cut_off);
      return false;
    }
    got += decompress(buffer, size, next_step());
    return true;
  }

  /// For the same reason no call sees more than one block: the next block's header, which is
  /// requested with it, has to wait.
  std::size_t next_step() {
    constexpr std::size_t block_header = 3;
    const std::size_t step = wanted_ > block_header ? wanted_ - block_header : block_header;
    return std::min(step, input().size());
  }

  /// Takes at most this many compressed bytes; returns the number of bytes decompressed.
  std::size_t decompress(char* buffer, std::size_t size, std::size_t taken) {
    ZSTD_outBuffer out{buffer, size, 0};
    ZSTD_inBuffer in{input().data(), taken, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    drop(in.pos);
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      fail(CompressionError::window);
    }
    if (ZSTD_isError(status)) fail(CompressionError::damaged);
    wanted_ = status;
    return out.pos;
  }

  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  std::size_t wanted_ = 0;  ///< how many bytes zstd asks for, 0 between two frames
};

}  // namespace

Decompress* const decompress_zstd = decompressing<ZstdSource>;

}  // namespace schiri
#else
schiri::Decompress* const schiri::decompress_zstd = nullptr;
#endif
