#include "cli/print/descriptor_buffer.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace schiri::cli {

DescriptorBuffer::DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
  setp(room_.data(), room_.data() + room_.size());
}

bool DescriptorBuffer::close() {
  if (descriptor_ < 0) return error_ == 0;
  write_out();
  // Some file systems report a full disk only now; the descriptor is closed nevertheless.
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0 || errno == EINTR;
  if (!closed && error_ == 0) error_ = errno;
  return error_ == 0;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (!write_out()) return traits_type::eof();
  if (character != traits_type::eof()) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() { return write_out() ? 0 : -1; }

bool DescriptorBuffer::write_out() {
  for (const char* at = pbase(); error_ == 0 && at < pptr();) {
    const ssize_t written = ::write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
    if (written >= 0) {
      at += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(room_.data(), room_.data() + room_.size());
  return error_ == 0;
}

}  // namespace schiri::cli
