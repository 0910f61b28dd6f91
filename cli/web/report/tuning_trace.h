#pragma once

#include <string>

#include "cli/web/report/report.h"
#include "core/tournament/spsa.h"

namespace schiri::cli {

/// The way of a tune as a report shows it, at some hundred points.
TuningTrace tuning_trace(const Spsa& tune, std::string event);

}  // namespace schiri::cli
