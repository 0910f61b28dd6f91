#include "cli/line/stored_games.h"

#include "cli/line/progress.h"

namespace schiri::cli {

void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor) {
  ProgressLine progress("games");
  const std::uint64_t total = is_drawable() ? store.count_games(filter) : 0;
  std::uint64_t done = 0;
  store.visit_records(filter, [&](db::StoredRecord& stored) {
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
