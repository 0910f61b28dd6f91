#pragma once

#include <string>
#include <string_view>

namespace schiri {

/// SHA-256 (FIPS 180-4): 32 bytes.
std::string sha256(std::string_view bytes);

}  // namespace schiri
