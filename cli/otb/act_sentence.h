#pragma once

#include <ostream>

#include "core/base/message.h"
#include "notation/otb/journal.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// A sentence that describes a line of an event file.
Message act_sentence(const Json& act);

/// Prints the changes of the event and their local times, one a line.
void print_acts(std::ostream& out, const otb::Journal& journal);

/// The answer to undo, and to redo: `undone: Anna withdraws`.
Message undone(const Json& act);
Message redone(const Json& act);

}  // namespace schiri::cli
