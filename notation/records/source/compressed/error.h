#pragma once

#include <string>
#include <system_error>

namespace schiri {

/// What can be wrong with a packed file.
enum class CompressionError {
  damaged = 1,
  cut_off,
  trailing,  ///< something follows that is not packed
  unknown,   ///< another way of packing
  locked,    ///< by a password
  memory,
};

/// For the file of this name.
std::system_error packing_failure(CompressionError error, const std::string& name);

}  // namespace schiri
