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

/// The results of two players, from White's side: [0] when the first was White, [1] when the second
/// was.
struct PairResults {
  std::array<rating::Wdl, 2> singles;
  std::array<std::array<std::uint64_t, 3>, 3> cells{};  ///< see rating::PairCount
  std::array<rating::Wdl, 2> repeats;
  rating::Ignored ignored;
  std::array<rating::Wdl, 2> unplayed;

  friend bool operator==(const PairResults&, const PairResults&) = default;
};

/// A page holds the results of one player against players of higher ids, and itself: JSON,
/// `[[opponent, number, ...], ...]`, the numbers in the order of PairResults, zeros at the end of
/// each left out. Results of games that were not played, if any, come before the others with the
/// opponent's number negative.
class PageBuilder {
 public:
  void add(std::int64_t opponent, const PairResults& results);
  bool empty() const { return page_.empty(); }
  /// Returns the page and begins the next one.
  std::string take();

 private:
  void add_entry(std::int64_t opponent, std::vector<std::uint64_t> numbers);

  std::string page_;
};

/// Visits a page's entries; stops and returns false at an entry that cannot be read.
bool read_pair_page(std::string_view page,
                    const std::function<void(std::int64_t, const PairResults&)>& visitor);

}  // namespace schiri::db
