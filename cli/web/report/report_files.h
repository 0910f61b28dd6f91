#pragma once

#include <string_view>

namespace schiri::cli {

/// Files of cli/web/report, embedded by cli/CMakeLists.txt.
extern const std::string_view report_html;
/// The script of a report in parts, which form one function: `begin` opens it and `end` closes it.
/// `begin` reads the data, `tables`, `charts` and `sections` show the data of each game and
/// variant, `game_list` is the list with its filter, `unpacking` decodes the blocks of games,
/// `viewer` shows a game turn by turn, `explorer` the openings and turns from any position.
extern const std::string_view begin_js;
extern const std::string_view tables_js;
extern const std::string_view charts_js;
extern const std::string_view sections_js;
extern const std::string_view game_list_js;
extern const std::string_view unpacking_js;
extern const std::string_view viewer_js;
extern const std::string_view explorer_js;
extern const std::string_view end_js;
/// The style of a report, in addition to the shared one.
extern const std::string_view report_css;
/// A separate script for reports with the engine: verification and play from any position.
extern const std::string_view check_js;

/// The parts as one script.
std::string report_script();

}  // namespace schiri::cli
