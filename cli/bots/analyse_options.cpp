#include "cli/bots/analyse_options.h"

#include "cli/bots/bot_argument.h"
#include "cli/line/command.h"
#include "core/base/errors.h"
#include "core/bots/options.h"
#include "notation/text/printable.h"

namespace schiri::cli {

BotSpec analysing_bot(const AnalyseOptions& options, int lines) {
  BotSpec spec = bot_argument(options.bot, options.presets);
  if (!spec.time_control.empty())
    throw InputError(message("tc: an analysis has no clock; specify movetime, nodes or depth"));
  if (lines > 1) {
    spec.options[spec.command.empty() ? "multipv" : "MultiPV"] = std::to_string(lines);
  }
  return spec;
}

const Columns<ShownScore>& score_columns() {
  using Row = const ShownScore&;
  const auto is_value = [](Row row) { return row.score && row.score->kind == Score::Kind::value; };
  static const Columns<ShownScore> columns = {
      {{"view",
        {},
        Holds::side,
        "side that `score` and `mate` are seen from: `white`, or `own` with `--own-side`"},
       [](Row row) { return row.view == PointOfView::white ? "white" : "own"; }},
      {{"score",
        {},
        Holds::number,
        "evaluation in units of the game; null for a forced end, or if the bot reports none"},
       [is_value](Row row) { return is_value(row) ? Cell(row.score->amount / 100.0) : Cell(); }},
      {{"mate", {}, Holds::count, "turns to a forced end, negative for a loss"},
       [is_value](Row row) {
         if (!row.score || is_value(row)) return Cell();
         return Cell(row.score->kind == Score::Kind::win ? row.score->amount : -row.score->amount);
       }}};
  return columns;
}

void refuse(const BotSpec& spec, const PlayerFailure& failure) {
  throw UnusableError(
      message("bot '{0}' {1}", printable(spec.name), printable(message_of(failure), 500)));
}

}  // namespace schiri::cli
