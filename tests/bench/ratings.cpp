#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/rating/games/counts.h"
#include "core/rating/models/bt.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

// ratings: how fits grow with players and games. The speed of fits with errors and LOS, in games
// per second; the reference is the same fit without errors. Then the most memory of a process that
// fits once, in MiB; the reference is the same process without the fit.

namespace schiri::bench {

namespace {

struct Size {
  std::size_t players;
  std::uint64_t games;
};

/// The last two are beyond the reach of errors.
constexpr Size sizes[] = {
    {1'000, 1'000'000}, {3'000, 36'000}, {20'000, 100'000}, {100'000, 600'000}};

/// Random pairings, ratings with a standard deviation of 200 Elo, 30 % draws between equals.
rating::GameCounts tournament(const Size& size) {
  Rng rng(1);
  rating::GameCounts counts("creeper", "standard");
  std::vector<double> strengths;
  for (std::size_t i = 0; i < size.players; ++i) {
    counts.player("player " + std::to_string(i));
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += rng.uniform();
    strengths.push_back(200 * sum);
  }
  for (std::uint64_t game = 0; game < size.games; ++game) {
    const std::size_t white = game % size.players;
    const std::size_t black = (white + 1 + rng.below(size.players - 1)) % size.players;
    const double u = std::pow(10, (strengths[white] - strengths[black]) / 800), nu = 0.86;
    const double point = rng.uniform() * (u + 1 / u + nu);
    counts.add_games(
        static_cast<rating::PlayerId>(white), static_cast<rating::PlayerId>(black),
        {point < u ? 1u : 0u, point >= u && point < u + nu ? 1u : 0u, point >= u + nu ? 1u : 0u});
  }
  counts.finish();
  return counts;
}

double fit(const rating::GameCounts& counts, bool errors) {
  rating::BtOptions options;
  options.errors = errors;
  if (errors) options.ranking = rating::PlayerOrder{};
  rating::rate_bt(counts, options);
  return static_cast<double>(counts.games());
}

/// The most memory of a process that begins with what this one has, in MiB.
double memory_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  rusage usage{};
  int status = 0;
  return wait4(child, &status, 0, &usage) == child ? static_cast<double>(usage.ru_maxrss) / 1024
                                                   : 0;
}

std::string name_of(const Size& size) {
  return std::to_string(size.players) + " players, " + std::to_string(size.games) + " games";
}

}  // namespace

void ratings() {
  constexpr double thousand = 1e3;
  for (const Size& size : sizes) {
    const rating::GameCounts counts = tournament(size);
    const double with = memory_of([&] { fit(counts, true); }), before = memory_of([] {});
    report({name_of(size), "k games/s", thousand, [&] { return fit(counts, true); },
            "without errors", [&] { return fit(counts, false); }});
    std::printf("%-38s %10.1f  %-14s %10.1f  %-28s %8.2f\n", name_of(size).c_str(), with, "MiB",
                before, "before the fit", with / before);
  }
}

}  // namespace schiri::bench
