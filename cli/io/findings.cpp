#include "cli/io/findings.h"

#include <algorithm>

#include "notation/printable.h"
#include "notation/records/turn_count.h"

namespace schiri::cli {

namespace {

/// With a caret below the first column of the token, however wide the characters are.
void print_excerpt(std::ostream& out, const Finding& finding) {
  if (finding.excerpt.empty()) return;
  const std::string margin(std::to_string(finding.line).size(), ' ');
  const std::string_view before = first_characters(finding.excerpt, finding.caret);
  const std::string_view token =
      first_characters(std::string_view(finding.excerpt).substr(before.size()), finding.length);
  const std::size_t beyond = finding.length - std::min(finding.length, count_characters(token));
  const std::size_t underlined = std::clamp<std::size_t>(display_width(token) + beyond, 1, 60);
  out << "  " << finding.line << " | " << finding.excerpt << "\n  " << margin << " | "
      << std::string(display_width(before), ' ') << '^' << std::string(underlined - 1, '~') << '\n';
}

void print(std::ostream& out, const std::string& file, const GameCheck& check,
           const Finding& finding, const char* severity) {
  out << printable(file, 4096) << ':' << finding.line << ':' << finding.column << ": " << severity
      << ": " << finding.message << " [" << code_name(finding.code) << "; game " << check.index;
  if (finding.turn) {
    const TurnCount before{finding.turn - 1, check.black_began};
    out << ", turn " << finding.turn << " (" << before.next_text() << ')';
  }
  out << "]\n";
  print_excerpt(out, finding);
}

}  // namespace

void print_findings(std::ostream& out, const std::string& file, const GameCheck& check) {
  for (const Finding& finding : check.warnings) print(out, file, check, finding, "warning");
  for (const Finding& finding : check.errors) print(out, file, check, finding, "error");
}

Json finding_json(const Finding& finding) {
  return {{"code", code_name(finding.code)},
          {"line", finding.line},
          {"column", finding.column},
          {"turn", finding.turn},
          {"message", finding.message}};
}

}  // namespace schiri::cli
