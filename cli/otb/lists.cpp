#include "cli/otb/lists.h"

#include <algorithm>
#include <cmath>

#include "cli/line/command.h"
#include "cli/otb/list_parts.h"
#include "cli/otb/team_rows.h"
#include "cli/otb/trf_of_teams.h"
#include "core/base/decimals.h"
#include "core/tournament/systems.h"
#include "notation/records/conversion/record_start.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"
#include "notation/trf/trf_columns.h"
#include "notation/trf/trf_writer.h"

namespace schiri::cli {

namespace {

/// The numbers of players, or teams, in the order of ratings, from 1.
std::vector<std::size_t> start_ranks(const OpenEvent& event) {
  const auto order = event.start_list();
  std::vector<std::size_t> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i + 1;
  return ranks;
}

/// The numbers of all people: those of teams by the numbers of these and by their boards.
std::vector<std::size_t> person_numbers(const OpenEvent& event) {
  if (!event.has_teams()) return start_ranks(event);
  const auto people = event.people();
  std::vector<std::size_t> numbers(people.size());
  std::size_t number = 0;
  for (const std::size_t team : event.start_list()) {
    for (std::size_t p = 0; p < people.size(); ++p) {
      if (people[p].team == team) numbers[p] = ++number;
    }
  }
  return numbers;
}

char trf_result(BoardResult result, int side) {
  const int points = half_points(result, side);
  if (was_played(result)) return points == 2 ? '1' : points == 1 ? '=' : '0';
  return points == 2 ? '+' : '-';
}

char trf_bye(ByeKind kind) {
  constexpr char signs[] = {'U', 'H', 'Z', 'Z', 'F'};
  return signs[static_cast<std::size_t>(kind)];
}

void tell_person(TrfPlayer& player, const PersonDetails& details) {
  player.sex = details.sex;
  player.title = details.title;
  player.federation = details.federation;
  player.fide_id = details.fide_id;
  player.birth = details.birth;
}

/// By person. Those of teams that have no opponent are not told here.
std::vector<TrfCell> trf_round(const OpenEvent& event, std::uint64_t round,
                               const std::vector<std::size_t>& numbers) {
  std::vector<TrfCell> cells(numbers.size());
  for (const RoundBye& bye : event.rounds()[round - 1].byes) {
    if (!event.has_teams()) cells[bye.player] = {0, '-', trf_bye(bye.kind)};
  }
  for (const TableGame& game : event.games(round)) {
    const std::optional<std::size_t> seats[] = {game.white, game.black};
    for (int side = 0; side < 2; ++side) {
      if (!seats[side]) continue;
      const char result = game.result ? trf_result(*game.result, side) : ' ';
      const auto& other = seats[1 - side];
      cells[*seats[side]] =
          other ? TrfCell{numbers[*other], "wb"[side], result} : TrfCell{0, '-', result};
    }
  }
  return cells;
}

std::string trf_system(const OpenTerms& terms) {
  return std::string(terms.boards > 0 ? "Team: " : "Individual: ") +
         (terms.is_scheveningen                 ? "Scheveningen System"
          : terms.system == System::round_robin ? "Round-Robin"
          : terms.system == System::knockout    ? "Knock-Out"
                                                : "Swiss-System");
}

/// The parts of a date that are known, with FIDE's separators.
std::string dates_of(const std::string& date) {
  std::string text = date.substr(0, std::min(date.find_first_of('?'), date.size()));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

using Tags = std::vector<std::pair<const char*, std::string>>;

/// The tags that say whose game it is, by the names of today: they may have been put right since.
Tags tags_of_today(const EventJournal& journal, const std::vector<Person>& people,
                   const TableGame& game) {
  const Person &white = people[*game.white], &black = people[*game.black];
  Tags tags = {{"Event", journal.head().name}, {"White", white.name}, {"Black", black.name}};
  if (!journal.event().has_teams()) return tags;
  const auto& teams = journal.event().players();
  tags.emplace_back("WhiteTeam", teams[white.team].name);
  tags.emplace_back("BlackTeam", teams[black.team].name);
  return tags;
}

Record record_without_turns(const EventHead& head, std::uint64_t round, const TableGame& game,
                            const Tags& tags) {
  Record record;
  record.set_tag("Event", head.name);
  record.set_tag("Site", head.place.empty() ? "?" : head.place);
  record.set_tag("Date", head.date);
  record.set_tag("Round", std::to_string(round) + "." + game.table());
  for (const auto& [name, value] : tags) record.set_tag(name, value);
  record.result = std::string(board_result_text(*game.result));
  record.set_tag("Result", record.result);
  record.set_tag("Game", head.game);
  record.set_tag("Variant", head.variant);
  const GameType* const type = find_game(head.game);
  // No record is valid without one, and there is no turn that it could matter to.
  if (type && type->starts_with_roll()) record.set_tag("Roll", std::string(any_roll));
  record.set_tag("Termination", "not recorded");
  return record;
}

}  // namespace

void print_round(std::ostream& out, const EventJournal& journal, std::uint64_t round,
                 const ListFormat& form) {
  const OpenEvent& event = journal.event();
  if (round < 1 || round > event.rounds().size()) {
    throw InputError("--round: round " + std::to_string(round) + " is not paired");
  }
  const std::string title = round_title(event, round, form.words());
  if (event.has_teams()) {
    TeamRows table = match_rows(event, round, form.words());
    return print_paper(out, journal.head().on_paper(), {title, table.keys, table.rows}, form);
  }
  const auto before = event.standing(round - 1);
  std::vector<double> points(event.players().size());
  for (const OpenStanding& line : before) points[line.player] = line.points;
  const auto name = [&](std::size_t player) { return event.players()[player].name; };

  std::vector<std::vector<Json>> rows;
  const OpenRound& made = event.rounds()[round - 1];
  for (std::size_t i = 0; i < made.boards.size(); ++i) {
    const Board& board = made.boards[i];
    rows.push_back({i + 1, name(board.white), points_json(points[board.white]),
                    board.result ? Json(board_result_text(*board.result)) : Json(),
                    name(board.black), points_json(points[board.black])});
  }
  for (const RoundBye& bye : made.byes) {
    rows.push_back({Json(), name(bye.player), points_json(points[bye.player]),
                    bye_sentence(event, bye.kind, form.words()), Json(), Json()});
  }
  print_paper(out, journal.head().on_paper(),
              {title, {"board", "white", "points", "result", "black", "black_points"}, rows}, form);
}

namespace {

std::vector<Json> player_cells(const OpenStanding& line) {
  return {points_json(line.points), line.games, line.wins};
}

std::vector<Json> team_cells(const OpenStanding& line) {
  return {std::lround(line.points),
          points_json(line.game_points),
          line.games,
          line.wins,
          line.draws,
          line.games - line.wins - line.draws};
}

}  // namespace

void print_open_standing(std::ostream& out, const EventJournal& journal, std::uint64_t rounds,
                         const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks) {
  const OpenEvent& event = journal.event();
  const auto shown = tie_break_columns(tie_breaks);
  std::vector<std::vector<Json>> rows;
  for (const OpenStanding& line : event.standing(rounds, tie_breaks)) {
    const Entrant& entrant = event.players()[line.player];
    const auto rating = event.strength(line.player);
    rows.push_back({line.place, entrant.name, rating ? Json(*rating) : Json()});
    const std::vector<Json> made = event.has_teams() ? team_cells(line) : player_cells(line);
    rows.back().insert(rows.back().end(), made.begin(), made.end());
    add_tie_breaks(rows.back(), line, tie_breaks);
    rows.back().push_back(text_or_null(remark_on(entrant, line, rounds, form.words())));
  }
  std::vector<std::string> keys = {"place", "player", "rating", "points", "games", "wins"};
  if (event.has_teams()) {
    keys = {"place",   "team", "rating", "match_points", "game_points",
            "matches", "wins", "draws",  "losses"};
  }
  for (const auto id : shown) keys.emplace_back(rating::name_of(id).key);
  keys.push_back("remark");
  print_paper(out, journal.head().on_paper(),
              {so_far("after", event, rounds, form.words()), keys, rows,
               tie_break_line(tie_breaks, form.words())},
              form);
}

void print_people(std::ostream& out, const EventJournal& journal, std::uint64_t rounds,
                  const ListFormat& form) {
  const OpenEvent& event = journal.event();
  if (!event.has_teams()) throw InputError("--players: in this event nobody plays for a team");
  const TeamRows table = person_rows(event, rounds);
  print_paper(out, journal.head().on_paper(),
              {so_far("players", event, rounds, form.words()), table.keys, table.rows}, form);
}

void print_acts(std::ostream& out, const EventJournal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    out << printable(act.at("time").get<std::string>()) << "  " << act_sentence(act)
        << (journal.is_undone(i) ? " (undone)" : "") << '\n';
  }
}

namespace {

/// What somebody has made, and his place by it.
struct PersonResult {
  double points;
  std::size_t place;
};

/// In the order of people(). Those of teams are ranked by their points.
std::vector<PersonResult> person_results(const OpenEvent& event) {
  std::vector<PersonResult> results(event.people().size());
  if (!event.has_teams()) {
    for (const OpenStanding& line : event.standing(event.rounds().size())) {
      results[line.player] = {line.points, line.place};
    }
    return results;
  }
  const auto scores = event.scores(event.rounds().size());
  for (const PersonScore& score : scores) {
    const auto ahead = std::count_if(scores.begin(), scores.end(), [&](const PersonScore& other) {
      return other.points > score.points;
    });
    results[score.person] = {score.points, static_cast<std::size_t>(ahead) + 1};
  }
  return results;
}

/// The lines on the event before those of its players.
void print_trf_head(std::ostream& out, const EventJournal& journal, TrfFormat format) {
  const OpenEvent& event = journal.event();
  const EventHead& head = journal.head();
  const auto people = event.people();
  const auto rated = std::count_if(people.begin(), people.end(),
                                   [](const Person& person) { return person.rating; });
  const std::pair<const char*, std::string> ours[] = {
      {"012", printable(head.name, 4096)},
      {"022", printable(head.place, 4096)},
      {"042", dates_of(head.date)},
      {"062", std::to_string(people.size())},
      {"072", std::to_string(rated)},
      {"082", event.has_teams() ? std::to_string(event.players().size()) : ""},
      {"092", trf_system(event.terms()) + " (" + head.game + ' ' + head.variant + ")"}};
  const auto is_told = [&](const char* code) {
    return std::any_of(head.report.begin(), head.report.end(),
                       [&](const auto& line) { return line.first == code; });
  };
  for (const auto& [code, text] : ours) {
    const bool is_left_out = code == std::string_view("082") && text.empty();
    if (!is_told(code) && !is_left_out) out << code << ' ' << text << '\n';
  }
  for (const auto& [code, text] : head.report) {
    out << printable(code) << ' ' << printable(text, 4096) << '\n';
  }
  const bool is_old = format == TrfFormat::trf16;
  out << (is_old ? "XXR " : "142 ") << event.planned_rounds() << '\n';
  if (event.has_teams()) return print_trf_team_head(out, event);
  if (event.system() != System::dutch) return;
  const bool is_white = event.terms().first_colour == Side::white;
  out << (is_old ? "XXC " : "152 ")
      << (is_old     ? is_white ? "white1" : "black1"
          : is_white ? "W"
                     : "B")
      << '\n';
  if (!is_told("192")) out << "192 FIDE_DUTCH_2025\n";
}

/// Who may not meet, and who will be out of which of the coming rounds (240).
void print_trf_plans(std::ostream& out, const OpenEvent& event, TrfFormat format) {
  if (!event.is_swiss()) return;
  for (const ForbiddenPairs& group : event.history().forbidden) {
    const bool is_always =
        group.first_round == 1 && !event.has_teams() && format == TrfFormat::trf16;
    out << (is_always ? "XXP" : trf_forbidden_rounds(group.first_round, event.planned_rounds()));
    for (const std::size_t player : group.players) {
      const std::string id = std::to_string(player + 1);
      out << ' ' << (is_always ? id : trf_right(id, 4));
    }
    out << '\n';
  }
  const auto list = event.start_list();
  const auto has = [](const std::vector<std::uint64_t>& rounds, std::uint64_t round) {
    return std::find(rounds.begin(), rounds.end(), round) != rounds.end();
  };
  for (std::uint64_t round = event.rounds().size() + 1; round <= event.planned_rounds(); ++round) {
    for (const char kind : {'H', 'Z'}) {
      std::string ids;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const Entrant& entrant = event.players()[list[i]];
        const bool is_out = entrant.last_round || has(entrant.zero_point_byes, round);
        const bool is_meant = kind == 'Z' ? is_out : !is_out && has(entrant.half_point_byes, round);
        if (is_meant) ids += ' ' + std::to_string(i + 1);
      }
      const std::string number = std::to_string(round);
      if (!ids.empty()) {
        out << "240 " << kind << ' '
            << std::string(3 - std::min<std::size_t>(3, number.size()), ' ') << number << ids
            << '\n';
      }
    }
  }
}

}  // namespace

void print_trf(std::ostream& out, const EventJournal& journal, TrfFormat format) {
  const OpenEvent& event = journal.event();
  print_trf_head(out, journal, format);
  const auto numbers = person_numbers(event);
  const auto people = event.people();
  const auto results = person_results(event);
  std::vector<TrfPlayer> players(people.size());
  std::vector<std::vector<TrfCell>> cells(people.size());
  for (std::size_t p = 0; p < people.size(); ++p) {
    TrfPlayer& player = players[numbers[p] - 1];
    player.id = numbers[p];
    player.name = printable(people[p].name, 4096);
    player.rating = people[p].rating;
    tell_person(player, people[p].details);
    player.points = static_cast<int>(std::lround(results[p].points * 10));
    player.rank = results[p].place;
  }
  for (std::uint64_t round = 1; round <= event.rounds().size(); ++round) {
    const auto row = trf_round(event, round, numbers);
    for (std::size_t p = 0; p < people.size(); ++p) cells[numbers[p] - 1].push_back(row[p]);
  }
  if (event.system() == System::dutch && !event.has_teams()) {
    out << trf_acceleration(event.history(), players, format);
  }
  print_trf_plans(out, event, format);
  for (std::size_t i = 0; i < players.size(); ++i) {
    out << trf_player_line(players[i], cells[i]) << '\n';
  }
  if (event.has_teams()) print_trf_teams(out, event, numbers, format);
}

namespace {

/// A record as it came, with the names of today.
std::string with_names_of_today(const std::string& text, const Tags& tags) {
  ReadOptions options;
  options.keep = Keep::records;
  TextSource source(text);
  std::string written;
  read_records(source, options, [&](CheckedRecord& checked) {
    if (!checked.check.valid()) return false;
    for (const auto& [name, value] : tags) checked.record.set_tag(name, value);
    written = write_record(checked.record);
    return false;
  });
  return written.empty() ? text : written;
}

}  // namespace

void print_records(std::ostream& out, const EventJournal& journal) {
  const OpenEvent& event = journal.event();
  const auto people = event.people();
  for (std::uint64_t round = 1; round <= event.rounds().size(); ++round) {
    const auto games = event.games(round);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const TableGame& game = games[i];
      if (!game.result || !was_played(*game.result)) continue;
      const Tags tags = tags_of_today(journal, people, game);
      const std::string text = journal.record(round, i + 1);
      out << (text.empty() ? write_record(record_without_turns(journal.head(), round, game, tags))
                           : with_names_of_today(text, tags));
    }
  }
}

}  // namespace schiri::cli
