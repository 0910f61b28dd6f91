#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/ratings/rating_lists.h"

namespace schiri::cli {

/// Options on the display of lists in addition to their values.
struct ListView {
  std::string earlier_name;            ///< of the lists to compare with; empty: none
  std::vector<db::DatedList> earlier;  ///< the lists with this name
  std::uint64_t min_games = 0;         ///< omits players with fewer games
  std::uint64_t provisional = 0;       ///< marks players with fewer games; 0: none
  std::uint64_t inactive = 0;          ///< marks players without a game in N months; 0: none
  bool errors = true;                  ///< whether text has a column of them

  bool compares() const { return !earlier_name.empty(); }
  bool marks() const { return provisional > 0 || inactive > 0; }
  /// Throws InputError if these lists and the earlier ones of their games were made by different
  /// methods or in different scales.
  void require_comparable(const std::vector<db::DatedList>& lists) const;
};

/// Additional values of a player's line.
struct PlayerView {
  std::optional<double> old;  ///< the rating in the earlier list
  bool is_provisional = false;
  bool is_inactive = false;
};

/// The additional values of each player of a pool, in the order of its players.
std::vector<PlayerView> views_of(const db::DatedList& list, const rating::RatingList& pool,
                                 const ListView& view);

/// Sentences on the players of the earlier list who are not in this one, if any.
std::vector<Message> notes_on_missing(const db::DatedList& list, const ListView& view);

}  // namespace schiri::cli
