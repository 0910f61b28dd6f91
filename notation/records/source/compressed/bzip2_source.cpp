#include <bzlib.h>

#include <algorithm>
#include <climits>

#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

class Bzip2Source final : public MemberSource {
 public:
  Bzip2Source(std::unique_ptr<ByteSource> source, std::string name)
      : MemberSource(std::move(source), std::move(name), 'B') {
    begin();
  }
  Bzip2Source(const Bzip2Source&) = delete;
  Bzip2Source& operator=(const Bzip2Source&) = delete;
  ~Bzip2Source() override { BZ2_bzDecompressEnd(&stream_); }

 private:
  State decode(CompressedBytes& input, char* buffer, std::size_t size, std::size_t& got) override {
    const auto room = static_cast<unsigned>(std::min<std::size_t>(size, INT_MAX));
    // The library does not change its input.
    stream_.next_in = const_cast<char*>(input.data());
    stream_.avail_in = static_cast<unsigned>(input.size());
    stream_.next_out = buffer;
    stream_.avail_out = room;
    const int status = BZ2_bzDecompress(&stream_);
    input.drop(input.size() - stream_.avail_in);
    got += room - stream_.avail_out;
    if (status == BZ_STREAM_END) return State::end_of_member;
    if (status == BZ_MEM_ERROR) return State::no_memory;
    return status == BZ_OK ? State::more : State::damaged;
  }

  void restart() override {
    BZ2_bzDecompressEnd(&stream_);
    begin();
  }

  void begin() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) {
      throw compression_failure(CompressionError::memory, name());
    }
  }

  bz_stream stream_{};
};

}  // namespace

std::unique_ptr<ByteSource> bzip2_source(std::unique_ptr<ByteSource> source, std::string name) {
  return std::make_unique<Bzip2Source>(std::move(source), std::move(name));
}

}  // namespace schiri
