#include "core/learning/trainer.h"

#include "core/base/random.h"
#include "tests/catch.h"

namespace trainer_test {

constexpr std::size_t features = 128;

double chance(double odds) { return 1 / (1 + std::exp(-odds)); }

/// Positions of two words with odds of a known form: each of the first sixteen features counts for
/// either side, and a pair of them counts more than its parts.
double true_odds(const std::array<std::uint64_t, 2>& mover,
                 const std::array<std::uint64_t, 2>& other) {
  const auto worth = [](std::uint64_t has) {
    double sum = 0;
    for (int i = 0; i < 16; ++i) sum += static_cast<int>(has >> i & 1) * (i % 5 - 2) * 0.3;
    return sum + ((has & 3) == 3 ? 1.5 : 0);
  };
  return worth(mover[0]) - worth(other[0]);
}

TrainingSet training_set(int count, std::uint64_t seed) {
  Rng rng(seed);
  TrainingSet training_set;
  for (int i = 0; i < count; ++i) {
    const std::array<std::uint64_t, 2> mover = {rng() & rng(), rng() & rng() & rng()};
    const std::array<std::uint64_t, 2> other = {rng() & rng(), rng() & rng() & rng()};
    training_set.add(mover, other, 0.0, chance(true_odds(mover, other)));
  }
  return training_set;
}

TrainingOptions options() {
  TrainingOptions options;
  options.features = features;
  options.epochs = 30;
  return options;
}

TEST_CASE("trainer: learns a known function") {
  const TrainingResult result = train(training_set(12'000, 1), training_set(2'000, 2), options());
  INFO(result.classic << " " << result.loss.checked);
  CHECK(result.loss.checked < result.classic / 10);
  CHECK(result.network.inputs.size() == features);
}

TEST_CASE("trainer: the same seed gives the same network and another seed gives another one") {
  auto settings = options();
  settings.epochs = 2;
  const TrainingSet training = training_set(2'000, 1), held_back = training_set(200, 2);
  const Network network = train(training, held_back, settings).network;
  CHECK(train(training, held_back, settings).network == network);
  settings.seed = 2;
  CHECK_FALSE(train(training, held_back, settings).network == network);
}

TEST_CASE("trainer: keeps an evaluation that is already correct") {
  Rng rng(3);
  TrainingSet training, held_back;
  for (int i = 0; i < 4'000; ++i) {
    const double odds = static_cast<double>(rng.below(600)) / 100 - 3;
    const std::array<std::uint64_t, 2> mover = {rng(), rng()}, other = {rng(), rng()};
    (i % 4 == 0 ? held_back : training).add(mover, other, odds, chance(odds));
  }
  auto settings = options();
  settings.epochs = 8;
  const TrainingResult result = train(training, held_back, settings);
  CHECK(result.classic < 1e-6);
  CHECK(result.loss.checked < 0.02);
  CHECK(std::abs(result.network.classic - Network::classic_one) < 40);
}

TEST_CASE("trainer: reports each epoch and ends at a stop request") {
  std::stop_source source;
  int last = 0;
  const auto result = train(
      training_set(600, 1), training_set(100, 2), options(),
      [&](int epoch, const TrainingLoss& loss) {
        last = epoch;
        CHECK(loss.checked > 0);
        if (epoch == 3) source.request_stop();
      },
      source.get_token());
  CHECK(last == 3);
  CHECK(result.epoch >= 1);
}

TEST_CASE("trainer: an empty training set gives a network of the right size") {
  const auto result = train({}, {}, options());
  CHECK(result.network.inputs.size() == features);
}

}  // namespace trainer_test
