#include "cli/web/report/report_page.h"

#include "cli/print/vocabulary.h"
#include "cli/web/parts.h"

namespace schiri::cli {

Vocabulary report_vocabulary(const std::string& language) {
  return {{page_words, report_words}, language};
}

std::string ReportPage::text() const {
  const std::string style =
      std::string(page_css).append(engine_ ? table_css : "") + diagram_style(Theme::system);
  std::string script(dom_js);
  script.append(word_script({page_words, report_words}, {vocabulary_.language()})).append(page_js);
  if (engine_) script.append(play_js).append(check_js);
  std::vector<const DiagramBoard*> boards;
  for (const ReportKind& kind : report_.kinds) boards.push_back(&kind.board);
  const std::string library = engine_ ? library_script() : "";
  std::vector<std::string_view> scripts = {script};
  if (engine_) scripts.push_back(library);
  std::vector<std::pair<std::string, std::string>> values = {
      {"@policy@", content_policy(style, scripts, engine_.has_value())},
      {"@title@", xml_text(report_.title)},
      {"@language@", vocabulary_.language()},
      {"@style@", style},
      {"@boards@", board_store(boards)},
      {"@data@", report_json(report_)},
      {"@engine@", engine_ ? engine_elements(*engine_) : ""},
      {"@script@", script}};
  for (const auto& [key, word] : vocabulary_.words().members()) {
    if (word.is_string()) values.emplace_back('@' + key + '@', xml_text(word.text()));
  }
  return fill_template(page_html, {values.begin(), values.end()});
}

}  // namespace schiri::cli
