#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/bots/candidates.h"
#include "core/bots/helper_threads.h"
#include "core/bots/options.h"
#include "core/bots/position_history.h"
#include "core/bots/search_tree.h"
#include "core/bots/situation.h"
#include "core/bots/turn_lister.h"

/// The built-in bot `mcts`: its search and its entry in the list of bots.
namespace schiri {

struct MctsOptions {
  int hash = 64;                                    ///< MiB for the tree
  std::optional<std::size_t> width = std::nullopt;  ///< of the TurnLister; unset: turn_width_of()
  double exploration = 0.4;                         ///< the constant of PUCT
  double sharpness = 2.0;                           ///< priors are odds to this power
  double minimax = 0.6;  ///< the weight of the best replies' values against the mean
  int playout = 0;       ///< random turns before a new position is evaluated
  int lines = 1;         ///< how many of the best turns are reported
  int threads = 1;       ///< number of threads
  Value contempt = 0;    ///< by how much a draw counts less than 0 for the root's side
};

/// Monte Carlo tree search led by the game's evaluation: PUCT (Rosin 2011, Silver et al. 2017) with
/// priors from the evaluation of each turn, implicit minimax values beside the means (Lanctot et
/// al. 2014), and proven results (Winands et al. 2008). The tree is kept between turns.
///
/// Several threads may share a tree under a mutex, which no thread holds while it evaluates new
/// turns. A turn that one thread is evaluating counts as a loss for the others (virtual loss,
/// Chaslot et al. 2008).
template <GamePosition P, class Evaluation = StaticEvaluation<P>>
class MctsSearch {
 public:
  using Turn = typename P::Turn;
  using Lister = TurnLister<P, Evaluation>;
  using Tree = SearchTree<Turn>;
  using Node = typename Tree::Node;

  MctsSearch(const MctsOptions& options, Tree& tree, const Situation<P>& situation,
             const Evaluation& evaluation = {})
      : options_(options),
        tree_(tree),
        budget_(situation.budget),
        rng_(situation.rng),
        root_(situation.position()),
        positions_(situation.line),
        lister_(turn_width_of<P>(options.width, situation.budget.expected_nodes()), evaluation),
        listener_(situation.listener),
        scale_(evaluation_scale_of(root_)),
        draw_(chance(-options.contempt)) {
    lister_.set_contempt(root_.side_to_move(), options.contempt);
  }

  /// Shares the tree with other threads from now on.
  void share(std::mutex& mutex) { mutex_ = &mutex; }

  /// Expands the root, so that threads have turns to choose from.
  void begin() {
    if (!tree_[Tree::root].replies) tree_.clear();
    while (!tree_[Tree::root].replies && !budget_.is_spent()) iterate();
  }

  Choice<P> run() {
    if (!mutex_ && !tree_[Tree::root].replies) tree_.clear();
    const std::uint64_t most_nodes =
        budget_.is_by_depth_only() ? SearchBudget::default_nodes : UINT64_MAX;
    is_settled_ = is_settled();
    while (!budget_.is_spent() && budget_.nodes() < most_nodes && !is_settled_ &&
           !budget_.is_share_used()) {
      iterate();
      if (listener_ && budget_.nodes() >= next_report_) report();
    }
    const auto lock = hold();
    return choose();
  }

 private:
  using Lock = std::unique_lock<std::mutex>;

  /// Locks the tree while the result exists.
  Lock hold() const { return mutex_ ? Lock(*mutex_) : Lock(); }

  bool is_settled() const {
    const auto lock = hold();
    const Node& root = tree_[Tree::root];
    return root.replies && (root.proof != Proof::none || (root.replies == 1 && root.visits > 1));
  }

  /// Descends to an unexpanded turn, expands it, and updates all turns above it.
  void iterate() {
    const std::uint64_t nodes_before = budget_.own_nodes();
    P position = root_;
    path_.assign(1, Tree::root);
    const Descent descent = descend(position);
    std::optional<double> value = descent.value;
    if (descent.is_open) value = 1 - expand(position, path_.back());
    back_up(value);
    for (std::size_t i = 1; i < path_.size(); ++i) positions_.leave();
    deepest_ = std::max(deepest_, path_.size());
    if (budget_.own_nodes() == nodes_before) budget_.spend();
    if (!value) std::this_thread::yield();
    is_settled_ = is_settled();
  }

  /// The result of a descent from the root.
  struct Descent {
    bool is_open = false;  ///< to an unexpanded turn
    /// The chance of winning for the side that made the last turn; nullopt if it is unknown, or
    /// another thread is evaluating it.
    std::optional<double> value = {};
  };

  Descent descend(P& position) {
    const auto lock = hold();
    while (true) {
      const std::uint32_t at = path_.back();
      const bool is_root = path_.size() == 1;
      const std::size_t ply = path_.size() - 1;
      if (!is_root && positions_.is_draw()) return {false, chance_of_draw(ply)};
      if (!is_root && tree_[at].proof != Proof::none) {
        return {false, value_of_proof(tree_[at], ply)};
      }
      if (!tree_[at].replies) return {tree_[at].searchers <= 1};
      const std::uint32_t next = select(at);
      const Turn turn = tree_[next].turn;
      const bool irreversible = position.is_irreversible(turn);
      position.play(turn);
      positions_.enter(position.hash(), irreversible);
      path_.push_back(next);
      if (mutex_) ++tree_[next].searchers;
    }
  }

  /// Adds a result to all turns on the path.
  void back_up(std::optional<double> value) {
    const auto lock = hold();
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& node = tree_[path_[i]];
      if (mutex_ && i > 0) --node.searchers;
      if (!value) continue;
      update(node, i, *value);
      value = 1 - *value;
    }
  }

  /// For the side that makes the turn at this distance from the root; the root's side makes the
  /// first.
  double chance_of_draw(std::size_t ply) const { return ply % 2 == 1 ? draw_ : 1 - draw_; }
  double value_of_proof(const Node& node, std::size_t ply) const {
    return node.proof == Proof::win ? 1 : node.proof == Proof::loss ? 0 : chance_of_draw(ply);
  }

  std::uint32_t select(std::uint32_t at) {
    const double exploration =
        options_.exploration * std::sqrt(static_cast<double>(tree_[at].visits) + 1);
    double best = -1;
    std::size_t chosen = 0;
    const auto replies = tree_.replies(at);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const Node& reply = replies[i];
      if (reply.proof == Proof::loss) continue;
      const double worth = worth_of(reply, exploration);
      if (worth <= best) continue;
      best = worth;
      chosen = i;
    }
    return tree_[at].first_reply + static_cast<std::uint32_t>(chosen);
  }

  double worth_of(const Node& node, double exploration) const {
    if (node.searchers == 0) {
      return quality(node, path_.size()) + exploration * node.prior / (1.0 + node.visits);
    }
    const double visits = static_cast<double>(node.visits) + node.searchers;
    return quality(node, path_.size()) * node.visits / visits +
           exploration * node.prior / (1.0 + visits);
  }

  double quality(const Node& node, std::size_t ply) const {
    if (node.proof != Proof::none) return value_of_proof(node, ply);
    if (node.visits == 0) return node.guess;
    return options_.minimax * node.guess + (1 - options_.minimax) * node.mean;
  }

  /// Adds the replies to a turn. Returns the chance of winning for the side to move.
  double expand(const P& position, std::uint32_t at) {
    if (!list(position) || is_too_deep()) return 1 - guess_of(at);
    fresh_.clear();
    rng_.shuffle(list_.turns);
    for (const auto& turn : list_.turns) set_node(fresh_.emplace_back(), position, turn);
    set_priors();
    if (!add_fresh(at)) return 1 - best_guess();
    return options_.playout > 0 ? play_out(position) : best_guess();
  }

  double guess_of(std::uint32_t at) const {
    const auto lock = hold();
    return tree_[at].guess;
  }

  /// False if there is no room.
  bool add_fresh(std::uint32_t at) {
    const auto lock = hold();
    if (!tree_.has_room(fresh_.size())) return false;
    tree_.add_replies(at, fresh_);
    return true;
  }

  bool is_too_deep() const {
    return budget_.depth() && path_.size() > static_cast<std::size_t>(*budget_.depth());
  }

  /// At the root, an incomplete list is better than none.
  bool list(const P& position) {
    const bool all = lister_.list(position, budget_, list_) && evaluate_all(position);
    if (all || path_.size() > 1) return all;
    std::erase_if(list_.turns, [](const auto& turn) { return !turn.is_known; });
    return !list_.turns.empty();
  }

  bool evaluate_all(const P& position) {
    for (auto& turn : list_.turns) {
      if (!lister_.examine(position, budget_, list_, turn)) return false;
    }
    return true;
  }

  void set_node(Node& node, const P& position, const WeighedTurn<P>& turn) const {
    node.turn = turn.turn;
    node.guess = static_cast<float>(chance(turn.value));
    if (turn.outcome) {
      const Side side = position.side_to_move();
      node.proof = *turn.outcome == Outcome::draw   ? Proof::draw
                   : *turn.outcome == win_for(side) ? Proof::win
                                                    : Proof::loss;
      node.turns = 1;
    } else if constexpr (Evaluation::knows_game && HasCanWinAtOnce<P>) {
      if (can_win_at_once(list_.next(turn))) {
        node.proof = Proof::loss;
        node.turns = 2;
      } else if constexpr (HasNoDefence<P>) {
        if (has_no_defence(list_.next(turn))) set_proof(node, Proof::win, 2, false);
      }
    }
    if (node.proof != Proof::none) {
      node.guess = static_cast<float>(value_of_proof(node, path_.size()));
    }
  }

  double chance(Value value) const { return 1 / (1 + std::exp(-value / scale_)); }

  /// Priors are proportional to the odds of each turn's evaluation.
  void set_priors() {
    double sum = 0;
    for (Node& node : fresh_) {
      const double clipped = std::clamp(static_cast<double>(node.guess), 0.001, 0.999);
      const double odds = clipped / (1 - clipped);
      node.prior = static_cast<float>(options_.sharpness == 2 ? odds * odds
                                                              : std::pow(odds, options_.sharpness));
      sum += node.prior;
    }
    for (Node& node : fresh_) node.prior = static_cast<float>(node.prior / sum);
  }

  double best_guess() const {
    float best = 0;
    for (const Node& node : fresh_) best = std::max(best, node.guess);
    return best;
  }

  /// The chance of winning for the side to move after some random turns.
  double play_out(P position) {
    const Side side = position.side_to_move();
    for (int i = 0; i < options_.playout && budget_.spend(); ++i) {
      const Turn turn = playout_turn(position, rng_);
      position.play(turn);
      const auto ending = position.ending_after(turn);
      if (!ending) continue;
      if (ending->outcome == Outcome::draw) return chance_of_draw(path_.size());
      return ending->outcome == win_for(side) ? 1 : 0;
    }
    const double result = chance(lister_.evaluate(position));
    return position.side_to_move() == side ? result : 1 - result;
  }

  /// Adds a visit with this chance of winning, and updates the value from the replies.
  void update(Node& node, std::size_t ply, double value) {
    ++node.visits;
    node.mean += (value - node.mean) / node.visits;
    if (!node.replies) return;
    float best = 0;
    for (const Node& reply : replies_of(node)) best = std::max(best, reply.guess);
    node.guess = 1 - best;
    if (node.proof == Proof::none) prove(node);
    if (node.proof != Proof::none) node.guess = static_cast<float>(value_of_proof(node, ply));
  }

  std::span<const Node> replies_of(const Node& node) const {
    return {&tree_[node.first_reply], node.replies};
  }

  /// A turn is lost if some reply wins, and won if no reply is left.
  void prove(Node& node) const {
    int wins = INT_MAX, losses = 0, draws = 0, open = 0;
    bool certain_win = false, certain_rest = !lister_.weighs();
    for (const Node& reply : replies_of(node)) {
      if (reply.proof == Proof::win && reply.turns < wins) {
        wins = reply.turns;
        certain_win = reply.is_certain;
      }
      if (reply.proof == Proof::loss) losses = std::max<int>(losses, reply.turns);
      draws += reply.proof == Proof::draw;
      open += reply.proof == Proof::none;
      certain_rest = certain_rest && reply.is_certain;
    }
    if (wins < INT_MAX) return set_proof(node, Proof::loss, wins, certain_win);
    if (open > 0) return;
    set_proof(node, draws > 0 ? Proof::draw : Proof::win, draws > 0 ? 0 : losses, certain_rest);
  }

  static void set_proof(Node& node, Proof proof, int turns, bool is_certain) {
    node.proof = proof;
    node.turns = static_cast<std::uint16_t>(turns + 1);
    node.is_certain = is_certain;
  }

  void report() {
    next_report_ = 2 * budget_.nodes();
    auto lock = hold();
    const Choice<P> so_far = choose();
    if (lock) lock.unlock();
    listener_(so_far);
  }

  Choice<P> choose() {
    const int depth = static_cast<int>(deepest_) - 1;
    const auto best = best_replies(Tree::root, static_cast<std::size_t>(options_.lines));
    if (!best.empty()) {
      Choice<P> choice{best.front()->turn, score(*best.front()), depth};
      for (const Node* reply : best) {
        choice.lines.push_back({line_from(*reply), score(*reply), depth});
      }
      return choice;
    }
    Choice<P> choice{{}, std::nullopt, 0};
    visit_candidates(root_, [&](const Turn& turn) {
      choice.turn = turn;
      return false;
    });
    return choice;
  }

  /// The best of the replies to a turn, at most `most`, best first.
  std::vector<const Node*> best_replies(std::uint32_t at, std::size_t most) {
    std::vector<const Node*> best;
    for (const Node& reply : tree_.replies(at)) best.push_back(&reply);
    most = std::min(most, best.size());
    std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(most), best.end(),
                      [](const Node* a, const Node* b) {
                        return is_better(*a, *b) || (!is_better(*b, *a) && a < b);
                      });
    best.resize(most);
    return best;
  }

  /// The turn and the line that the search expects.
  std::vector<Turn> line_from(const Node& first) {
    std::vector<Turn> line;
    for (const Node* node = &first;;) {
      line.push_back(node->turn);
      const auto best = best_replies(static_cast<std::uint32_t>(node - &tree_[Tree::root]), 1);
      if (best.empty() || (best.front()->visits == 0 && best.front()->proof == Proof::none)) break;
      node = best.front();
    }
    return line;
  }

  /// The shortest wins first; then unproven turns and draws by visits; then the longest losses.
  static bool is_better(const Node& a, const Node& b) {
    const auto rank = [](const Node& node) {
      return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.proof == Proof::win && a.turns != b.turns) return a.turns < b.turns;
    if (a.proof == Proof::loss) return a.turns > b.turns;
    return a.visits != b.visits ? a.visits > b.visits : a.guess > b.guess;
  }

  Score score(const Node& node) const {
    if (node.is_certain && node.proof == Proof::win) return score_of(win_in(node.turns));
    if (node.is_certain && node.proof == Proof::loss) return score_of(loss_in(node.turns));
    const double clipped = std::clamp(quality(node, 1), 1e-4, 1 - 1e-4);
    return {Score::Kind::value, static_cast<int>(scale_ * std::log(clipped / (1 - clipped)))};
  }

  const MctsOptions& options_;
  Tree& tree_;
  std::mutex* mutex_ = nullptr;  // of the tree, if threads share it
  SearchBudget& budget_;
  Rng& rng_;
  const P& root_;
  PositionHistory positions_;
  Lister lister_;
  const ChoiceListener<P> listener_;
  std::uint64_t next_report_ = 1000;
  double scale_;
  double draw_;  // the value of a draw for the root's side, as a chance to win
  std::vector<std::uint32_t> path_;
  TurnList<P> list_;
  std::vector<Node> fresh_;
  std::size_t deepest_ = 1;
  bool is_settled_ = false;
};

/// Plays the turns that MctsSearch finds.
template <GamePosition P, class Evaluation = StaticEvaluation<P>>
class MctsBot {
 public:
  explicit MctsBot(const MctsOptions& options = {}, const Evaluation& evaluation = {})
      : options_(options), evaluation_(evaluation), tree_(options.hash) {}

  void new_game() { tree_.clear(); }

  Choice<P> choose(const Situation<P>& situation) {
    find_root(situation.position());
    Search search(options_, tree_, situation, evaluation_);
    const auto choice = options_.threads > 1 ? run_together(search, situation) : search.run();
    before_ = situation.position();
    was_open_ = !situation.budget.is_limited();
    return choice;
  }

  std::size_t tree_size() const { return tree_.size(); }

 private:
  using Tree = SearchTree<typename P::Turn>;
  using Search = MctsSearch<P, Evaluation>;

  Choice<P> run_together(Search& search, const Situation<P>& situation) {
    std::mutex mutex;
    search.begin();
    if (!tree_[Tree::root].replies) return search.run();
    search.share(mutex);
    const auto help = [&](int, SearchBudget& budget, Rng& rng) {
      Search helper(options_, tree_, {situation.line, budget, rng}, evaluation_);
      helper.share(mutex);
      return helper.run();
    };
    HelperThreads<Choice<P>> helpers(options_.threads - 1, situation.budget, situation.rng, help);
    Choice<P> choice = search.run();
    helpers.finish();
    return choice;
  }

  /// Searches for the position two turns after the last root, and continues from there. A search
  /// that was stopped may be requested again for the same position.
  void find_root(const P& position) {
    if (was_open_ && position == before_) return;
    for (std::uint32_t i = 0; i < tree_[Tree::root].replies; ++i) {
      const std::uint32_t own = tree_[Tree::root].first_reply + i;
      if (!tree_[own].replies) continue;
      P between = before_;
      between.play(tree_[own].turn);
      if (const std::uint32_t found = find_after(between, own, position)) return tree_.keep(found);
    }
    tree_.clear();
  }

  std::uint32_t find_after(const P& between, std::uint32_t own, const P& position) const {
    for (std::uint32_t i = 0; i < tree_[own].replies; ++i) {
      const std::uint32_t reply = tree_[own].first_reply + i;
      P after = between;
      after.play(tree_[reply].turn);
      if (after == position) return reply;
    }
    return 0;
  }

  MctsOptions options_;
  Evaluation evaluation_;
  Tree tree_;
  P before_{};
  bool was_open_ = false;  // the last search had no limit
};

/// The entry of MctsBot in the list of built-in bots.
struct MctsEntry {
  static constexpr std::string_view name = "mcts";
  static constexpr BotOption options[] = {
      {"hash", 64, 1, 65536, "MiB for the tree"},
      width_option,
      {"exploration", 40, 0, 10000, "hundredths of PUCT's constant"},
      {"sharpness", 200, 0, 1000, "hundredths of the exponent of the evaluation's odds"},
      {"minimax", 60, 0, 100, "hundredths of the weight of the best replies against the mean"},
      {"playout", 0, 0, 1000, "random turns played before a new position is evaluated"},
      {"multipv", 1, 1, most_lines, "how many best lines to report"},
      threads_option,
      contempt_option,
      evaluation_option,
      book_option,
  };

  template <GamePosition P>
  static MctsBot<P> make(const BotOptionValues& values, Networks networks) {
    return MctsBot<P>(
        {values["hash"], width_of(values), values["exploration"] / 100.0,
         values["sharpness"] / 100.0, values["minimax"] / 100.0, values["playout"],
         values["multipv"], values[threads_option.name], values[contempt_option.name]},
        StaticEvaluation<P>(std::move(networks)));
  }
};

}  // namespace schiri
