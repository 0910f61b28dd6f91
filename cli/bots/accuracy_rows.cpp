#include "cli/bots/accuracy_rows.h"

#include <cmath>

#include "cli/print/rows.h"

namespace schiri::cli {

namespace {

Json to_one_decimal(const std::optional<double>& value, double factor = 1) {
  return value ? Json(std::round(*value * factor * 10) / 10) : Json();
}

std::string_view name_or_unknown(std::string_view name) { return name.empty() ? "?" : name; }

}  // namespace

void AccuracyRows::add(const GameType& type, const std::string& variant, const Record& record,
                       Side first_to_move) {
  auto& table = tables_.try_emplace({std::string(type.name()), variant}, type.evaluation_scale())
                    .first->second;
  table.add(name_or_unknown(record.tag("White")), name_or_unknown(record.tag("Black")),
            judged_turns(record, first_to_move));
}

void AccuracyRows::print(std::ostream& out, Format format) const {
  Rows rows(out, format,
            {"game", "player", "by", "part", "games", "turns", "best", "loss", "chance_loss",
             "inaccuracies", "mistakes", "blunders", "variant"});
  for (const auto& [kind, table] : tables_) {
    for (const auto& [player, sums] : table.players()) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const AccuracySum& sum = sums[i];
        if (sum.turns == 0) continue;
        const auto marked = [&](Mark mark) { return sum.marks[static_cast<std::size_t>(mark)]; };
        rows.add({kind.first, player, accuracy_parts()[i].by, accuracy_parts()[i].part, sum.games,
                  sum.turns, to_one_decimal(sum.best_share(), 100), to_one_decimal(sum.mean_loss()),
                  to_one_decimal(sum.mean_chance_loss(), 100), marked(Mark::inaccuracy),
                  marked(Mark::mistake), marked(Mark::blunder), kind.second});
      }
    }
  }
}

}  // namespace schiri::cli
