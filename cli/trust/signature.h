#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace schiri::cli {

/// HMAC-SHA-256 (RFC 2104), 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view message);

/// Signs a text with the user's mark, 32 random bytes in a file of the state folder, which is made
/// if missing and never leaves that folder. Signatures may be public: no other signature can be
/// derived from them. Returns 64 hexadecimal digits; nothing if there is no mark and none can be
/// made.
std::optional<std::string> signature_of(std::string_view text);

/// Was a signature made by the user's mark? False without a mark.
bool is_own_signature(std::string_view text, std::string_view signature);

/// The reason why a mark is impossible, a sentence for messages; empty if it is possible.
Message objection_to_mark();

}  // namespace schiri::cli
