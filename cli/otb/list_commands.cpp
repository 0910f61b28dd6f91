// The commands of `schiri otb` that print lists: show, standing, prizes, players, table, cards.
#include <algorithm>

#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_words.h"
#include "cli/otb/lists.h"
#include "cli/otb/otb_commands.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/otb/category.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct RoundOptions : EventListOptions {
  std::uint64_t round = 0;
};

struct StandingOptions : RoundOptions {
  std::string tie_breaks;
  bool players = false;  ///< of all teams instead of the teams
  std::string category;
};

struct PrizeOptions : RoundOptions {
  std::size_t places = 3;
};

struct CardsOptions : EventListOptions {
  std::vector<std::string> names;
};

/// The category of this name, or by this rule. Throws InputError if there is none.
otb::Category category_of(const otb::Journal& journal, const std::string& text) {
  const auto known = otb::categories(journal.head(), journal.event());
  NearestName nearest(text);
  for (const otb::Category& one : known) {
    if (is_same_name(one.name, text)) return one;
    nearest.look_at(one.name);
  }
  otb::Category category = otb::read_category(text);
  if (!category.rules.empty()) return category;
  throw InputError(
      joined(message("--category: the event has no category '{0}'", printable(text)),
             joined(known_names(nearest),
                    known.empty() ? message("'schiri otb set --category' sets them") : Message())));
}

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
  if (options.players && !options.category.empty()) {
    throw InputError(message("--category: not with --players"));
  }
  return run_list(options, [&](const otb::Journal& journal) {
    const std::uint64_t rounds = counted_rounds(journal, options.round);
    if (options.players) return player_score_list(journal, rounds);
    const auto tie_breaks = options.tie_breaks.empty() ? journal.event().tie_breaks()
                                                       : tie_breaks_of(options.tie_breaks);
    if (options.category.empty()) return standing_list(journal, rounds, tie_breaks);
    const otb::Category category = category_of(journal, options.category);
    return standing_list(journal, rounds, tie_breaks, &category);
  });
}

ExitStatus run_otb_prizes(const PrizeOptions& options) {
  return run_list(options, [&](const otb::Journal& journal) {
    const std::uint64_t rounds = counted_rounds(journal, options.round);
    if (otb::categories(journal.head(), journal.event()).empty()) {
      throw InputError(
          message("the event has no categories; 'schiri otb set --category' sets them"));
    }
    return prize_list(journal, rounds, options.places);
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
  const Message title = so_far(event.has_teams() ? message("team cards after round {0}", rounds)
                                                 : message("player cards after round {0}", rounds),
                               event, rounds);
  OutputFile output = open_output(options.list.output, options.file);
  print_cards(output.stream(), list_head(journal.head()), title, card_lists(journal, chosen),
              shown);
  output.commit();
  return ExitStatus::done;
}

/// Adds the options of lists, and names the columns.
void add_list(Command& app, EventListOptions& options, const std::string& list) {
  add_list_options(app, options.list);
  app.prints([list] { return columns_of_otb(list, false); });
  if (list != "prizes") app.prints([list] { return columns_of_otb(list, true); }, "teams");
}

}  // namespace

void add_otb_lists(OtbCommands& commands) {
  const auto show =
      commands.add("show", "Show a round with its results so far",
                   "show cup.otb --round 2 --format html -o round2.html", run_otb_show);
  add_list(show.app, show.options, "show");
  add_round(show.app, show.options.round, "Set the round (the last)");

  const auto standing = commands.add("standing", "Show the standings", "standing cup.otb --round 3",
                                     run_otb_standing);
  add_list(standing.app, standing.options, "standing");
  standing.app.prints([] { return columns_of_otb("category", false); }, "--category");
  standing.app.prints([] { return columns_of_otb("scores", true); }, "--players");
  add_round(standing.app, standing.options.round,
            "Show the standings after round N (the last finished one)");
  add_tie_breaks(standing.app, standing.options.tie_breaks,
                 "Use these tie-breaks: DE,WON,SB (those of the event)");
  standing.app.add_flag("--players", standing.options.players,
                        "List the players of all teams, board by board");
  standing.app
      .add_option("--category", standing.options.category,
                  "List the players of a category, by their places in it: U14, women, ...")
      ->type_name("CATEGORY");

  const auto prizes = commands.add("prizes", "Show the best players of each category",
                                   "prizes cup.otb --places 2", run_otb_prizes);
  prizes.app.add_option("--places", prizes.options.places, "Show N places of each category (3)")
      ->range(1, 2000);
  add_round(prizes.app, prizes.options.round,
            "Use the standings after round N (the last finished one)");
  add_list(prizes.app, prizes.options, "prizes");

  const auto players =
      commands.add("players", "Show the start list",
                   "players cup.otb --format html -o players.html", run_otb_players);
  add_list(players.app, players.options, "players");

  const auto table = commands.add("table", "Show the cross table",
                                  "table cup.otb --format html -o table.html", run_otb_table);
  add_list(table.app, table.options, "table");
  add_round(table.app, table.options.round, "Show the table after round N (the last finished one)");

  const auto cards = commands.add("cards", "Show a card for each player, to hand out",
                                  "cards cup.otb --format html -o cards.html", run_otb_cards);
  cards.app.add_option("NAME", cards.options.names, "The players (all)");
  add_list(cards.app, cards.options, "cards");
}

}  // namespace schiri::cli
