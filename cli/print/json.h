#pragma once

#include <optional>
#include <ostream>
#include <string_view>

#include "core/match/game.h"
#include "notation/text/json.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

/// Writes one object as one line. Bytes that are no UTF-8 are replaced; characters that a terminal
/// obeys, or that turn text round, are escaped.
void write_line(std::ostream& out, const Json& object);

/// `white`, `black`, `draw`, or null while the game goes on.
inline Json outcome_or_null(const std::optional<Ending>& ending) {
  return ending ? Json(outcome_name(ending->outcome)) : Json();
}

}  // namespace schiri::cli
