#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "notation/board/diagram.h"

/// The parts that the HTML documents share, `play/` (playing games) and `report/` (games with
/// ratings and charts): templates, content policy, boards, and in `web_files.h` the style and
/// scripts of both. A document is one file that loads nothing. Neither of the two folders includes
/// the other. This folder uses only print/.
namespace schiri::cli {

/// Throws UnusableError in a build without esbuild, whose scripts are empty.
void require_scripts();

/// Replaces each `@NAME@` of a template by its value. Values are not searched for names.
std::string fill_template(std::string_view text,
                          const std::vector<std::pair<std::string_view, std::string>>& values);

/// A content security policy that allows this style and this script, if there is one, by their
/// hashes, and nothing from elsewhere; with the engine also WebAssembly and the worker in which it
/// runs.
std::string content_policy(std::string_view style, std::string_view script, bool has_engine);

/// SVG symbols of the boards, named by their numbers `fields-N` and `coordinates-N`; symbols shared
/// by several boards are written once.
std::string board_store(const std::vector<const DiagramBoard*>& boards);

/// JSON for use in a `<script>`: without `<`, which begins everything that could end a script and
/// occurs only in strings.
std::string safe_in_script(const std::string& json);

/// A page with each @[text] in a language, escaped.
std::string translated_page(std::string_view page, const Translation& language);

/// A script preceded by the translations of its texts into some languages: of the texts in sources
/// whose path begins with one of `sources`.
std::string with_texts(std::string_view script, const std::vector<std::string>& languages,
                       const std::vector<std::string_view>& sources);

}  // namespace schiri::cli
