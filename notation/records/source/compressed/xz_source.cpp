#include <lzma.h>

#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

/// More than any level of xz needs; a file may ask for 4 GiB.
constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;

class XzSource final : public MemberSource {
 public:
  XzSource(std::unique_ptr<ByteSource> source, std::string name)
      : MemberSource(std::move(source), std::move(name), '\xfd') {
    begin();
  }
  XzSource(const XzSource&) = delete;
  XzSource& operator=(const XzSource&) = delete;
  ~XzSource() override { lzma_end(&stream_); }

 private:
  State decode(CompressedBytes& input, char* buffer, std::size_t size, std::size_t& got) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer);
    stream_.avail_out = size;
    const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
    input.drop(input.size() - stream_.avail_in);
    got += size - stream_.avail_out;
    if (status == LZMA_STREAM_END) return State::end_of_member;
    if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) return State::no_memory;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? State::more : State::damaged;
  }

  void restart() override { begin(); }

  /// The stream's allocations are reused.
  void begin() {
    if (lzma_stream_decoder(&stream_, most_memory, 0) != LZMA_OK) {
      throw compression_failure(CompressionError::memory, name());
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<ByteSource> xz_source(std::unique_ptr<ByteSource> source, std::string name) {
  return std::make_unique<XzSource>(std::move(source), std::move(name));
}

}  // namespace schiri
