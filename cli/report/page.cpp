#include "cli/report/page.h"

#include <set>

#include "cli/report/packing.h"

namespace schiri::cli {

namespace {

/// Puts a text in the place of each `@NAME@` of a template; a text is not looked into again.
std::string fill(std::string_view text,
                 const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t at = text.find('@');
    filled += text.substr(0, at);
    if (at == text.npos) break;
    text.remove_prefix(at);
    std::size_t taken = 1;
    for (const auto& [name, value] : values) {
      if (!text.starts_with(name)) continue;
      filled += value;
      taken = name.size();
      break;
    }
    if (taken == 1) filled += '@';
    text.remove_prefix(taken);
  }
  return filled;
}

std::string source_of(std::string_view content) {
  return "'sha256-" + base64(sha256(content)) + "'";
}

std::string policy(std::string_view style, std::string_view script) {
  return "default-src 'none'; style-src " + source_of(style) + "; script-src " + source_of(script) +
         "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
}

}  // namespace

std::string ReportPage::boards() const {
  std::string text;
  std::set<std::string> symbols;
  for (std::size_t i = 0; i < report_.kinds.size(); ++i) {
    const DiagramBoard& board = report_.kinds[i].board;
    if (symbols.insert(board.symbols).second) text += board.symbols + '\n';
    const std::string number = std::to_string(i);
    text += svg::symbol("fields-" + number, board.fields) + '\n';
    text += svg::symbol("coordinates-" + number, board.coordinates) + '\n';
  }
  return text;
}

std::string ReportPage::text() const {
  const std::string style = std::string(page_css) + diagram_style(Theme::system);
  const std::string script(page_js);
  return fill(page_html, {{"@policy@", policy(style, script)},
                          {"@title@", xml_text(report_.title)},
                          {"@style@", style},
                          {"@boards@", boards()},
                          {"@data@", report_json(report_)},
                          {"@script@", script}});
}

}  // namespace schiri::cli
