#include <algorithm>
#include <map>

#include "cli/line/command.h"
#include "cli/otb/list_parts.h"
#include "cli/otb/lists.h"
#include "cli/otb/options.h"
#include "core/base/decimals.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"

namespace schiri::cli {

namespace {

/// A game or a bye, from one player's side.
struct PlayedRound {
  std::uint64_t round = 0;
  std::optional<std::size_t> opponent = {};
  int side = 0;  ///< 0 White, 1 Black
  std::optional<otb::BoardResult> result = {};
  std::optional<otb::ByeKind> bye = {};

  bool counts() const { return bye || result; }
  double points() const {
    if (bye) return half_points(*bye) / 2.0;
    return result ? half_points(*result, side) / 2.0 : 0;
  }
};

/// The first rounds of everybody.
std::vector<std::vector<PlayedRound>> rounds_of_players(const otb::Event& event,
                                                        std::uint64_t rounds) {
  std::vector<std::vector<PlayedRound>> all(event.entrants().size());
  for (std::uint64_t r = 1; r <= rounds; ++r) {
    const otb::Round& round = event.rounds()[r - 1];
    for (const otb::Board& board : round.boards) {
      all[board.first].push_back({r, board.second, 0, board.result});
      all[board.second].push_back({r, board.first, 1, board.result});
    }
    for (const otb::Bye& bye : round.byes) {
      all[bye.entrant].push_back({.round = r, .bye = bye.kind});
    }
  }
  return all;
}

/// `1`, `½`, `0`; without a game `+`, `-`; nothing yet.
std::string sign_of(const PlayedRound& played) {
  if (!played.counts()) return "";
  const double points = played.points();
  if (played.result && !was_played(*played.result)) return points > 0 ? "+" : "-";
  return points == 0.5 ? "½" : points > 0 ? "1" : "0";
}

Json rating_json(const otb::Entrant& entrant) {
  return entrant.rating ? Json(*entrant.rating) : Json();
}

/// `12w1`: the opponent's line in the table, the colour, the result. Rounds without a game have
/// their points alone, after a dash.
std::string cell_of(const PlayedRound& played, const std::vector<std::size_t>& line_of,
                    const Vocabulary& words) {
  if (!played.opponent) return "–" + sign_of(played);
  return std::to_string(line_of[*played.opponent]) + words(played.side ? "b" : "w") +
         sign_of(played);
}

/// What each player made against each other one, in the order of the lines.
std::vector<Json> cells_against(const std::vector<PlayedRound>& rounds, std::size_t line,
                                const std::vector<std::size_t>& line_of) {
  std::vector<std::string> texts(line_of.size());
  for (const PlayedRound& played : rounds) {
    if (played.opponent) texts[line_of[*played.opponent] - 1] += sign_of(played);
  }
  texts[line - 1] = "×";
  std::vector<Json> cells;
  for (const std::string& text : texts) cells.push_back(text_or_null(text));
  return cells;
}

std::vector<Json> cells_by_round(const std::vector<PlayedRound>& played, std::uint64_t rounds,
                                 const std::vector<std::size_t>& line_of, const Vocabulary& words) {
  std::vector<Json> cells(rounds);
  for (const PlayedRound& one : played) cells[one.round - 1] = cell_of(one, line_of, words);
  return cells;
}

std::vector<std::string> numbered_keys(const char* beginning, std::size_t count) {
  std::vector<std::string> keys;
  for (std::size_t i = 1; i <= count; ++i) keys.push_back(beginning + std::to_string(i));
  return keys;
}

template <class Item>
void append(std::vector<Item>& list, const std::vector<Item>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// Performances by player, where there is one.
std::map<std::size_t, double> performances(const otb::Event& event, std::uint64_t rounds) {
  constexpr rating::TieBreakId list[] = {rating::TieBreakId::performance};
  std::map<std::size_t, double> found;
  for (const otb::StandingRow& line : otb::standing(event, rounds, list)) {
    if (line.tie_breaks[0]) found[line.entrant] = *line.tie_breaks[0];
  }
  return found;
}

/// Makes the cards of one event.
class Cards {
 public:
  Cards(const otb::Journal& journal, const ListFormat& form)
      : event_(journal.event()),
        form_(form),
        rounds_(rounds_of_players(event_, event_.rounds().size())),
        performances_(performances(event_, event_.rounds().size())) {
    const auto list = event_.start_list();
    for (std::size_t i = 0; i < list.size(); ++i) numbers_[list[i]] = i + 1;
    for (const otb::StandingRow& line : otb::standing(event_, event_.rounds().size())) {
      lines_[line.entrant] = line;
    }
  }

  /// One to be handed out.
  PrintedList card(std::size_t player) const {
    return {title(player), keys(), rows(player), below(player)};
  }

  std::vector<std::string> keys() const {
    return {"round", "colour", "opponent", "opponent_rating", "result", "total"};
  }

  std::vector<std::vector<Json>> rows(std::size_t player) const {
    std::vector<std::vector<Json>> rows;
    double total = 0;
    for (const PlayedRound& played : rounds_[player]) {
      total += played.points();
      const Json points = played.counts() ? points_json(total) : Json();
      if (!played.opponent) {
        rows.push_back({played.round, Json(), bye_sentence(event_, *played.bye, form_.words()),
                        Json(), Json(), points});
        continue;
      }
      const otb::Entrant& opponent = event_.entrants()[*played.opponent];
      rows.push_back({played.round, form_.words()(played.side ? "black" : "white"), opponent.name,
                      rating_json(opponent), text_or_null(result(played)), points});
    }
    return rows;
  }

  /// The same with what the head of a card says, for programs.
  std::vector<std::vector<Json>> rows_with_name(std::size_t player) const {
    auto all = rows(player);
    const std::vector<Json> head = {numbers_.at(player), event_.entrants()[player].name};
    const auto performance = performances_.find(player);
    for (auto& row : all) {
      row.insert(row.begin(), head.begin(), head.end());
      row.push_back(performance == performances_.end() ? Json() : Json(performance->second));
    }
    return all;
  }

 private:
  std::string title(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const std::string& its = entrant.details.title;
    return std::to_string(numbers_.at(player)) + ". " + (its.empty() ? "" : its + ' ') +
           entrant.name;
  }

  std::string below(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const Vocabulary& words = form_.words();
    const otb::StandingRow& line = lines_.at(player);
    std::vector<std::string> facts;
    if (entrant.rating) facts.push_back(words("ratingIs", {std::to_string(*entrant.rating)}));
    for (const std::string& fact : {entrant.details.federation, entrant.club}) {
      if (!fact.empty()) facts.push_back(fact);
    }
    if (!event_.rounds().empty()) {
      facts.push_back(
          words("facts", {form_.number(line.points, 1), std::to_string(event_.rounds().size()),
                          std::to_string(line.place)}));
    }
    const auto performance = performances_.find(player);
    if (performance != performances_.end()) {
      facts.push_back(words("performance", {fixed_text(performance->second, 0)}));
    }
    const std::string remark = remark_on(entrant, line, event_.rounds().size(), words);
    if (!remark.empty()) facts.push_back(remark);
    std::string text;
    for (const std::string& fact : facts) text += (text.empty() ? "" : " · ") + fact;
    return text;
  }

  std::string result(const PlayedRound& played) const {
    if (!played.result) return "";
    const std::string points = played.points() > 0.5 ? "1" : played.points() > 0 ? "½" : "0";
    return was_played(*played.result) ? points : form_.words()("byForfeit", {points});
  }

  const otb::Event& event_;
  const ListFormat& form_;
  std::vector<std::vector<PlayedRound>> rounds_;
  std::map<std::size_t, double> performances_;
  std::map<std::size_t, std::size_t> numbers_;  ///< in the start list
  std::map<std::size_t, otb::StandingRow> lines_;
};

/// Those who are named, or all, in the order of the start list.
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

}  // namespace

namespace {

/// The players of all teams, the best team first.
void print_team_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
  const otb::Event& event = journal.event();
  PrintedList paper{
      form.words()("startList"),
      {"number", "team", "board", "player", "title", "rating", "federation", "fide_id"},
      {}};
  const auto people = otb::players(event);
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const otb::Player& person : people) {
      if (person.team != list[i]) continue;
      const otb::PlayerDetails& its = person.details;
      paper.rows.push_back({i + 1, event.entrants()[list[i]].name, person.number, person.name,
                            text_or_null(its.title), person.rating ? Json(*person.rating) : Json(),
                            text_or_null(its.federation), text_or_null(its.fide_id)});
    }
  }
  print_list(out, list_head(journal), paper, form);
}

/// Cross tables and cards are of players alone.
void require_players(const otb::Journal& journal) {
  if (!journal.event().has_teams()) return;
  throw InputError("teams play in this event: see 'otb standing', or 'otb standing --players'");
}

}  // namespace

void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (event.has_teams()) return print_team_list(out, journal, form);
  PrintedList paper{form.words()("startList"),
                    {"number", "player", "title", "rating", "federation", "club", "fide_id"},
                    {}};
  if (!form.is_shown() || form.is_plain()) append(paper.keys, {"sex", "born"});
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const otb::Entrant& entrant = event.entrants()[list[i]];
    const otb::PlayerDetails& its = entrant.details;
    paper.rows.push_back({i + 1, entrant.name, text_or_null(its.title), rating_json(entrant),
                          text_or_null(its.federation), text_or_null(entrant.club),
                          text_or_null(its.fide_id), text_or_null(its.sex),
                          text_or_null(its.birth)});
    paper.rows.back().resize(paper.keys.size());
  }
  print_list(out, list_head(journal), paper, form);
}

void print_cross_table(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                       const ListFormat& form) {
  const otb::Event& event = journal.event();
  const bool is_round_robin = event.system() == System::round_robin;
  const auto tie_breaks = event.tie_breaks();
  const auto standing = otb::standing(event, rounds, tie_breaks);
  const auto played = rounds_of_players(event, rounds);
  std::vector<std::size_t> line_of(event.entrants().size());
  for (std::size_t i = 0; i < standing.size(); ++i) line_of[standing[i].entrant] = i + 1;

  PrintedList paper{
      so_far(is_round_robin ? "crossTable" : "progressTable", event, rounds, form.words()),
      {"number", "player", "rating"},
      {},
      tie_break_line(tie_breaks, form.words())};
  append(paper.keys, is_round_robin ? numbered_keys("against_", standing.size())
                                    : numbered_keys("round_", rounds));
  paper.keys.push_back("points");
  for (const auto id : tie_break_columns(tie_breaks)) {
    paper.keys.emplace_back(rating::name_of(id).key);
  }
  append(paper.keys, {"place", "remark"});
  for (const otb::StandingRow& line : standing) {
    const otb::Entrant& entrant = event.entrants()[line.entrant];
    const std::size_t number = line_of[line.entrant];
    std::vector<Json> row = {number, entrant.name, rating_json(entrant)};
    append(row, is_round_robin
                    ? cells_against(played[line.entrant], number, line_of)
                    : cells_by_round(played[line.entrant], rounds, line_of, form.words()));
    row.push_back(points_json(line.points));
    add_tie_breaks(row, line, tie_breaks);
    row.push_back(line.place);
    row.push_back(text_or_null(remark_on(entrant, line, rounds, form.words())));
    paper.rows.push_back(std::move(row));
  }
  print_list(out, list_head(journal), paper, form);
}

void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form) {
  const Cards cards(journal, form);
  const auto players = chosen_players(journal.event(), names);
  const std::string title =
      so_far("cards", journal.event(), journal.event().rounds().size(), form.words());
  if (form.is_shown()) {
    std::vector<PrintedList> papers;
    for (const std::size_t player : players) papers.push_back(cards.card(player));
    return print_short_lists(out, list_head(journal), title, papers, form);
  }
  PrintedList paper{title, {"number", "player"}, {}};
  append(paper.keys, cards.keys());
  paper.keys.push_back("performance");
  for (const std::size_t player : players) append(paper.rows, cards.rows_with_name(player));
  print_list(out, list_head(journal), paper, form);
}

namespace {

/// Runs a command that shows an event: `print` writes it.
template <class Print>
ExitStatus show(const PeopleOptions& options, const Print& print) {
  const ListFormat form(options.paper);
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options);
  print(output.stream(), journal, form);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

ExitStatus run_players(const PeopleOptions& options) { return show(options, print_start_list); }

ExitStatus run_table(const PeopleOptions& options) {
  return show(options, [&](std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
    require_players(journal);
    print_cross_table(out, journal, counted_rounds(journal, options), form);
  });
}

ExitStatus run_cards(const PeopleOptions& options) {
  return show(options, [&](std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
    require_players(journal);
    require_entered(journal, options.names);
    print_cards(out, journal, options.names, form);
  });
}

}  // namespace schiri::cli
