#pragma once

#include <optional>
#include <string>

#include "cli/print/vocabulary.h"
#include "cli/web/report/report.h"

namespace schiri::cli {

/// The words of a report in a language.
Vocabulary report_vocabulary(const std::string& language);

/// A report as one HTML document that contains style, script, boards and data; its content policy
/// allows nothing from elsewhere. All text from records is compressed JSON, which the script shows
/// as text. `vocabulary`: of report_vocabulary(). With the engine, see compressed_engine(), readers
/// can verify the report.
std::string report_page(const Report& report, const Vocabulary& vocabulary,
                        const std::optional<std::string>& engine = {});

/// The script of the page, without verification and play.
std::string report_script();

}  // namespace schiri::cli
