#pragma once

#include <optional>
#include <ostream>
#include <string_view>

#include "core/match/game.h"
#include "notation/text/json.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

/// Writes one object as one line. Invalid UTF-8 is replaced; control characters and characters that
/// change the direction of text are escaped.
void write_line(std::ostream& out, const Json& object);

/// `white`, `black`, `draw`, or null while the game goes on.
inline Json outcome_or_null(const std::optional<Ending>& ending) {
  return ending ? Json(outcome_name(ending->outcome)) : Json();
}

}  // namespace schiri::cli
