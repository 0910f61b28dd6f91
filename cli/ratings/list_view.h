#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/ratings/rating_lists.h"

namespace schiri::cli {

/// What is shown of lists beside what they say themselves.
struct ListView {
  std::string earlier_name;            ///< of the lists to compare with; empty: with none
  std::vector<db::DatedList> earlier;  ///< those of this name
  std::uint64_t provisional = 0;       ///< marks who has fewer games; 0: nobody
  std::uint64_t inactive = 0;          ///< marks who has not played for so many months; 0: nobody

  bool compares() const { return !earlier_name.empty(); }
  bool marks() const { return provisional > 0 || inactive > 0; }
  /// Throws InputError if these lists and the earlier ones of their games were made by different
  /// methods or in different scales.
  void require_comparable(const std::vector<db::DatedList>& lists) const;
};

/// What is shown beside a player's line.
struct PlayerView {
  std::optional<double> old;  ///< the rating in the earlier list
  bool is_provisional = false;
  bool is_inactive = false;
};

/// One for each player of a pool, in the order of its players.
std::vector<PlayerView> views_of(const db::DatedList& list, const rating::RatingList& pool,
                                 const ListView& view);

/// Sentences on those of the earlier list who are not in this one, if it has any.
std::vector<std::string> notes_on_missing(const db::DatedList& list, const ListView& view);

}  // namespace schiri::cli
