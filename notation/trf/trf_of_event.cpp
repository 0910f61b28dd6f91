#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/otb/pairing.h"
#include "core/otb/round_robin.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"
#include "notation/text/printable.h"
#include "notation/trf/fields.h"
#include "notation/trf/trf_type.h"
#include "notation/trf/trf_writer.h"

namespace schiri::otb {

namespace {

std::string points_text(double points, std::size_t width) {
  return trf_right(fixed_text(points, 1), width);
}

constexpr std::size_t name_width = 32;

/// The line on a team of TRF16 (013), without its end.
std::string trf_team_line(const TrfTeam& team) {
  std::string line = "013 " + trf_column(team.name, name_width);
  for (std::size_t i = 0; i < team.players.size(); ++i) {
    line += (i == 0 ? "" : " ") + trf_right(std::to_string(team.players[i]), 4);
  }
  return line;
}

/// That of the format of 2026 (310).
std::string trf_new_team_line(const TrfTeam& team) {
  std::string line = "310 " + trf_right(std::to_string(team.number), 3) + ' ' +
                     trf_column(team.name, name_width) + std::string(7, ' ') +
                     trf_right(team.strength ? std::to_string(*team.strength) : "", 6) + ' ' +
                     points_text(team.match_points, 6) + ' ' + points_text(team.game_points, 6) +
                     ' ' + trf_right(std::to_string(team.rank), 3) + ' ';
  for (const std::size_t player : team.players) {
    line += ' ' + trf_right(std::to_string(player), 4);
  }
  return line;
}

/// The lineup of a team (300), if it is not the usual one: starting numbers from the first board
/// on, 0 for an empty seat.
std::string trf_lineup_line(std::uint64_t round, std::size_t team, std::size_t opponent,
                            const std::vector<std::size_t>& players) {
  std::string line =
      "300 " + padded_text(round, 3) + ' ' + padded_text(team, 3) + ' ' + padded_text(opponent, 3);
  for (const std::size_t player : players) line += ' ' + padded_text(player, 4);
  return line;
}

/// The team without opponent in each round (320), 0 if none, and the points for it.
std::string trf_bye_line(double match_points, double game_points,
                         const std::vector<std::size_t>& teams) {
  std::string line = "320 " + points_text(match_points, 4) + ' ' + points_text(game_points, 4);
  for (const std::size_t team : teams) line += ' ' + padded_text(team, 3);
  return line;
}

/// A match forfeited by one or both teams (330).
std::string trf_forfeit_line(otb::BoardResult result, std::uint64_t round, std::size_t first,
                             std::size_t second) {
  const char* sign = result == otb::BoardResult::white_by_forfeit   ? "+-"
                     : result == otb::BoardResult::black_by_forfeit ? "-+"
                                                                    : "--";
  return std::string("330 ") + sign + ' ' + padded_text(round, 3) + ' ' + padded_text(first, 3) +
         ' ' + padded_text(second, 3);
}

/// Teams and their players by the numbers of the report.
class TeamLines {
 public:
  TeamLines(const Event& event, const std::vector<std::size_t>& numbers)
      : event_(event), teams_(event.entrants().size()), ids_(event.entrants().size()) {
    const auto people = otb::players(event);
    for (std::size_t p = 0; p < people.size(); ++p) ids_[people[p].team].push_back(numbers[p]);
    const auto list = event.start_list();
    for (std::size_t i = 0; i < list.size(); ++i) teams_[list[i]] = i + 1;
  }

  void print(std::ostream& out, TrfFormat format) const {
    const auto all = teams();
    const bool has_old_lines = format == TrfFormat::trf16;
    for (const TrfTeam& team : all) out << (has_old_lines ? trf_team_line(team) + '\n' : "");
    for (const TrfTeam& team : all) out << trf_new_team_line(team) << '\n';
    for (std::uint64_t round = 1; round <= event_.rounds().size(); ++round) {
      for (const Board& match : event_.rounds()[round - 1].boards) {
        print_lineups(out, round, match);
      }
    }
    print_byes(out);
    for (std::uint64_t round = 1; round <= event_.rounds().size(); ++round) {
      for (const Board& match : event_.rounds()[round - 1].boards) {
        if (!match.result || was_played(*match.result)) continue;
        out << trf_forfeit_line(*match.result, round, teams_[match.first], teams_[match.second])
            << '\n';
      }
    }
  }

 private:
  /// By their numbers.
  std::vector<TrfTeam> teams() const {
    std::vector<TrfTeam> teams(teams_.size());
    for (const StandingRow& line : otb::standing(event_, event_.finished_rounds())) {
      TrfTeam& team = teams[teams_[line.entrant] - 1];
      team.number = teams_[line.entrant];
      team.name = printable(event_.entrants()[line.entrant].name, 4096);
      team.strength = strength(event_, line.entrant);
      team.match_points = line.points;
      team.game_points = line.game_points;
      team.rank = line.place;
      team.players = ids_[line.entrant];
    }
    return teams;
  }

  /// Writes a line for each team of the match that does not field its first players.
  void print_lineups(std::ostream& out, std::uint64_t round, const Board& match) const {
    for (const bool is_first : {true, false}) {
      const std::size_t team = is_first ? match.first : match.second;
      std::vector<std::size_t> seated;
      bool is_usual = true;
      for (std::size_t i = 0; i < match.games.size(); ++i) {
        const auto& member = is_first ? match.games[i].first : match.games[i].second;
        seated.push_back(member ? ids_[team][*member] : 0);
        is_usual = is_usual && member == i;
      }
      if (is_usual) continue;
      out << trf_lineup_line(round, teams_[team], teams_[is_first ? match.second : match.first],
                             seated)
          << '\n';
    }
  }

  /// If pairings follow from points, the bye of an odd number of teams is a drawn match.
  void print_byes(std::ostream& out) const {
    std::vector<std::size_t> free;
    bool is_any = false;
    for (const Round& round : event_.rounds()) {
      free.push_back(0);
      for (const Bye& bye : round.byes) {
        if (bye.kind != ByeKind::pairing_allocated) continue;
        free.back() = teams_[bye.entrant];
        is_any = true;
      }
    }
    if (!is_any || !event_.is_swiss()) return;
    constexpr ByeKind kind = ByeKind::pairing_allocated;
    out << trf_bye_line(event_.points_of(kind), bye_game_points(event_, kind), free) << '\n';
  }

  const Event& event_;
  std::vector<std::size_t> teams_;             ///< numbers, by team
  std::vector<std::vector<std::size_t>> ids_;  ///< of the players, by team
};

/// The line on the colours of the boards.
void print_trf_team_head(std::ostream& out, const Event& event) {
  if (event.terms().is_scheveningen) return;
  out << "352 ";
  for (std::uint64_t board = 0; board < event.terms().boards; ++board) out << "WB"[board % 2];
  out << '\n';
}

/// The lines on teams after those of their players, whose starting numbers are given in the order
/// of players(): each team (013 and 310), unusual lineups, byes, and matches without a game.
void print_trf_teams(std::ostream& out, const Event& event, const std::vector<std::size_t>& numbers,
                     TrfFormat format) {
  TeamLines(event, numbers).print(out, format);
}

/// The numbers of players, or teams, in the order of ratings, from 1.
std::vector<std::size_t> start_ranks(const Event& event) {
  const auto order = event.start_list();
  std::vector<std::size_t> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i + 1;
  return ranks;
}

/// The numbers of all players: those of teams by the team's number and their board.
std::vector<std::size_t> player_numbers(const Event& event) {
  if (!event.has_teams()) return start_ranks(event);
  const auto people = otb::players(event);
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

void set_details(TrfPlayer& player, const PlayerDetails& details) {
  player.sex = details.sex;
  player.title = details.title;
  player.federation = details.federation;
  player.fide_id = details.fide_id;
  player.birth = details.birth;
}

/// The cells of a finished round, by player. Byes of teams are in lines of their own.
std::vector<TrfCell> trf_round(const Event& event, std::uint64_t round,
                               const std::vector<std::size_t>& numbers) {
  std::vector<TrfCell> cells(numbers.size());
  for (const Bye& bye : event.rounds()[round - 1].byes) {
    if (!event.has_teams()) cells[bye.entrant] = {0, '-', trf_bye(bye.kind)};
  }
  const auto annulled = annulled_entrants(event, event.rounds().size());
  for (const TableGame& game : otb::games(event, round)) {
    // It counts for nobody, and no game was played.
    if (game.match == 0 && is_void(event.rounds()[round - 1].boards[game.board - 1], annulled)) {
      continue;
    }
    const std::optional<std::size_t> seats[] = {game.white, game.black};
    for (int side = 0; side < 2; ++side) {
      if (!seats[side]) continue;
      const char result = trf_result(*game.result, side);
      const auto& other = seats[1 - side];
      cells[*seats[side]] =
          other ? TrfCell{numbers[*other], "wb"[side], result} : TrfCell{0, '-', result};
    }
  }
  return cells;
}

std::string trf_system(const Terms& terms) {
  return std::string(terms.boards > 0 ? "Team: " : "Individual: ") +
         (terms.is_scheveningen                 ? "Scheveningen System"
          : terms.system == System::round_robin ? "Round-Robin"
          : terms.system == System::knockout    ? "Knock-Out"
                                                : "Swiss-System");
}

/// The known parts of a date, with FIDE's separators.
std::string dates_of(const std::string& date) {
  std::string text = date.substr(0, std::min(date.find_first_of('?'), date.size()));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

/// A player's points and rank.
struct PlayerResult {
  double points;
  std::size_t place;
};

/// In the order of people(). Players of teams are ranked by their points.
std::vector<PlayerResult> player_results(const Event& event) {
  std::vector<PlayerResult> results(otb::players(event).size());
  if (!event.has_teams()) {
    for (const StandingRow& line : otb::standing(event, event.finished_rounds())) {
      results[line.entrant] = {line.points, line.place};
    }
    return results;
  }
  const auto scores = otb::scores(event, event.finished_rounds());
  for (const PlayerScore& score : scores) {
    const auto ahead = std::count_if(scores.begin(), scores.end(), [&](const PlayerScore& other) {
      return other.points > score.points;
    });
    results[score.player] = {score.points, static_cast<std::size_t>(ahead) + 1};
  }
  return results;
}

/// The codes of the system and of the tie-breaks. A knockout is not ordered by points, and the
/// Scheveningen system by game points.
void print_trf_rules(std::ostream& out, const Event& event) {
  out << "192 " << trf_system_code(event.terms()) << '\n';
  const auto list = event.tie_breaks();
  if (event.system() == System::knockout || event.terms().is_scheveningen) return;
  const std::string codes = trf_tie_breaks(list, event.has_teams());
  if (!codes.empty()) out << "202 " << codes << '\n';
  out << "212 PTS" << (codes.empty() ? "" : ",") << codes << '\n';
}

/// The values of results, if they are not the usual ones. The format of 2026 has one value for
/// absences and forfeits.
void print_trf_points(std::ostream& out, const Event& event, TrfFormat format) {
  const PointSystem points = event.points();
  if (event.has_teams()) {
    if (points == default_points(event.terms())) return;
    const int usual_bye = event.is_swiss() ? points.draw : points.win;
    out << trf_points_line("362", points, usual_bye) << '\n';
    return;
  }
  if (points == PointSystem()) return;
  if (format == TrfFormat::trf16) {
    out << trf_old_points(points);
    return;
  }
  out << trf_points_line("162", points, points.win) << '\n';
  if (points.forfeit != points.absence) out << "BBF " << trf_points(points.forfeit) << '\n';
}

/// The lines on the event before those of its players.
void print_trf_head(std::ostream& out, const EventHead& head, const Event& event,
                    TrfFormat format) {
  const auto people = otb::players(event);
  const auto rated = std::count_if(people.begin(), people.end(),
                                   [](const Player& player) { return player.rating.has_value(); });
  const std::pair<const char*, std::string> ours[] = {
      {"012", printable(head.name, 4096)},
      {"022", printable(head.place, 4096)},
      {"032", head.federation},
      {"042", dates_of(head.date)},
      {"052", dates_of(head.end_date)},
      {"062", std::to_string(people.size())},
      {"072", std::to_string(rated)},
      {"082", event.has_teams() ? std::to_string(event.entrants().size()) : ""},
      {"092", trf_system(event.terms()) + " (" + head.game + ' ' + head.variant + ")"},
      {"102", printable(head.arbiter, 4096)}};
  const auto is_written = [&](const char* code) {
    return std::any_of(head.report.begin(), head.report.end(),
                       [&](const auto& line) { return line.first == code; });
  };
  for (const auto& [code, text] : ours) {
    const std::string_view always[] = {"012", "022", "042"};
    const bool is_left_out =
        text.empty() && std::find(std::begin(always), std::end(always), code) == std::end(always);
    if (!is_written(code) && !is_left_out) out << code << ' ' << text << '\n';
  }
  for (const std::string_view deputy : split(head.deputies, ';')) {
    const std::string_view name = trimmed(deputy);
    if (!name.empty()) out << "112 " << printable(std::string(name), 4096) << '\n';
  }
  if (!head.time_control.empty()) out << "122 " << printable(head.time_control, 4096) << '\n';
  if (const std::string dates = trf_round_dates(head.schedule); !dates.empty()) {
    out << "132 " << dates << '\n';
  }
  for (const auto& [code, text] : head.report) {
    if (code == "192" || code == "202" || code == "212") continue;  // as it was read; now ours
    out << printable(code) << ' ' << printable(text, 4096) << '\n';
  }
  const bool is_old = format == TrfFormat::trf16;
  out << (is_old ? "XXR " : "142 ") << event.planned_rounds() << '\n';
  print_trf_points(out, event, format);
  if (!is_old) print_trf_rules(out, event);
  if (event.has_teams()) return print_trf_team_head(out, event);
  if (event.system() != System::dutch) return;
  const bool is_white = event.terms().first_colour == Side::white;
  out << (is_old ? "XXC " : "152 ")
      << (is_old     ? is_white ? "white1" : "black1"
          : is_white ? "W"
                     : "B")
      << '\n';
}

/// The kind of bye (240) that an entrant has in a round that is not finished, if any.
std::optional<char> planned_bye(const Event& event, std::size_t p, std::uint64_t round) {
  const Entrant& entrant = event.entrants()[p];
  const auto has = [&](const std::vector<std::uint64_t>& rounds) {
    return std::find(rounds.begin(), rounds.end(), round) != rounds.end();
  };
  if (round <= event.rounds().size()) {
    const Round& made = event.rounds()[round - 1];
    for (const Bye& bye : made.byes) {
      const char kind = trf_bye(bye.kind);
      if (bye.entrant == p) return kind == 'U' ? std::nullopt : std::optional(kind);
    }
    const bool is_paired = std::any_of(made.boards.begin(), made.boards.end(),
                                       [&](const Board& board) { return board.has(p); });
    return is_paired ? std::nullopt : std::optional('Z');
  }
  if (entrant.last_round || has(entrant.zero_point_byes)) return 'Z';
  return has(entrant.half_point_byes) ? std::optional('H') : std::nullopt;
}

/// The absences in a round that is not finished: 240, and for JaVaFo XXZ, which is about the next
/// round to be paired.
void print_trf_byes(std::ostream& out, const Event& event, std::uint64_t round, TrfFormat format) {
  const auto list = event.start_list();
  std::string absent;
  for (const char kind : {'F', 'H', 'Z'}) {
    std::string ids;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (planned_bye(event, list[i], round) != kind) continue;
      ids += ' ' + trf_right(std::to_string(i + 1), 4);
      absent += ' ' + std::to_string(i + 1);
    }
    if (ids.empty()) continue;
    out << "240 " << kind << ' ' << trf_right(std::to_string(round), 3) << ids << '\n';
  }
  const bool is_next = round == event.finished_rounds() + 1;
  if (is_next && !absent.empty() && format == TrfFormat::trf16 && !event.has_teams()) {
    out << "XXZ" << absent << '\n';
  }
}

/// The forbidden pairs, and the absences in coming rounds.
void print_trf_plans(std::ostream& out, const Event& event, TrfFormat format) {
  if (event.system() == System::round_robin) {
    for (std::uint64_t round = event.rounds().size() + 1; round <= event.planned_rounds();
         ++round) {
      print_trf_byes(out, event, round, format);
    }
  }
  if (!event.is_swiss()) return;
  for (const ForbiddenPairs& group : history(event).forbidden) {
    const bool is_always =
        group.first_round == 1 && !event.has_teams() && format == TrfFormat::trf16;
    out << (is_always ? "XXP" : trf_forbidden_rounds(group.first_round, event.planned_rounds()));
    for (const std::size_t player : group.players) {
      const std::string id = std::to_string(player + 1);
      out << ' ' << (is_always ? id : trf_right(id, 4));
    }
    out << '\n';
  }
  for (std::uint64_t round = event.finished_rounds() + 1; round <= event.planned_rounds();
       ++round) {
    print_trf_byes(out, event, round, format);
  }
}

/// The boards and byes of a round in progress. TRF has no sign for a game without a result, and
/// other programs refuse a player's line that has one, so these lines are comments.
void print_open_round(std::ostream& out, const Event& event,
                      const std::vector<std::size_t>& numbers) {
  if (event.finished_rounds() == event.rounds().size()) return;
  const std::uint64_t round = event.rounds().size();
  const std::string head = std::string(trf_open_round) + ' ' + std::to_string(round) + ' ';
  for (const TableGame& game : otb::games(event, round)) {
    if (!game.white || !game.black) continue;
    out << head << numbers[*game.white] << ' ' << numbers[*game.black];
    if (game.result) out << ' ' << board_result_text(*game.result);
    out << '\n';
  }
  if (event.has_teams()) return;
  for (const Bye& bye : event.rounds().back().byes) {
    out << head << numbers[bye.entrant] << " - " << trf_bye(bye.kind) << '\n';
  }
}

}  // namespace

void write_trf(std::ostream& out, const EventHead& head, const Event& event, TrfFormat format) {
  print_trf_head(out, head, event, format);
  const auto numbers = player_numbers(event);
  const auto people = otb::players(event);
  const auto results = player_results(event);
  std::vector<TrfPlayer> players(people.size());
  std::vector<std::vector<TrfCell>> cells(people.size());
  for (std::size_t p = 0; p < people.size(); ++p) {
    TrfPlayer& player = players[numbers[p] - 1];
    player.id = numbers[p];
    player.name = printable(people[p].name, 4096);
    player.rating = people[p].rating;
    set_details(player, people[p].details);
    player.points = static_cast<int>(std::lround(results[p].points * 10));
    player.rank = results[p].place;
  }
  for (std::uint64_t round = 1; round <= event.finished_rounds(); ++round) {
    const auto row = trf_round(event, round, numbers);
    for (std::size_t p = 0; p < people.size(); ++p) cells[numbers[p] - 1].push_back(row[p]);
  }
  if (event.system() == System::dutch && !event.has_teams()) {
    out << trf_acceleration(history(event), players, format);
  }
  print_trf_plans(out, event, format);
  print_open_round(out, event, numbers);
  // In a round-robin the number of players gives the tables.
  if (event.system() == System::round_robin && !event.has_teams() && !event.rounds().empty()) {
    players.resize(event.participants());
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    out << trf_player_line(players[i], cells[i]) << '\n';
  }
  if (event.has_teams()) print_trf_teams(out, event, numbers, format);
}

}  // namespace schiri::otb
