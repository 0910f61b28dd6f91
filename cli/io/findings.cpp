#include "cli/io/findings.h"

#include "notation/records/finding_log.h"

namespace schiri::cli {

namespace {

void print_excerpt(std::ostream& out, const Finding& finding) {
  if (finding.excerpt.empty()) return;
  const std::string margin(std::to_string(finding.line).size(), ' ');
  const std::size_t underlined = std::min<std::size_t>(finding.length, 60);
  out << "  " << finding.line << " | " << finding.excerpt << "\n  " << margin << " | "
      << std::string(finding.caret, ' ') << '^' << std::string(underlined - 1, '~') << '\n';
}

void print(std::ostream& out, const std::string& file, const GameCheck& check,
           const Finding& finding, const char* severity) {
  out << printable(file, 4096) << ':' << finding.line << ':' << finding.column << ": " << severity
      << ": " << finding.message << " [" << code_name(finding.code) << "; game " << check.index;
  if (finding.turn) out << ", turn " << finding.turn;
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
