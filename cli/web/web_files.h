#pragma once

#include <string_view>

/// The styles, scripts and templates of the pages, embedded by cli/CMakeLists.txt from the files of
/// the folders below. Scripts are modules, bundled by esbuild; in a build without it they are
/// empty, and require_scripts() refuses the pages.
namespace schiri::cli {

// shared/
/// The colours of all pages, in light and dark; then their common style, and that of the game
/// table.
extern const std::string_view palette_css;
extern const std::string_view style_css;
extern const std::string_view table_css;
/// The script of the workers in which the engine runs: page_worker.js with what it imports.
extern const std::string_view worker_js;

// report/: the script is sections.js with what it imports
extern const std::string_view report_html;
extern const std::string_view report_css;
extern const std::string_view report_js;

// play/: the script is start.js with what it imports
extern const std::string_view play_html;
extern const std::string_view play_css;
extern const std::string_view play_js;

}  // namespace schiri::cli
