#pragma once

#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "notation/text/json.h"

/// Files that bots read: networks that correct an evaluation, and opening books, both in JSON. Bots
/// read them by their options; `schiri train` and `schiri book` write them.
namespace schiri {

/// A file for a bot (a network, an opening book) is invalid; the message is a sentence without a
/// full stop.
struct BotFileError : UnusableError {
  using UnusableError::UnusableError;
};

/// Reads a whole file, which may be compressed. `what` names its kind in messages: `network`.
/// Throws BotFileError.
std::string bot_file_text(const std::string& path, std::string_view what);

/// Throws BotFileError if an object's value is not this text.
void require_text(const Json& json, std::string_view key, std::string_view wanted);

/// For messages: the file's name in quotes, and a colon.
std::string named_file(const std::string& path);

/// The value of `read(text)` for the text of a file. A BotFileError names the file.
template <class Read>
auto read_bot_file(const std::string& path, std::string_view what, const Read& read) {
  try {
    return read(bot_file_text(path, what));
  } catch (const BotFileError& error) {
    throw BotFileError(named_file(path) + error.what());
  }
}

}  // namespace schiri
