#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/board/diagram.h"

/// What the HTML documents for browsers share, `play/` (the document in which games are played) and
/// `report/` (games with ratings and charts): templates, content policy, boards, and in
/// `shared_files.h` the style and scripts of both. A document is one file that loads nothing.
/// Neither of the two folders includes the other. This room itself uses print/ only.
namespace schiri::cli {

/// Replaces each `@NAME@` of a template by its value. Values are not searched for names.
std::string fill_template(std::string_view text,
                          const std::vector<std::pair<std::string_view, std::string>>& values);

/// A content security policy that allows this style and these scripts, by their hashes, and nothing
/// from elsewhere; with the engine also WebAssembly and the worker in which it runs.
std::string content_policy(std::string_view style, const std::vector<std::string_view>& scripts,
                           bool has_engine);

/// SVG symbols of the boards, named by their numbers `fields-N` and `coordinates-N`; symbols that
/// several boards have are written once.
std::string board_store(const std::vector<const DiagramBoard*>& boards);

/// JSON for within a `<script>`: without `<`, which begins everything that could end a script and
/// occurs only within strings.
std::string safe_in_script(const std::string& json);

/// A script with the translations of some languages, followed by the script words.js that reads
/// them.
std::string word_script(std::initializer_list<std::string_view> tables,
                        const std::vector<std::string>& languages);

}  // namespace schiri::cli
