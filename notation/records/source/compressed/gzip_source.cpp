#include <zlib.h>

#include <algorithm>
#include <climits>

#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

class GzipSource final : public MemberSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> source, std::string name)
      : MemberSource(std::move(source), std::move(name), '\x1f') {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) {
      throw compression_failure(CompressionError::memory, this->name());
    }
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  State decode(CompressedBytes& input, char* buffer, std::size_t size, std::size_t& got) override {
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, INT_MAX));
    // zlib does not change its input; its interface is merely older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    input.drop(input.size() - stream_.avail_in);
    got += room - stream_.avail_out;
    if (status == Z_STREAM_END) return State::end_of_member;
    if (status == Z_MEM_ERROR) return State::no_memory;
    return status == Z_OK || status == Z_BUF_ERROR ? State::more : State::damaged;
  }

  void restart() override { inflateReset(&stream_); }

  z_stream stream_{};
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> source, std::string name) {
  return std::make_unique<GzipSource>(std::move(source), std::move(name));
}

}  // namespace schiri
