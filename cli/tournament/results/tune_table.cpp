#include "cli/tournament/results/tune_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

namespace {

std::string short_text(double number) { return significant_text(number, 4); }

/// A value before it is rounded for the bot.
Json way_point(const TunedOption& option, double value) {
  if (!option.choices.empty()) return Json(value_text(option, value));
  return Json(rounded_to(value, 6));
}

}  // namespace

void TuneTable::print_plan(std::ostream& out) const {
  const Tuning& tuning = tune_.tuning();
  const auto steps = [this](double SpsaSteps::*member) {
    return [this, member](const std::size_t& i) {
      return is_number(i) ? short_text(tune_.steps(i).*member) : std::string();
    };
  };
  Columns<std::size_t> columns = value_columns();
  columns.add({{{"c_end"}, steps(&SpsaSteps::c_end)},
               {{"r_end"}, steps(&SpsaSteps::r_end)},
               {{"c"}, steps(&SpsaSteps::c)},
               {{"a"}, steps(&SpsaSteps::a)}});
  write_table(out, Table::of(columns, places()), for_process(Format::text));
  const auto pairs = tune_.games() / 2;
  say(out,
      message("{0} {0:pair|pairs} of games in steps of {1}; A {2}, alpha {3}, gamma {4}", pairs,
              tuning.batch, Decimal{short_text(tuning.gains.A * static_cast<double>(pairs))},
              Decimal{short_text(tuning.gains.alpha)}, Decimal{short_text(tuning.gains.gamma)}));
}

bool TuneTable::is_number(std::size_t place) const {
  return tune_.tuning().options[place].choices.empty();
}

std::vector<std::size_t> TuneTable::places() const {
  std::vector<std::size_t> all(tune_.tuning().options.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Columns<std::size_t> TuneTable::value_columns() const {
  const auto option = [this](std::size_t i) -> const TunedOption& {
    return tune_.tuning().options[i];
  };
  const auto bound = [this, option](double TunedOption::*member) {
    return [this, option, member](const std::size_t& i) {
      return is_number(i) ? value_text(option(i), option(i).*member) : std::string();
    };
  };
  return {{{"option", message("option")}, [=](const std::size_t& i) { return option(i).name; }},
          {{"start", message("start")},
           [=](const std::size_t& i) { return value_text(option(i), option(i).start); }},
          {{"least", message("least")}, bound(&TunedOption::least)},
          {{"most", message("most")}, bound(&TunedOption::most)}};
}

Columns<std::size_t> TuneTable::option_columns() const {
  return {
      {{"option", {}, Holds::text, "name"},
       [this](const std::size_t& i) { return tune_.tuning().options[i].name; }},
      {{"start", {}, Holds::text, "first value, as the bot gets it"},
       [this](const std::size_t& i) {
         return value_text(tune_.tuning().options[i], tune_.tuning().options[i].start);
       }},
      {{"value", {}, Holds::text, "last value, as the bot gets it"},
       [this](const std::size_t& i) { return tune_.values()[i]; }},
      {{"way", {}, Holds::list, "value after each step; numbers are not rounded, words are texts"},
       [this](const std::size_t& i) {
         Json way = Json::array();
         for (std::size_t step = 0; step <= tune_.finished(); ++step) {
           way.push_back(way_point(tune_.tuning().options[i], tune_.value(i, step)));
         }
         return way;
       }}};
}

void TuneTable::print(std::ostream& out, Format format) const {
  const Tuning& tuning = tune_.tuning();
  const std::uint64_t pairs =
      std::min<std::uint64_t>(tune_.finished() * tuning.batch, tune_.games() / 2);
  if (format == Format::json) {
    Json options = Json::array();
    for (const std::size_t i : places()) options.push_back(option_columns().object(i));
    return write_line(out, {{"tune",
                             {{"pairs", pairs},
                              {"planned", tune_.games() / 2},
                              {"batch", tuning.batch},
                              {"options", options}}}});
  }
  if (format == Format::markdown) out << "\n```text\n";
  const auto values = tune_.values();
  Columns<std::size_t> columns = value_columns();
  columns.add({{{"tuned", message("tuned")}, [&](const std::size_t& i) { return values[i]; }},
               {{"unrounded", message("unrounded")}, [this](const std::size_t& i) {
                  return is_number(i) ? short_text(tune_.value(i, tune_.finished()))
                                      : std::string();
                }}});
  write_table(out, Table::of(columns, places()), for_process(Format::text));
  say(out, message("after {0} of {1} {1:pair|pairs} of games", pairs, tune_.games() / 2));
  if (format == Format::markdown) out << "```\n";
}

}  // namespace schiri::cli
