#include <zlib.h>

#include "notation/records/source/compressed/codecs.h"
#include "notation/records/source/compressed/member_source.h"

namespace schiri {

namespace {

struct Gzip {
  static constexpr char first_byte = '\x1f';
  bool begin() {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    return inflateInit2(&stream, gzip_alone) == Z_OK;
  }
  void end() { inflateEnd(&stream); }
  DecoderState decode() {
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return DecoderState::end_of_member;
    if (status == Z_MEM_ERROR) return DecoderState::no_memory;
    return status == Z_OK || status == Z_BUF_ERROR ? DecoderState::more : DecoderState::damaged;
  }

  z_stream stream{};
};

}  // namespace

Decompress* const decompress_gzip = decompressing<MemberSource<Gzip>>;

}  // namespace schiri
