#include "notation/rating/rows.h"

#include <algorithm>

#include "core/base/decimals.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::rating {

namespace {

/// A rating; people see `>` or `<` if no number exists.
Cell rating_cell(const std::optional<double>& rating, Bound bound) {
  return rating ? Cell(*rating) : Cell(Json(), Message(symbol(bound)));
}

Json against(const CrossTable& table, const CrossTableRow& row) {
  Json against = Json::object();
  for (const CrossTableCell& cell : row.cells) {
    const Wdl& results = cell.results;
    against[table.rows[cell.opponent].name] = {results.wins, results.draws, results.losses};
  }
  return against;
}

/// The points against one opponent; empty if they never met.
Cell points_against(const CrossTableLine& line, std::size_t opponent) {
  if (line.place == opponent) return {Json(), Message("x")};
  const Wdl results = results_against(line.row(), opponent);
  return results.games() ? Cell(results.points()) : Cell();
}

}  // namespace

Cell error_cell(const RatedPlayer& player) {
  const auto& end = player.bound == Bound::above ? player.low : player.high;
  if (player.bound == Bound::none || player.error || !end) return player.error;
  return {Json(), message("{0}{1}", symbol(player.bound), Decimal{rounded_text(*end, 1)})};
}

const Columns<RatingRow>& rating_columns() {
  using Row = const RatingRow&;
  static const Columns<RatingRow> columns = {
      {{"rank", message("rank"), Holds::count, "from 1", Shown::people},
       [](Row row) { return row.rank; }},
      {{"game", message("game"), Holds::text, "", Shown::asked},
       [](Row row) { return row.list.game; }},
      {{.key = "player", .heading = message("player"), .meaning = "name", .names_row = true},
       [](Row row) { return row.player.name; }},
      {{"rating", message("rating"), Holds::rating, "null if there is only a bound"},
       [](Row row) { return rating_cell(row.player.rating, row.player.bound); }},
      {{"error", "±", Holds::rating,
        "half of the 95 % interval; null if an end is open, and for `elo`", Shown::filled},
       [](Row row) { return error_cell(row.player); }},
      {{"low", message("low"), Holds::rating,
        "lower end of the 95 % interval; null if open, and for `elo`", Shown::filled},
       [](Row row) { return row.player.low; }},
      {{"high", message("high"), Holds::rating, "upper end; null if open, and for `elo`",
        Shown::filled},
       [](Row row) { return row.player.high; }},
      {{"games", message("games"), Holds::count, "all that count, with repeats"},
       [](Row row) { return row.player.results.games(); }},
      {{"wins", message("wins"), Holds::count}, [](Row row) { return row.player.results.wins; }},
      {{"draws", message("draws"), Holds::count}, [](Row row) { return row.player.results.draws; }},
      {{"losses", message("losses"), Holds::count},
       [](Row row) { return row.player.results.losses; }},
      {{"score", message("points\4score"), Holds::points, "wins plus half of the draws"},
       [](Row row) { return row.player.score(); }},
      {{"bound", message("bound"), Holds::text,
        "`>` or `<`: the games set no upper or no lower end; with `--prior none` there may be no "
        "number",
        Shown::programs},
       [](Row row) { return text_or_null(symbol(row.player.bound)); }},
      {{"variant", message("variant"), Holds::text, "", Shown::programs},
       [](Row row) { return row.list.variant; }},
      {{"pool", message("pool"), Holds::count, "from 1; players of different pools never met",
        Shown::programs},
       [](Row row) { return row.list.pool; }},
      {{"scale", message("scale"), Holds::text, "`elo`", Shown::programs},
       [](Row row) { return row.list.scale; }},
      {{"effective_games", message("effective games"), Holds::count,
        "games that the rating has used", Shown::programs},
       [](Row row) { return row.player.effective_games; }},
      {{"los", message("LOS %"), Holds::share,
        "likelihood of being stronger than the next player; null for the last one, and for other "
        "methods than `bt`",
        Shown::filled},
       [](Row row) { return row.player.superiority; }},
      {{"score_rate", message("score %"), Holds::share, "share of the points"},
       [](Row row) { return row.player.results.score_rate(); }},
      {{"draw_rate", message("draw %"), Holds::share, "share of drawn games"},
       [](Row row) { return row.player.results.draw_rate(); }},
      {{"white_advantage", message("White's advantage"), Holds::rating,
        "of the pool; null if the games do not determine it, and for `elo` and `glicko2`",
        Shown::programs},
       [](Row row) { return row.list.advantage(); }},
      {{"white_advantage_error", "±", Holds::rating, "half of its 95 % interval; null if unknown",
        Shown::programs},
       [](Row row) { return row.list.first_move_advantage_error; }},
      {{"pool_draw_rate", message("draw %"), Holds::share, "share of drawn games in the pool",
        Shown::programs},
       [](Row row) { return row.draw_rate; }},
      {{"volatility", message("volatility"), Holds::number,
        "of `glicko2`: expected fluctuation of the strength, in Glicko-2's unit", Shown::programs},
       [](Row row) { return row.player.volatility; }},
  };
  return columns;
}

std::vector<RatingRow> rating_rows(const RatingList& list) {
  std::vector<RatingRow> rows;
  const auto draw_rate = list.draw_rate();
  for (const RatedPlayer& player : list.players) {
    rows.push_back({list, player, draw_rate, static_cast<int>(rows.size()) + 1});
  }
  return rows;
}

Columns<CrossTableLine> cross_table_columns(std::span<const TieBreakId> tie_breaks) {
  using Row = const CrossTableLine&;
  Columns<CrossTableLine> columns = {
      {{"game", message("game"), Holds::text, "", Shown::programs},
       [](Row line) { return line.table.game; }},
      {{.key = "player", .heading = message("player"), .meaning = "name", .names_row = true},
       [](Row line) { return line.row().name; }},
      {{"rank", message("rank"), Holds::count, "from 1; shared if an event leaves players tied"},
       [](Row line) { return line.row().place; }},
      {{"games", message("games"), Holds::count},
       [](Row line) { return line.row().results.games(); }},
      {{"wins", message("wins"), Holds::count}, [](Row line) { return line.row().results.wins; }},
      {{"draws", message("draws"), Holds::count},
       [](Row line) { return line.row().results.draws; }},
      {{"losses", message("losses"), Holds::count},
       [](Row line) { return line.row().results.losses; }},
      {{"points", message("points"), Holds::points, "wins, half of the draws, and byes"},
       [](Row line) { return line.row().points; }},
  };
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    const TieBreak& name = tie_break(tie_breaks[i]);
    columns.add({std::string(name.key), std::string(name.code), Holds::points,
                 std::string(name.title.text())},
                [i](Row line) { return line.row().tie_breaks.at(i); });
  }
  const Columns<CrossTableLine> others = {
      {{"performance", message("performance"), Holds::rating,
        "rating of which these results would be expected; null with `performance_bound`"},
       [](Row line) {
         const CrossTableRow& row = line.row();
         return rating_cell(row.performance, row.performance_bound);
       }},
      {{"performance_bound", message("bound"), Holds::text, "`>` for all points, `<` for none",
        Shown::programs},
       [](Row line) { return text_or_null(symbol(line.row().performance_bound)); }},
      {{"variant", message("variant"), Holds::text, "", Shown::programs},
       [](Row line) { return line.table.variant; }},
      {{"pool", message("pool"), Holds::count, "from 1", Shown::programs},
       [](Row line) { return line.table.pool; }},
      {{"against", message("against"), Holds::map, "wins, draws and losses against each opponent",
        Shown::json},
       [](Row line) { return against(line.table, line.row()); }},
  };
  columns.add(others);
  return columns;
}

namespace {

Table table_for_people(const CrossTable& table) {
  constexpr std::size_t widest = 12;
  Columns<CrossTableLine> columns = cross_table_columns(table.tie_breaks);
  for (std::size_t i = 0; i < table.rows.size() && table.rows.size() <= widest; ++i) {
    columns.add({"against_" + std::to_string(i + 1), std::to_string(i + 1), Holds::points},
                [i](const CrossTableLine& line) { return points_against(line, i); });
  }
  if (std::any_of(table.rows.begin(), table.rows.end(),
                  [](const auto& row) { return row.byes > 0; })) {
    columns.add({"byes", message("byes"), Holds::points},
                [](const CrossTableLine& line) { return line.row().byes; });
  }
  columns.put_first("rank");
  std::vector<CrossTableLine> lines;
  for (std::size_t i = 0; i < table.rows.size(); ++i) lines.push_back({table, i});
  return Table::of(columns, lines);
}

}  // namespace

void write_cross_table(std::ostream& out, const CrossTable& table, const TableOptions& options) {
  const Translation& language = options.translation();
  Message heading = table.game + (table.variant == "standard" ? "" : " " + table.variant);
  if (table.pools > 1) {
    heading = message("{0}, pool {1} of {2}", heading, table.pool, table.pools);
  }
  out << printable(heading.in(language), 4096) << '\n';
  write_table(out, table_for_people(table), options);
  for (const Message& note : table.notes) {
    out << printable(message("note: {0}", note).in(language), 4096) << '\n';
  }
}

}  // namespace schiri::rating
