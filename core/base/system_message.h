#pragma once

#include <system_error>

#include "core/base/message.h"

namespace schiri {

/// The system's text for an error, translated if it is one that users meet.
Message system_message(const std::error_code& error);
/// That of errno.
Message system_message(int error);
/// What an exception of the system says: `games.pgn: No such file or directory`.
Message system_message(const std::system_error& error);

}  // namespace schiri
