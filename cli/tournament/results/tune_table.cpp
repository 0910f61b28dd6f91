#include "cli/tournament/results/tune_table.h"

#include <algorithm>
#include <cmath>

#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"

namespace schiri::cli {

namespace {

std::string short_text(double number) { return significant_text(number, 4); }

/// A value before it is rounded for the bot.
Json way_point(const TunedOption& option, double value) {
  if (!option.choices.empty()) return Json(value_text(option, value));
  return Json(std::round(value * 1e6) / 1e6);
}

}  // namespace

void TuneTable::print_plan(std::ostream& out) const {
  const Tuning& tuning = tune_.tuning();
  AlignedText text(out, output_language(),
                   {message("option"), message("start"), message("least"), message("most"), "c_end",
                    "r_end", "c", "a"});
  for (std::size_t i = 0; i < tuning.options.size(); ++i) {
    const TunedOption& option = tuning.options[i];
    const std::string start = value_text(option, option.start);
    if (!option.choices.empty()) {
      text.add({option.name, start, "", "", "", "", "", ""});
      continue;
    }
    const SpsaSteps steps = tune_.steps(i);
    text.add({option.name, start, value_text(option, option.least), value_text(option, option.most),
              short_text(steps.c_end), short_text(steps.r_end), short_text(steps.c),
              short_text(steps.a)});
  }
  text.finish();
  const auto pairs = tune_.games() / 2;
  out << translated(message(
             "{0} {0:pair|pairs} of games in steps of {1}; A {2}, alpha {3}, gamma {4}", pairs,
             tuning.batch, Decimal{short_text(tuning.gains.A * static_cast<double>(pairs))},
             Decimal{short_text(tuning.gains.alpha)}, Decimal{short_text(tuning.gains.gamma)}))
      << '\n';
}

Json TuneTable::option(std::size_t place) const {
  const TunedOption& option = tune_.tuning().options[place];
  Json way = Json::array();
  for (std::size_t step = 0; step <= tune_.finished(); ++step) {
    way.push_back(way_point(option, tune_.value(place, step)));
  }
  return {{"option", option.name},
          {"start", value_text(option, option.start)},
          {"value", tune_.values()[place]},
          {"way", way}};
}

void TuneTable::print(std::ostream& out, Format format) const {
  const Tuning& tuning = tune_.tuning();
  const std::uint64_t pairs =
      std::min<std::uint64_t>(tune_.finished() * tuning.batch, tune_.games() / 2);
  if (format == Format::json) {
    Json options = Json::array();
    for (std::size_t i = 0; i < tuning.options.size(); ++i) options.push_back(option(i));
    return write_line(out, {{"tune",
                             {{"pairs", pairs},
                              {"planned", tune_.games() / 2},
                              {"batch", tuning.batch},
                              {"options", options}}}});
  }
  if (format == Format::markdown) out << "\n```text\n";
  AlignedText text(out, output_language(),
                   {message("option"), message("start"), message("tuned"), message("unrounded"),
                    message("least"), message("most")});
  const auto values = tune_.values();
  for (std::size_t i = 0; i < tuning.options.size(); ++i) {
    const TunedOption& option = tuning.options[i];
    const bool is_number = option.choices.empty();
    text.add({option.name, value_text(option, option.start), values[i],
              is_number ? short_text(tune_.value(i, tune_.finished())) : "",
              is_number ? value_text(option, option.least) : "",
              is_number ? value_text(option, option.most) : ""});
  }
  text.finish();
  out << translated(message("after {0} of {1} {1:pair|pairs} of games", pairs, tune_.games() / 2))
      << '\n';
  if (format == Format::markdown) out << "```\n";
}

}  // namespace schiri::cli
