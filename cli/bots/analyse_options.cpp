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

void add_score(Json& object, const std::optional<Score>& score, PointOfView view) {
  object["view"] = view == PointOfView::white ? "white" : "own";
  const bool is_value = score && score->kind == Score::Kind::value;
  object["score"] = is_value ? Json(score->amount / 100.0) : Json();
  object["mate"] = score && !is_value
                       ? Json(score->kind == Score::Kind::win ? score->amount : -score->amount)
                       : Json();
}

void refuse(const BotSpec& spec, const PlayerFailure& failure) {
  throw UnusableError(
      message("bot '{0}' {1}", printable(spec.name), printable(message_of(failure), 500)));
}

}  // namespace schiri::cli
