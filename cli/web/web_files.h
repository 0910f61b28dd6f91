#pragma once

#include <string_view>

/// The styles, scripts and templates of the pages, embedded by cli/CMakeLists.txt from the files of
/// the folders below.
namespace schiri::cli {

// shared/
/// The colours of all pages, in light and dark; then their common style.
extern const std::string_view palette_css;
extern const std::string_view style_css;
extern const std::string_view dom_js;
extern const std::string_view words_js;
/// What to do next in a game and why a place is refused, for the game table.
extern const std::string_view guide_js;
/// Evaluations in comments, for the report and the game table.
extern const std::string_view evaluations_js;
/// The parts of the game table: what screen readers say of a place, arrows for a turn, the bots by
/// strength, areas of places, the board during a turn, reasons of refusals, the review of a game.
extern const std::string_view names_js;
extern const std::string_view arrows_js;
extern const std::string_view levels_js;
extern const std::string_view places_js;
extern const std::string_view preview_js;
extern const std::string_view refusal_js;
extern const std::string_view review_js;
/// The game table: a game on its board, played against a bot or a friend.
extern const std::string_view table_js;
extern const std::string_view table_css;
/// The engine's library, which runs in the document and in its worker.
extern const std::string_view engine_js;
extern const std::string_view verify_js;
extern const std::string_view worker_js;
extern const std::string_view page_worker_js;

// report/: the script is a module of these files in the order of report_script(). `report` reads
// the data, `tables` and `charts` draw, `game_list` is the list with its filter, `viewer` shows a
// game turn by turn, `explorer` the openings and turns from any position, `sections` the whole
// page.
extern const std::string_view report_html;
extern const std::string_view report_css;
extern const std::string_view report_js;
extern const std::string_view tables_js;
extern const std::string_view charts_js;
extern const std::string_view game_list_js;
extern const std::string_view viewer_js;
extern const std::string_view explorer_js;
extern const std::string_view sections_js;
/// With the engine also: verification and play from any position.
extern const std::string_view check_js;

// play/
extern const std::string_view play_html;
extern const std::string_view play_css;
extern const std::string_view records_js;
extern const std::string_view rules_js;
extern const std::string_view lessons_js;
extern const std::string_view games_js;
extern const std::string_view start_js;

// otb/: the page of `schiri otb serve`, and the style of those of `schiri otb publish`
extern const std::string_view room_html;
extern const std::string_view room_css;
extern const std::string_view room_js;
extern const std::string_view site_css;

// live/: the page of a tournament in progress (`--live`), whose markup tournament/live/page.cpp
// writes
extern const std::string_view live_css;
extern const std::string_view live_js;

}  // namespace schiri::cli
