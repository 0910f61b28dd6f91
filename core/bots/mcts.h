#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/bots/choice.h"
#include "core/bots/options.h"
#include "core/bots/playout.h"
#include "core/bots/search_tree.h"
#include "core/bots/situation.h"
#include "core/bots/trail.h"
#include "core/bots/turn_lister.h"

namespace schiri {

struct MctsOptions {
  int hash = 64;             ///< MiB for the tree
  std::size_t width = 6;     ///< of the TurnLister
  double exploration = 0.4;  ///< the constant of PUCT
  double sharpness = 2.0;    ///< priors are odds to this power
  double minimax = 0.6;      ///< the weight of the best replies' values against the mean
  int playout = 0;           ///< random turns before a new position is evaluated
  int lines = 1;             ///< how many of the best turns are reported
};

/// The advantage by which a game's evaluation means odds of e : 1 to win, if the game says.
template <GamePosition P>
double evaluation_scale_of(const P& position) {
  if constexpr (requires { evaluation_scale(position); }) {
    return evaluation_scale(position);
  } else {
    return 200;
  }
}

/// Monte Carlo tree search led by the game's evaluation: PUCT (Rosin 2011, Silver et al. 2017) with
/// priors from the evaluation of each turn, implicit minimax values beside the means (Lanctot et
/// al. 2014), and proven results (Winands et al. 2008). The tree is kept from turn to turn.
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
        trail_(situation.line),
        lister_(options.width, evaluation),
        listener_(situation.listener),
        scale_(evaluation_scale_of(root_)) {}

  Choice<P> run() {
    if (!tree_[Tree::root].replies) tree_.clear();
    const std::uint64_t most_nodes =
        budget_.is_by_depth_only() ? SearchBudget::default_nodes : UINT64_MAX;
    while (!budget_.is_spent() && budget_.nodes() < most_nodes && !is_settled() &&
           !budget_.is_share_used()) {
      iterate();
      if (listener_ && budget_.nodes() >= next_report_) report();
    }
    return choose();
  }

 private:
  static constexpr double even = 0.5;

  bool is_settled() const {
    const Node& root = tree_[Tree::root];
    return root.replies && (root.proof != Proof::none || (root.replies == 1 && root.visits > 1));
  }

  /// Goes down to a turn that has not been expanded, expands it, and updates all turns on the way.
  void iterate() {
    const std::uint64_t nodes_before = budget_.nodes();
    P position = root_;
    path_.assign(1, Tree::root);
    double value = go_down(position);
    for (std::size_t i = path_.size(); i-- > 0; value = 1 - value) tell(tree_[path_[i]], value);
    for (std::size_t i = 1; i < path_.size(); ++i) trail_.leave();
    deepest_ = std::max(deepest_, path_.size());
    if (budget_.nodes() == nodes_before) budget_.spend();
  }

  /// Returns the chance of winning for the side that made the last turn on the path.
  double go_down(P& position) {
    while (true) {
      const std::uint32_t at = path_.back();
      const bool is_root = path_.size() == 1;
      if (!is_root && trail_.is_draw()) return even;
      if (!is_root && tree_[at].proof != Proof::none) return value_of_proof(tree_[at]);
      if (!tree_[at].replies) return 1 - look_behind(position, at);
      const std::uint32_t next = select(at);
      const Turn turn = tree_[next].turn;
      const bool irreversible = position.is_irreversible(turn);
      position.play(turn);
      trail_.enter(position.hash(), irreversible);
      path_.push_back(next);
    }
  }

  static double value_of_proof(const Node& node) {
    return node.proof == Proof::win ? 1 : node.proof == Proof::loss ? 0 : even;
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
      const double worth = quality(reply) + exploration * reply.prior / (1.0 + reply.visits);
      if (worth <= best) continue;
      best = worth;
      chosen = i;
    }
    return tree_[at].first_reply + static_cast<std::uint32_t>(chosen);
  }

  double quality(const Node& node) const {
    if (node.proof != Proof::none) return value_of_proof(node);
    if (node.visits == 0) return node.guess;
    return options_.minimax * node.guess + (1 - options_.minimax) * node.mean;
  }

  /// Adds the replies to a turn. Returns the chance of winning for the side to move.
  double look_behind(const P& position, std::uint32_t at) {
    if (!list(position) || is_too_deep()) return 1 - tree_[at].guess;
    fresh_.clear();
    for (std::size_t i = turns_.size(); i > 1; --i) std::swap(turns_[i - 1], turns_[rng_.below(i)]);
    for (const auto& turn : turns_) fresh_.push_back(node_of(position, turn));
    set_priors();
    if (!tree_.has_room(fresh_.size())) return 1 - best_guess();
    tree_.add_replies(at, fresh_);
    return options_.playout > 0 ? play_out(position) : best_guess();
  }

  bool is_too_deep() const {
    return budget_.depth() && path_.size() > static_cast<std::size_t>(*budget_.depth());
  }

  /// At the root, a list that the budget has cut short is still better than none.
  bool list(const P& position) {
    const bool all = lister_.list(position, budget_, turns_) && look_at_all(position);
    if (all || path_.size() > 1) return all;
    std::erase_if(turns_, [](const auto& turn) { return !turn.is_known; });
    return !turns_.empty();
  }

  bool look_at_all(const P& position) {
    for (auto& turn : turns_) {
      if (!lister_.look(position, budget_, turn)) return false;
    }
    return true;
  }

  Node node_of(const P& position, const WeighedTurn<P>& turn) const {
    Node node;
    node.turn = turn.turn;
    node.guess = static_cast<float>(chance(turn.value));
    if (turn.outcome) {
      const Side side = position.side_to_move();
      node.proof = *turn.outcome == Outcome::draw   ? Proof::draw
                   : *turn.outcome == win_for(side) ? Proof::win
                                                    : Proof::loss;
      node.turns = 1;
    } else if constexpr (Evaluation::knows_game && requires { can_win_at_once(turn.next); }) {
      if (can_win_at_once(turn.next)) {
        node.proof = Proof::loss;
        node.turns = 2;
      }
    }
    if (node.proof != Proof::none) node.guess = static_cast<float>(value_of_proof(node));
    return node;
  }

  double chance(Value value) const { return 1 / (1 + std::exp(-value / scale_)); }

  /// By the odds that the evaluation gives each turn.
  void set_priors() {
    double sum = 0;
    for (Node& node : fresh_) {
      const double clipped = std::clamp(static_cast<double>(node.guess), 0.001, 0.999);
      node.prior = static_cast<float>(std::pow(clipped / (1 - clipped), options_.sharpness));
      sum += node.prior;
    }
    for (Node& node : fresh_) node.prior = static_cast<float>(node.prior / sum);
  }

  double best_guess() const {
    float best = 0;
    for (const Node& node : fresh_) best = std::max(best, node.guess);
    return best;
  }

  /// The chance of winning for the side to move as some random turns show it.
  double play_out(P position) {
    const Side side = position.side_to_move();
    for (int i = 0; i < options_.playout && budget_.spend(); ++i) {
      const Turn turn = playout_turn(position, rng_);
      position.play(turn);
      const auto ending = position.ending_after(turn);
      if (!ending) continue;
      return ending->outcome == Outcome::draw ? even : ending->outcome == win_for(side) ? 1 : 0;
    }
    const double result = chance(lister_.evaluate(position));
    return position.side_to_move() == side ? result : 1 - result;
  }

  /// One more visit with this chance of winning, and what the replies show.
  void tell(Node& node, double value) {
    ++node.visits;
    node.mean += (value - node.mean) / node.visits;
    if (!node.replies) return;
    float best = 0;
    for (const Node& reply : replies_of(node)) best = std::max(best, reply.guess);
    node.guess = 1 - best;
    if (node.proof == Proof::none) prove(node);
    if (node.proof != Proof::none) node.guess = static_cast<float>(value_of_proof(node));
  }

  std::span<const Node> replies_of(const Node& node) const {
    return {&tree_[node.first_reply], node.replies};
  }

  /// A turn to which some reply wins has lost; one to which no reply is left has won.
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
    listener_(choose());
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

  /// The turn, and how the search sees the game go on.
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

  /// Wins, the quickest first; then what is open, by visits; then draws; losses, the longest first.
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
    const double clipped = std::clamp(quality(node), 1e-4, 1 - 1e-4);
    return {Score::Kind::value, static_cast<int>(scale_ * std::log(clipped / (1 - clipped)))};
  }

  const MctsOptions& options_;
  Tree& tree_;
  SearchBudget& budget_;
  Rng& rng_;
  const P& root_;
  Trail trail_;
  Lister lister_;
  const ChoiceListener<P> listener_;
  std::uint64_t next_report_ = 1000;
  double scale_;
  std::vector<std::uint32_t> path_;
  std::vector<WeighedTurn<P>> turns_;
  std::vector<Node> fresh_;
  std::size_t deepest_ = 1;
};

/// Plays what MctsSearch finds.
template <GamePosition P, class Evaluation = StaticEvaluation<P>>
class MctsBot {
 public:
  explicit MctsBot(const MctsOptions& options = {}, const Evaluation& evaluation = {})
      : options_(options), evaluation_(evaluation), tree_(options.hash) {}

  void new_game() { tree_.clear(); }

  Choice<P> choose(const Situation<P>& situation) {
    find_root(situation.position());
    const auto choice = MctsSearch<P, Evaluation>(options_, tree_, situation, evaluation_).run();
    before_ = situation.position();
    return choice;
  }

  std::size_t tree_size() const { return tree_.size(); }

 private:
  using Tree = SearchTree<typename P::Turn>;

  /// Looks for the position among those two turns after the last one, and goes on from there.
  void find_root(const P& position) {
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
};

/// Its entry in the list of built-in bots.
struct MctsEntry {
  static constexpr std::string_view name = "mcts";
  static constexpr BotOption options[] = {
      {"hash", 64, 1, 65536, "MiB for the tree"},
      width_option,
      {"exploration", 40, 0, 10000, "hundredths of PUCT's constant"},
      {"sharpness", 200, 0, 1000, "hundredths of the power to which the evaluation's odds count"},
      {"minimax", 60, 0, 100, "hundredths of weight for the best replies against the mean"},
      {"playout", 0, 0, 1000, "random turns played before a new position is evaluated"},
      {"multipv", 1, 1, most_lines, "how many best lines to report"},
      evaluation_option,
  };

  template <GamePosition P>
  static MctsBot<P> make(const BotOptionValues& told, Networks networks) {
    return MctsBot<P>(
        {told["hash"], told_width(told), told["exploration"] / 100.0, told["sharpness"] / 100.0,
         told["minimax"] / 100.0, told["playout"], told["multipv"]},
        StaticEvaluation<P>(std::move(networks)));
  }
};

}  // namespace schiri
