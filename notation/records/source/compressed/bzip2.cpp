#include "notation/records/source/compressed/codecs.h"

#ifdef SCHIRI_BZIP2
#include <bzlib.h>

#include "notation/records/source/compressed/member_source.h"

namespace schiri {

namespace {

struct Bzip2 {
  static constexpr char first_byte = 'B';
  bool begin() { return BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK; }
  void end() { BZ2_bzDecompressEnd(&stream); }
  DecoderState decode() {
    const int status = BZ2_bzDecompress(&stream);
    if (status == BZ_STREAM_END) return DecoderState::end_of_member;
    if (status == BZ_MEM_ERROR) return DecoderState::no_memory;
    return status == BZ_OK ? DecoderState::more : DecoderState::damaged;
  }

  bz_stream stream{};
};

}  // namespace

Decompress* const decompress_bzip2 = decompressing<MemberSource<Bzip2>>;

}  // namespace schiri
#else
schiri::Decompress* const schiri::decompress_bzip2 = nullptr;
#endif
