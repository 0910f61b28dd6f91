#pragma once

#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// What does the work of a name of an earlier version, as a clause to join to "there is no X": `use
/// 'schiri data'`; empty if the name was never known. `name` is written as on the command line: a
/// command by its path (`schiri train`), an option alone (`--live`) or after the only command that
/// had it (`schiri ratings --audit`), a value after its option (`--system adaptive`).
Message replacement_of(std::string_view name);

}  // namespace schiri
