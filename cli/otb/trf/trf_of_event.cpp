#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/otb/event/fields.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf_type.h"
#include "cli/otb/trf/trf_writer.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// The numbers of players in the order of ratings, from 1.
std::vector<std::size_t> start_ranks(const Event& event) {
  const auto order = event.start_list();
  std::vector<std::size_t> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i + 1;
  return ranks;
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

/// The cells of a finished round, by player.
std::vector<TrfCell> trf_round(const Event& event, std::uint64_t round,
                               const std::vector<std::size_t>& numbers) {
  std::vector<TrfCell> cells(numbers.size());
  for (const Bye& bye : event.rounds()[round - 1].byes) {
    cells[bye.entrant] = {0, '-', trf_bye(bye.kind)};
  }
  const auto annulled = annulled_entrants(event, event.rounds().size());
  for (const Board& board : event.rounds()[round - 1].boards) {
    // It counts for nobody, and no game was played.
    if (is_void(board, annulled)) continue;
    for (int side = 0; side < 2; ++side) {
      const std::size_t own = side ? board.second : board.first;
      const std::size_t other = side ? board.first : board.second;
      cells[own] = {numbers[other], "wb"[side], trf_result(*board.result, side)};
    }
  }
  return cells;
}

std::string trf_system(const Terms& terms) {
  return std::string("Individual: ") + (terms.system == System::round_robin ? "Round-Robin"
                                        : terms.system == System::knockout  ? "Knock-Out"
                                                                            : "Swiss-System");
}

/// The known parts of a date, with FIDE's separators.
std::string dates_of(const std::string& date) {
  std::string text = date.substr(0, std::min(date.find_first_of('?'), date.size()));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

/// The codes of the system and of the tie-breaks. A knockout is not ordered by points.
void print_trf_rules(std::ostream& out, const Event& event) {
  out << "192 " << trf_system_code(event.terms()) << '\n';
  const auto list = event.tie_breaks();
  if (event.system() == System::knockout) return;
  const std::string codes = trf_tie_breaks(list);
  if (!codes.empty()) out << "202 " << codes << '\n';
  out << "212 PTS" << (codes.empty() ? "" : ",") << codes << '\n';
}

/// The values of results, if they are not the usual ones. The format of 2026 has one value for
/// absences and forfeits.
void print_trf_points(std::ostream& out, const Event& event, TrfFormat format) {
  const PointSystem points = event.points();
  if (points == PointSystem()) return;
  if (format == TrfFormat::trf16) {
    out << trf_old_points(points);
    return;
  }
  out << trf_points_line(points) << '\n';
  if (points.forfeit != points.absence) out << "BBF " << trf_points(points.forfeit) << '\n';
}

/// The lines on the event before those of its players.
void print_trf_head(std::ostream& out, const EventHead& head, const Event& event,
                    TrfFormat format) {
  const auto& players = event.entrants();
  const auto rated = std::count_if(players.begin(), players.end(),
                                   [](const Entrant& player) { return player.rating.has_value(); });
  const std::pair<const char*, std::string> ours[] = {
      {"012", printable(head.name, 4096)},
      {"022", printable(head.place, 4096)},
      {"032", head.federation},
      {"042", dates_of(head.date)},
      {"052", dates_of(head.end_date)},
      {"062", std::to_string(players.size())},
      {"072", std::to_string(rated)},
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
  if (is_next && !absent.empty() && format == TrfFormat::trf16) {
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
    const bool is_always = group.first_round == 1 && format == TrfFormat::trf16;
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
  for (const Board& board : event.rounds().back().boards) {
    out << head << numbers[board.first] << ' ' << numbers[board.second];
    if (board.result) out << ' ' << board_result_text(*board.result);
    out << '\n';
  }
  for (const Bye& bye : event.rounds().back().byes) {
    out << head << numbers[bye.entrant] << " - " << trf_bye(bye.kind) << '\n';
  }
}

}  // namespace

void write_trf(std::ostream& out, const EventHead& head, const Event& event, TrfFormat format) {
  print_trf_head(out, head, event, format);
  const auto numbers = start_ranks(event);
  std::vector<TrfPlayer> players(numbers.size());
  std::vector<std::vector<TrfCell>> cells(numbers.size());
  for (const StandingRow& line : otb::standing(event, event.finished_rounds())) {
    const Entrant& entrant = event.entrants()[line.entrant];
    const std::size_t number = numbers[line.entrant];
    TrfPlayer& player = players[number - 1];
    player.id = number;
    player.name = printable(entrant.name, 4096);
    player.rating = entrant.rating;
    set_details(player, entrant.details);
    player.points = static_cast<int>(std::lround(line.points * 10));
    player.rank = line.place;
  }
  for (std::uint64_t round = 1; round <= event.finished_rounds(); ++round) {
    const auto row = trf_round(event, round, numbers);
    for (std::size_t p = 0; p < row.size(); ++p) cells[numbers[p] - 1].push_back(row[p]);
  }
  print_trf_plans(out, event, format);
  print_open_round(out, event, numbers);
  // In a round-robin the number of players gives the tables.
  if (event.system() == System::round_robin && !event.rounds().empty()) {
    players.resize(event.participants());
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    out << trf_player_line(players[i], cells[i]) << '\n';
  }
}

}  // namespace schiri::otb
