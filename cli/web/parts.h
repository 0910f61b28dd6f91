#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/board/diagram.h"

/// What the pages for browsers are made of: those of `page` and those of `report`.
namespace schiri::cli {

/// Puts a text in the place of each `@NAME@` of a template; a text is not looked into again.
std::string fill_template(std::string_view text,
                          const std::vector<std::pair<std::string_view, std::string>>& values);

/// A content policy that allows this style and these scripts, and nothing from anywhere else; with
/// the engine also WebAssembly and the worker in which it thinks.
std::string content_policy(std::string_view style, const std::vector<std::string_view>& scripts,
                           bool has_engine);

/// The boards of kinds of games by their numbers: `fields-N` and `coordinates-N`, each symbol once.
std::string board_store(const std::vector<const DiagramBoard*>& boards);

/// `<` begins everything that could end a script; in JSON it stands in strings alone.
std::string safe_in_script(const std::string& json);

/// Where the engine is looked for: beside the program, as it is built, and where it is installed.
std::vector<std::string> engine_files();
/// The engine for browsers, deflated and in base64; nothing if it was not built.
std::optional<std::string> compressed_engine();
/// The elements with it and with the script that runs it, which `library` is.
std::string engine_elements(const std::string& compressed);

/// Files as they stand in the source folder. The library runs in the page and in its worker.
extern const std::string_view dom_js;
extern const std::string_view words_js;
extern const std::string_view play_js;
extern const std::string_view table_css;
extern const std::string_view engine_js;
extern const std::string_view verify_js;
extern const std::string_view worker_js;
std::string library_script();

/// The words of these files for the script words.js: those of some languages.
std::string word_script(std::initializer_list<std::string_view> tables,
                        const std::vector<std::string>& languages);

}  // namespace schiri::cli
