#include "cli/trust/signature.h"

#include "cli/trust/state_folder.h"
#include "core/base/files/temporary_name.h"
#include "core/base/message.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace schiri::cli {

namespace {

constexpr const char* mark_file = "mark";
constexpr std::size_t mark_size = 32;

/// Reads the key; nothing if it is missing or incomplete. Throws StateError.
std::optional<std::string> read_mark(const StateFolder& folder) {
  auto mark = folder.read(mark_file);
  if (mark && mark->size() != mark_size) {
    throw StateError(message(
        "the file mark in the state folder {0} is damaged; remove it, so that a new one is made",
        folder.path()));
  }
  return mark;
}

/// Makes a key; several simultaneous processes all use the first one. Throws StateError.
std::string require_mark() {
  const StateFolder folder(StateFolder::Access::write);
  if (auto mark = read_mark(folder)) return std::move(*mark);
  folder.keep(mark_file, random_bytes(mark_size));
  if (auto mark = read_mark(folder)) return std::move(*mark);
  throw StateError(
      message("the file mark in the state folder {0} was just removed", folder.path()));
}

}  // namespace

std::string hmac_sha256(std::string_view key, std::string_view message) {
  constexpr std::size_t block = 64;
  std::string padded(key.size() > block ? sha256(key) : std::string(key));
  padded.resize(block, '\0');
  std::string inner = padded, outer = padded;
  for (char& byte : inner) byte = static_cast<char>(byte ^ 0x36);
  for (char& byte : outer) byte = static_cast<char>(byte ^ 0x5c);
  return sha256(outer + sha256(inner.append(message)));
}

std::optional<std::string> signature_of(std::string_view text) {
  try {
    return hexadecimal(hmac_sha256(require_mark(), text));
  } catch (const StateError&) {
    return std::nullopt;
  }
}

bool is_own_signature(std::string_view text, std::string_view signature) {
  try {
    const auto mark = read_mark(StateFolder(StateFolder::Access::read));
    return mark && hexadecimal(hmac_sha256(*mark, text)) == signature;
  } catch (const StateError&) {
    return false;
  }
}

Message objection_to_mark() {
  try {
    require_mark();
    return {};
  } catch (const StateError& error) {
    return error.message();
  }
}

}  // namespace schiri::cli
