#include "cli/web/play/play_document.h"

#include <memory>

#include "cli/games/rules_text.h"
#include "cli/line/table_options.h"
#include "cli/print/encodings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "cli/web/shared/engine_elements.h"
#include "cli/web/web_files.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/board/diagram.h"
#include "notation/game_types.h"

namespace schiri::cli {

namespace {

struct VariantBoard {
  std::string game;
  std::string variant;
  DiagramBoard board;
};

/// The boards of the built-in games, in all variants; with settings, if they change the board.
std::vector<VariantBoard> all_boards() {
  std::vector<VariantBoard> boards;
  for (const GameType* type : game_types()) {
    std::string plain_fields;
    for (const std::string_view variant : type->variant_table.all()) {
      const bool is_plain = variant.find(';') == std::string_view::npos;
      DiagramBoard board = type->diagram_board(variant);
      if (is_plain) plain_fields = board.fields;
      if (!is_plain && board.fields == plain_fields) continue;
      boards.push_back({std::string(type->name()), std::string(variant), std::move(board)});
    }
  }
  return boards;
}

std::string data_of(const std::vector<VariantBoard>& boards) {
  Json list = Json::array();
  for (const VariantBoard& its : boards) {
    list.push_back({{"game", its.game},
                    {"variant", its.variant},
                    {"width", its.board.width},
                    {"height", its.board.height},
                    {"margin", its.board.margin}});
  }
  Json rules = Json::object();
  for (const std::string& language : languages()) {
    for (const GameType* type : game_types()) {
      rules[language][type->name()] = rules_text(*type, language);
    }
  }
  // What the values of settings mean, in English.
  Json settings = Json::object();
  for (const GameType* type : game_types()) {
    settings[type->name()] = Json::object();
    for (const GameSetting& setting : type->facts.settings) {
      for (const auto& value : setting.values) {
        settings[type->name()][setting.name][value.name] = value.meaning;
      }
    }
  }
  // The rules in all languages are most of it.
  const std::string packed = base64(deflate_raw(rules.dump()));
  return safe_in_script(Json{{"boards", list}, {"rules", packed}, {"settings", settings}}.dump());
}

std::string document_text(const std::string& engine) {
  const std::vector<VariantBoard> boards = all_boards();
  std::vector<const DiagramBoard*> drawn;
  for (const VariantBoard& its : boards) drawn.push_back(&its.board);
  const std::string style =
      std::string(palette_css).append(style_css).append(table_css).append(play_css) +
      diagram_style(Theme::system);
  const std::string script =
      with_texts(play_js, languages(),
                 {"cli/web/play/", "cli/web/shared/", "cli/web/table/", "core/", "notation/"});
  return fill_template(play_html, {{"@policy@", content_policy(style, script, true)},
                                   {"@style@", style},
                                   {"@boards@", board_store(drawn)},
                                   {"@data@", data_of(boards)},
                                   {"@engine@", engine_elements(engine)},
                                   {"@script@", script}});
}

[[noreturn]] void refuse() {
  std::string places = join(engine_files(), ", ");
  throw UnusableError(
      message("the engine for browsers is missing; it is built if the package emscripten is "
              "installed, and expected as {0}",
              places));
}

struct PageOptions {
  std::string output;
};

void write_page(const PageOptions& options) {
  require_scripts();
  const auto engine = compressed_engine();
  if (!engine) refuse();
  OutputFile output(options.output);
  output.stream() << document_text(*engine);
  output.commit();
}

}  // namespace

void add_page(Command& app) {
  const auto [command, options] = app.add<PageOptions>(
      "page", "Write a web page for playing and checking records",
      "Example, a page in one file:\n  schiri page -o schiri.html", "page", write_page);
  command.add_file("-o,--output", options.output, "Write to this file; - means standard output")
      ->required();
}

}  // namespace schiri::cli
