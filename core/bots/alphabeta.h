#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/bots/alphabeta_tables.h"
#include "core/bots/helper_threads.h"
#include "core/bots/options.h"
#include "core/bots/position_history.h"
#include "core/bots/situation.h"
#include "core/bots/turn_lister.h"

/// The built-in bot `alphabeta`: its search and its entry in the list of bots.
namespace schiri {

struct AlphaBetaOptions {
  int hash = 16;                                    ///< MiB for the transposition table, 0 for none
  std::optional<std::size_t> width = std::nullopt;  ///< of the TurnLister; unset: turn_width_of()
  /// Search late turns less deeply, and captures further. Without it, the value is exactly that of
  /// plain negamax over the listed turns.
  bool selective = true;
  int lines = 1;       ///< how many of the best turns are valued exactly and reported
  int threads = 1;     ///< number of threads
  Value contempt = 0;  ///< by how much a draw counts less than 0 for the side to move at the root
};

/// Iterative deepening of a principal variation search (alpha-beta with null windows) with a
/// transposition table, turns ordered by the table, the evaluation and the history heuristic, late
/// turns reduced, and a quiescence search if the game has the hook visit_captures.
template <GamePosition P, class Evaluation = StaticEvaluation<P>>
class AlphaBetaSearch {
 public:
  using Turn = typename P::Turn;
  using Lister = TurnLister<P, Evaluation>;
  using Weighed = WeighedTurn<P>;
  static constexpr int most_depth = 64;
  static constexpr std::size_t most_lists = 20'000;
  static constexpr int least_shared_depth = 3;

  /// `others`: the positions that other threads of the search examine; null for a single thread.
  AlphaBetaSearch(const AlphaBetaOptions& options, TranspositionTable* table,
                  const Situation<P>& situation, const Evaluation& evaluation = {},
                  CurrentlySearching* others = nullptr)
      : options_(options),
        table_(table),
        others_(others),
        budget_(situation.budget),
        root_(situation.position()),
        positions_(situation.line),
        lister_(turn_width_of<P>(options.width, situation.budget.expected_nodes()), evaluation),
        listener_(situation.listener),
        lists_(most_depth + 1),
        lines_(most_depth + 3) {
    lister_.set_contempt(root_.side_to_move(), options.contempt);
    list_root(situation.rng);
  }

  /// Searches deeper and deeper until the budget is spent or the result is settled.
  Choice<P> run() {
    const int deepest = std::clamp(budget_.depth().value_or(most_depth), 1, most_depth);
    for (int depth = 1; depth <= deepest && budget_.may_deepen() && !is_settled(); ++depth) {
      search_root(depth);
      if (listener_ && depth_ == depth) listener_(choice());
    }
    return choice();
  }

  Value value() const { return value_; }

 private:
  /// The line and value of a turn, from the deepest search that valued it exactly.
  struct RootLine {
    std::vector<Turn> turns;
    Value value = 0;
    int depth = 0;
  };

  void list_root(Rng& rng) {
    auto& turns = root_turns();
    lister_.list(root_, budget_, root_list());
    if (turns.empty()) {
      visit_candidates(root_, [&](const Turn& turn) {
        turns.push_back({turn});
        return false;
      });
      root_list().make_room();
    }
    for (Weighed& turn : turns) lister_.examine(root_, budget_, root_list(), turn);
    rng.shuffle(turns);
    std::stable_sort(turns.begin(), turns.end(), [](const Weighed& a, const Weighed& b) {
      return a.is_known != b.is_known ? a.is_known : a.value > b.value;
    });
    value_ = turns.front().value;
    root_lines_.resize(turns.size());
  }

  TurnList<P>& root_list() { return lists_[0]; }
  std::vector<Weighed>& root_turns() { return lists_[0].turns; }
  const std::vector<Weighed>& root_turns() const { return lists_[0].turns; }
  TurnList<P>& list_at(int ply) { return lists_[static_cast<std::size_t>(ply)]; }

  Choice<P> choice() const {
    return {root_turns().front().turn, score(value_), depth_, chosen_lines()};
  }

  /// The line of the chosen turn, then those of others that were valued exactly.
  std::vector<ChosenLine<P>> chosen_lines() const {
    std::vector<const RootLine*> known;
    for (std::size_t i = 0; i < root_turns().size(); ++i) {
      const RootLine& line = root_lines_[root_turns()[i].number];
      if (i == 0 || line.depth > 0) known.push_back(&line);
    }
    std::stable_sort(known.begin() + 1, known.end(), [](const RootLine* a, const RootLine* b) {
      return a->depth != b->depth ? a->depth > b->depth : a->value > b->value;
    });
    if (known.size() > most_lines()) known.resize(most_lines());
    std::vector<ChosenLine<P>> lines;
    for (const RootLine* line : known) {
      lines.push_back({line->turns, score(line->value), line->depth});
    }
    if (lines.front().turns.empty()) {
      lines.front() = {{root_turns().front().turn}, score(value_), depth_};
    }
    return lines;
  }

  std::size_t most_lines() const { return static_cast<std::size_t>(options_.lines); }

  /// A win or loss more than one turn away is uncertain unless all turns were examined.
  Score score(Value value) const {
    const bool is_certain = !lister_.weighs() || win_value - std::abs(value) <= 1;
    if (is_certain) return score_of(value);
    return score_of(std::clamp(value, -most_doubtful / 10, most_doubtful / 10));
  }

  static bool is_known_win(Value value, int depth) {
    return is_win(value) && win_value - value <= depth;
  }

  /// Is the choice, or the value of every requested line, final?
  bool is_settled() const {
    if (root_turns().size() == 1 && depth_ > 0) return true;
    if (!is_known_win(value_, depth_)) return false;
    const std::size_t ranks = std::min(most_lines(), root_turns().size());
    for (std::size_t rank = 1; rank < ranks; ++rank) {
      const RootLine& line = root_lines_[root_turns()[rank].number];
      if (!is_known_win(line.value, line.depth)) return false;
    }
    return true;
  }

  void search_root(int depth) {
    const std::size_t ranks = std::min(most_lines(), root_turns().size());
    for (std::size_t rank = 0; rank < ranks && !budget_.is_spent(); ++rank) {
      search_root(depth, rank);
    }
  }

  /// Swaps the best of the turns from this rank on into it.
  void search_root(int depth, std::size_t rank) {
    auto& turns = root_turns();
    Value alpha = -infinite_value;
    std::size_t best = rank;
    for (DeferringOrder order(turns.size() - rank); order.next();) {
      const std::size_t i = rank + order.now();
      if (!lister_.examine(root_, budget_, root_list(), turns[i])) break;
      if (is_searched_elsewhere(turns[i], order.now(), {depth, 0}) && order.defer()) continue;
      const Value value =
          search_window(root_, turns[i], i - rank, {depth, 0}, alpha, infinite_value);
      if (budget_.is_spent()) break;
      if (value <= alpha) continue;
      alpha = value;
      best = i;
      lines_.set(0, turns[i].turn);
      root_lines_[turns[i].number] = {lines_.after(0), value, depth};
      if (rank > 0) continue;
      value_ = value;
      depth_ = depth;
    }
    const auto begin = turns.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(rank),
                begin + static_cast<std::ptrdiff_t>(best),
                begin + static_cast<std::ptrdiff_t>(best) + 1);
  }

  /// The remaining depth of a node in turns, and its distance from the root in turns.
  struct NodeDepth {
    int depth;
    int ply;
  };

  /// The value of a position's i-th turn. The first gets the full window, the others first a null
  /// window, late ones at reduced depth.
  Value search_window(const P& position, const Weighed& turn, std::size_t i, NodeDepth at,
                      Value alpha, Value beta) {
    const CurrentlySearching::Mark entered = mark(turn, at);
    if (i == 0) return value_after(position, turn, {at.depth - 1, at.ply}, alpha, beta);
    const int reduction = reduction_of(i, at);
    Value value = value_after(position, turn, {at.depth - 1 - reduction, at.ply}, alpha, alpha + 1);
    if (value > alpha && reduction > 0) {
      value = value_after(position, turn, {at.depth - 1, at.ply}, alpha, alpha + 1);
    }
    if (value > alpha && value < beta) {
      value = value_after(position, turn, {at.depth - 1, at.ply}, alpha, beta);
    }
    return value;
  }

  /// Is the depth great enough to defer what other threads are searching?
  bool shares(int depth) const { return others_ && depth >= least_shared_depth; }

  CurrentlySearching::Mark mark(const Weighed& turn, NodeDepth at) {
    return shares(at.depth)
               ? CurrentlySearching::Mark(others_, list_at(at.ply).next(turn).hash(), at.depth)
               : CurrentlySearching::Mark(nullptr, 0, 0);
  }

  /// Is another thread searching a position's i-th turn? All threads search the first one
  /// together.
  bool is_searched_elsewhere(const Weighed& turn, std::size_t i, NodeDepth at) {
    return i > 0 && shares(at.depth) && others_->has(list_at(at.ply).next(turn).hash(), at.depth);
  }

  int reduction_of(std::size_t i, NodeDepth at) const {
    constexpr std::size_t late = 3, very_late = 10;
    if (!options_.selective || at.depth < 3 || i < late) return 0;
    return 1 + (i >= very_late && at.depth > 3);
  }

  /// For the side that moves in `position`.
  Value value_after(const P& position, const Weighed& turn, NodeDepth at, Value alpha, Value beta) {
    if (beta - alpha > 1) lines_.clear(at.ply + 1);
    if (turn.outcome) {
      return lister_.value_of_end(*turn.outcome, position.side_to_move(), at.ply + 1);
    }
    const P& next = list_at(at.ply).next(turn);
    const bool irreversible = position.is_irreversible(turn.turn);
    if (at.depth <= 0 && irreversible) {
      return -leaf(next, -turn.value, at.ply + 1, -beta, -alpha);
    }
    const std::uint64_t hash = next.hash();
    if (table_ && at.depth > 0) table_->prefetch(hash);
    positions_.enter(hash, irreversible);
    Value value = lister_.value_of_draw(position.side_to_move());
    if (!positions_.is_draw()) {
      value = at.depth <= 0 ? -leaf(next, -turn.value, at.ply + 1, -beta, -alpha)
                            : -search(next, hash, {at.depth, at.ply + 1}, -beta, -alpha);
    }
    positions_.leave();
    return value;
  }

  Value search(const P& position, std::uint64_t hash, NodeDepth at, Value alpha, Value beta) {
    if (win_in(at.ply + 1) <= alpha) return win_in(at.ply + 1);
    std::uint16_t first = TranspositionTable::Entry::no_turn;
    if (const auto entry = table_ ? table_->find(hash) : std::nullopt) {
      const Value value = from_root(entry->value, at.ply);
      if (entry->depth >= at.depth && settles(entry->bound, value, alpha, beta)) return value;
      first = entry->turn;
    }
    if (at.ply > most_depth) return lister_.evaluate(position);
    if (!list(position, hash, list_at(at.ply))) return alpha;
    return search_listed(position, hash, at, alpha, beta, first);
  }

  /// Costly lists are stored because each deeper search returns to this position.
  bool list(const P& position, std::uint64_t hash, TurnList<P>& list) {
    if (!lister_.weighs()) return lister_.list(position, budget_, list);
    const auto known = stored_lists_.find(hash);
    if (known != stored_lists_.end()) {
      const StoredList& stored = known->second;
      list.turns.assign(stored_turns_.begin() + stored.begin, stored_turns_.begin() + stored.end);
      list.make_room();
      std::copy(stored_nexts_.begin() + stored.begin, stored_nexts_.begin() + stored.end,
                list.nexts.begin());
      return true;
    }
    if (!lister_.list(position, budget_, list)) return false;
    if (stored_lists_.size() < most_lists) store(hash, list);
    return true;
  }

  void store(std::uint64_t hash, const TurnList<P>& list) {
    const auto size = static_cast<std::ptrdiff_t>(list.turns.size());
    const auto begin = static_cast<std::ptrdiff_t>(stored_turns_.size());
    stored_turns_.insert(stored_turns_.end(), list.turns.begin(), list.turns.end());
    stored_nexts_.insert(stored_nexts_.end(), list.nexts.begin(), list.nexts.begin() + size);
    stored_lists_.emplace(hash, StoredList{begin, begin + size});
  }

  static bool settles(TranspositionTable::Bound bound, Value value, Value alpha, Value beta) {
    using Bound = TranspositionTable::Bound;
    return bound == Bound::exact || (bound == Bound::lower && value >= beta) ||
           (bound == Bound::upper && value <= alpha);
  }

  Value search_listed(const P& position, std::uint64_t hash, NodeDepth at, Value alpha, Value beta,
                      std::uint16_t first) {
    using Bound = TranspositionTable::Bound;
    auto& list = list_at(at.ply);
    auto& turns = list.turns;
    const Value alpha_before = alpha;
    Value best = -infinite_value;
    std::uint16_t best_turn = TranspositionTable::Entry::no_turn;
    bring_forward(turns, first);
    const std::size_t unsorted = first < turns.size() ? 1 : 0;
    for (DeferringOrder order(turns.size()); order.next();) {
      const std::size_t i = order.now();
      if (order.is_first_pass() && i >= unsorted) {
        if (i == unsorted && !weigh(position, at, i)) return alpha;
        bring_best(turns, i, i - unsorted);
      }
      if (!lister_.examine(position, budget_, list, turns[i])) return alpha;
      if (is_searched_elsewhere(turns[i], i, at) && order.defer()) continue;
      const Value value = search_window(position, turns[i], i, at, alpha, beta);
      if (budget_.is_spent()) return alpha;
      if (value <= best) continue;
      best = value;
      best_turn = turns[i].number;
      if (value > alpha && value < beta) lines_.set(at.ply, turns[i].turn);
      alpha = std::max(alpha, value);
      if (alpha < beta) continue;
      history_.reward(position.side_to_move(), turns[i].turn, at.depth);
      break;
    }
    if (table_) {
      const Bound bound = best >= beta          ? Bound::lower
                          : best > alpha_before ? Bound::exact
                                                : Bound::upper;
      table_->store(hash, at.depth, from_here(best, at.ply), bound, best_turn);
    }
    return best;
  }

  static void bring_forward(std::vector<Weighed>& turns, std::uint16_t first) {
    if (first >= turns.size()) return;
    const auto at = turns.begin() + first;
    std::rotate(turns.begin(), at, at + 1);
  }

  /// Sets the order of the turns from the i-th on. Just above the leaves, examining them all for
  /// that costs as much as searching them. False if the budget is spent.
  bool weigh(const P& position, NodeDepth at, std::size_t i) {
    auto& list = list_at(at.ply);
    for (std::size_t j = i; j < list.turns.size(); ++j) {
      Weighed& turn = list.turns[j];
      if (at.depth > 1 && !lister_.examine(position, budget_, list, turn)) return false;
      turn.order = history_.worth(position.side_to_move(), turn.turn) +
                   (turn.is_known ? std::int64_t{turn.value} * TurnHistory<Turn>::unit : 0);
    }
    return true;
  }

  /// Moves the best of the turns from the i-th on to the i-th place, if that is done for each i in
  /// turn; `before`: how many times it was. Most searches end after few turns, so that only those
  /// that do not sort the rest.
  static void bring_best(std::vector<Weighed>& turns, std::size_t i, std::size_t before) {
    constexpr std::size_t chosen_singly = 3;
    const auto is_better = [](const Weighed& a, const Weighed& b) {
      return a.order != b.order ? a.order > b.order : a.number < b.number;
    };
    const auto rest = turns.begin() + static_cast<std::ptrdiff_t>(i);
    if (before < chosen_singly) {
      std::iter_swap(rest, std::min_element(rest, turns.end(), is_better));
    } else if (before == chosen_singly) {
      std::sort(rest, turns.end(), is_better);
    }
  }

  /// The value of a position at which the search ends: its evaluation, or its value after captures.
  Value leaf(const P& position, Value standing, int ply, Value alpha, Value beta) {
    if constexpr (Evaluation::knows_game) {
      if (options_.selective) return quiescence(position, standing, ply, alpha, beta);
    }
    return standing;
  }

  Value quiescence(const P& position, Value standing, int ply, Value alpha, Value beta) {
    if constexpr (HasCanWinAtOnce<P>) {
      if (can_win_at_once(position)) return win_in(ply + 1);
    }
    if constexpr (HasNoDefence<P>) {
      if (has_no_defence(position)) return loss_in(ply + 2);
    }
    Value best = standing;
    if constexpr (HasVisitCaptures<P>) {
      alpha = std::max(alpha, best);
      if (alpha >= beta) return best;
      position.visit_captures([&](const Turn& turn) {
        Weighed capture{turn};
        P next;
        if (!lister_.examine(position, budget_, capture, next)) return false;
        const Value value =
            capture.outcome
                ? lister_.value_of_end(*capture.outcome, position.side_to_move(), ply + 1)
                : -quiescence(next, -capture.value, ply + 1, -beta, -alpha);
        best = std::max(best, value);
        alpha = std::max(alpha, best);
        return alpha < beta;
      });
    }
    return best;
  }

  const AlphaBetaOptions& options_;
  TranspositionTable* table_;
  CurrentlySearching* others_;
  SearchBudget& budget_;
  const P& root_;
  PositionHistory positions_;
  Lister lister_;
  const ChoiceListener<P> listener_;
  std::vector<TurnList<P>> lists_;  // by turns from the root
  LineTable<Turn> lines_;
  std::vector<RootLine> root_lines_;  // by the turns' numbers
  struct StoredList {
    std::ptrdiff_t begin, end;  // of the list in the vectors below
  };
  std::unordered_map<std::uint64_t, StoredList> stored_lists_;
  std::vector<Weighed> stored_turns_;
  std::vector<P> stored_nexts_;
  TurnHistory<Turn> history_;
  Value value_ = draw_value;
  int depth_ = 0;
};

/// Plays the turns that AlphaBetaSearch finds. The table is kept for a game.
template <GamePosition P, class Evaluation = StaticEvaluation<P>>
class AlphaBetaBot {
 public:
  explicit AlphaBetaBot(const AlphaBetaOptions& options = {}, const Evaluation& evaluation = {})
      : options_(options), evaluation_(evaluation), table_(std::max(options.hash, 1)) {
    if (options.threads > 1) currently_searching_.emplace();
  }

  void new_game() { table_.new_game(); }

  Choice<P> choose(const Situation<P>& situation) {
    forget_other_side(situation.position().side_to_move());
    table_.new_turn();
    if (currently_searching_) return choose_together(situation, &*currently_searching_);
    return Search(options_, table(), situation, evaluation_).run();
  }

 private:
  using Search = AlphaBetaSearch<P, Evaluation>;

  /// Values with contempt for one side are invalid for the other.
  void forget_other_side(Side side) {
    if (options_.contempt != 0 && side != side_) table_.new_game();
    side_ = side;
  }

  TranspositionTable* table() { return options_.hash > 0 ? &table_ : nullptr; }

  /// All threads search the same position and share the table; each defers turns that others are
  /// searching.
  Choice<P> choose_together(const Situation<P>& situation,
                            CurrentlySearching* currently_searching) {
    const auto help = [&](int, SearchBudget& budget, Rng& rng) {
      return Search(options_, table(), {situation.line, budget, rng}, evaluation_,
                    currently_searching)
          .run();
    };
    HelperThreads<Choice<P>> helpers(options_.threads - 1, situation.budget, situation.rng, help);
    Choice<P> choice = Search(options_, table(), situation, evaluation_, currently_searching).run();
    for (auto& found : helpers.finish()) {
      if (found && is_deeper(*found, choice)) choice = std::move(*found);
    }
    return choice;
  }

  static bool is_deeper(const Choice<P>& a, const Choice<P>& b) {
    const bool has_won = b.score && b.score->kind == Score::Kind::win;
    return a.depth > b.depth && !has_won;
  }

  AlphaBetaOptions options_;
  Evaluation evaluation_;
  TranspositionTable table_;
  std::optional<CurrentlySearching> currently_searching_;  // if several threads search
  Side side_ = Side::white;                                // that the last choice was for
};

/// The entry of AlphaBetaBot in the list of built-in bots.
struct AlphaBetaEntry {
  static constexpr std::string_view name = "alphabeta";
  static constexpr BotOption options[] = {
      {"hash", 16, 0, 65536, "MiB for the transposition table, 0 for none"},
      width_option,
      {"selective", 1, 0, 1, "0 searches every line equally deep"},
      {"multipv", 1, 1, most_lines, "how many best lines to find"},
      threads_option,
      contempt_option,
      evaluation_option,
      book_option,
  };

  template <GamePosition P>
  static AlphaBetaBot<P> make(const BotOptionValues& values, Networks networks) {
    return AlphaBetaBot<P>(
        {values["hash"], width_of(values), values["selective"] != 0, values["multipv"],
         values[threads_option.name], values[contempt_option.name]},
        StaticEvaluation<P>(std::move(networks)));
  }
};

}  // namespace schiri
