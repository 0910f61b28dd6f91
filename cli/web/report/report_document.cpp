#include "cli/web/report/report_document.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "cli/line/table_options.h"
#include "cli/print/encodings.h"
#include "cli/web/shared/document.h"
#include "cli/web/shared/engine_elements.h"
#include "cli/web/web_files.h"
#include "core/base/decimals.h"
#include "notation/analysis/study.h"
#include "notation/board/position_text.h"
#include "notation/games/game_type.h"
#include "notation/rating/match_block.h"
#include "notation/rating/rows.h"
#include "notation/text/table.h"

namespace schiri::cli {

namespace {

/// A number to one decimal, or null if there is none.
Json short_number(double value) {
  return std::isfinite(value) ? Json(rounded_to(value, 1)) : Json();
}

Json short_number(const std::optional<double>& value) {
  return value ? short_number(*value) : Json();
}

/// Not rounded: the page rounds what it shows, once.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number_or_null(const std::optional<double>& value) {
  return value ? number_or_null(*value) : Json();
}

Json wdl(const rating::Wdl& results) { return {results.wins, results.draws, results.losses}; }

Json numbers_json(const auto& numbers) {
  Json json = Json::array();
  for (const auto number : numbers) json.push_back(number);
  return json;
}

template <class List, class Write>
Json list_json(const List& list, Write write) {
  Json json = Json::array();
  for (const auto& item : list) json.push_back(write(item));
  return json;
}

/// In the language of the report, in which ReportBuilder has written them.
Json texts_json(const std::vector<Message>& texts) {
  return list_json(texts, [](const Message& text) { return Json(text.english()); });
}

/// A table as the command prints it with `--format csv`.
std::string csv_text(const Table& table) {
  std::ostringstream out;
  write_table(out, table, schiri::TableOptions{.format = Format::csv});
  return std::move(out).str();
}

std::string csv_text(const rating::CrossTable& table) {
  std::vector<rating::CrossTableLine> lines;
  for (std::size_t i = 0; i < table.rows.size(); ++i) lines.push_back({table, i});
  return csv_text(Table::of(rating::cross_table_columns(table.tie_breaks), lines));
}

Json rating_list(const rating::RatingList& list) {
  Json players = Json::array();
  for (const auto& player : list.players) {
    players.push_back({{"name", player.name},
                       {"rating", number_or_null(player.rating)},
                       {"error", number_or_null(player.error)},
                       {"low", number_or_null(player.low)},
                       {"high", number_or_null(player.high)},
                       {"bound", rating::symbol(player.bound)},
                       {"los", value_or_null(player.superiority)},
                       {"results", wdl(player.results)}});
  }
  return {{"pool", list.pool},
          {"pools", list.pools},
          {"scale", list.description.english()},
          {"notes", texts_json(list.notes)},
          {"advantage", number_or_null(list.advantage())},
          {"advantageError", number_or_null(list.first_move_advantage_error)},
          {"drawRate", value_or_null(list.draw_rate())},
          {"csv", csv_text(Table::of(rating::rating_columns(), rating::rating_rows(list)))},
          {"players", players}};
}

// As `crossTable` in tables.js shows.
constexpr std::size_t most_cross_rows = 60;

Json cross_table(const rating::CrossTable& table, const Translation& language) {
  Json rows = Json::array();
  for (const rating::CrossTableRow& row : table.rows) {
    Json cells = Json::array();
    for (const auto& cell : row.cells) {
      if (rows.size() >= most_cross_rows || cell.opponent >= most_cross_rows) continue;
      cells.push_back({cell.opponent, wdl(cell.results)});
    }
    rows.push_back({{"name", row.name},
                    {"place", row.place},
                    {"points", row.points},
                    {"games", row.results.games()},
                    {"results", wdl(row.results)},
                    {"tieBreaks", list_json(row.tie_breaks, value_or_null<double>)},
                    {"performance", number_or_null(row.performance)},
                    {"bound", rating::symbol(row.performance_bound)},
                    {"cells", cells}});
  }
  return {{"pool", table.pool},
          {"pools", table.pools},
          {"notes", texts_json(table.notes)},
          {"tieBreaks", list_json(table.tie_breaks,
                                  [&](rating::TieBreakId id) {
                                    const rating::TieBreak& its = rating::tie_break(id);
                                    return Json{its.key, its.code, language.of(its.title.text())};
                                  })},
          {"csv", csv_text(table)},
          {"rows", rows}};
}

Json match_of(const ReportMatch& match) {
  Json json{{"first", match.first}, {"second", match.second}};
  json.update(match_json(match.summary));
  return json;
}

Json history_json(const RatingHistory& history) {
  Json lines = Json::array();
  for (std::size_t i = 0; i < history.players.size(); ++i) {
    Json points = Json::array();
    for (const double rating : history.ratings[i]) points.push_back(short_number(rating));
    lines.push_back({{"name", history.players[i]}, {"ratings", points}});
  }
  return {{"games", numbers_json(history.games)}, {"dates", history.dates}, {"players", lines}};
}

Json opening_json(const OpeningNode& node) {
  Json children = Json::array();
  for (const OpeningNode& child : node.children) children.push_back(opening_json(child));
  // A list of values would copy the tree below at each level.
  Json json = {node.turn, numbers_json(node.results), node.game ? Json(*node.game) : Json()};
  json.push_back(std::move(children));
  json.push_back(side_letter(node.mover));
  return json;
}

Json warning_json(const ReportWarning& warning) {
  return {{"text", warning.text}, {"games", numbers_json(warning.games)}};
}

Json lost_game_json(const ReportFailure& failure) {
  return {{"game", failure.game ? Json(*failure.game) : Json()},
          {"player", failure.player},
          {"opponent", failure.opponent},
          {"ending", failure.ending},
          {"turns", failure.turns},
          {"round", failure.round},
          {"remark", failure.remark},
          {"position", failure.position},
          {"conversation", failure.conversation},
          {"error", failure.error}};
}

/// The index of a part, and the figures of its turns.
Json accuracy_json(const PlayerAccuracy& accuracy) {
  Json parts = Json::array();
  for (std::size_t i = 0; i < accuracy.sums.size(); ++i) {
    const AccuracySum& sum = accuracy.sums[i];
    if (sum.turns == 0) continue;
    const auto percent = [](std::optional<double> share) {
      return share ? short_number(100 * *share) : Json();
    };
    parts.push_back({i, sum.turns, percent(sum.best_share()), short_number(sum.mean_loss()),
                     percent(sum.mean_chance_loss()), sum.marks[1], sum.marks[2], sum.marks[3]});
  }
  return {accuracy.player, parts};
}

Json parts_json(const Translation& language) {
  return list_json(accuracy_parts(), [&](const AccuracyPart& part) {
    return Json{part.by.text(),
                message("{0}: {1}", Message(part.by), Message(part.part)).in(language)};
  });
}

Json figure_json(const Figure& figure) {
  return {figure.symbol, short_number(figure.x), short_number(figure.y)};
}

/// Whether the engine in the page has the game.
bool is_built_in(const ReportKind& kind) {
  const GameType* type = find_game(kind.game);
  return type && schiri::is_built_in(*type);
}

Json kind_json(const ReportKind& kind, const Translation& language) {
  return {
      {"game", kind.game},
      {"variant", kind.variant},
      {"title", kind.title},
      {"isBuiltIn", is_built_in(kind)},
      {"board",
       {{"width", kind.board.width}, {"height", kind.board.height}, {"margin", kind.board.margin}}},
      {"figures", list_json(kind.figures, figure_json)},
      {"ratings", list_json(kind.ratings, rating_list)},
      {"tables",
       list_json(kind.tables,
                 [&](const rating::CrossTable& table) { return cross_table(table, language); })},
      {"matches", list_json(kind.matches, match_of)},
      {"history", history_json(kind.history)},
      {"results", numbers_json(kind.results)},
      {"endings", list_json(kind.endings,
                            [](const auto& ending) {
                              return Json{ending.first, numbers_json(ending.second)};
                            })},
      {"lengths", list_json(kind.lengths,
                            [](const auto& length) {
                              return Json{length.first, length.second};
                            })},
      {"times", list_json(kind.times,
                          [](const TimeUse& use) {
                            return Json{use.player, use.turns, use.total, use.longest};
                          })},
      {"accuracy", list_json(kind.accuracy, accuracy_json)},
      {"scale", kind.evaluation_scale},
      {"openings", list_json(kind.openings, opening_json)},
      {"openingsFrom", kind.openings_from},
      {"failures", list_json(kind.failures, lost_game_json)},
      {"allFailures", kind.all_failures},
      {"warnings", list_json(kind.warnings, warning_json)}};
}

Json tuned_json(const OptionTrace& option) {
  Json values = Json::array();
  for (const double value : option.values) values.push_back(rounded_to(value, 6));
  return {{"name", option.name},   {"start", option.start}, {"value", option.value},
          {"words", option.words}, {"least", option.least}, {"most", option.most},
          {"values", values}};
}

Json tune_json(const TuningTrace& tune) {
  return {{"event", tune.event},
          {"planned", tune.planned},
          {"pairs", numbers_json(tune.pairs)},
          {"options", list_json(tune.options, tuned_json)}};
}

/// Tables as people read them: of the levels with their headings, of the figures with their names.
Json study_json(const ReportStudy& one, const Translation& language) {
  const Study& study = one.study;
  std::vector<const StudyMeasure*> measures;
  for (const StudyMeasure& measure : study_measures()) {
    const auto has = [&](const StudyLevel& level) { return (level.*measure.estimate).has_value(); };
    if (std::any_of(study.levels.begin(), study.levels.end(), has)) measures.push_back(&measure);
  }
  const auto text = [&](const std::optional<rating::Estimate>& estimate, Holds kind) {
    return estimate ? Json(estimate_text(*estimate, kind).in(language)) : Json();
  };
  const auto level_json = [&](const StudyLevel& level) {
    Json cells = {level.player, level.opponent, level.games};
    for (const StudyMeasure* measure : measures) {
      cells.push_back(text(level.*measure->estimate, measure->kind));
    }
    return cells;
  };
  const auto figure_json = [&](const StudyFigure& figure) {
    const Message name =
        figure.turn.empty() ? figure.name : message("{0}, {1}", figure.name, figure.turn);
    Json value = text(figure.estimate, figure.kind);
    if (figure.estimate && figure.kind == Holds::share) {
      value = message("{0} %", estimate_text(*figure.estimate, figure.kind)).in(language);
    }
    return Json{name.in(language), std::move(value)};
  };
  return {
      {"event", one.event},
      {"game", one.game},
      {"variant", one.variant},
      {"observer", one.observer},
      {"seed", std::to_string(one.seed)},
      {"games", study.games},
      {"measures", list_json(measures,
                             [&](const StudyMeasure* measure) {
                               return Json{measure->key, Message(measure->heading).in(language)};
                             })},
      {"levels", list_json(study.levels, level_json)},
      {"figures", list_json(study.figures, figure_json)},
      {"conclusions", list_json(study.conclusions, [&](const StudyConclusion& conclusion) {
         return Json(conclusion.text.in(language));
       })}};
}

Json game_json(const ReportGame& game) {
  return {game.kind,  game.white, game.black, game.result, game.ending,
          game.turns, game.event, game.date,  game.round};
}

/// A report as JSON without its blocks.
std::string report_json(const Report& report, const Translation& language) {
  Json ids;
  for (const ReportGame& game : report.games) {
    if (game.id) ids.push_back(*game.id);
  }
  const Json json = {
      {"title", report.title},
      {"players", report.players},
      {"words", report.words},
      {"kinds",
       list_json(report.kinds, [&](const ReportKind& kind) { return kind_json(kind, language); })},
      {"accuracyParts", parts_json(language)},
      {"total", report.total},
      {"dates", {text_or_null(report.first_date), text_or_null(report.last_date)}},
      {"games", list_json(report.games, game_json)},
      {"ids", ids},
      {"warnings", list_json(report.warnings, warning_json)},
      {"tunes", list_json(report.tunes, tune_json)},
      {"studies", list_json(report.studies,
                            [&](const ReportStudy& study) { return study_json(study, language); })},
      {"gamesPerBlock", Report::games_per_block}};
  return json.dump();
}

}  // namespace

std::string report_page(const Report& report, const Translation& language,
                        const std::optional<std::string>& engine) {
  const std::string style = std::string(palette_css)
                                .append(style_css)
                                .append(engine ? table_css : "")
                                .append(report_css) +
                            diagram_style(Theme::system);
  std::vector<std::string_view> sources = {"cli/web/report/", "cli/web/shared/", "cli/web/table/"};
  if (engine) sources.insert(sources.end(), {"core/", "notation/"});
  const std::string script = with_texts(report_js, {language.language()}, sources);
  std::vector<const DiagramBoard*> boards;
  for (const ReportKind& kind : report.kinds) boards.push_back(&kind.board);
  const std::vector<std::pair<std::string_view, std::string>> values = {
      {"@policy@", content_policy(style, script, engine.has_value())},
      {"@title@", xml_text(report.title)},
      {"@language@", language.language()},
      {"@style@", style},
      {"@boards@", board_store(boards)},
      {"@data@", base64(deflate_raw(report_json(report, language)))},
      {"@blocks@", safe_in_script(Json(report.blocks).dump())},
      {"@engine@", engine ? engine_elements(*engine) : ""},
      {"@script@", script}};
  return fill_template(translated_page(report_html, language), values);
}

}  // namespace schiri::cli
