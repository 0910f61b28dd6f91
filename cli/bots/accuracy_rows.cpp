#include "cli/bots/accuracy_rows.h"

#include <cmath>

#include "cli/line/table_options.h"
#include "core/base/decimals.h"
#include "notation/text/table.h"

namespace schiri::cli {

namespace {

struct AccuracyRow {
  const std::pair<std::string, std::string>& kind;  ///< game and variant
  const std::string& player;
  const AccuracyPart& part;
  const AccuracySum& sum;

  std::uint64_t marked(Mark mark) const { return sum.marks[static_cast<std::size_t>(mark)]; }
};

std::optional<double> per_cent(const std::optional<double>& share) {
  return share ? std::optional(rounded_to(100 * *share, 1)) : std::nullopt;
}

std::string_view name_or_unknown(std::string_view name) { return name.empty() ? "?" : name; }

Columns<AccuracyRow> columns_of_accuracy() {
  using Row = const AccuracyRow&;
  return {
      {{"game", message("game")}, [](Row row) { return row.kind.first; }},
      {{"player", message("player"), Holds::text, "`?` if unknown"},
       [](Row row) { return row.player; }},
      {{"by", message("by"), Holds::text,
        "what divides the turns: `all`, `colour`, `phase`, `time` (for the turn) or `clock` (time "
        "left)"},
       [](Row row) { return Cell(row.part.by.text(), row.part.by); }},
      {{"part", message("part"), Holds::text,
        "turns that count, such as `all`, `white`, `opening`, `1 to 10 s`"},
       [](Row row) { return Cell(row.part.part.text(), row.part.part); }},
      {{"games", message("games"), Holds::count, "games that count"},
       [](Row row) { return row.sum.games; }},
      {{"turns", message("turns"), Holds::count, "turns that count"},
       [](Row row) { return row.sum.turns; }},
      {{"best", message("best %"), Holds::number, "per cent of the turns that are the bot's own"},
       [](Row row) { return per_cent(row.sum.best_share()); }},
      {{"loss", message("loss"), Holds::number, "mean loss of evaluation, in hundredths"},
       [](Row row) { return row.sum.mean_loss(); }},
      {{"chance_loss", message("chance loss %"), Holds::number,
        "mean loss of the chance to win, in per cent"},
       [](Row row) { return per_cent(row.sum.mean_chance_loss()); }},
      {{"inaccuracies", "?!", Holds::count, "turns marked `?!`"},
       [](Row row) { return row.marked(Mark::inaccuracy); }},
      {{"mistakes", "?", Holds::count, "turns marked `?`"},
       [](Row row) { return row.marked(Mark::mistake); }},
      {{"blunders", "??", Holds::count, "turns marked `??`"},
       [](Row row) { return row.marked(Mark::blunder); }},
      {{"variant", message("variant")}, [](Row row) { return row.kind.second; }}};
}

}  // namespace

void AccuracyRows::add(const GameType& type, const std::string& variant, const Record& record,
                       Side first_to_move) {
  auto& table = tables_.try_emplace({std::string(type.name()), variant}, type.evaluation_scale())
                    .first->second;
  table.add(name_or_unknown(record.tag("White")), name_or_unknown(record.tag("Black")),
            judged_turns(record, first_to_move));
}

std::vector<Column> accuracy_columns() { return columns_of_accuracy().columns(); }

void AccuracyRows::print(std::ostream& out, Format format) const {
  RowWriter rows(out, for_process(format), columns_of_accuracy());
  for (const auto& [kind, table] : tables_) {
    for (const auto& [player, sums] : table.players()) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i].turns > 0) rows.add({kind, player, accuracy_parts()[i], sums[i]});
      }
    }
  }
  rows.finish();
}

}  // namespace schiri::cli
