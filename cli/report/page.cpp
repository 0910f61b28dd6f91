#include "cli/report/page.h"

#include "cli/page/parts.h"
#include "cli/words/vocabulary.h"

namespace schiri::cli {

std::string ReportPage::text() const {
  const std::string style =
      std::string(page_css).append(engine_ ? table_css : "") + diagram_style(Theme::system);
  std::string script(dom_js);
  script.append(page_js);
  if (engine_) {
    script.append(word_script({page_words}, {"en"})).append(play_js).append(check_js);
  }
  std::vector<const DiagramBoard*> boards;
  for (const ReportKind& kind : report_.kinds) boards.push_back(&kind.board);
  const std::string library = engine_ ? library_script() : "";
  std::vector<std::string_view> scripts = {script};
  if (engine_) scripts.push_back(library);
  return fill_template(page_html,
                       {{"@policy@", content_policy(style, scripts, engine_.has_value())},
                        {"@title@", xml_text(report_.title)},
                        {"@style@", style},
                        {"@boards@", board_store(boards)},
                        {"@data@", report_json(report_)},
                        {"@engine@", engine_ ? engine_elements(*engine_) : ""},
                        {"@script@", script}});
}

}  // namespace schiri::cli
