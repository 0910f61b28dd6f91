#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// Reads a whole source; nullopt if it has more than `most` bytes. Throws the errors of the source.
std::optional<std::string> read_all(ByteSource& source, std::size_t most);

}  // namespace schiri
