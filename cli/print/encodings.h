#pragma once

#include <string>
#include <string_view>

namespace schiri::cli {

/// The text compressed by raw deflate (RFC 1951); `level` from 1, the fastest, to 9, the smallest.
std::string deflate_raw(std::string_view text, int level = 9);

/// Base64 with padding (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace schiri::cli
