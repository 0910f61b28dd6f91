#pragma once

#include <string_view>

namespace schiri::cli {

/// Files of cli/web/otb, embedded by cli/CMakeLists.txt.
extern const std::string_view room_html;
extern const std::string_view room_css;
extern const std::string_view room_js;

}  // namespace schiri::cli
