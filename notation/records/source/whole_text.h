#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// All that a source holds; nothing if that is more than `most` bytes. Throws what it throws.
std::optional<std::string> read_all(ByteSource& source, std::size_t most);

}  // namespace schiri
