#pragma once

#include <functional>
#include <string>

namespace schiri::otb {

/// Receives a note for the user: a sentence without a newline, its texts printable.
using Warn = std::function<void(const std::string& note)>;

}  // namespace schiri::otb
