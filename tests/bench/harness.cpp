#include "tests/bench/harness.h"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace schiri::bench {

namespace {

constexpr int rounds = 5;
constexpr double shortest_measurement = 0.1;  // seconds

double now(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Units per second, repeated until the time is long enough to measure.
double measure(const Work& work, Clock clock) {
  const double start = now(clock);
  double done = 0, seconds = 0;
  while (seconds < shortest_measurement) {
    done += work();
    seconds = now(clock) - start;
  }
  return done / seconds;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void report_head() {
  std::printf("%-38s %10s  %-14s %10s  %-28s %8s\n", "subject", "value", "unit", "reference", "",
              "ratio");
}

void report(const Comparison& comparison) {
  std::vector<double> values, references;
  for (int round = 0; round < rounds; ++round) {
    values.push_back(measure(comparison.work, comparison.clock));
    references.push_back(measure(comparison.reference_work, comparison.clock));
  }
  const double value = median(values), reference = median(references);
  std::printf("%-38s %10.1f  %-14s %10.1f  %-28s %8.2f\n", comparison.subject.c_str(),
              value / comparison.scale, comparison.unit.c_str(), reference / comparison.scale,
              comparison.reference.c_str(), value / reference);
  std::fflush(stdout);
}

}  // namespace schiri::bench
