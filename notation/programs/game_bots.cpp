#include "notation/programs/game_bots.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/utf8.h"
#include "core/bots/budget.h"
#include "core/bots/options.h"
#include "core/match/terms.h"
#include "notation/programs/own_game.h"

namespace schiri {

namespace {

/// The length of a playout after which it counts as a draw.
constexpr int longest_playout = 2000;
constexpr double exploration = 1.0;
/// Of a turn without a limit on nodes or time.
constexpr int usual_playouts = 1000;
/// Of a search: positions, a kilobyte each, and turns in them, a hundred bytes each.
constexpr std::size_t most_nodes = 200'000, most_turns = 2'000'000;

std::vector<std::string> turns_of(const Game& game) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return true;
  });
  return turns;
}

/// The result of a random game from here.
Outcome random_outcome(const Game& game, Rng& rng) {
  if (const auto* const own = dynamic_cast<const OwnGame*>(&game)) {
    return own->playout(rng, longest_playout);
  }
  const auto copy = game.clone();
  for (int i = 0; i < longest_playout && !copy->ending(); ++i) copy->play(copy->quick_turn(rng));
  const auto end = copy->ending();
  return end ? end->outcome : Outcome::draw;
}

/// The tree of positions after the turns of a game. A node's points are White's, 1 for a win.
class UctSearch {
 public:
  UctSearch(const Game& game, Rng& rng) : rng_(rng) {
    const auto* const own = dynamic_cast<const OwnGame*>(&game);
    // Each node has a game: without the turns before.
    nodes_.emplace_back(own ? own->from_here() : game.clone());
  }

  /// Adds a position to the tree, unless the best line has ended, and plays a game from there.
  void play_out() {
    std::vector<std::size_t> path{0};
    while (true) {
      expand(path.back());
      if (node(path.back()).end) break;
      const auto next = choose(path.back());
      if (!next) break;
      path.push_back(*next);
      if (node(*next).visits == 0) break;
    }
    expand(path.back());
    const Node& leaf = node(path.back());
    const Outcome outcome = leaf.end ? *leaf.end : random_outcome(*leaf.game, rng_);
    const double points = 0.5 * half_points(outcome, Side::white);
    for (const std::size_t each : path) {
      ++node(each).visits;
      node(each).points += points;
    }
  }

  /// The most visited turn, one of equals at random, and the line that follows it.
  Line best_line() {
    Line line;
    std::size_t at = 0;
    while (!node(at).children.empty()) {
      std::vector<Child*> best;
      for (Child& child : node(at).children) {
        if (!child.node) continue;
        const std::uint64_t most = best.empty() ? 0 : node(*best.front()->node).visits;
        const std::uint64_t visits = node(*child.node).visits;
        if (visits > most) best.clear();
        if (visits >= std::max<std::uint64_t>(most, 1)) best.push_back(&child);
      }
      if (best.empty()) break;
      const Child& chosen = *best[rng_.below(best.size())];
      line.turns.push_back(chosen.turn);
      at = *chosen.node;
    }
    line.depth = static_cast<int>(line.turns.size());
    return line;
  }

  /// The share of points of the side to move at the root.
  double share() const {
    const Node& root = nodes_.front();
    const double white = root.visits == 0 ? 0.5 : root.points / static_cast<double>(root.visits);
    return root.game->side_to_move() == Side::white ? white : 1 - white;
  }

 private:
  struct Child {
    std::string turn;
    std::optional<std::size_t> node;
  };
  struct Node {
    explicit Node(std::unique_ptr<Game> its_game) : game(std::move(its_game)) {}
    std::unique_ptr<Game> game;
    std::optional<Outcome> end = {};
    std::vector<Child> children = {};  ///< in random order
    bool is_expanded = false;
    std::uint64_t visits = 0;
    double points = 0;
  };

  Node& node(std::size_t number) { return nodes_[number]; }

  void expand(std::size_t number) {
    Node& here = node(number);
    if (std::exchange(here.is_expanded, true)) return;
    if (const auto ending = here.game->ending()) here.end = ending->outcome;
    if (here.end) return;
    for (std::string& turn : turns_of(*here.game)) here.children.push_back({std::move(turn), {}});
    rng_.shuffle(here.children);
    turns_ += here.children.size();
  }

  /// The child with the best upper bound (UCB1); new ones come first. Nullopt if there are too many
  /// nodes for a new one.
  std::optional<std::size_t> choose(std::size_t number) {
    const Side side = node(number).game->side_to_move();
    const double log_visits =
        std::log(static_cast<double>(std::max<std::uint64_t>(node(number).visits, 1)));
    Child* best = nullptr;
    double most = 0;
    for (Child& child : node(number).children) {
      if (!child.node) {
        best = &child;
        break;
      }
      const Node& after = node(*child.node);
      const auto visits = static_cast<double>(after.visits);
      const double white = after.points / visits;
      const double bound =
          (side == Side::white ? white : 1 - white) + exploration * std::sqrt(log_visits / visits);
      if (!best || bound > most) {
        best = &child;
        most = bound;
      }
    }
    if (!best->node) {
      if (nodes_.size() >= most_nodes || turns_ >= most_turns) return std::nullopt;
      auto game = node(number).game->clone();
      game->play(best->turn);
      best->node = nodes_.size();
      nodes_.emplace_back(std::move(game));
      return nodes_.size() - 1;
    }
    return *best->node;
  }

  Rng& rng_;
  std::deque<Node> nodes_;
  std::size_t turns_ = 0;  ///< of all nodes
};

/// A player of any game, whose random choices follow from the seed of each game.
class GameBot final : public Player {
 public:
  GameBot(bool searches, const Limits& usual) : searches_(searches), usual_(usual) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  void set_terms(const Terms& terms) override { usual_ = terms.limits; }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    Thought thought;
    thought.turn = game.random_turn(rng_);
    if (!searches_) return thought;
    SearchBudget budget(ending(limits), game.side_to_move(), stop);
    UctSearch search(game, rng_);
    while (!stop.stop_requested() && !budget.is_share_used() && budget.spend()) search.play_out();
    thought.lines.push_back(search.best_line());
    if (!thought.lines.front().turns.empty()) thought.turn = thought.lines.front().turns.front();
    thought.score = thought.lines.front().score = score_of(search.share());
    thought.depth = thought.lines.front().depth;
    thought.nodes = budget.nodes();
    if (listener()) listener()(thought);
    return thought;
  }

 private:
  /// Limits by which a search ends: a tree of random games has no depth.
  Limits ending(const Limits& asked) const {
    const auto ends = [](const Limits& limits) {
      return limits.nodes || limits.move_time || limits.clocks;
    };
    if (ends(asked)) return asked;
    if (ends(usual_)) return usual_;
    Limits limits;
    limits.nodes = usual_playouts;
    return limits;
  }

  /// The share of points as odds, on the scale of evaluations.
  static Score score_of(double share) {
    const double bounded = std::clamp(share, 0.001, 0.999);
    return {Score::Kind::value, static_cast<int>(std::lround(words_evaluation_scale *
                                                             std::log(bounded / (1 - bounded))))};
  }

  bool searches_;
  Limits usual_;
  Rng rng_{0};
};

}  // namespace

std::unique_ptr<Player> make_game_bot(const BotSpec& spec) {
  if (spec.builtin != "random" && spec.builtin != "uct") {
    throw BotSpecError(message(
        "'{0}' cannot play this game: the built-in bots for games of your own are random and uct",
        printable(spec.builtin)));
  }
  const BotOptionValues no_options(spec, {});
  return std::make_unique<GameBot>(spec.builtin == "uct", terms_of(spec).limits);
}

}  // namespace schiri
