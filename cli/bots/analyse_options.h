#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/line/index_ranges.h"
#include "cli/line/table_options.h"
#include "core/match/bot_spec.h"
#include "core/match/player.h"
#include "notation/analysis/annotation.h"

namespace schiri::cli {

/// The options of `schiri analyse`.
struct AnalyseOptions {
  InputOptions input;
  std::string bot = "alphabeta:nodes=100000";
  std::string presets;
  std::string position;
  std::vector<std::string> turns;
  IndexRanges index;
  std::optional<std::int64_t> turn;
  int lines = 1;
  std::vector<double> marks = {10, 20, 30};
  std::uint64_t seed = 1;
  double watchdog = 30;
  Format format = Format::text;
  std::string output = "-";
  std::string rejects;
  bool no_times = false;
  bool own_side = false;
  bool accuracy = false;

  /// Is the output a line for each turn, without records?
  bool writes_turns() const { return format == Format::json && !accuracy; }
  PointOfView view() const { return own_side ? PointOfView::own : PointOfView::white; }
  std::chrono::milliseconds watchdog_time() const {
    return std::chrono::milliseconds(std::llround(watchdog * 1000));
  }
};

/// The bot, set to the number of best turns. Throws InputError.
BotSpec analysing_bot(const AnalyseOptions& options, int lines);

/// A score in units of the bot, or a number of turns to a win (positive) or loss.
struct ShownScore {
  std::optional<Score> score;  ///< seen from `view`
  PointOfView view;
};
const Columns<ShownScore>& score_columns();

/// Throws UnusableError: in an analysis a program that fails is unusable.
[[noreturn]] void refuse(const BotSpec& spec, const PlayerFailure& failure);

}  // namespace schiri::cli
