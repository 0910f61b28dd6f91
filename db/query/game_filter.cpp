#include "db/query/game_filter.h"

#include "core/base/names.h"

namespace schiri::db {

bool GameFilter::means(std::string_view asked, std::string_view name) const {
  return parts.contains(asked) ? is_part_of_name(asked, name) : is_same_name(asked, name);
}

bool GameFilter::asks_for_anything() const {
  return !players.empty() || !game.empty() || !variant.empty() || !events.empty() ||
         !results.empty() || !since.empty() || !until.empty() || id || !positions.is_empty();
}

}  // namespace schiri::db
