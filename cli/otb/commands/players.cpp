#include <optional>

#include "cli/otb/commands/entry_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/event/fields.h"
#include "core/base/names.h"

namespace schiri::cli {

namespace {

struct NamesOptions {
  std::string file;
  std::vector<std::string> names;
};

struct EnterOptions : NamesOptions {
  PlayerSource players;
  PlayerOptions player;  ///< of each entry
  std::optional<std::uint64_t> half_byes;
  std::string output = "-";
};

/// The entries of the names and the table, with the options that hold for all.
std::vector<otb::Entry> entries_of(const EnterOptions& options) {
  if (options.names.empty() && options.players.table.empty()) {
    throw InputError(message("no players: specify a NAME, or a table with --players FILE"));
  }
  const bool has_id = options.player.has_fide_id();
  if ((options.player.rating || has_id) &&
      (options.names.size() != 1 || !options.players.table.empty())) {
    throw InputError(message("{0}: specify one name only", has_id ? "--fide-id" : "--rating"));
  }
  std::vector<otb::Entry> entries;
  for (const std::string& name : options.names) {
    entries.push_back({otb::read_name(name), options.player.rating});
  }
  for (otb::Entry& player : options.players.read_table()) entries.push_back(std::move(player));
  for (otb::Entry& entry : entries) {
    if (options.player.club) entry.club = otb::read_name(*options.player.club);
    entry.half_byes = options.half_byes;
    for (const auto& [text, value] : options.player.read_details()) entry.details.*text = value;
  }
  return entries;
}

ExitStatus run_otb_enter(const EnterOptions& options) {
  auto entries = entries_of(options);  // which may come from a slow pipe
  otb::Journal journal = open_to_change(options.file);
  for (const Message& note : number_namesakes(entries, journal.event())) print_note(note);
  for (const Message& note : long_name_notes(names_of(entries))) print_note(note);
  OutputFile output = open_output(options.output, options.file);
  warn_of_similar(entries, journal.event(), options.file);
  for (const otb::Entry& entry : entries) journal.add(otb::act::Enter{entry});
  say(output.stream(), count_entered(journal.event()));
  finish(journal, output);
  return ExitStatus::done;
}

/// Adds the act that `act_for` returns for each of the players, all of whom must have entered.
template <class ActFor>
ExitStatus change_each(const NamesOptions& options, const ActFor& act_for) {
  otb::Journal journal = open_to_change(options.file);
  for (const std::string& name : entered_names(journal, options.names)) {
    if constexpr (std::is_invocable_v<ActFor, const std::string&>) {
      journal.add(act_for(name));
    } else {
      journal.add(act_for(name, journal.event()));
    }
  }
  journal.commit();
  return ExitStatus::done;
}

struct ChangePlayerOptions : NamesOptions {
  std::optional<std::string> new_name;
  PlayerOptions player;
  bool no_rating = false;
};

ExitStatus run_otb_change(const ChangePlayerOptions& options) {
  otb::EntrantChange change;
  if (options.new_name) change.name = otb::read_name(*options.new_name);
  if (options.player.rating) change.rating = options.player.rating;
  if (options.no_rating) change.rating.emplace(std::nullopt);
  if (options.player.club) change.club = otb::read_name(*options.player.club);
  change.details = options.player.read_details();
  if (!change.name && !change.rating && !change.club && change.details.empty()) {
    throw InputError(message(
        "nothing to change: specify --name, --rating, --no-rating, --club, --fide-id, --title, "
        "--federation, --sex or --born"));
  }
  for (const auto& [is_told, option] : {std::pair(change.name.has_value(), "--name"),
                                        std::pair(options.player.has_fide_id(), "--fide-id")}) {
    if (is_told && options.names.size() > 1) {
      throw InputError(message("{0}: specify one name only", option));
    }
  }
  const ExitStatus status = change_each(options, [&](const std::string& name) {
    return otb::act::Change{name, change};
  });
  if (change.name) {
    for (const Message& note : long_name_notes({*change.name})) print_note(note);
  }
  return status;
}

ExitStatus run_otb_withdraw(const NamesOptions& options) {
  return change_each(options, [](const std::string& name) { return otb::act::Withdraw{name}; });
}

ExitStatus run_otb_reinstate(const NamesOptions& options) {
  return change_each(options, [](const std::string& name) { return otb::act::Reinstate{name}; });
}

struct ByeOptions : NamesOptions {
  std::uint64_t round = 0;  ///< 0: the next
  bool zero = false;
};

ExitStatus run_otb_bye(const ByeOptions& options) {
  return change_each(options, [&](const std::string& name, const otb::Event& event) {
    const std::uint64_t round = options.round ? options.round : event.rounds().size() + 1;
    return options.zero ? otb::Act(otb::act::ZeroPointBye{name, round})
                        : otb::Act(otb::act::HalfPointBye{name, round});
  });
}

struct ForbidOptions : NamesOptions {
  bool lift = false;
};

ExitStatus run_otb_forbid(const ForbidOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  const auto names = entered_names(journal, options.names);
  options.lift ? journal.add(otb::act::Allow{names}) : journal.add(otb::act::Forbid{names});
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_entries(OtbCommands& commands) {
  const auto enter = commands.add("enter", "Register players, also late entries",
                                  "cup.otb 'Anna Berg' --rating 1840", run_otb_enter);
  enter.command.add_option("NAME", enter.options.names, "The players");
  enter.options.players.add_to(enter.command,
                               "Read the players from this CSV file ('schiri help otb')");
  enter.options.player.add_to(enter.command);
  enter.command
      .add_option("--half-byes", enter.options.half_byes,
                  "Grant half-point byes for N of the missed rounds (as the event allows)")
      ->range(0, 1000);
  const auto add_names = [](const auto& added) {
    added.command.add_option("NAME", added.options.names, "The players")->required();
  };
  const auto change =
      commands.add("change", "Change a player's name, rating, club and other details",
                   "cup.otb 'Ana Berg' --name 'Anna Berg'", run_otb_change);
  add_names(change);
  change.command.add_option("--name", change.options.new_name, "Set the name")->type_name("NAME");
  change.options.player.add_to(change.command);
  change.command.add_flag("--no-rating", change.options.no_rating, "Remove the rating")
      ->excludes(change.command.get_option("--rating"));
  add_names(commands.add("withdraw", "Withdraw players: do not pair them any more",
                         "cup.otb 'Anna Berg'", run_otb_withdraw));
  add_names(commands.add("reinstate", "Reinstate players who have withdrawn", "cup.otb 'Anna Berg'",
                         run_otb_reinstate));
  const auto bye = commands.add("bye", "Grant half-point or zero-point byes in a coming round",
                                "cup.otb 'Anna Berg' --round 3", run_otb_bye);
  add_names(bye);
  add_round(bye.command, bye.options.round, "Set the round (the next)");
  bye.command.add_flag("--zero", bye.options.zero, "Grant zero-point byes");
  const auto forbid = commands.add("forbid", "Forbid players to meet each other from now on",
                                   "cup.otb Anna Bert", run_otb_forbid);
  add_names(forbid);
  forbid.command.add_flag("--lift", forbid.options.lift, "Allow them to meet again");
}

}  // namespace schiri::cli
