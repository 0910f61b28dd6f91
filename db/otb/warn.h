#pragma once

#include <functional>

#include "core/base/message.h"

namespace schiri::otb {

/// Receives a note for the user: a sentence without a newline, its texts printable.
using Warn = std::function<void(const Message& note)>;

}  // namespace schiri::otb
