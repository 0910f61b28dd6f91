#include "core/learning/trainer.h"

#include <array>
#include <cmath>

#include "core/base/random.h"
#include "tests/catch.h"

using namespace schiri;

namespace {

constexpr std::size_t features = 128;

double chance(double odds) { return 1 / (1 + std::exp(-odds)); }

/// Positions of two words whose odds are a known function: what both sides have of the first
/// sixteen features counts, and a pair of them more than both alone.
double true_odds(const std::array<std::uint64_t, 2>& mover,
                 const std::array<std::uint64_t, 2>& other) {
  const auto worth = [](std::uint64_t has) {
    double sum = 0;
    for (int i = 0; i < 16; ++i) sum += static_cast<int>(has >> i & 1) * (i % 5 - 2) * 0.3;
    return sum + ((has & 3) == 3 ? 1.5 : 0);
  };
  return worth(mover[0]) - worth(other[0]);
}

TrainingSet lessons(int count, std::uint64_t seed) {
  Rng rng(seed);
  TrainingSet lessons;
  for (int i = 0; i < count; ++i) {
    const std::array<std::uint64_t, 2> mover = {rng() & rng(), rng() & rng() & rng()};
    const std::array<std::uint64_t, 2> other = {rng() & rng(), rng() & rng() & rng()};
    lessons.add(mover, other, 0.0, chance(true_odds(mover, other)));
  }
  return lessons;
}

TrainingOptions options() {
  TrainingOptions options;
  options.features = features;
  options.epochs = 30;
  return options;
}

}  // namespace

TEST_CASE("trainer: what is learnt is what is true") {
  const TrainingResult result = train(lessons(12'000, 1), lessons(2'000, 2), options());
  INFO(result.classic << " " << result.loss.checked);
  CHECK(result.loss.checked < result.classic / 10);
  CHECK(result.network.inputs.size() == features);
}

TEST_CASE("trainer: the same lessons make the same network, another seed another one") {
  auto told = options();
  told.epochs = 2;
  const TrainingSet taught = lessons(2'000, 1), held_back = lessons(200, 2);
  const Network network = train(taught, held_back, told).network;
  CHECK(train(taught, held_back, told).network == network);
  told.seed = 2;
  CHECK_FALSE(train(taught, held_back, told).network == network);
}

TEST_CASE("trainer: where the game's own evaluation is right, it stays") {
  Rng rng(3);
  TrainingSet taught, held_back;
  for (int i = 0; i < 4'000; ++i) {
    const double odds = static_cast<double>(rng.below(600)) / 100 - 3;
    const std::array<std::uint64_t, 2> mover = {rng(), rng()}, other = {rng(), rng()};
    (i % 4 == 0 ? held_back : taught).add(mover, other, odds, chance(odds));
  }
  auto told = options();
  told.epochs = 8;
  const TrainingResult result = train(taught, held_back, told);
  CHECK(result.classic < 1e-6);
  CHECK(result.loss.checked < 0.02);
  CHECK(std::abs(result.network.classic - Network::classic_one) < 40);
}

TEST_CASE("trainer: tells each epoch, and ends when it is asked to") {
  std::stop_source source;
  int last = 0;
  const auto result = train(
      lessons(600, 1), lessons(100, 2), options(),
      [&](int epoch, const TrainingLoss& loss) {
        last = epoch;
        CHECK(loss.checked > 0);
        if (epoch == 3) source.request_stop();
      },
      source.get_token());
  CHECK(last == 3);
  CHECK(result.epoch >= 1);
}

TEST_CASE("trainer: without lessons there is a network that changes little") {
  const auto result = train({}, {}, options());
  CHECK(result.network.inputs.size() == features);
}
