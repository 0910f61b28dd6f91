#pragma once

#include <string>

#include "cli/web/report/report.h"
#include "core/tournament/spsa.h"

namespace schiri::cli {

/// The values of all options during a tune, at up to 400 points.
TuningTrace tuning_trace(const Spsa& tune, std::string event);

}  // namespace schiri::cli
