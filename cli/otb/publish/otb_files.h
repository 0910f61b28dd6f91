#pragma once

#include <string_view>

// The styles, script and template of the pages of events, embedded by cli/CMakeLists.txt from the
// files of publish/ and serve/. The script is room.js with what it imports.
namespace schiri::cli {

extern const std::string_view site_css;
extern const std::string_view bracket_css;
extern const std::string_view room_html;
extern const std::string_view room_css;
extern const std::string_view room_js;

}  // namespace schiri::cli
