#include "cli/web/report/tuning_trace.h"

#include <algorithm>
#include <utility>

namespace schiri::cli {

namespace {

constexpr std::size_t most_points = 400;

/// The shown steps, including the first and the last.
std::vector<std::size_t> shown_steps(std::size_t finished) {
  std::vector<std::size_t> steps;
  const std::size_t points = std::min(finished, most_points);
  for (std::size_t i = 0; i <= points; ++i) {
    steps.push_back(points == 0 ? 0 : i * finished / points);
  }
  return steps;
}

}  // namespace

TuningTrace tuning_trace(const Spsa& tune, std::string event) {
  const Tuning& tuning = tune.tuning();
  const std::uint64_t planned = tune.games() / 2;
  TuningTrace trace{std::move(event), planned, {}, {}};
  const auto steps = shown_steps(tune.finished());
  for (const std::size_t step : steps) {
    trace.pairs.push_back(std::min<std::uint64_t>(step * tuning.batch, planned));
  }
  const auto values = tune.values();
  for (std::size_t i = 0; i < tuning.options.size(); ++i) {
    const TunedOption& option = tuning.options[i];
    OptionTrace one{option.name,
                    value_text(option, option.start),
                    values[i],
                    option.choices,
                    option.least,
                    option.most,
                    {}};
    for (const std::size_t step : steps) one.values.push_back(tune.value(i, step));
    trace.options.push_back(std::move(one));
  }
  return trace;
}

}  // namespace schiri::cli
