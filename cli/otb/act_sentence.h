#pragma once

#include <string>

#include "notation/text/json.h"

namespace schiri::cli {

/// A sentence that describes a line of an event file.
std::string act_sentence(const Json& act);

}  // namespace schiri::cli
