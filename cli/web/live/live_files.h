#pragma once

#include <string_view>

/// The style and the script of the page of a tournament in progress (`--live`); the program writes
/// its markup (tournament/live/page.cpp).
namespace schiri::cli {

/// In addition to the shared style.
extern const std::string_view live_css;
extern const std::string_view live_js;

}  // namespace schiri::cli
