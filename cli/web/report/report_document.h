#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/print/vocabulary.h"
#include "cli/web/report/report.h"

namespace schiri::cli {

/// Writes a report as one HTML document that contains style, script, boards and data; its content
/// policy allows nothing from elsewhere. All text from records is compressed JSON, which the script
/// shows as text. With the engine readers can verify the report.
class ReportDocument {
 public:
  /// `vocabulary`: of report_vocabulary(). `engine`: see compressed_engine().
  ReportDocument(const Report& report, const Vocabulary& vocabulary,
                 std::optional<std::string> engine = {})
      : report_(report), vocabulary_(vocabulary), engine_(std::move(engine)) {}

  std::string text() const;

 private:
  const Report& report_;
  const Vocabulary& vocabulary_;
  std::optional<std::string> engine_;
};

/// The words of a report in a language.
Vocabulary report_vocabulary(const std::string& language);

/// A report as JSON without its blocks.
std::string report_json(const Report& report);

}  // namespace schiri::cli
