#include <algorithm>
#include <utility>

#include "core/games/more_or_less/outcome_table.h"
#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

namespace {

constexpr int all_walks = 2000;         // of a stone, if all are examined
constexpr std::size_t beam_width = 24;  // walks of one length that are extended, otherwise
constexpr std::size_t most_per_stone = 400;

/// The turns of one position for bots.
class Collector {
 public:
  explicit Collector(const Position& position)
      : position_(position), hops_(position.board(), position.occupied()) {}

  std::vector<Turn> collect() {
    const Bits own = position_.stones(position_.side_to_move());
    for (const Point from : places(own)) {
      const HopGraph graph(hops_, from);
      if (WalkCounter(graph).has_at_most(all_walks)) {
        position_.visit_jumps(graph, note_);
      } else {
        follow_best(graph);
      }
      position_.visit_glides(hops_, from, note_);
    }
    if (turns_.empty()) turns_.push_back(Turn::pass());
    return std::move(turns_);
  }

 private:
  /// A walk, as the last of its hops and the walk before it.
  struct Walk {
    Vertex at;
    Allowance allowance;
    Bits turned;
    std::size_t before;
  };

  /// Extends walks hop by hop, only some of each length.
  void follow_best(const HopGraph& graph) {
    walks_.assign(1, {0, Allowance::at_start(graph), 0, 0});
    std::size_t begin = 0;
    while (begin < walks_.size() && walks_.size() < most_per_stone) {
      const std::size_t end = walks_.size();
      for (std::size_t i = begin; i < end; ++i) add_hops(graph, i);
      begin = end;
      keep_best(begin);
    }
    for (std::size_t i = 1; i < walks_.size(); ++i) turns_.push_back(path_of(graph, i));
  }

  void add_hops(const HopGraph& graph, std::size_t before) {
    const Walk walk = walks_[before];
    const Point at = graph.points[walk.at];
    for (const Vertex next : places(graph.next[walk.at] & walk.allowance.open)) {
      const Point to = graph.points[next];
      const Bits turned = walk.turned ^ bit(position_.board().middle(at, to));
      const Bits moved = bit(graph.points[0]) ^ bit(to);
      if (outcomes_.add(position_.after_moving(moved, turned))) {
        walks_.push_back({next, walk.allowance.after(next), turned, before});
      }
    }
  }

  /// Keeps, of the walks from `begin` on, those with the most own stones and those with the fewest.
  void keep_best(std::size_t begin) {
    const auto first = walks_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto count = static_cast<std::size_t>(walks_.end() - first);
    if (count <= beam_width) return;
    std::stable_sort(first, walks_.end(),
                     [this](const Walk& a, const Walk& b) { return gain(a) < gain(b); });
    constexpr auto half = static_cast<std::ptrdiff_t>(beam_width / 2);
    std::move(walks_.end() - half, walks_.end(), first + half);
    walks_.resize(begin + beam_width);
  }

  /// The number of own stones that it wins.
  int gain(const Walk& walk) const {
    const Side mover = position_.side_to_move();
    return std::popcount(walk.turned & position_.stones(opponent(mover))) -
           std::popcount(walk.turned & position_.stones(mover));
  }

  Turn path_of(const HopGraph& graph, std::size_t last) const {
    std::array<Point, Turn::longest_path> points;
    std::size_t length = 0;
    for (std::size_t i = last; i > 0; i = walks_[i].before) {
      points[length++] = graph.points[walks_[i].at];
    }
    Turn turn = Turn::jump(graph.points[0]);
    while (length > 0) turn.hop(points[--length]);
    return turn;
  }

  const Position& position_;
  Hops hops_;
  OutcomeTable outcomes_;
  std::vector<Walk> walks_;
  std::vector<Turn> turns_;
  struct Note {
    Collector& collector;
    bool operator()(const Turn& turn, const Position& next) const {
      if (collector.outcomes_.add(next)) collector.turns_.push_back(turn);
      return true;
    }
  };
  const Note note_{*this};
};

}  // namespace

std::vector<Turn> Position::moving_candidates() const { return Collector(*this).collect(); }

}  // namespace schiri::more_or_less
