// The commands of `schiri otb` that print lists: show, standing, players, table, cards, log.
#include <algorithm>
#include <array>
#include <ctime>

#include "cli/otb/commands/entry_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/lists/list_words.h"
#include "cli/otb/lists/lists.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct RoundOptions : EventListOptions {
  std::uint64_t round = 0;
};

struct StandingOptions : RoundOptions {
  std::string tie_breaks;
};

struct CardsOptions : EventListOptions {
  std::vector<std::string> names;
};

/// Prints what `make` makes of the event.
template <class Make>
ExitStatus run_list(const EventListOptions& options, const Make& make) {
  const TableOptions shown = options.list.resolved();
  const otb::Journal journal = open_to_read(options.file);
  const Table list = make(journal);
  OutputFile output = open_output(options.list.output, options.file);
  print_list(output.stream(), journal, list, shown);
  output.commit();
  return ExitStatus::done;
}

ExitStatus run_otb_show(const RoundOptions& options) {
  return run_list(options, [&](const otb::Journal& journal) {
    return round_list(journal, round_or_last(journal, options.round));
  });
}

ExitStatus run_otb_standing(const StandingOptions& options) {
  return run_list(options, [&](const otb::Journal& journal) {
    const std::uint64_t rounds = counted_rounds(journal, options.round);
    const auto tie_breaks = options.tie_breaks.empty() ? journal.event().tie_breaks()
                                                       : tie_breaks_of(options.tie_breaks);
    return standing_list(journal, rounds, tie_breaks);
  });
}

ExitStatus run_otb_players(const EventListOptions& options) {
  return run_list(options, start_list);
}

ExitStatus run_otb_table(const RoundOptions& options) {
  return run_list(options, [&](const otb::Journal& journal) {
    return cross_table(journal, counted_rounds(journal, options.round));
  });
}

ExitStatus run_otb_cards(const CardsOptions& options) {
  const TableOptions shown = options.list.resolved();
  const otb::Journal journal = open_to_read(options.file);
  const otb::Event& event = journal.event();
  std::vector<std::size_t> named, chosen = event.start_list();
  for (const std::string& name : entered_names(journal, options.names)) {
    named.push_back(event.find(name));
  }
  if (!options.names.empty()) {
    std::erase_if(chosen, [&](std::size_t entrant) {
      return std::find(named.begin(), named.end(), entrant) == named.end();
    });
  }
  const std::uint64_t rounds = event.rounds().size();
  const Message title = so_far(message("player cards after round {0}", rounds), event, rounds);
  OutputFile output = open_output(options.list.output, options.file);
  print_cards(output.stream(), list_head(journal.head()), title, card_lists(journal, chosen),
              shown);
  output.commit();
  return ExitStatus::done;
}

/// A time in UTC, `2026-11-27T17:05:04Z`, as the local one: in English in ISO 8601, otherwise as
/// the language writes it, without seconds. Other texts stay as they are.
std::string local_time(const std::string& text, const Translation& language) {
  std::tm utc = {}, local = {};
  const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  const std::time_t time = end && !*end ? timegm(&utc) : -1;
  if (time < 0 || !localtime_r(&time, &local)) return printable(text);
  const auto part = [&](const char* format) {
    std::array<char, 32> digits{};
    return std::string(digits.data(), std::strftime(digits.data(), digits.size(), format, &local));
  };
  if (language.is_english()) {
    const std::string zone = part("%z");  // +0100
    return part("%Y-%m-%dT%H:%M:%S") +
           (local.tm_gmtoff == 0 ? "Z" : zone.substr(0, 3) + ":" + zone.substr(3));
  }
  return message("{0}.{1}.{2}, {3}", part("%Y"), part("%m"), part("%d"), part("%H:%M"))
      .in(language);
}

struct LogOptions {
  std::string file;
  std::string output = "-";
};

ExitStatus run_otb_log(const LogOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_acts(output.stream(), journal);
  output.commit();
  return ExitStatus::done;
}

/// Adds the options of lists, and names the columns.
void add_list(Command& app, EventListOptions& options, const std::string& list) {
  add_list_options(app, options.list);
  app.prints([list] { return columns_of_otb(list); });
}

}  // namespace

void print_acts(std::ostream& out, const otb::Journal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    const Message sentence = otb::line_sentence(act);
    out << local_time(act.at("time").get<std::string>(), output_language()) << "  "
        << translated(journal.is_undone(i) ? message("{0} (undone)", sentence) : sentence);
    if (const Json* by = act.find("by")) {
      out << " [" << printable(by->text()) << ']';
    }
    out << '\n';
  }
}

void add_otb_lists(OtbCommands& commands) {
  const auto show = commands.add("show", "Show a round with its results so far",
                                 "cup.otb --round 2 --format html -o round2.html", run_otb_show);
  add_list(show.command, show.options, "show");
  add_round(show.command, show.options.round, "Set the round (the last)");

  const auto standing =
      commands.add("standing", "Show the standings", "cup.otb --round 3", run_otb_standing);
  add_list(standing.command, standing.options, "standing");
  add_round(standing.command, standing.options.round,
            "Show the standings after round N (the last finished one)");
  add_tie_breaks(standing.command, standing.options.tie_breaks,
                 "Use these tie-breaks: DE,WON,SB (those of the event)");

  const auto players = commands.add("players", "Show the start list",
                                    "cup.otb --format html -o players.html", run_otb_players);
  add_list(players.command, players.options, "players");

  const auto table = commands.add("table", "Show the cross table",
                                  "cup.otb --format html -o table.html", run_otb_table);
  add_list(table.command, table.options, "table");
  add_round(table.command, table.options.round,
            "Show the table after round N (the last finished one)");

  const auto cards = commands.add("cards", "Show a card for each player, to hand out",
                                  "cup.otb --format html -o cards.html", run_otb_cards);
  cards.command.add_option("NAME", cards.options.names, "The players (all)");
  add_list(cards.command, cards.options, "cards");
}

void add_otb_log(OtbCommands& commands) {
  const auto log = commands.add("log", "Show all changes of the event, with their times", "cup.otb",
                                run_otb_log);
  log.command.add_file("-o,--output", log.options.output,
                       "Write to this file instead of standard output");
}

}  // namespace schiri::cli
