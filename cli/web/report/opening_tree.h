#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/web/report/report.h"

namespace schiri::cli {

/// The turns at the beginning of games, one tree for each start position. A place takes some fifty
/// bytes, so that a million games fit.
class OpeningForest {
 public:
  OpeningForest() = default;
  // Texts are known by views of them.
  OpeningForest(const OpeningForest&) = delete;
  OpeningForest& operator=(const OpeningForest&) = delete;
  OpeningForest(OpeningForest&&) = default;
  OpeningForest& operator=(OpeningForest&&) = default;

  /// `start`: the start of the game, empty for the usual one; `result` as in ResultCounts; `game`:
  /// its index in the report, if it has one.
  void add(const std::string& start, const std::vector<std::string_view>& turns, std::size_t result,
           std::optional<std::size_t> game);

  struct Trees {
    std::vector<OpeningNode> roots;
    std::uint64_t least_games = 0;  ///< turns of fewer games are left out; 0 if none is
  };

  /// The trees of the turns played in more than one game, the most frequent first, at most
  /// `most_children` below each, and at most `most_nodes` in all; empties the forest.
  Trees finish(std::size_t most_children = 30, std::size_t most_nodes = 5000);

 private:
  static constexpr std::size_t depth = 8;
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// The place after a start and some turns. Of a place that only one game has reached, the next
  /// turns are kept; they become places with the second game.
  struct Place {
    std::uint32_t parent = none;  ///< in places_; none for a start
    std::uint32_t turn = 0;       ///< in texts_
    std::array<std::uint32_t, 4> results{};
    std::uint32_t game = none;  ///< the first one, in the report
    std::uint32_t rest = 0;     ///< the next turns: where they begin in rests_
    std::uint32_t rest_length = 0;

    std::uint32_t games() const { return results[0] + results[1] + results[2] + results[3]; }
  };

  std::uint32_t number_of(std::string_view text);
  /// The place after a turn, which is made if there is none.
  std::uint32_t place_after(std::uint32_t parent, std::uint32_t turn);
  void unfold(std::uint32_t place);
  std::size_t slot_of(std::uint32_t parent, std::uint32_t turn) const;
  void grow_slots();
  std::vector<OpeningNode> harvest(std::uint32_t first, std::size_t most, bool keep_single) const;

  std::deque<std::string> texts_;  ///< of starts and turns
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::deque<Place> places_;
  std::deque<std::uint32_t> rests_;
  /// A hash table of places by their parents and turns, with open addressing.
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, none);
  std::vector<std::uint32_t> first_child_, next_sibling_;  ///< by place, at the end
};

}  // namespace schiri::cli
