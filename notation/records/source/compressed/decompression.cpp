#include "notation/records/source/compressed/decompression.h"

#include "notation/records/source/compressed/error.h"

namespace schiri {

bool CompressedBytes::fill() {
  if (at_ < size_) return true;
  at_ = 0;
  size_ = source_->read(buffer_.data(), buffer_.size());
  return size_ > 0;
}

std::size_t DecompressingSource::read(char* buffer, std::size_t size) {
  std::size_t got = 0;
  while (!failure_ && !at_end_ && got == 0) {
    try {
      at_end_ = !decompress(buffer, size, got);
    } catch (const std::system_error&) {
      failure_ = std::current_exception();
    }
  }
  if (got == 0 && failure_) std::rethrow_exception(failure_);
  return got;
}

bool MemberSource::decompress(char* buffer, std::size_t size, std::size_t& got) {
  const bool more = input_.fill();
  switch (decode(input_, buffer, size, got)) {
    case State::end_of_member:
      return begin_next_member();
    case State::no_memory:
      throw compression_failure(CompressionError::memory, name());
    case State::damaged:
      throw compression_failure(CompressionError::damaged, name());
    case State::more:
      break;
  }
  // Without new input the decoder may still have output.
  if (!more && got == 0) throw compression_failure(CompressionError::cut_off, name());
  return true;
}

bool MemberSource::begin_next_member() {
  while (input_.fill() && *input_.data() == '\0') input_.drop(1);
  if (!input_.fill()) return false;
  if (*input_.data() != first_byte_) throw compression_failure(CompressionError::trailing, name());
  restart();
  return true;
}

}  // namespace schiri
