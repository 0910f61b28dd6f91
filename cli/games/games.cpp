
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "notation/game_types.h"

namespace schiri::cli {

namespace {

struct GamesOptions {
  std::string game;
  bool rulings = false;
  Format format = Format::text;
};

Json settings_json(const GameType& type) {
  Json settings = Json::array();
  for (const GameSetting& setting : type.facts.settings) {
    Json values = Json::array();
    for (const auto& value : setting.values) {
      values.push_back({{"value", value.name}, {"meaning", value.meaning}});
    }
    settings.push_back({{"name", setting.name}, {"sources", setting.sources}, {"values", values}});
  }
  return settings;
}

const Columns<GameType>& game_columns() {
  using Row = const GameType&;
  static const Columns<GameType> columns = {
      {{"game"}, [](Row type) { return type.name(); }},
      {{"title"}, [](Row type) { return type.title(); }},
      {{"variants", {}, Holds::list, "names"},
       [](Row type) {
         Json variants = Json::array();
         for (const std::string_view variant : type.variants()) variants.push_back(variant);
         return variants;
       }},
      {{"summary", {}, Holds::text, "the rules in a sentence"},
       [](Row type) { return type.facts.summary; }},
      {{"max_turns", {}, Holds::count, "turns after which a game of a tournament is a draw"},
       [](Row type) { return type.facts.turn_limit; }},
      {{"settings",
        {},
        Holds::list,
        "each with `name`, `sources`, and `values` with `value` and `meaning`"},
       settings_json}};
  return columns;
}

void write_text(const GameType& type, bool rulings) {
  console::out << type.name() << "  "
               << translated(
                      message("{0}: {1}", type.title(), Pattern::of_constant(type.facts.summary)))
               << "\n  " << translated(message("variants: {0}", join(type.variants(), " ")))
               << '\n';
  const auto name = [](const GameSetting& setting) { return std::string(setting.name); };
  if (rulings) {
    console::out << settings_text(type, output_language());
  } else if (!type.facts.settings.empty()) {
    console::out << "  "
                 << translated(message("settings: {0}", join(type.facts.settings, " ", name)))
                 << '\n';
  }
  console::out << "  "
               << translated(message("in tournaments a draw after {0} {0:turn|turns}",
                                     type.facts.turn_limit))
               << '\n';
}

void run_games(const GamesOptions& options) {
  const GameType* const only = options.game.empty() ? nullptr : &require_game(options.game);
  for (const GameType* type : game_types()) {
    // Others are there because a record that was read, or a command, has named them.
    if (only ? type != only : type->facts.has_words) continue;
    if (options.format == Format::json) {
      write_line(console::out, game_columns().object(*type));
    } else {
      write_text(*type, options.rulings);
    }
  }
}

}  // namespace

void add_games(Command& app) {
  const auto [command, options] =
      app.add<GamesOptions>("games", "List the games, their variants and settings",
                            "creeper --rulings", "games", run_games);
  add_game(command, "GAME", options.game, "List this game only");
  command.add_flag("--rulings", options.rulings,
                   "Explain the settings: questions that the published rules leave open");
  command.add_format(options.format);
  command.prints(game_columns);
  add_language(command);
}

}  // namespace schiri::cli
