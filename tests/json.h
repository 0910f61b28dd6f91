#pragma once

#include <ostream>

#include "notation/text/json.h"

// nlohmann/json takes longer to compile than the rest of a test.
using schiri::Json;

namespace schiri {

/// Prints JSON in the message of a failed test.
inline std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

}  // namespace schiri
