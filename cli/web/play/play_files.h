#pragma once

#include <string_view>

namespace schiri::cli {

/// Files of cli/web/play, embedded by cli/CMakeLists.txt.
extern const std::string_view play_html;
extern const std::string_view play_css;
extern const std::string_view records_js;
extern const std::string_view rules_js;
extern const std::string_view start_js;

}  // namespace schiri::cli
