#include <algorithm>
#include <cmath>
#include <map>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/team_lists.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"

namespace schiri::cli {

namespace {

struct CardsOptions : EventListOptions {
  std::vector<std::string> names;
};

/// The performances of the players who have one.
std::map<std::size_t, double> performances(const otb::Event& event, std::uint64_t rounds) {
  constexpr rating::TieBreakId list[] = {rating::TieBreakId::performance};
  std::map<std::size_t, double> found;
  for (const otb::StandingRow& line : otb::standing(event, rounds, list)) {
    if (line.tie_breaks[0]) found[line.entrant] = *line.tie_breaks[0];
  }
  return found;
}

/// Makes the cards of an event.
class Cards {
 public:
  Cards(const otb::Journal& journal, const ListFormat& form)
      : event_(journal.event()),
        form_(form),
        rounds_(rounds_of_entrants(event_, event_.rounds().size())),
        numbers_(start_numbers(event_)) {
    if (!event_.has_teams()) performances_ = performances(event_, event_.rounds().size());
    for (const otb::StandingRow& line : otb::standing(event_, event_.rounds().size())) {
      lines_[line.entrant] = line;
    }
  }

  /// A card to hand out.
  PrintedList card(std::size_t player) const {
    PrintedList card{title(player), keys(), rows(player), below(player)};
    choose_columns(card, form_, {"number", "title", "rating"});
    return card;
  }

  std::vector<std::string> keys() const {
    std::vector<std::string> keys = {"round"};
    if (!event_.has_teams()) keys.push_back("colour");
    append(keys, seat_keys(event_, "opponent_", "opponent"));
    append(keys, {"result", "total"});
    if (event_.has_teams()) keys.push_back("game_points");
    return keys;
  }
  /// The columns on the player of a row, for programs.
  std::vector<std::string> head_keys() const {
    if (event_.has_teams()) return {"number", "team"};
    return {"number", "title", "player", "club"};
  }
  std::vector<std::string> all_keys() const {
    std::vector<std::string> all = head_keys();
    append(all, keys());
    if (!event_.has_teams()) all.push_back("performance");
    return all;
  }

  std::vector<std::vector<Json>> rows(std::size_t player) const {
    if (event_.has_teams()) return team_rows(player);
    std::vector<std::vector<Json>> rows;
    double total = 0;
    for (const EntrantRound& played : rounds_[player]) {
      total += played.counted_points();
      const Json points = played.is_finished() ? points_json(total) : Json();
      std::vector<Json>& row = rows.emplace_back(std::vector<Json>{played.round});
      const Message colour = played.side ? message("Black") : message("White");
      row.push_back(played.opponent ? Json(colour.in(form_.language())) : Json());
      append(row, opponent(played));
      append(row, {played.opponent ? text_or_null(result(played)) : Json(), points});
    }
    return rows;
  }

  /// The matches of a team; the total is of match points.
  std::vector<std::vector<Json>> team_rows(std::size_t team) const {
    std::vector<std::vector<Json>> rows;
    int total = 0;
    double games = 0;
    for (const EntrantRound& played : rounds_[team]) {
      total += played.match_points();
      games += played.half_points() / 2.0 + played.bye_game_points;
      const bool is_known = played.is_finished();
      std::vector<Json>& row = rows.emplace_back(std::vector<Json>{played.round});
      append(row, opponent(played));
      append(row, {played.match ? text_or_null(match_result(played)) : Json(),
                   is_known ? Json(total) : Json(), is_known ? points_json(games) : Json()});
    }
    return rows;
  }

  /// The rows with the columns of the card's head, for programs.
  std::vector<std::vector<Json>> rows_with_name(std::size_t player) const {
    auto all = rows(player);
    const otb::Entrant& entrant = event_.entrants()[player];
    std::vector<Json> head = {numbers_[player], text_or_null(entrant.details.title), entrant.name,
                              text_or_null(entrant.club)};
    if (event_.has_teams()) head = {numbers_[player], entrant.name};
    const auto performance = performances_.find(player);
    for (auto& row : all) {
      row.insert(row.begin(), head.begin(), head.end());
      if (event_.has_teams()) continue;
      row.push_back(performance == performances_.end() ? Json() : Json(performance->second));
    }
    return all;
  }

 private:
  /// The cells of the opponent, or of the bye.
  std::vector<Json> opponent(const EntrantRound& played) const {
    auto cells = seat_cells(event_, numbers_, played.opponent);
    if (played.bye) {
      cells[event_.has_teams() ? 1 : 2] = bye_sentence(event_, *played.bye).in(form_.language());
    }
    return cells;
  }
  /// `2.5-1.5`, the team's own points first.
  std::string match_result(const EntrantRound& played) const {
    const auto half = match_halves(*played.match);
    if (!half) return "";
    const std::size_t own = played.side == 0 ? 0 : 1;
    return form_.number((*half)[own] / 2.0, 1) + "-" + form_.number((*half)[1 - own] / 2.0, 1);
  }

  std::string title(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const std::string& its = entrant.details.title;
    return std::to_string(numbers_[player]) + ". " + (its.empty() ? "" : its + ' ') + entrant.name;
  }

  std::string below(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const otb::StandingRow& line = lines_.at(player);
    std::vector<Message> facts;
    if (const auto rating = otb::strength(event_, player)) {
      facts.push_back(message("rating {0}", *rating));
    }
    for (const std::string& fact : {entrant.details.federation, entrant.club}) {
      if (!fact.empty()) facts.emplace_back(fact);
    }
    if (event_.has_teams()) {
      facts.push_back(message("{0} match points, {1} game points, place {2}",
                              std::lround(line.points), form_.number(line.game_points, 1),
                              line.place));
    } else if (!event_.rounds().empty()) {
      const int most = event_.points().win * static_cast<int>(event_.rounds().size());
      facts.push_back(message("{0} of {1} points, place {2}", form_.number(line.points, 1),
                              points_text(most / 10.0), line.place));
    }
    const auto performance = performances_.find(player);
    if (performance != performances_.end()) {
      facts.push_back(message("performance {0}", fixed_text(performance->second, 0)));
    }
    const Message remark = remark_on(event_, line, event_.rounds().size());
    if (!remark.empty()) facts.push_back(remark);
    return join(facts, " · ", [&](const Message& fact) { return fact.in(form_.language()); });
  }

  std::string result(const EntrantRound& played) const {
    if (!played.result) return "";
    const int half = half_points(*played.result, played.side);
    const std::string points = half > 1 ? "1" : half == 1 ? "½" : "0";
    if (was_played(*played.result) && !played.is_annulled) return points;
    return (played.is_annulled ? message("{0} (does not count)", points)
                               : message("{0} (forfeit)", points))
        .in(form_.language());
  }

  const otb::Event& event_;
  const ListFormat& form_;
  std::vector<std::vector<EntrantRound>> rounds_;
  std::vector<std::size_t> numbers_;  ///< in the start list
  std::map<std::size_t, double> performances_;
  std::map<std::size_t, otb::StandingRow> lines_;
};

/// The named players, or all without names, in the order of the start list.
std::vector<std::size_t> chosen_players(const otb::Event& event,
                                        const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen = event.start_list();
  std::vector<std::size_t> named;
  for (const std::string& name : names) named.push_back(event.find(name));
  if (names.empty()) return chosen;
  std::erase_if(chosen, [&](std::size_t player) {
    return std::find(named.begin(), named.end(), player) == named.end();
  });
  return chosen;
}

ExitStatus run_otb_cards(const CardsOptions& options) {
  const ListFormat form(options.list_format);
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_cards(output.stream(), journal, entered_names(journal, options.names), form);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

std::vector<PrintedList> card_lists(const otb::Journal& journal, const ListFormat& form) {
  const Cards cards(journal, form);
  std::vector<PrintedList> lists;
  for (const std::size_t player : journal.event().start_list()) lists.push_back(cards.card(player));
  return lists;
}

void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form) {
  const Cards cards(journal, form);
  const auto players = chosen_players(journal.event(), names);
  const std::uint64_t rounds = journal.event().rounds().size();
  const std::string title =
      so_far(journal.event().has_teams() ? message("team cards after round {0}", rounds)
                                         : message("player cards after round {0}", rounds),
             journal.event(), rounds)
          .in(form.language());
  if (form.is_shown()) {
    std::vector<PrintedList> lists;
    for (const std::size_t player : players) lists.push_back(cards.card(player));
    return print_short_lists(out, list_head(journal, form.language()), title, lists, form);
  }
  PrintedList list{title, cards.all_keys(), {}};
  for (const std::size_t player : players) append(list.rows, cards.rows_with_name(player));
  choose_columns(list, form, {"number", "title", "rating"}, {"number"});
  print_list(out, list_head(journal, form.language()), list, form);
}

void add_otb_cards(OtbCommands& commands) {
  const auto cards = commands.add("cards", "Show a card for each player, to hand out",
                                  "cards cup.otb --format html -o cards.html", run_otb_cards);
  cards.app.add_option("NAME", cards.options.names, "The players (all)");
  add_list_format(cards.app, cards.options.list_format, cards.options.output);
  add_columns(cards.app, cards.options.list_format);
}

}  // namespace schiri::cli
