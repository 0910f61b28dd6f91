#pragma once

#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// Why there is no such name any more, as a clause to join to "there is no X": what does its work,
/// `use 'schiri data'`, or that nothing does; empty if it never had this name. `owner`: the path of
/// the command that had an option or a command (`schiri`, `schiri ratings`), or the option that had
/// a value (`--system`).
Message former_name(std::string_view owner, std::string_view name);

}  // namespace schiri
