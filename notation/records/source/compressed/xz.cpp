#include "notation/records/source/compressed/codecs.h"

#ifdef SCHIRI_LIBLZMA
#include <lzma.h>

#include <cstdint>

#include "notation/records/source/compressed/member_source.h"

namespace schiri {

namespace {

struct Xz {
  static constexpr char first_byte = '\xfd';
  /// More than any level of xz needs; a file may ask for 4 GiB.
  static constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;
  bool begin() { return lzma_stream_decoder(&stream, most_memory, 0) == LZMA_OK; }
  void end() { lzma_end(&stream); }
  DecoderState decode() {
    const lzma_ret status = lzma_code(&stream, LZMA_RUN);
    if (status == LZMA_STREAM_END) return DecoderState::end_of_member;
    if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) return DecoderState::no_memory;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? DecoderState::more
                                                         : DecoderState::damaged;
  }

  lzma_stream stream = LZMA_STREAM_INIT;
};

}  // namespace

Decompress* const decompress_xz = decompressing<MemberSource<Xz>>;

}  // namespace schiri
#else
schiri::Decompress* const schiri::decompress_xz = nullptr;
#endif
