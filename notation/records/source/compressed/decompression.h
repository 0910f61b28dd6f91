#pragma once

#include <memory>
#include <string>
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
};

/// The error as a system_error about the file of this name.
std::system_error compression_failure(CompressionError error, const std::string& name);

/// The bytes of a source, decompressed if they begin like gzip (RFC 1952), zstd (RFC 8878), bzip2
/// or xz. Bytes decompressed before an error are returned before the error is thrown. The first
/// `front` bytes can be read in advance. Throws std::system_error for an unsupported format.
std::unique_ptr<PeekedSource> without_compression(std::unique_ptr<ByteSource> source,
                                                  const std::string& name, std::size_t front);

}  // namespace schiri
