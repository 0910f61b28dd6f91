#include "cli/people/event_pages.h"

#include <algorithm>
#include <cmath>

#include "cli/command.h"
#include "cli/people/paper_parts.h"
#include "core/decimals.h"
#include "core/schedule/systems.h"
#include "notation/printable.h"
#include "notation/records/byte_source.h"
#include "notation/records/reader.h"
#include "notation/records/record.h"
#include "notation/trf/trf_writer.h"

namespace schiri::cli {

namespace {

/// The numbers of players in the order of ratings, from 1.
std::vector<std::size_t> start_ranks(const OpenEvent& event) {
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

void tell_person(TrfPlayer& player, const PersonDetails& details) {
  player.sex = details.sex;
  player.title = details.title;
  player.federation = details.federation;
  player.fide_id = details.fide_id;
  player.birth = details.birth;
}

std::vector<TrfCell> trf_round(const OpenRound& round, const std::vector<std::size_t>& ranks) {
  std::vector<TrfCell> cells(ranks.size());
  for (const RoundBye& bye : round.byes) cells[bye.player] = {0, '-', trf_bye(bye.kind)};
  for (const Board& board : round.boards) {
    const char white = board.result ? trf_result(*board.result, 0) : ' ';
    const char black = board.result ? trf_result(*board.result, 1) : ' ';
    cells[board.white] = {ranks[board.black], 'w', white};
    cells[board.black] = {ranks[board.white], 'b', black};
  }
  return cells;
}

const char* trf_system(System system) {
  return system == System::round_robin ? "Individual: Round-Robin"
         : system == System::knockout  ? "Individual: Knock-Out"
                                       : "Individual: Swiss-System";
}

/// The parts of a date that are known, with FIDE's separators.
std::string dates_of(const std::string& date) {
  std::string text = date.substr(0, std::min(date.find_first_of('?'), date.size()));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

Record record_without_turns(const EventJournal& journal, std::uint64_t round, std::uint64_t number,
                            const Board& board) {
  const EventHead& head = journal.head();
  Record record;
  record.set_tag("Event", head.name);
  record.set_tag("Site", head.place.empty() ? "?" : head.place);
  record.set_tag("Date", head.date);
  record.set_tag("Round", std::to_string(round) + "." + std::to_string(number));
  record.set_tag("White", journal.event().players()[board.white].name);
  record.set_tag("Black", journal.event().players()[board.black].name);
  record.result = board.result ? std::string(board_result_text(*board.result)) : "*";
  record.set_tag("Result", record.result);
  record.set_tag("Game", head.game);
  record.set_tag("Variant", head.variant);
  record.set_tag("Termination", "not recorded");
  return record;
}

}  // namespace

void print_round(std::ostream& out, const EventJournal& journal, std::uint64_t round,
                 const PaperForm& form) {
  const OpenEvent& event = journal.event();
  if (round < 1 || round > event.rounds().size()) {
    throw UsageError("--round: round " + std::to_string(round) + " is not paired");
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
                    bye_sentence(bye.kind, form.words()), Json(), Json()});
  }
  print_paper(out, journal.head(),
              {round_title(event, round, form.words()),
               {"board", "white", "points", "result", "black", "black_points"},
               rows},
              form);
}

void print_open_standing(std::ostream& out, const EventJournal& journal, std::uint64_t rounds,
                         const PaperForm& form, std::span<const rating::TieBreakId> tie_breaks) {
  const OpenEvent& event = journal.event();
  const auto shown = tie_break_columns(tie_breaks);
  std::vector<std::vector<Json>> rows;
  for (const OpenStanding& line : event.standing(rounds, tie_breaks)) {
    const Entrant& entrant = event.players()[line.player];
    rows.push_back({line.place, entrant.name, entrant.rating ? Json(*entrant.rating) : Json(),
                    points_json(line.points), line.games, line.wins});
    add_tie_breaks(rows.back(), line, tie_breaks);
    rows.back().push_back(text_or_null(remark_on(entrant, line, rounds, form.words())));
  }
  std::vector<std::string> keys = {"place", "player", "rating", "points", "games", "wins"};
  for (const auto id : shown) keys.emplace_back(rating::name_of(id).key);
  keys.push_back("remark");
  print_paper(out, journal.head(),
              {so_far("after", event, rounds, form.words()), keys, rows,
               tie_break_line(tie_breaks, form.words())},
              form);
}

void print_acts(std::ostream& out, const EventJournal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    out << printable(act.at("time").get<std::string>()) << "  " << act_sentence(act)
        << (journal.is_undone(i) ? " (undone)" : "") << '\n';
  }
}

namespace {

/// The lines on the event before those of its players.
void print_trf_head(std::ostream& out, const EventJournal& journal) {
  const OpenEvent& event = journal.event();
  const EventHead& head = journal.head();
  const auto rated = std::count_if(event.players().begin(), event.players().end(),
                                   [](const Entrant& entrant) { return entrant.rating; });
  const std::pair<const char*, std::string> ours[] = {
      {"012", printable(head.name, 4096)},
      {"022", printable(head.place, 4096)},
      {"042", dates_of(head.date)},
      {"062", std::to_string(event.players().size())},
      {"072", std::to_string(rated)},
      {"092",
       std::string(trf_system(event.system())) + " (" + head.game + ' ' + head.variant + ")"}};
  const auto is_told = [&](const char* code) {
    return std::any_of(head.report.begin(), head.report.end(),
                       [&](const auto& line) { return line.first == code; });
  };
  for (const auto& [code, text] : ours) {
    if (!is_told(code)) out << code << ' ' << text << '\n';
  }
  for (const auto& [code, text] : head.report) {
    out << printable(code) << ' ' << printable(text, 4096) << '\n';
  }
  out << "XXR " << event.planned_rounds() << '\n';
  if (event.system() != System::dutch) return;
  out << (event.terms().first_colour == Side::white ? "XXC white1\n" : "XXC black1\n");
  if (!is_told("192")) out << "192 FIDE_DUTCH_2025\n";
}

/// Who may not meet, and who will be out of which of the coming rounds (240).
void print_trf_plans(std::ostream& out, const OpenEvent& event) {
  if (!event.is_swiss()) return;
  for (const ForbiddenPairs& group : event.history().forbidden) {
    out << "XXP";
    for (const std::size_t player : group.players) out << ' ' << player + 1;
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
        const bool is_out = entrant.last_round || has(entrant.absences, round);
        const bool is_meant = kind == 'Z' ? is_out : !is_out && has(entrant.asked_byes, round);
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

void print_trf(std::ostream& out, const EventJournal& journal) {
  const OpenEvent& event = journal.event();
  print_trf_head(out, journal);
  const auto ranks = start_ranks(event);
  std::vector<std::vector<TrfCell>> rounds;
  for (const OpenRound& round : event.rounds()) rounds.push_back(trf_round(round, ranks));
  std::vector<TrfPlayer> players(ranks.size());
  std::vector<std::string> lines(ranks.size());
  for (const OpenStanding& line : event.standing(event.rounds().size())) {
    const Entrant& entrant = event.players()[line.player];
    TrfPlayer& player = players[ranks[line.player] - 1];
    player.id = ranks[line.player];
    player.name = printable(entrant.name, 4096);
    player.rating = entrant.rating;
    tell_person(player, entrant.details);
    player.points = static_cast<int>(std::lround(line.points * 10));
    player.rank = line.place;
    std::vector<TrfCell> cells;
    for (const auto& round : rounds) cells.push_back(round[line.player]);
    lines[player.id - 1] = trf_player_line(player, cells);
  }
  if (event.system() == System::dutch) out << trf_acceleration(event.history(), players);
  print_trf_plans(out, event);
  for (const std::string& line : lines) out << line << '\n';
}

namespace {

/// A record as it came, with the names of today: they may have been put right since.
std::string with_names_of_today(const EventJournal& journal, const Board& board,
                                const std::string& text) {
  const auto& players = journal.event().players();
  const std::pair<const char*, std::string> tags[] = {{"Event", journal.head().name},
                                                      {"White", players[board.white].name},
                                                      {"Black", players[board.black].name}};
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
  const auto& rounds = journal.event().rounds();
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    for (std::size_t b = 0; b < rounds[r].boards.size(); ++b) {
      const Board& board = rounds[r].boards[b];
      if (!board.result || !was_played(*board.result)) continue;
      const std::string text = journal.record(r + 1, b + 1);
      out << (text.empty() ? write_record(record_without_turns(journal, r + 1, b + 1, board))
                           : with_names_of_today(journal, board, text));
    }
  }
}

}  // namespace schiri::cli
