#include "cli/rating/rating_rows.h"

#include "cli/io/json.h"
#include "cli/io/rows.h"

namespace schiri::cli {

std::vector<std::string> rating_keys() {
  return {"game",   "player", "rating", "error",   "games", "wins",  "draws",
          "losses", "score",  "bound",  "variant", "pool",  "scale", "effective_games"};
}

std::vector<Json> rating_cells(const rating::RatingList& list, const rating::RatedPlayer& player) {
  return {list.game,
          player.name,
          value_or_null(player.rating),
          value_or_null(player.error),
          player.results.games(),
          player.results.wins,
          player.results.draws,
          player.results.losses,
          player.score(),
          text_or_null(rating::symbol(player.bound)),
          list.variant,
          list.pool,
          rating::scale_name(list.scale),
          player.effective_games};
}

}  // namespace schiri::cli
