#include "core/base/random.h"
#include "core/bots/value.h"
#include "core/games/creeper/hooks.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/sperre/hooks.h"
#include "core/games/springerjagd/hooks.h"
#include "core/uncountable.h"
#include "tests/catch.h"

namespace features_test {

/// Visits the positions of random games.
template <class P>
void visit_positions(const P& start, const std::function<void(const P&)>& visitor) {
  Rng rng(7);
  for (int game = 0; game < 12; ++game) {
    P position = start;
    for (int turn = 0; turn < 40 && !position.ending(); ++turn) {
      visitor(position);
      if constexpr (HasSampleTurn<P>) {
        position.play(position.sample_turn(rng));
      } else {
        position.play(position.random_turn(rng));
      }
    }
  }
}

// Rebuilds a position from the features of the side to move. In it, this side is White.

creeper::Position rebuilt(const creeper::Position&, const FeaturesOf<creeper::Position>& f) {
  return {{f[0], f[1]}, {f[2], f[3]}, Side::white};
}

springerjagd::Position rebuilt(const springerjagd::Position&,
                               const FeaturesOf<springerjagd::Position>& f) {
  return {{springerjagd::SidePieces{f[0], f[1], f[2]}, springerjagd::SidePieces{f[4], f[5], f[6]}},
          Side::white,
          f[8]};
}

more_or_less::Position rebuilt(const more_or_less::Position& like,
                               const FeaturesOf<more_or_less::Position>& f) {
  const int turns = like.turns_made(Side::white) + like.turns_made(Side::black);
  const bool is_white = like.side_to_move() == Side::white;
  return {like.board_size(), is_white ? std::array{f[0], f[1]} : std::array{f[1], f[0]},
          like.side_to_move(), turns};
}

sperre::Position rebuilt(const sperre::Position& like, const FeaturesOf<sperre::Position>& f) {
  const auto stones = [&](std::size_t at) {
    return sperre::Bits{f[at]} | sperre::Bits{f[at + 1]} << 64;
  };
  const int first = like.variant().lock == sperre::Lock::rows ? 30 : 0;
  sperre::Tops tops{};
  sperre::Die last = sperre::Die::none;
  for (const sperre::Die die : sperre::dice) {
    const auto number = static_cast<int>(index(die));
    tops[index(die)] =
        static_cast<std::uint8_t>(1 + std::countr_zero(f[4] >> (first + 9 * number) & 0x1ff));
    if (f[4] >> (27 + number) & 1) last = die;
  }
  return {{stones(0), stones(2)}, Side::white, tops, last, like.variant()};
}

/// If a number locks a column and a row, a view from the other side changes only one of them. No
/// position corresponds to it.
template <class P>
bool can_be_rebuilt(const P& position) {
  if constexpr (std::is_same_v<P, sperre::Position>) {
    return position.variant().lock != sperre::Lock::both || position.side_to_move() == Side::white;
  }
  return true;
}

/// The features of the side to move describe a position with as many turns and the same evaluation.
template <class P>
void require_described(const P& start) {
  visit_positions<P>(start, [](const P& position) {
    if (!can_be_rebuilt(position)) return;
    const Side mover = position.side_to_move();
    const P seen = rebuilt(position, features_of(position, mover));
    REQUIRE(evaluate(seen, seen.side_to_move()) == evaluate(position, mover));
    try {
      REQUIRE(seen.count_turns() == position.count_turns());
    } catch (const Uncountable&) {
    }
  });
}

/// A random network with small weights.
Network random_network(std::size_t features, int variant) {
  Rng rng(11);
  const auto weight = [&rng](int most) {
    return static_cast<std::int16_t>(
        static_cast<int>(rng.below(2 * static_cast<unsigned>(most) + 1)) - most);
  };
  Network network;
  network.variant = variant;
  network.inputs.resize(features);
  for (auto& row : network.inputs) {
    for (auto& unit : row) unit = weight(60);
  }
  for (auto& unit : network.biases) unit = weight(200);
  for (auto& row : network.outputs) {
    for (auto& unit : row) unit = weight(Network::most_output);
  }
  network.output_bias = 12345;
  network.classic = 200;
  return network;
}

/// The output of the network, computed feature by feature.
template <class P>
int full_evaluation(const Network& network, const P& position) {
  std::int64_t sum = network.output_bias;
  const Side mover = position.side_to_move();
  for (const Side side : {mover, opponent(mover)}) {
    const auto features = features_of(position, side);
    for (std::size_t unit = 0; unit < Network::units; ++unit) {
      std::int64_t value = network.biases[unit];
      for (std::size_t i = 0; i < 64 * features.size(); ++i) {
        if (features[i / 64] >> (i % 64) & 1) value += network.inputs[i][unit];
      }
      value = std::clamp<std::int64_t>(value, 0, Network::one);
      sum += value * value * network.outputs[side == mover ? 0 : 1][unit];
    }
  }
  return static_cast<int>(sum * network.scale / (255 * 255 * 64));
}

template <class P>
void require_incremental(const P& start) {
  const int variant = feature_variant(start);
  const Network network = random_network(feature_count_of<P>(), variant);
  StaticEvaluation<P> learnt(std::make_shared<const std::vector<Network>>(1, network));
  StaticEvaluation<P> of_another(std::make_shared<const std::vector<Network>>(
      1, random_network(feature_count_of<P>(), variant + 1)));
  visit_positions<P>(start, [&](const P& position) {
    const int classic = evaluate(position, position.side_to_move());
    REQUIRE(learnt(position) == classic * 200 / 256 + full_evaluation(network, position));
    REQUIRE(of_another(position) == classic);
  });
}

TEST_CASE("features: they describe the position from the side to move") {
  require_described(creeper::Position());
  require_described(springerjagd::Position());
  for (const auto size : {more_or_less::BoardSize::points_51, more_or_less::BoardSize::points_31}) {
    require_described(more_or_less::Position(size));
  }
  for (const auto order : {sperre::Order::tilt_first, sperre::Order::move_first}) {
    for (const auto lock : {sperre::Lock::columns, sperre::Lock::rows, sperre::Lock::both}) {
      require_described(sperre::Position({1, 4, 7}, {order, lock}));
    }
  }
}

TEST_CASE("network: incremental evaluation agrees with a full evaluation") {
  require_incremental(creeper::Position());
  require_incremental(springerjagd::Position());
  require_incremental(more_or_less::Position());
  require_incremental(sperre::Position());
}

}  // namespace features_test
