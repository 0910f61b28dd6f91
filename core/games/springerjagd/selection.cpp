
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>

#include "core/base/fixed_vector.h"
#include "core/games/springerjagd/hooks.h"

namespace schiri::springerjagd {

namespace {

constexpr int win = std::numeric_limits<int>::max(), win_next = win - 1;

// The limits after each knight's part: ways to fill, second pawns after each of these, and target
// squares for all of them.
constexpr std::size_t most_fills = 2, most_seconds = 4, most_targets = 10;
// The number of turns examined, and that of additional ones with the best knight's parts.
constexpr std::size_t first_examined = 2, best_parts = 2, more_examined = 12;

// Bounds of the vectors below. A knight has eight steps and four neighbours; each other part is a
// swap, which is a complete turn.
constexpr std::size_t most_parts = knights_per_side * (8 + 4);
constexpr std::size_t most_swaps =
    knights_per_side * pawns_per_side;  // half of the pawns are pairs
constexpr std::size_t most_ways = most_fills * most_seconds + pawns_per_side;
constexpr std::size_t most_examined = first_examined + more_examined;
constexpr std::size_t most_found = most_parts * first_examined + most_swaps +
                                   best_parts * more_examined + knights_per_side * (8 + 4);

/// A choice and its estimated value.
template <class What>
struct Idea {
  int worth;
  What what;
};

/// The best of the added ideas, best first; stable.
template <class What, std::size_t most>
class BestIdeas {
 public:
  BestIdeas() {}

  void add(int worth, const What& what) {
    if (size_ == most && worth <= ideas_[most - 1].worth) return;
    std::size_t at = size_ < most ? size_++ : most - 1;
    for (; at > 0 && ideas_[at - 1].worth < worth; --at) ideas_[at] = ideas_[at - 1];
    ideas_[at] = {worth, what};
  }
  const Idea<What>* begin() const { return ideas_; }
  const Idea<What>* end() const { return ideas_ + size_; }

 private:
  std::size_t size_ = 0;
  union {
    Idea<What> ideas_[most];
  };
};

using Targets = BestIdeas<Place, most_targets>;

/// A turn that is complete or lacks the second pawn's target.
struct Way {
  int worth;
  Turn turn;
  Bits targets = 0;                     ///< targets of the pawn
  const Idea<Place>* target = nullptr;  ///< the next to be examined; null if the turn is complete
};

/// A turn that has been examined.
struct Found {
  Turn turn;
  int value;  ///< for the mover; -win also if the opponent wins at once
  int part;   ///< the number of its knight's part
};

/// A knight's part of a turn, and its continuations.
struct Part {
  int number = 0;
  Turn knight = {};
  int best = -win;                                        // of the turns examined
  FixedVector<Way, most_ways> ways = {};                  // with turns left to examine
  Targets targets = {};                                   // for all of them
  FixedVector<std::uint64_t, most_examined> hashes = {};  // of the examined positions
};

class Selection {
 public:
  Selection(const Position& position, const PositionValue<Position>& value)
      : position_(position),
        value_(value),
        side_(position.side_to_move()),
        own_(position.army(side_)),
        enemy_(position.army(opponent(side_))) {}

  std::vector<SelectedTurn<Position>> turns(std::size_t most) {
    position_.visit_steps(Turn{}, [this](const Turn& turn, bool complete) {
      if (!complete) {
        Part& part = open_.emplace_back();
        part.number = parts_++;
        part.knight = turn;
        return true;
      }
      Position next = position_;
      next.play(turn);
      look_at(turn, next, parts_++);
      return enough_;
    });
    if (enough_ && !open_.empty()) go_on();
    return best(most);
  }

 private:
  void go_on() {
    weigh_pawns();
    for (Part& part : open_) {
      think(part);
      examine_more(part, first_examined);
    }
    BestIdeas<Part*, best_parts> best;
    for (Part& part : open_) best.add(part.best, &part);
    for (const auto& idea : best) examine_more(*idea.what, more_examined);
  }

  /// The estimated value of the mover's position with these pieces, with the opponent to move.
  int value_with(const SidePieces& army) const {
    const bool is_white = side_ == Side::white;
    const Position position(is_white ? std::array{army, enemy_} : std::array{enemy_, army},
                            opponent(side_), 0, position_.variant());
    return evaluate(position, side_);
  }

  void weigh_pawns() {
    const int before = value_with(own_);
    for (const Place at : places(own_.pawns())) {
      SidePieces army = own_;
      army.take_pawn(bit(at));
      taken_[at] = value_with(army) - before;
    }
    std::optional<int> best_pair;
    for (const Place at : places(position_.empty() | own_.singles)) {
      SidePieces army = own_;
      army.put_pawn(bit(at));
      put_[at] = value_with(army) - before;
      if (!(own_.singles & bit(at))) continue;
      best_pair = std::max(best_pair.value_or(put_[at]), put_[at]);
    }
    // On the square that the knight leaves a second pawn makes a pair.
    for (const Place at : places(own_.knights)) put_[at] = best_pair.value_or(0);
  }

  /// Finds the continuations of a knight's part.
  void think(Part& part) {
    aim_from(part.knight);
    const Bits targets = (position_.empty() & ~bit(part.knight.to)) | own_.singles;
    for (const Place to : places(targets | bit(part.knight.from))) {
      part.targets.add(worth_put(to), to);
    }
    BestIdeas<Turn, most_fills> fills;
    position_.visit_steps(part.knight, [&](const Turn& turn, bool complete) {
      const int worth = turn.fill == Turn::reserve ? 0 : worth_taken(turn.fill);
      if (complete) {
        part.ways.push_back({worth, turn});
      } else {
        fills.add(worth, turn);
      }
      return true;
    });
    for (const auto& fill : fills) add_seconds(fill, part);
  }

  void add_seconds(const Idea<Turn>& fill, Part& part) const {
    BestIdeas<Turn, most_seconds> seconds;
    position_.visit_steps(fill.what, [&](const Turn& turn, bool) {
      seconds.add(fill.worth + worth_taken(turn.second_from), turn);
      return true;
    });
    for (const auto& [worth, turn] : seconds) {
      part.ways.push_back({worth, turn, position_.second_targets(turn), part.targets.begin()});
      if (!find_target(part, part.ways.back())) part.ways.pop_back();
    }
  }

  /// Advances to the next target of the continuation. False if there is none.
  static bool find_target(const Part& part, Way& way) {
    if (!way.target) return false;
    while (way.target != part.targets.end() && !(way.targets & bit(way.target->what))) ++way.target;
    return way.target != part.targets.end();
  }

  /// Pawns obstruct the knights; the values are those before this knight's part.
  void aim_from(const Turn& knight) {
    const Bits before = knight_steps(own_.knights);
    const Bits after = knight_steps(own_.knights ^ bit(knight.from) ^ bit(knight.to));
    gained_ = after & ~before;
    lost_ = before & ~after;
  }
  int worth_of_way(Place at) const {
    return step_value * ((gained_ & bit(at) ? 1 : 0) - (lost_ & bit(at) ? 1 : 0));
  }
  int worth_taken(Place from) const {
    return taken_[from] + (own_.singles & bit(from) ? worth_of_way(from) : 0);
  }
  int worth_put(Place to) const {
    return put_[to] - (position_.empty() & bit(to) ? worth_of_way(to) : 0);
  }

  /// Examines `more` further turns, without those that lead to the same position as an earlier one.
  void examine_more(Part& part, std::size_t more) {
    while (more > 0 && enough_ && !part.ways.empty()) {
      const Turn turn = next_turn(part);
      Position next = position_;
      next.play(turn);
      const std::uint64_t hash = next.hash();
      if (std::count(part.hashes.begin(), part.hashes.end(), hash) > 0) continue;
      part.hashes.push_back(hash);
      look_at(turn, next, part.number);
      if (enough_) part.best = std::max(part.best, found_.back().value);
      --more;
    }
  }

  static Turn next_turn(Part& part) {
    const auto worth = [](const Way& way) {
      return way.worth + (way.target ? way.target->worth : 0);
    };
    const auto best =
        std::max_element(part.ways.begin(), part.ways.end(),
                         [&](const Way& a, const Way& b) { return worth(a) < worth(b); });
    Turn turn = best->turn;
    if (best->target) turn.second_to = best->target++->what;
    if (!find_target(part, *best)) {
      *best = part.ways.back();
      part.ways.pop_back();
    }
    return turn;
  }

  void add_found(const Turn& turn, int value, int part) {
    Found& found = found_.emplace_back();
    found.turn = turn;
    found.value = value;
    found.part = part;
  }

  void look_at(const Turn& turn, const Position& next, int part) {
    if (const auto ending = next.ending_after(turn)) {
      add_found(turn, ending->outcome == win_for(side_) ? win : -win, part);
    } else if (can_win_at_once(next)) {
      add_found(turn, -win, part);
    } else if (has_no_defence(next)) {
      add_found(turn, win_next, part);
    } else if (const auto value = value_(next)) {
      add_found(turn, -*value, part);
    } else {
      enough_ = false;
    }
  }

  std::vector<SelectedTurn<Position>> best(std::size_t most) const {
    auto ranks = ranks_of_found();
    std::sort(ranks.begin(), ranks.end(), std::greater<>());
    std::vector<SelectedTurn<Position>> turns;
    turns.reserve(std::min(most, ranks.size()));
    for (const std::uint64_t rank : ranks) {
      if (turns.size() == most) break;
      const Found& found = found_[~rank & number_mask];
      auto& turn = turns.emplace_back();
      turn.turn = found.turn;
      if (std::abs(found.value) < win_next) turn.value = found.value;
    }
    return turns;
  }

  /// A number for each turn found, the larger the better: the best turn of a part is better than
  /// those that are not, then the value counts, then being found first. Losing turns are left out
  /// unless there are no others.
  FixedVector<std::uint64_t, most_found> ranks_of_found() const {
    const auto is_losing = [](const Found& found) { return found.value == -win; };
    const bool all_lose = std::all_of(found_.begin(), found_.end(), is_losing);
    std::array<const Found*, most_parts + most_swaps> best{};
    for (const Found& found : found_) {
      const Found*& known = best[static_cast<std::size_t>(found.part)];
      if (!known || known->value < found.value) known = &found;
    }
    FixedVector<std::uint64_t, most_found> ranks;
    for (const Found& found : found_) {
      if (!all_lose && is_losing(found)) continue;
      const bool is_best = best[static_cast<std::size_t>(found.part)] == &found;
      const auto value = static_cast<std::uint32_t>(found.value) ^ 0x80000000u;
      const auto number = static_cast<std::uint64_t>(&found - found_.begin());
      ranks.push_back(std::uint64_t{is_best} << 63 | std::uint64_t{value} << 16 |
                      (~number & number_mask));
    }
    return ranks;
  }

  static constexpr std::uint64_t number_mask = 0xffff;

  const Position& position_;
  const PositionValue<Position>& value_;
  Side side_;
  SidePieces own_, enemy_;
  std::array<int, 64> taken_{}, put_{};  // the value of one pawn less on the square, or one more
  Bits gained_ = 0, lost_ = 0;           // squares that the knights attack after the knight's part
  int parts_ = 0;
  FixedVector<Part, most_parts> open_;  // knight's parts that are not complete turns yet
  FixedVector<Found, most_found> found_;
  bool enough_ = true;
};

}  // namespace

std::vector<SelectedTurn<Position>> selected_turns(const Position& position, std::size_t most,
                                                   const PositionValue<Position>& value) {
  return Selection(position, value).turns(most);
}

}  // namespace schiri::springerjagd
