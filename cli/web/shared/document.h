#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "notation/board/diagram.h"
#include "notation/text/json.h"

/// The parts that the HTML documents share, `play/` (playing games) and `report/` (games with
/// ratings and charts): templates, content policy, boards, and in `web_files.h` the style and
/// scripts of both. A document is one file that loads nothing. Neither of the two folders includes
/// the other. This folder uses only print/.
namespace schiri::cli {

/// Replaces each `@NAME@` of a template by its value. Values are not searched for names.
std::string fill_template(std::string_view text,
                          const std::vector<std::pair<std::string_view, std::string>>& values);

/// A content security policy that allows this style and these scripts, by their hashes, and nothing
/// from elsewhere; with the engine also WebAssembly and the worker in which it runs.
std::string content_policy(std::string_view style, const std::vector<std::string_view>& scripts,
                           bool has_engine);

/// SVG symbols of the boards, named by their numbers `fields-N` and `coordinates-N`; symbols shared
/// by several boards are written once.
std::string board_store(const std::vector<const DiagramBoard*>& boards);

/// JSON for use in a `<script>`: without `<`, which begins everything that could end a script and
/// occurs only in strings.
std::string safe_in_script(const std::string& json);

/// A word of a page: what its script calls it, `key`, or `group/key` in a table, and its English.
struct PageWord {
  std::string_view key;
  Pattern english;
};

/// The words of a page by their keys, in a language.
Json page_words(std::span<const PageWord> words, const Translation& language);

/// A script with the words in some languages, followed by the script words.js that reads them.
std::string word_script(std::span<const PageWord> words, const std::vector<std::string>& languages);
std::string word_script(std::initializer_list<std::string_view> tables,
                        const std::vector<std::string>& languages);

}  // namespace schiri::cli
