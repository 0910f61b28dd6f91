#include "cli/input/stored_games.h"

#include <utility>

#include "cli/line/progress.h"
#include "db/query/filtered_games.h"
#include "notation/records/conversion/record_start.h"

namespace schiri::cli {

void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor) {
  ProgressLine progress(message("games"));
  const std::uint64_t total = is_drawable() ? db::count_games(store, filter) : 0;
  std::uint64_t done = 0;
  db::visit_records(store, filter, [&](db::StoredRecord& stored) {
    progress.count(done++, total);
    return visitor(stored);
  });
}

CheckedRecord checked_game(Record record) {
  CheckedRecord checked;
  checked.check.game = record.tag("Game");
  checked.check.variant = record.tag("Variant");
  checked.check.result = record.result;
  checked.record = std::move(record);
  const GameType* type = find_game(checked.check.game);
  if (!type) return checked;
  if (checked.check.variant.empty()) checked.check.variant = type->variant_table.standard();
  const auto game = type->start(start_of(checked, {}));
  for (const std::string_view turn : checked.record.turns()) {
    if (game->play(turn)) break;
  }
  checked.check.turns = game->turns().size();
  checked.check.ending = game->ending();
  return checked;
}

db::IndexSize index_stored_games(db::Store& store, bool rebuild) {
  ProgressLine progress(message("games"));
  return db::index_positions(store, rebuild, [&](std::uint64_t done, std::uint64_t total) {
    progress.count(done, total);
  });
}

}  // namespace schiri::cli
