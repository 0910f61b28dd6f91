#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/probing_table.h"
#include "core/game.h"
#include "notation/records/record.h"

namespace schiri {

/// Games with the same start as a tree of turns, with the number of games and their results. Turns
/// that lead to the same position in another order stay apart.
class RecordTree {
 public:
  /// `first_side`: the side to move at the start.
  explicit RecordTree(Side first_side) : first_side_(first_side) {}

  /// Adds a game with canonical turns, of which only the first `depth` count. `ending`: how the
  /// rules ended it.
  void add(const Record& record, std::size_t depth, const std::optional<Ending>& ending);

  std::uint64_t games() const { return nodes_.front().games; }

  /// The tree as one record: the turn played most often is the main line, and the other turns are
  /// variations of it, most games first, then by text. The comment after a turn counts its games
  /// and White's score in per cent. Turns of fewer than `min_games` games are omitted. The result
  /// is that of the rules, otherwise `*`; roster tags are those that all games have. Tags of the
  /// start are missing.
  Record record(std::uint64_t min_games) const;

 private:
  using Number = std::uint32_t;  ///< of a node or a turn; there may be many millions
  static constexpr Number none = 0;

  struct Node {
    Number turn = none;
    Number first_child = none;
    Number next_sibling = none;
    Number games = 0;
    Number white_wins = 0;
    Number draws = 0;
    Number black_wins = 0;
  };

  /// The child of a node by its turn.
  struct Edge {
    Number parent = none;
    Number turn = none;
    Number child = none;
  };
  struct Edges {
    using Entry = Edge;

    static bool is_free(const Edge& edge) { return edge.child == none; }
    static std::uint64_t hash(const Edge& edge);
  };

  void keep_common_tags(const Record& record);
  Number turn_number(std::string_view turn);
  Number child(Number parent, Number turn);
  std::vector<Number> children(Number parent, std::uint64_t min_games) const;
  static void count(Node& node, std::string_view result);

  class RecordWriter;

  Side first_side_;
  std::vector<Tag> tags_;           ///< of the roster, as all games have them
  std::vector<std::string> turns_;  ///< by their numbers
  std::map<std::string, Number, std::less<>> turn_numbers_;
  std::map<Number, Outcome> endings_;  ///< by the rules, of the nodes in which games ended
  std::vector<Node> nodes_{Node()};    ///< the start first
  ProbingTable<Edges, 3> edges_;
};

}  // namespace schiri
