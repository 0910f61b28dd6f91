#pragma once

#include "core/base/message.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// A sentence that describes a line of an event file.
Message act_sentence(const Json& act);

/// The answer to undo, and to redo: `undone: Anna withdraws`.
Message undone(const Json& act);
Message redone(const Json& act);

}  // namespace schiri::cli
