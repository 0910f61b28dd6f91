#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "core/bots/network.h"
#include "core/hooks.h"
#include "core/match/player.h"

namespace schiri {

/// The value of a position in a search, for the side to move: hundredths of the game's unit, or far
/// beyond them a win or a loss with the number of turns (of both sides) it takes.
using Value = int;

inline constexpr Value draw_value = 0;
inline constexpr Value win_value = 1'000'000;
inline constexpr Value infinite_value = win_value + 1;
/// No evaluation is so large; wins and losses are.
inline constexpr Value most_doubtful = 900'000;

constexpr Value win_in(int turns) { return win_value - turns; }
constexpr Value loss_in(int turns) { return turns - win_value; }
constexpr bool is_win(Value value) { return value > most_doubtful; }
constexpr bool is_loss(Value value) { return value < -most_doubtful; }

/// The value, for this side, of a game that ends after this many turns.
constexpr Value value_of(Outcome outcome, Side side, int turns) {
  if (outcome == Outcome::draw) return draw_value;
  return outcome == win_for(side) ? win_in(turns) : loss_in(turns);
}

/// Converts a value to the score that a bot reports.
inline Score score_of(Value value) {
  const auto own_turns = [](int turns) { return (turns + 1) / 2; };
  if (is_win(value)) return {Score::Kind::win, own_turns(win_value - value)};
  if (is_loss(value)) return {Score::Kind::loss, own_turns(win_value + value)};
  return {Score::Kind::value, value};
}

/// A game with an evaluation of a position for a side, in hundredths of the game's unit.
template <class P>
concept EvaluatedPosition = GamePosition<P> && requires(const P& position, Side side) {
  { evaluate(position, side) } -> std::convertible_to<int>;
};

/// The lead that means odds of e : 1 in a game without the hook evaluation_scale.
inline constexpr double default_evaluation_scale = 200;

/// The lead, in the unit of the game's evaluation, that means odds of e : 1 to win.
template <GamePosition P>
double evaluation_scale_of(const P& position) {
  if constexpr (HasEvaluationScale<P>) {
    return evaluation_scale(position);
  } else {
    return default_evaluation_scale;
  }
}

/// The networks that are part of the game; null if it has none.
template <GamePosition P>
Networks built_in_networks_of() {
  if constexpr (HasBuiltInNetworks<P>) {
    return built_in_networks(P());
  } else {
    return nullptr;
  }
}

/// The game's own `evaluate(position, side)` as a search uses it, corrected by a network if there
/// is one for the position's variant. Each thread needs its own object.
template <GamePosition P>
class StaticEvaluation {
 public:
  /// Searches with this evaluation use quiescence and can_win_at_once.
  static constexpr bool knows_game = true;
  static_assert(MatchesHooks<P>);

  StaticEvaluation() = default;
  explicit StaticEvaluation(Networks networks) : networks_(std::move(networks)) {}

  Value operator()(const P& position) {
    const int classic = evaluate(position, position.side_to_move());
    return std::clamp(corrected(position, classic), -most_doubtful, most_doubtful);
  }

 private:
  struct NoLayers {};
  template <class Q>
  struct LayersOf {
    using Type = NoLayers;
  };
  template <HasFeatures Q>
  struct LayersOf<Q> {
    using Type = std::array<FeatureLayer<std::tuple_size_v<FeaturesOf<Q>>>, 2>;
  };

  Value corrected(const P& position, Value classic) {
    if constexpr (HasFeatures<P>) {
      if (!networks_) return classic;
      if (feature_variant(position) != variant_) choose(feature_variant(position));
      if (!network_) return classic;
      const auto features = features_of_both(position);
      const auto units = [&](Side side) -> const Network::Units& {
        const auto index = static_cast<std::size_t>(side);
        return layers_[index].go_to(*network_, features[index]);
      };
      const Side mover = position.side_to_move();
      const Network::Units &own = units(mover), &others = units(opponent(mover));
      return classic * network_->classic / Network::classic_one + network_->output(own, others);
    } else {
      return classic;
    }
  }

  /// The features from White's and from Black's point of view.
  static auto features_of_both(const P& position) {
    if constexpr (HasBothFeatures<P>) {
      return both_features_of(position);
    } else {
      return std::array{features_of(position, Side::white), features_of(position, Side::black)};
    }
  }

  void choose(int variant) {
    variant_ = variant;
    network_ = nullptr;
    for (const Network& network : *networks_) {
      if (network.variant == variant) network_ = &network;
    }
    if (!network_) return;
    for (auto& layer : layers_) layer.reset(*network_);
  }

  Networks networks_;
  const Network* network_ = nullptr;
  int variant_ = -1;
  typename LayersOf<P>::Type layers_{};
};

}  // namespace schiri
