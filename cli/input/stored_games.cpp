#include "cli/input/stored_games.h"

#include "cli/line/progress.h"
#include "db/query/filtered_games.h"

namespace schiri::cli {

void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor) {
  ProgressLine progress("games");
  const std::uint64_t total = is_drawable() ? db::count_games(store, filter) : 0;
  std::uint64_t done = 0;
  db::visit_records(store, filter, [&](db::StoredRecord& stored) {
    progress.count(done++, total);
    return visitor(stored);
  });
}

db::IndexSize index_stored_games(db::Store& store, bool rebuild) {
  ProgressLine progress("games");
  return db::index_positions(store, rebuild, [&](std::uint64_t done, std::uint64_t total) {
    progress.count(done, total);
  });
}

}  // namespace schiri::cli
