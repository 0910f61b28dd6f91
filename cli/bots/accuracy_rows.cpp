#include "cli/bots/accuracy_rows.h"

#include <cmath>

#include "cli/print/rows.h"

namespace schiri::cli {

namespace {

Json to_one_decimal(const std::optional<double>& value, double factor = 1) {
  return value ? Json(std::round(*value * factor * 10) / 10) : Json();
}

std::string_view name_or_unknown(std::string_view name) { return name.empty() ? "?" : name; }

struct AccuracyRow {
  std::string_view game, variant, player;
  AccuracyPart part;
  const AccuracySum& sum;
};

Column<AccuracyRow> mark_column(const std::string& key, Mark mark) {
  return {key, [mark](auto& row) { return Json(row.sum.marks[static_cast<std::size_t>(mark)]); }};
}

std::vector<Column<AccuracyRow>> columns() {
  return {
      {"game", [](auto& row) { return Json(row.game); }},
      {"player", [](auto& row) { return Json(row.player); }},
      {"by", [](auto& row) { return Json(row.part.by); }},
      {"part", [](auto& row) { return Json(row.part.part); }},
      {"games", [](auto& row) { return Json(row.sum.games); }},
      {"turns", [](auto& row) { return Json(row.sum.turns); }},
      {"best", [](auto& row) { return to_one_decimal(row.sum.best_share(), 100); }},
      {"loss", [](auto& row) { return to_one_decimal(row.sum.mean_loss()); }},
      {"chance_loss", [](auto& row) { return to_one_decimal(row.sum.mean_chance_loss(), 100); }},
      mark_column("inaccuracies", Mark::inaccuracy),
      mark_column("mistakes", Mark::mistake),
      mark_column("blunders", Mark::blunder),
      {"variant", [](auto& row) { return Json(row.variant); }},
  };
}

}  // namespace

void AccuracyRows::add(const GameType& type, const std::string& variant, const Record& record,
                       Side first_to_move) {
  auto& table = tables_.try_emplace({std::string(type.name()), variant}, type.evaluation_scale())
                    .first->second;
  table.add(name_or_unknown(record.tag("White")), name_or_unknown(record.tag("Black")),
            judged_turns(record, first_to_move));
}

void AccuracyRows::print(std::ostream& out, std::string_view format) const {
  RowsOf<AccuracyRow> rows(out, format, columns(), {});
  for (const auto& [kind, table] : tables_) {
    for (const auto& [player, sums] : table.players()) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i].turns == 0) continue;
        rows.add({kind.first, kind.second, player, accuracy_parts()[i], sums[i]});
      }
    }
  }
}

}  // namespace schiri::cli
