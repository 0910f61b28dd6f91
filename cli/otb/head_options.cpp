#include "cli/otb/head_options.h"

#include <algorithm>

#include "cli/input/filter_options.h"
#include "core/otb/category.h"
#include "db/otb/act_json.h"

namespace schiri::cli {

namespace {

/// Names the option in an error of its value.
template <class Read>
auto read_for_option(const std::string& option, const Read& read) {
  try {
    return read();
  } catch (const otb::EventError& error) {
    throw InputError(message("{0}: {1}", option, error.message()));
  }
}

}  // namespace

void HeadOptions::add_to(Command& command) {
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    command.add_option(field.option, texts[i], field.about)->type_name(field.metavariable);
  }
  command
      .add_option("--round-date", round_dates,
                  "Set the date and time of a round: '3=2026-11-21 14:30' (repeatable)")
      ->type_name("N=DATE");
  command
      .add_option("--category", categories,
                  "Set the categories for prizes: U14, S60, women, Girls=U14,women, "
                  "club:NAME, 1400-1599 (repeatable)")
      ->type_name("CATEGORY");
}

void HeadOptions::apply_to(otb::EventHead& head) const {
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    if (!texts[i]) continue;
    std::string text = *texts[i];
    if (field.is_day && !text.empty()) text = require_date(field.option, text).text();
    head.*field.text = read_for_option(field.option, [&] { return read_head_field(field, text); });
  }
  if (head.name.empty()) throw InputError(message("--name: an event needs a name"));
  for (const std::string& text : round_dates) {
    read_for_option("--round-date", [&] { read_round_time(text, head.schedule); });
  }
  if (categories.empty()) return;
  head.categories.clear();
  for (const std::string& text : categories) {
    if (text.empty()) continue;
    const auto category = read_for_option("--category", [&] { return otb::read_category(text); });
    for (const std::string& other : head.categories) {
      if (otb::read_category(other).name != category.name) continue;
      throw InputError(message("--category: there are two categories '{0}'", category.name));
    }
    head.categories.push_back(text);
  }
}

Json HeadOptions::settings(const otb::EventHead& known) const {
  otb::EventHead head = known;
  apply_to(head);
  Json settings = Json::object();
  for (std::size_t i = 0; i < otb::head_fields.size(); ++i) {
    const otb::HeadField& field = otb::head_fields[i];
    if (texts[i]) settings[field.key] = head.*field.text;
  }
  if (!round_dates.empty()) {
    Json rounds = Json::array();
    for (std::uint64_t round = 1; round <= std::max(head.schedule.size(), known.schedule.size());
         ++round) {
      const otb::RoundTime time = head.time_of(round);
      if (time == known.time_of(round)) continue;
      rounds.push_back(Json::array({round, time.date, time.time}));
    }
    settings["schedule"] = rounds;
  }
  if (!categories.empty()) settings["categories"] = head.categories;
  return settings;
}

}  // namespace schiri::cli
