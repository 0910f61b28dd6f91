#pragma once

#include <string>
#include <string_view>

namespace schiri::cli {

/// The text compressed by raw deflate (RFC 1951).
std::string deflate_raw(std::string_view text);

/// Base64 with padding (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace schiri::cli
