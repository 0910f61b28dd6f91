#include "notation/records/source/compressed/decompression.h"

#include "notation/records/source/compressed/error.h"

namespace schiri {

bool CompressedBytes::fill() {
  if (at_ < size_) return true;
  at_ = 0;
  size_ = source_->read(buffer_.data(), buffer_.size());
  return size_ > 0;
}

std::size_t DecompressedSource::read(char* buffer, std::size_t size) {
  std::size_t got = 0;
  while (!failure_ && !at_end_ && got == 0) {
    try {
      at_end_ = !unpack(buffer, size, got);
    } catch (const std::system_error&) {
      failure_ = std::current_exception();
    }
  }
  if (got == 0 && failure_) std::rethrow_exception(failure_);
  return got;
}

bool MemberSource::unpack(char* buffer, std::size_t size, std::size_t& got) {
  const bool more = packed_.fill();
  switch (decode(packed_, buffer, size, got)) {
    case State::end_of_member:
      return begin_next_member();
    case State::no_memory:
      throw packing_failure(CompressionError::memory, name());
    case State::damaged:
      throw packing_failure(CompressionError::damaged, name());
    case State::more:
      break;
  }
  // Without new input, what is left inside still comes out.
  if (!more && got == 0) throw packing_failure(CompressionError::cut_off, name());
  return true;
}

bool MemberSource::begin_next_member() {
  while (packed_.fill() && *packed_.data() == '\0') packed_.drop(1);
  if (!packed_.fill()) return false;
  if (*packed_.data() != first_byte_) throw packing_failure(CompressionError::trailing, name());
  restart();
  return true;
}

}  // namespace schiri
