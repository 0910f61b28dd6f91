#pragma once

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// The errors of compressed files.
enum class CompressionError {
  damaged = 1,
  cut_off,
  trailing,  ///< other bytes follow the compressed ones
  unknown,   ///< an unsupported format
  locked,    ///< by a password
  window,    ///< of zstd, larger than 128 MiB
  memory,
  no_bzip2,  ///< this build lacks the library that reads the file
  no_liblzma,
  no_zstd,
  no_libarchive,
};

/// The error as a system_error about the file of this name.
std::system_error compression_failure(CompressionError error, const std::string& name);

/// Bytes decompressed before an error are returned before the error is thrown. libarchive would
/// decompress as well, but it loses up to 64 KiB of text before any damage.
class DecompressingSource : public ByteSource {
 public:
  DecompressingSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : source_(std::move(source)), name_(name) {}

  std::size_t fetch(char* buffer, std::size_t size) final {
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

 protected:
  /// Decompresses up to `size` bytes and adds their number to `got`, also if it throws; false at
  /// the end.
  virtual bool decompress(char* buffer, std::size_t size, std::size_t& got) = 0;

  [[noreturn]] void fail(CompressionError error) const { throw compression_failure(error, name_); }
  /// The compressed bytes at hand; none at the end of the source.
  std::string_view input() { return source_->bytes(); }
  void drop(std::size_t count) { source_->skip(count); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::exception_ptr failure_;
  bool at_end_ = false;
};

/// The source of what another source holds compressed; the name is for messages.
using Decompress = std::unique_ptr<ByteSource>(std::unique_ptr<ByteSource> source,
                                               const std::string& name);

template <class Source>
std::unique_ptr<ByteSource> decompressing(std::unique_ptr<ByteSource> source,
                                          const std::string& name) {
  return std::make_unique<Source>(std::move(source), name);
}

}  // namespace schiri
