#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <memory>
#include <string>

#include "notation/records/source/compressed/decompressing_source.h"

namespace schiri {

/// What a decoder says of a piece of its input.
enum class DecoderState : unsigned char { more, end_of_member, damaged, no_memory };

/// Decompresses one member or several, one after the other; zeros after them are padding. The
/// streams of zlib, bzip2 and liblzma have the same members.
template <class Codec>
class MemberSource final : public DecompressingSource {
 public:
  MemberSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name) {
    begin();
  }
  MemberSource(const MemberSource&) = delete;
  MemberSource& operator=(const MemberSource&) = delete;
  ~MemberSource() override { codec_.end(); }

 private:
  using Stream = decltype(Codec::stream);

  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    const bool more = !input().empty();
    switch (decode(buffer, std::min<std::size_t>(size, INT_MAX), got)) {
      case DecoderState::end_of_member:
        return begin_next_member();
      case DecoderState::no_memory:
        fail(CompressionError::memory);
      case DecoderState::damaged:
        fail(CompressionError::damaged);
      case DecoderState::more:
        break;
    }
    // Without new input the decoder may still have output.
    if (!more && got == 0) fail(CompressionError::cut_off);
    return true;
  }

  DecoderState decode(char* buffer, std::size_t room, std::size_t& got) {
    Stream& stream = codec_.stream;
    // The libraries do not change their input; two of the interfaces are merely older than const.
    stream.next_in = reinterpret_cast<decltype(Stream::next_in)>(const_cast<char*>(input().data()));
    stream.avail_in = static_cast<decltype(Stream::avail_in)>(input().size());
    stream.next_out = reinterpret_cast<decltype(Stream::next_out)>(buffer);
    stream.avail_out = static_cast<decltype(Stream::avail_out)>(room);
    const DecoderState state = codec_.decode();
    drop(input().size() - stream.avail_in);
    got += room - stream.avail_out;
    return state;
  }

  bool begin_next_member() {
    while (input().starts_with('\0')) drop(1);
    if (input().empty()) return false;
    if (input().front() != Codec::first_byte) fail(CompressionError::trailing);
    codec_.end();
    codec_ = {};
    begin();
    return true;
  }

  void begin() {
    if (!codec_.begin()) fail(CompressionError::memory);
  }

  Codec codec_;
};

}  // namespace schiri
