#pragma once

#include <cstdint>
#include <string>

#include "cli/otb/acts/journal.h"
#include "core/base/message.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// What a page shows of an event, as JSON, in the page's language: `event`, `round` (null before
/// the first pairing) and `players`. `round`: 0 is the last one.
Json room_state(const otb::Journal& journal, std::uint64_t round, const Translation& language);

/// What only helpers see: `log` (the latest lines, latest first), `undo` and `redo` (the line and
/// the sentence of what `helper` can undo or do again, or null).
Json helper_state(const otb::Journal& journal, const std::string& helper,
                  const Translation& language);

/// A list by its name, `standing`, `table` or `players`, or the `bracket` of a knockout, after
/// these rounds: `title`, `below` and `html`, the table. Throws InputError for an unknown name.
Json room_list(const otb::Journal& journal, const std::string& name, std::uint64_t rounds,
               const Translation& language);

}  // namespace schiri::cli
