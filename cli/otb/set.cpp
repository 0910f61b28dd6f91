#include <optional>

#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/head_options.h"
#include "cli/otb/otb_commands.h"
#include "db/otb/act_json.h"
#include "notation/text/point_system.h"

namespace schiri::cli {

namespace {

struct SetEventOptions {
  std::string file;
  HeadOptions head;
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::string points;
  std::string tie_breaks;
};

/// The present settings.
Json settings_of(const otb::Journal& journal) {
  const otb::Terms& terms = journal.event().terms();
  const otb::EventHead& head = journal.head();
  Json settings = {{"rounds", terms.rounds},
                   {"tie_breaks", otb::tie_break_codes(terms.tie_breaks)},
                   {"schedule", Json::array()},
                   {"categories", head.categories}};
  for (const otb::HeadField& field : otb::head_fields) settings[field.key] = head.*field.text;
  if (terms.points) settings["points"] = point_system_text(*terms.points);
  if (terms.half_byes) settings["half_byes"] = *terms.half_byes;
  return settings;
}

/// The settings to change, in the form of the event file.
ExitStatus run_otb_set(const SetEventOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  Json settings = options.head.settings(journal.head());
  if (options.rounds > 0) settings["rounds"] = options.rounds;
  if (options.half_byes) settings["half_byes"] = *options.half_byes;
  if (!options.tie_breaks.empty()) {
    settings["tie_breaks"] = otb::tie_break_codes(tie_breaks_of(options.tie_breaks));
  }
  if (settings.empty() && options.points.empty()) {
    std::vector<Message> options_of_head;
    for (const otb::HeadField& field : otb::head_fields) options_of_head.emplace_back(field.option);
    throw InputError(message(
        "nothing to change: specify --rounds, --half-byes, --points, --tie-breaks, --round-date, "
        "--category, {0}",
        any_of(options_of_head)));
  }
  if (!options.points.empty()) {
    settings["points"] = point_system_text(points_of(options.points, journal.event().terms()));
  }
  const Json known = settings_of(journal);
  const Json wanted = settings;
  for (const auto& [key, value] : wanted.members()) {
    const Json* now = known.find(key);
    if (now && *now == value) settings.erase(key);
  }
  if (settings.empty()) {
    print_note(message("nothing to change: the event has these settings already"));
    return ExitStatus::done;
  }
  journal.set(settings);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_set(OtbCommands& commands) {
  const auto set = commands.add("set", "Change settings of the event: rounds, dates, arbiters, ...",
                                "set cup.otb --rounds 7", run_otb_set);
  set.app.add_option("--rounds", set.options.rounds, "Set the rounds of a dutch or swiss event")
      ->above_zero();
  add_half_byes(set.app, set.options.half_byes, "Allow each player N half-point byes from now on");
  add_points(set.app, set.options.points,
             "Set the points, in a Swiss before round 2 is paired: 3-1-0");
  add_tie_breaks(set.app, set.options.tie_breaks, "Set the tie-breaks: DE,WIN,SB");
  set.options.head.add_to(set.app);
}

}  // namespace schiri::cli
