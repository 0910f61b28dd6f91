#include "cli/web/report/report_document.h"

#include "cli/line/table_options.h"
#include "cli/print/encodings.h"
#include "cli/print/vocabulary.h"
#include "cli/web/report/report_files.h"
#include "cli/web/shared/document.h"
#include "cli/web/shared/engine_elements.h"
#include "cli/web/shared/shared_files.h"

namespace schiri::cli {

Vocabulary report_vocabulary(const std::string& language) {
  return {{play_words, report_words}, language};
}

std::string report_script() {
  std::string script;
  for (const std::string_view piece : {begin_js, tables_js, charts_js, sections_js, game_list_js,
                                       unpacking_js, viewer_js, explorer_js, end_js}) {
    script += piece;
  }
  return script;
}

std::string ReportDocument::text() const {
  const std::string style =
      std::string(style_css).append(engine_ ? table_css : "").append(report_css) +
      diagram_style(Theme::system);
  std::string script(dom_js);
  script.append(word_script({play_words, report_words}, {vocabulary_.language()}))
      .append(report_script());
  if (engine_) script.append(guide_js).append(table_js).append(check_js);
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
      {"@data@", base64(deflate_raw(report_json(report_)))},
      {"@blocks@", safe_in_script(Json(report_.blocks).dump())},
      {"@engine@", engine_ ? engine_elements(*engine_) : ""},
      {"@script@", script}};
  for (const auto& [key, word] : vocabulary_.words().members()) {
    if (word.is_string()) values.emplace_back('@' + key + '@', xml_text(word.text()));
  }
  return fill_template(report_html, {values.begin(), values.end()});
}

}  // namespace schiri::cli
