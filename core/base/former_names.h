#pragma once

#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// What does the work of a name of an earlier version, as a clause to join to "there is no X": `use
/// 'schiri data'`; empty if it never had this name. `owner`: the path of the command that had an
/// option or a command (`schiri`, `schiri ratings`), or the option that had a value (`--system`).
Message replacement_of(std::string_view owner, std::string_view name);

}  // namespace schiri
