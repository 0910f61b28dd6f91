#pragma once

#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

/// Files that bots read by their options: networks that correct an evaluation, and opening books,
/// which `schiri book` writes, both in JSON.
namespace schiri {

/// A file for a bot (a network, an opening book) is invalid; the message is a sentence without a
/// full stop.
struct BotFileError : UnusableError {
  using UnusableError::UnusableError;
};

/// What is wrong with files that bots use, each without places.
struct BotFileMessages {
  Pattern not_a_file;  ///< `a network is read from a file`
  Pattern too_long;    ///< `too long for a network`
};

/// Reads a whole file, which may be compressed. Throws BotFileError.
std::string bot_file_text(const std::string& path, const BotFileMessages& messages);

/// Throws BotFileError if an object's value is not this text.
void require_text(const Json& json, std::string_view key, std::string_view wanted);

/// The value of `read(text)` for the text of a file. A BotFileError names the file.
template <class Read>
auto read_bot_file(const std::string& path, const BotFileMessages& messages, const Read& read) {
  try {
    return read(bot_file_text(path, messages));
  } catch (const BotFileError& error) {
    throw BotFileError(message("'{0}': {1}", printable(path), error.message()));
  }
}

}  // namespace schiri
