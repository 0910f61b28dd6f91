#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rating/games/counts.h"

namespace schiri::db {

/// Ids of two players, the lower one first; the same twice for a player's games against itself.
using PlayerPair = std::pair<std::int64_t, std::int64_t>;

/// What the games of two players amount to. [0] where the first was White, [1] where the second,
/// from White's side.
struct PairResults {
  std::array<rating::Wdl, 2> singles;
  std::array<std::array<std::uint64_t, 3>, 3> cells{};  ///< see rating::PairCount
  std::array<rating::Wdl, 2> repeats;
  rating::Ignored ignored;
  std::array<rating::Wdl, 2> unplayed;

  friend bool operator==(const PairResults&, const PairResults&) = default;
};

/// A page is what one player's games against players of higher ids, and itself, amount to: JSON,
/// `[[opponent, number, ...], ...]`, the numbers in the order of PairResults, zeros at the end of
/// each left out. Those of games that were not played, where there are any, stand before the others
/// with the opponent's number negative.
class PageBuilder {
 public:
  void add(std::int64_t opponent, const PairResults& results);
  bool empty() const { return page_.empty(); }
  /// The page; the next one begins.
  std::string take();

 private:
  void add_entry(std::int64_t opponent, std::vector<std::uint64_t> numbers);

  std::string page_;
};

/// Visits a page's entries; false if what is left of it cannot be read.
bool read_pair_page(std::string_view page,
                    const std::function<void(std::int64_t, const PairResults&)>& visitor);

}  // namespace schiri::db
