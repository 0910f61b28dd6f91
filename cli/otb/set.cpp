#include <iostream>
#include <optional>

#include "cli/input/filter_options.h"
#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "db/otb/act_json.h"

namespace schiri::cli {

namespace {

struct SetEventOptions {
  std::string file;
  otb::EventHead head;  ///< empty texts stay
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::string tie_breaks;
};

/// What can be set, as it is.
Json settings_of(const otb::Journal& journal) {
  const otb::Terms& terms = journal.event().terms();
  const otb::EventHead& head = journal.head();
  Json settings = {{"rounds", terms.rounds},
                   {"name", head.name},
                   {"place", head.place},
                   {"date", head.date},
                   {"tie_breaks", otb::tie_break_codes(terms.tie_breaks)}};
  if (terms.half_byes) settings["half_byes"] = *terms.half_byes;
  return settings;
}

/// What of an event is to be different, as its file has it. What is so already is not written
/// again.
ExitStatus run_otb_set(const SetEventOptions& options) {
  Json settings = Json::object();
  if (options.rounds > 0) settings["rounds"] = options.rounds;
  if (options.half_byes) settings["half_byes"] = *options.half_byes;
  if (!options.head.name.empty()) settings["name"] = options.head.name;
  if (!options.head.place.empty()) settings["place"] = options.head.place;
  if (!options.head.date.empty()) {
    settings["date"] = require_date("--date", options.head.date).text();
  }
  if (!options.tie_breaks.empty()) {
    settings["tie_breaks"] = otb::tie_break_codes(tie_breaks_of(options.tie_breaks));
  }
  if (settings.empty()) {
    throw InputError(
        "nothing to change: tell --rounds, --half-byes, --tie-breaks, --name, --place or --date");
  }
  otb::Journal journal = open_to_change(options.file);
  const Json known = settings_of(journal);
  const Json wanted = settings;
  for (const auto& [key, value] : wanted.members()) {
    const Json* now = known.find(key);
    if (now && *now == value) settings.erase(key);
  }
  if (settings.empty()) {
    std::cerr << "schiri: note: the event is so already\n";
    return ExitStatus::done;
  }
  journal.set(settings);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_set(OtbCommands& commands) {
  const auto set = commands.add("set", "Change the event itself: rounds, tie-breaks, name",
                                "set cup.otb --rounds 7", run_otb_set);
  otb::EventHead& head = set.options.head;
  set.app.add_option("--rounds", set.options.rounds, "Of a dutch or swiss event")->above_zero();
  add_half_byes(set.app, set.options.half_byes,
                "How many half-point byes everybody may have from now on");
  add_tie_breaks(set.app, set.options.tie_breaks,
                 "What decides between equal points, e.g. DE,WIN,SB");
  set.app.add_option("--name", head.name, "What the event is called");
  set.app.add_option("--place", head.place, "Where");
  set.app.add_option("--date", head.date, "When: 2026.11.21 or 2026-11-21");
}

}  // namespace schiri::cli
