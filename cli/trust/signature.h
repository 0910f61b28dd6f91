#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schiri::cli {

/// HMAC-SHA-256 (RFC 2104), 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view message);

/// Signs a text with the user's mark, 32 random bytes in a file of the state folder, which is made
/// when it is missing and never leaves that folder. What is signed can be given away: nobody can
/// make another signature from it. 64 hexadecimal digits; nothing where there is no mark and none
/// can be made.
std::optional<std::string> signature_of(std::string_view text);

/// Whether the user's mark has made a signature. False without a mark.
bool is_own_signature(std::string_view text, std::string_view signature);

/// Why there can be no mark, a sentence for messages; empty if there can.
std::string objection_to_mark();

}  // namespace schiri::cli
