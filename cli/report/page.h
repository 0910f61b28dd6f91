#pragma once

#include <string>
#include <string_view>

#include "cli/report/report.h"

namespace schiri::cli {

/// Writes a report as one HTML page that needs nothing else: style, script, boards and data stand
/// in it, and its content policy allows nothing from elsewhere. Everything that comes from records
/// is JSON, which the script shows as text.
class ReportPage {
 public:
  explicit ReportPage(const Report& report) : report_(report) {}

  std::string text() const;

 private:
  std::string boards() const;

  const Report& report_;
};

/// A report as JSON for within a `<script>`: no character in it can end that.
std::string report_json(const Report& report);

/// The files that pages are made of, as they stand in the source folder.
extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;

}  // namespace schiri::cli
