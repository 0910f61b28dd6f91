#pragma once

#include <string>
#include <system_error>

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

}  // namespace schiri
