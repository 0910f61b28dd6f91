#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/bots/candidates.h"
#include "core/bots/options.h"
#include "core/bots/position_history.h"
#include "core/bots/situation.h"
#include "core/bots/value.h"

/// The built-in bot `uct`: its search and its entry in the list of bots.
namespace schiri {

/// UCT (Kocsis and Szepesvari 2006): the tree grows by a position in each playout, a random game to
/// its end, which is one node of the budget. It knows the rules and nothing else, so that games can
/// be compared by how it plays them. Turns to search are drawn, the more the more often a position
/// was visited (progressive widening, Coulom 2007), because a position may have millions. Equal
/// turns are chosen at random.
template <GamePosition P>
class UctSearch {
 public:
  using Turn = typename P::Turn;

  UctSearch(double exploration, const Situation<P>& situation)
      : exploration_(exploration),
        budget_(situation.budget),
        rng_(situation.rng),
        root_(situation.position()),
        positions_(situation.line),
        scale_(evaluation_scale_of(root_)) {
    nodes_.emplace_back();
  }

  Choice<P> run() {
    const std::uint64_t most =
        budget_.is_by_depth_only() ? SearchBudget::default_nodes : UINT64_MAX;
    while (budget_.nodes() < most && !budget_.is_share_used() && budget_.spend()) play_out();
    if (nodes_.size() == 1) play_out();
    return choose();
  }

 private:
  /// A longer playout counts as a draw.
  static constexpr int longest_playout = 2000;
  /// Turns to search after n visits: this times the root of n.
  static constexpr double widening = 2;
  static constexpr std::size_t most_nodes = std::size_t{1} << 22;

  /// A turn and the position after it.
  struct Node {
    Turn turn{};
    std::uint32_t next = 0;   ///< of the same position; 0: none
    std::uint32_t first = 0;  ///< of the turns from here
    std::uint32_t turns = 0;
    std::uint32_t visits = 0;
    double points = 0;  ///< White's
    std::optional<Outcome> end = {};
  };

  static double points_of(Outcome outcome, Side side) { return half_points(outcome, side) / 2.0; }
  /// The mean result, for a side.
  double share(const Node& node, Side side) const {
    const double white = node.visits == 0 ? 0.5 : node.points / node.visits;
    return side == Side::white ? white : 1 - white;
  }

  void play_out() {
    P position = root_;
    path_.assign(1, 0);
    std::optional<Outcome> outcome;
    while (!outcome) {
      const std::uint32_t at = select(position, path_.back());
      if (at == 0) {  // there are too many nodes for a new one
        outcome = random_outcome(position);
        break;
      }
      const Turn turn = nodes_[at].turn;
      const bool irreversible = position.is_irreversible(turn);
      position.play(turn);
      positions_.enter(position.hash(), irreversible);
      path_.push_back(at);
      if (nodes_[at].visits == 0) {
        if (const auto ending = position.ending_after(turn)) nodes_[at].end = ending->outcome;
      }
      if (nodes_[at].end) {
        outcome = nodes_[at].end;
      } else if (positions_.is_draw()) {
        outcome = Outcome::draw;
      } else if (nodes_[at].visits == 0) {
        outcome = random_outcome(position);
      }
    }
    for (std::size_t i = 1; i < path_.size(); ++i) positions_.leave();
    for (const std::uint32_t at : path_) {
      ++nodes_[at].visits;
      nodes_[at].points += points_of(*outcome, Side::white);
    }
  }

  /// A new turn, or the one with the best upper bound (UCB1).
  std::uint32_t select(const P& position, std::uint32_t at) {
    if (nodes_[at].turns < widening * std::sqrt(nodes_[at].visits + 1.0) &&
        nodes_.size() < most_nodes) {
      if (const std::uint32_t drawn = draw(position, at)) return drawn;
    }
    const Side side = position.side_to_move();
    const double log_visits = std::log(nodes_[at].visits + 1.0);
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t one = nodes_[at].first; one != 0; one = nodes_[one].next) {
      const double bound = share(nodes_[one], side) +
                           exploration_ * std::sqrt(log_visits / std::max(nodes_[one].visits, 1u));
      if (bound <= most) continue;
      most = bound;
      best = one;
    }
    return best;
  }

  /// A new random turn; 0 if it is known.
  std::uint32_t draw(const P& position, std::uint32_t at) {
    const Turn turn = playout_turn(position, rng_);
    for (std::uint32_t one = nodes_[at].first; one != 0; one = nodes_[one].next) {
      if (nodes_[one].turn == turn) return 0;
    }
    const auto drawn = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({turn, nodes_[at].first});
    nodes_[at].first = drawn;
    ++nodes_[at].turns;
    return drawn;
  }

  Outcome random_outcome(P& position) {
    for (int i = 0; i < longest_playout; ++i) {
      const Turn turn = playout_turn(position, rng_);
      position.play(turn);
      if (const auto ending = position.ending_after(turn)) return ending->outcome;
    }
    return Outcome::draw;
  }

  Choice<P> choose() {
    std::vector<Turn> line;
    std::uint32_t first = 0;
    for (std::uint32_t at = 0; (at = most_visited(at)) != 0;) {
      if (line.empty()) first = at;
      line.push_back(nodes_[at].turn);
    }
    const int depth = static_cast<int>(line.size());
    const Score its = score(nodes_[first]);
    return {line.front(), its, depth, {{line, its, depth}}};
  }

  /// The most visited turn, of equals one at random.
  std::uint32_t most_visited(std::uint32_t at) {
    std::uint32_t best = 0;
    std::uint64_t equals = 0;
    for (std::uint32_t one = nodes_[at].first; one != 0; one = nodes_[one].next) {
      if (best != 0 && nodes_[one].visits < nodes_[best].visits) continue;
      equals = best != 0 && nodes_[one].visits == nodes_[best].visits ? equals + 1 : 1;
      if (rng_.below(equals) == 0) best = one;
    }
    return best;
  }

  /// The odds of the root's mean result, which is steadier than that of the chosen turn.
  Score score(const Node& chosen) const {
    const Side side = root_.side_to_move();
    if (chosen.end && *chosen.end == win_for(side)) return {Score::Kind::win, 1};
    const double odds = std::clamp(share(nodes_.front(), side), 1e-3, 1 - 1e-3);
    return {Score::Kind::value,
            static_cast<int>(std::lround(scale_ * std::log(odds / (1 - odds))))};
  }

  double exploration_;
  SearchBudget& budget_;
  Rng& rng_;
  const P& root_;
  PositionHistory positions_;
  double scale_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
};

/// Plays the turns that UctSearch finds.
template <GamePosition P>
class UctBot {
 public:
  explicit UctBot(double exploration) : exploration_(exploration) {}

  void new_game() {}

  Choice<P> choose(const Situation<P>& situation) const {
    const Choice<P> choice = UctSearch<P>(exploration_, situation).run();
    if (situation.listener) situation.listener(choice);
    return choice;
  }

 private:
  double exploration_;
};

/// The entry of UctBot in the list of built-in bots.
struct UctEntry {
  static constexpr std::string_view name = "uct";
  static constexpr BotOption options[] = {
      {"exploration", 100, 0, 10000, "hundredths of the constant of UCB1"},
      book_option,
  };

  template <GamePosition P>
  static UctBot<P> make(const BotOptionValues& values, const Networks&) {
    return UctBot<P>(values["exploration"] / 100.0);
  }
};

}  // namespace schiri
