#pragma once

#include <optional>
#include <string>

#include "cli/web/report/report.h"
#include "core/base/message.h"

namespace schiri::cli {

/// A report as one HTML document that contains style, script, boards and data; its content policy
/// allows nothing from elsewhere. All text from records is compressed JSON, which the script shows
/// as text. With the engine, see compressed_engine(), readers can verify the report.
std::string report_page(const Report& report, const Translation& language,
                        const std::optional<std::string>& engine = {});

}  // namespace schiri::cli
