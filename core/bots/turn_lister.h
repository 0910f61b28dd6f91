#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/probing_table.h"
#include "core/bots/budget.h"
#include "core/bots/candidates.h"
#include "core/bots/options.h"
#include "core/bots/value.h"
#include "core/hooks.h"

/// The choice of turns that a search examines, and the options for it. Used by `alphabeta` and
/// `mcts`.
namespace schiri {

/// The option for the value of a draw: this much below even for the side that chooses.
inline constexpr BotOption contempt_option = {"contempt", 0, -10000, 10000,
                                              "hundredths by which a draw counts less than even"};

/// The value of the option `width`, if it is set.
inline std::optional<std::size_t> width_of(const BotOptionValues& options) {
  const int width = options[width_option.name];
  if (width < 0) return std::nullopt;
  return width == 0 ? all_turns : static_cast<std::size_t>(width);
}

/// The width of a search in a game without the hook turn_width.
inline constexpr std::size_t default_turn_width = 6;

/// The width that is set, otherwise the game's width for a search of about `nodes` nodes.
template <GamePosition P>
std::size_t turn_width_of(std::optional<std::size_t> set, std::uint64_t nodes) {
  if (set) return *set;
  if constexpr (HasTurnWidth<P>) {
    return turn_width(P(), nodes);
  } else {
    return default_turn_width;
  }
}

/// Can a search leave out turns of this game?
template <class P>
concept NarrowablePosition = HasVisitSteps<P> || HasSelectedTurns<P>;

/// A turn of a position in a search. The members after `number` are valid once the turn is
/// examined.
template <GamePosition P>
struct WeighedTurn {
  typename P::Turn turn;
  std::uint16_t number = 0;  ///< in the lister's order
  bool is_known = false;
  std::optional<Outcome> outcome;  ///< if the position it leads to ends the game
  Value value = 0;                 ///< for the mover, the static value of that position
  std::int64_t order = 0;          ///< greater ones are searched first
};

/// The turns of a position, and the positions that the examined ones lead to. These are kept apart,
/// because few of the listed turns are examined, and turns change places.
template <GamePosition P>
struct TurnList {
  P& next(const WeighedTurn<P>& turn) { return nexts[turn.number]; }
  const P& next(const WeighedTurn<P>& turn) const { return nexts[turn.number]; }
  /// Makes room for the positions after all turns.
  void make_room() {
    if (nexts.size() < turns.size()) nexts.resize(turns.size());
  }

  std::vector<WeighedTurn<P>> turns;
  std::vector<P> nexts;  ///< by the turns' numbers
};

/// Finds the turns of a position that a search examines.
///
/// Games with few turns: all of them. Games with the hook visit_steps: the `width` most promising
/// first steps by the evaluation of the position so far, then as many of their continuations, and
/// so on to whole turns. Games with the hook selected_turns: the choice of that hook. A width of
/// `all_turns` lists all turns.
template <GamePosition P, class Evaluation>
class TurnLister {
 public:
  using Turn = typename P::Turn;
  using Weighed = WeighedTurn<P>;
  using List = TurnList<P>;
  /// Limited by the type of WeighedTurn::number.
  static constexpr std::size_t most_listed = 60'000;
  static_assert(MatchesHooks<P>);

  explicit TurnLister(std::size_t width, const Evaluation& evaluation = {})
      : width_(width), evaluation_(evaluation) {}

  /// The static value of the position for the side to move.
  Value evaluate(const P& position) { return evaluation_(position); }

  /// Makes a draw this much worse than even for one side, and this much better for the other.
  void set_contempt(Side side, Value contempt) {
    contemptuous_side_ = side;
    contempt_ = contempt;
  }
  Value value_of_draw(Side side) const {
    return side == contemptuous_side_ ? -contempt_ : contempt_;
  }
  /// value_of(), with contempt.
  Value value_of_end(Outcome outcome, Side side, int turns) const {
    return outcome == Outcome::draw ? value_of_draw(side) : value_of(outcome, side, turns);
  }

  /// Does the list leave out turns? Choosing costs time (and, by steps, a node for each position
  /// examined).
  bool weighs() const { return NarrowablePosition<P> && width_ != all_turns; }

  /// False if the budget did not suffice; the list then is incomplete.
  bool list(const P& position, SearchBudget& budget, List& list) {
    list.turns.clear();
    const bool enough = list_turns(position, budget, list);
    list.make_room();
    return enough;
  }

  /// Plays and evaluates a turn of a list. False if the budget does not suffice.
  bool examine(const P& position, SearchBudget& budget, List& list, Weighed& weighed) {
    return weighed.is_known || examine(position, budget, weighed, list.next(weighed));
  }
  /// Plays and evaluates a turn, and sets `next` to the position it leads to. False if the budget
  /// does not suffice.
  bool examine(const P& position, SearchBudget& budget, Weighed& weighed, P& next) {
    if (!budget.spend()) return false;
    next = position;
    next.play(weighed.turn);
    weighed.is_known = true;
    const auto ending = next.ending_after(weighed.turn);
    if (ending) {
      weighed.outcome = ending->outcome;
      weighed.value = value_of_end(ending->outcome, position.side_to_move(), 1);
    } else {
      weighed.value = -evaluation_(next);
    }
    return true;
  }

 private:
  bool list_turns(const P& position, SearchBudget& budget, List& list) {
    if constexpr (HasSelectedTurns<P>) {
      if (weighs()) return list_selected(position, budget, list);
    } else if constexpr (HasVisitSteps<P>) {
      if (weighs()) return list_by_steps(position, budget, list);
    }
    visit_candidates(position, [&turns = list.turns](const Turn& turn) {
      add(turn, turns);
      return turns.size() < most_listed;
    });
    return true;
  }

  /// Adds a turn with its number. (It is made in its place: a copy would wait for its parts to be
  /// written.)
  static Weighed& add(const Turn& turn, std::vector<Weighed>& to) {
    Weighed& weighed = to.emplace_back();
    weighed.turn = turn;
    weighed.number = static_cast<std::uint16_t>(to.size() - 1);
    return weighed;
  }

  bool list_selected(const P& position, SearchBudget& budget, List& list) {
    bool enough = true;
    const PositionValue<P> value = [&](const P& next) -> std::optional<Value> {
      enough = enough && budget.spend();
      if (!enough) return std::nullopt;
      return evaluation_(next);
    };
    for (const auto& [turn, known] : selected_turns(position, width_, value)) {
      Weighed& weighed = add(turn, list.turns);
      if (!known) continue;
      weighed.value = *known;
      weighed.is_known = true;
    }
    play_known(position, list);
    return enough;
  }

  bool list_by_steps(const P& position, SearchBudget& budget, List& list) {
    auto& turns = list.turns;
    frontier_.assign(1, Weighed{Turn{}});
    seen_.clear();
    bool enough = true;
    while (enough && !frontier_.empty()) {
      longer_.clear();
      for (std::size_t i = 0; enough && i < frontier_.size(); ++i) {
        enough = position.visit_steps(frontier_[i].turn, [&](const Turn& turn, bool complete) {
          return add_step(position, budget, turn, complete ? turns : longer_, complete);
        });
      }
      keep_best(longer_);
      frontier_.swap(longer_);
    }
    keep_best(turns);
    for (std::size_t i = 0; i < turns.size(); ++i) turns[i].number = static_cast<std::uint16_t>(i);
    play_known(position, list);
    return enough;
  }

  bool add_step(const P& position, SearchBudget& budget, const Turn& turn, std::vector<Weighed>& to,
                bool complete) {
    P next;
    const bool enough = examine(position, budget, add(turn, to), next);
    // "Stop here" and "go on" lead to the same position and are two steps.
    if (!enough || !seen_.insert(complete ? next.hash() : ~next.hash())) to.pop_back();
    return enough;
  }

  /// Sets the positions after turns that were examined elsewhere.
  static void play_known(const P& position, List& list) {
    list.make_room();
    for (const Weighed& weighed : list.turns) {
      if (!weighed.is_known) continue;
      P& next = list.next(weighed);
      next = position;
      next.play(weighed.turn);
    }
  }

  /// Keeps the turns of the greatest values, those first; of equal ones the first.
  void keep_best(std::vector<Weighed>& turns) {
    const std::size_t most = std::min(width_, turns.size());
    ranks_.clear();
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const auto value = static_cast<std::uint32_t>(turns[i].value) ^ 0x80000000u;
      ranks_.push_back(std::uint64_t{value} << 32 | ~static_cast<std::uint32_t>(i));
    }
    const auto end = ranks_.begin() + static_cast<std::ptrdiff_t>(most);
    std::partial_sort(ranks_.begin(), end, ranks_.end(), std::greater<>());
    best_.clear();
    for (auto rank = ranks_.begin(); rank != end; ++rank) {
      best_.push_back(turns[~static_cast<std::uint32_t>(*rank)]);
    }
    turns.swap(best_);
  }

  /// A set of hashes.
  class Seen {
   public:
    void clear() { table_.clear(); }

    /// Returns true if the hash is new. (0 and 1 count as the same.)
    bool insert(std::uint64_t hash) {
      const std::uint64_t key = std::max<std::uint64_t>(hash, 1);
      const auto [entry, is_new] =
          table_.insert(Kind::hash(key), [key](std::uint64_t known) { return known == key; });
      *entry = key;
      return is_new;
    }

   private:
    struct Kind {
      using Entry = std::uint64_t;

      static bool is_free(std::uint64_t hash) { return hash == 0; }
      static std::uint64_t hash(std::uint64_t hash) { return hash >> 8; }
    };

    ProbingTable<Kind> table_;
  };

  std::size_t width_;
  Evaluation evaluation_;
  Side contemptuous_side_ = Side::white;
  Value contempt_ = 0;
  std::vector<Weighed> frontier_, longer_, best_;
  std::vector<std::uint64_t> ranks_;  // of turns by value
  Seen seen_;
};

}  // namespace schiri
