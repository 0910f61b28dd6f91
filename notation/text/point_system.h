#pragma once

// The values of results as they are typed, stored and shown: `3-1-0`, `3-1-0,bye=1`,
// `win=3,draw=1`.

#include <string>
#include <string_view>

#include "core/pairing/swiss_history.h"

namespace schiri {

/// Reads win, draw and loss, or named values: `win`, `draw`, `loss`, `bye` (of the pairing),
/// `forfeit` (of the one who loses) and `absence`. A value that is not given is the usual one, that
/// of the bye has none. Throws std::invalid_argument.
PointSystem read_point_system(std::string_view text, const PointSystem& usual = {});
/// The shortest text that means these values.
std::string point_system_text(const PointSystem& points);
/// `2.5`, `3`
std::string tenths_text(int tenths);

}  // namespace schiri
