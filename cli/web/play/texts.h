#pragma once

#include <string_view>

namespace schiri::cli {

/// The files that the page to play in is made of, as they stand in the source folder.
extern const std::string_view page_frame;
extern const std::string_view page_style;
extern const std::string_view records_js;
extern const std::string_view rules_js;
extern const std::string_view start_js;

}  // namespace schiri::cli
