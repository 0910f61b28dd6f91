#pragma once

#include <ostream>

#include "notation/text/json.h"

// The library itself takes longer to compile than all the rest of a test.
using schiri::Json;

namespace schiri {

/// What a failed test shows.
inline std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

}  // namespace schiri
