#pragma once

#include <string_view>

namespace schiri::cli {

/// Files of cli/web/shared, embedded by cli/CMakeLists.txt.
extern const std::string_view style_css;
extern const std::string_view dom_js;
extern const std::string_view words_js;
/// What to do next in a game and why a place is refused, for the game table.
extern const std::string_view guide_js;
/// The game table: a game on its board, played against a bot or a friend.
extern const std::string_view table_js;
extern const std::string_view table_css;
/// The engine's library, which runs in the document and in its worker.
extern const std::string_view engine_js;
extern const std::string_view verify_js;
extern const std::string_view worker_js;
extern const std::string_view page_worker_js;

}  // namespace schiri::cli
