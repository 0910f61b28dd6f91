#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/print/format.h"
#include "core/rating/audit/audit.h"

namespace schiri::cli {

/// Prints the findings of audits as sentences, and the ranks that each player may have; or, as
/// `json`, an object for each finding, for each player, and for each pool. Returns true without
/// findings.
bool print_audits(std::ostream& out, const std::vector<rating::PoolAudit>& audits, Format format);

}  // namespace schiri::cli
