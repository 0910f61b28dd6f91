#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/otb/acts/journal.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/pairing/dutch_check.h"
#include "core/tournament/systems.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// Players by their numbers and names.
class NumberedNames {
 public:
  void add(std::size_t number, const std::string& name) {
    texts_.push_back(std::to_string(number) + (name.empty() ? "" : " " + printable(name)));
  }

  const std::string& name(std::size_t player) const { return texts_[player]; }
  std::string pair(std::size_t white, std::size_t black) const {
    return texts_[white] + " - " + texts_[black];
  }
  Message bye(std::size_t player) const { return message("{0} - bye", texts_[player]); }

  BoardDifference difference(const DifferingBoard& board) const {
    BoardDifference one{board.board, "", "", std::string(board.criterion)};
    if (board.played) one.played = pair(board.played->white, board.played->black);
    if (board.played_bye) one.played = bye(*board.played_bye);
    if (board.expected) one.expected = pair(board.expected->white, board.expected->black);
    if (board.expected_bye) one.expected = bye(*board.expected_bye);
    return one;
  }

 private:
  std::vector<std::string> texts_;
};

/// How many boards a round has.
std::size_t boards_of(const SwissHistory& history, std::uint64_t round) {
  std::size_t players = 0;
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    players += history.entry(p, round).opponent.has_value();
  }
  return players / 2;
}

/// Reports contradictory lines of a report, after the boards that differ by it.
void add_contradictions(const TrfReport& told, std::uint64_t round, const NumberedNames& names,
                        std::vector<BoardDifference>& differing) {
  std::size_t board = boards_of(told.history, round);
  for (const TrfContradiction& one : told.contradictions) {
    if (one.round != round) continue;
    differing.push_back({++board, names.pair(one.player, one.opponent),
                         message("the same of both players"), "contradiction"});
  }
}

/// Were any two paired in a round?
bool has_pairs(const SwissHistory& history, std::uint64_t round) {
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    if (was_paired(history.entry(p, round).result)) return true;
  }
  return false;
}

/// The differences between a round of an event file and the pairing of the Dutch system, without
/// the boards that the arbiter demanded.
std::vector<BoardDifference> check_dutch(const Event& before, const Round& round) {
  Event after = before;
  after.add_round(round);
  const auto list = after.start_list();
  std::vector<std::size_t> place(list.size());
  NumberedNames names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    place[list[i]] = i;
    names.add(i + 1, after.entrants()[list[i]].name);
  }
  const std::uint64_t number = after.rounds().size();
  SwissHistory history = otb::history(after);
  for (const Board& board : round.boards) {
    if (!board.by_hand) continue;
    history.players[place[board.first]][number - 1] = {};
    history.players[place[board.second]][number - 1] = {};
  }
  std::vector<BoardDifference> differing;
  if (!has_pairs(history, number)) return differing;
  const auto check = check_dutch_round(history, number);
  for (const DifferingBoard& board : check.differing) differing.push_back(names.difference(board));
  return differing;
}

std::vector<Couple> demanded_in(const Round& round) {
  std::vector<Couple> couples;
  for (const Board& board : round.boards) {
    if (board.by_hand) couples.emplace_back(board.first, board.second);
  }
  return couples;
}

/// The boards that only one of the two rounds has, in whatever order they are.
std::vector<BoardDifference> differences(const NumberedNames& names, const Round& round,
                                         const Round& expected) {
  const auto has = [](const Round& made, const Board& board) {
    return std::any_of(made.boards.begin(), made.boards.end(), [&](const Board& other) {
      return other.first == board.first && other.second == board.second;
    });
  };
  std::vector<BoardDifference> differing;
  for (std::size_t i = 0; i < round.boards.size(); ++i) {
    const Board& board = round.boards[i];
    if (has(expected, board)) continue;
    differing.push_back({i + 1, names.pair(board.first, board.second), "", "system"});
  }
  std::size_t next = 0;
  for (const Board& board : expected.boards) {
    if (has(round, board)) continue;
    if (next == differing.size()) {
      differing.push_back({round.boards.size() + next + 1, "", "", "system"});
    }
    differing[next++].expected = names.pair(board.first, board.second);
  }
  return differing;
}

/// The differences between a round of an event file and the pairing of its system.
std::vector<BoardDifference> check_round(const Event& before, Round round) {
  if (before.system() == System::round_robin) {
    settle_walkovers(before, round, before.rounds().size() + 1);
  }
  if (before.system() == System::dutch) return check_dutch(before, round);
  NumberedNames names;
  for (std::size_t i = 0; i < before.entrants().size(); ++i) {
    names.add(i + 1, before.entrants()[i].name);
  }
  Round expected;
  try {
    expected = otb::pair(before, demanded_in(round));
  } catch (const EventError&) {
    // If a round cannot be paired, no board has a counterpart.
  }
  return differences(names, round, expected);
}

/// The boards of a round as they are after all changes of seats.
std::vector<std::string> boards_by_hand(const Event& event, std::size_t round) {
  std::vector<std::string> boards;
  const auto& made = event.rounds()[round].boards;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!made[i].by_hand) continue;
    boards.push_back(std::to_string(i + 1) + ": " +
                     printable(event.entrants()[made[i].first].name) + " - " +
                     printable(event.entrants()[made[i].second].name));
  }
  return boards;
}

/// Calls `check` for each round that was paired, also those that were paired again, with the event
/// before it. `acts`: of the whole event.
template <class Check>
void each_pairing(const std::vector<Act>& acts, const Check& check) {
  HeldEvent held = begun_by(acts.front());
  for (std::size_t i = 1; i < acts.size(); ++i) {
    const auto* const pair = std::get_if<act::Pair>(&acts[i]);
    if (pair) check(held.event, round_of(held.event, *pair));
    otb::apply(held, acts[i]);
  }
}

PairingCheck check_event(const std::string& file) {
  std::vector<std::vector<BoardDifference>> differing;
  const Journal journal = Journal::open(file, JournalFile::Access::read);
  each_pairing(journal.valid_acts(), [&](const Event& before, const Round& round) {
    differing.resize(before.rounds().size());
    differing.push_back(check_round(before, round));
  });
  PairingCheck check;
  check.cut_off = journal.cut_off();
  for (std::size_t r = 0; r < journal.event().finished_rounds(); ++r) {
    check.rounds.push_back({r + 1, differing[r], boards_by_hand(journal.event(), r)});
  }
  return check;
}

bool is_event(const std::string& file) {
  // What can be read once only is a report.
  std::error_code ignored;
  const auto type = std::filesystem::status(file, ignored).type();
  using enum std::filesystem::file_type;
  if (file == "-" || type == fifo || type == character || type == socket) return false;
  const std::string text = JournalFile(file, JournalFile::Access::read).read();
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{';
}

/// The check of a TRF file.
class ReportCheck {
 public:
  ReportCheck(const std::string& file, TrfReport report) : file_(file), trf_(std::move(report)) {
    for (const TrfPlayer& player : trf_.players) names_.add(player.id, player.name);
  }

  PairingCheck run() {
    if (trf_.kind == Kind::other_swiss) {
      check_.unpaired = message("{0}: {1}", printable(file_, 4096),
                                message("its system is '{0}', which schiri does not have; its "
                                        "pairings are not checked",
                                        printable(trf_.system)));
    }
    if (check_.unpaired.empty() && trf_.kind == Kind::dutch) {
      check_dutch_rounds();
    } else if (!check_.unpaired.empty() || !trf_.contradictions.empty()) {
      check_lines();
    } else {
      check_by_event();
    }
    check_standing();
    return std::move(check_);
  }

 private:
  using Kind = TrfReport::Kind;

  /// Lines that contradict each other.
  void check_lines() {
    for (std::uint64_t round = 1; round <= trf_.rounds; ++round) {
      std::vector<BoardDifference> differing;
      add_contradictions(trf_, round, names_, differing);
      if (!differing.empty()) check_.rounds.push_back({round, std::move(differing), {}});
    }
  }

  void check_dutch_rounds() {
    for (std::uint64_t round = 1; round <= trf_.rounds; ++round) {
      std::vector<BoardDifference> differing;
      if (has_pairs(trf_.history, round)) {
        for (const DifferingBoard& board : check_dutch_round(trf_.history, round).differing) {
          differing.push_back(names_.difference(board));
        }
      }
      add_contradictions(trf_, round, names_, differing);
      check_.rounds.push_back({round, std::move(differing), {}});
    }
  }

  /// Pairs the rounds of the event that an import makes.
  void check_by_event() {
    const auto check = [&](const Event& before, const Round& round) {
      const std::uint64_t number = before.rounds().size() + 1;
      if (number > trf_.rounds) return;
      const bool is_table = before.system() == System::round_robin;
      check_.rounds.push_back(
          {number, is_table ? check_table(before, round) : check_round(before, round), {}});
    };
    try {
      each_pairing(imported().acts, check);
    } catch (const EventError& error) {
      throw UnusableError(message("{0}: {1}", printable(file_, 4096), error.message()));
    }
  }

  /// Organisers may play the rounds of the tables in another order. Reports that follow the tables
  /// cycle by cycle name that, and FIDE's double round-robin changes two rounds.
  std::vector<BoardDifference> check_table(const Event& before, const Round& round) {
    Round made = round;
    settle_walkovers(before, made, before.rounds().size() + 1);
    const auto own = check_round(before, round);
    if (own.empty()) {
      played_.insert(before.rounds().size() + 1);
      return own;
    }
    const auto list = before.start_list();
    for (const std::uint64_t more : {0U, 1U}) {
      // With an odd number of cycles the tables stay as they are.
      if (more == 1 && before.terms().cycles % 2 == 1) continue;
      Terms terms = before.terms();
      terms.cycles += more;
      Event table(terms);
      for (const Entrant& entrant : before.entrants()) table.enter({entrant.name});
      std::vector<std::string> names;
      for (const std::size_t p : list) names.push_back(before.entrants()[p].name);
      table.set_start_list(names);
      for (std::uint64_t number = 1; number <= before.planned_rounds(); ++number) {
        const Round expected = pair_round_robin(table, number);
        if (played_.count(number) || !holds(expected, made)) continue;
        played_.insert(number);
        return {};
      }
    }
    return own;
  }

  /// Are all boards of a round among those of the tables, and are the others missing because
  /// somebody has left?
  static bool holds(const Round& expected, const Round& made) {
    const auto has = [&](const Board& board) {
      return std::any_of(expected.boards.begin(), expected.boards.end(), [&](const Board& other) {
        return other.first == board.first && other.second == board.second;
      });
    };
    return !made.boards.empty() && std::all_of(made.boards.begin(), made.boards.end(), has);
  }

  ImportedEvent imported() const {
    return import_trf({file_}, trf_, [](const Message&) {});
  }

  void note(const Message& text) {
    check_.notes.push_back(message("{0}: {1}", printable(file_, 4096), text));
  }

  void check_standing() {
    if (!trf_.contradictions.empty() || trf_.rounds == 0) return;
    std::optional<Event> event;
    try {
      event = imported().event;
    } catch (const InputError& error) {
      return note(message("its standing is not compared: {0}", error.message()));
    } catch (const UnusableError& error) {
      check_.notes.push_back(message("its standing is not compared: {0}", error.message()));
      return;
    }
    bool has_places = !trf_.tie_breaks.empty();
    try {
      if (has_places) static_cast<void>(rating::read_tie_breaks(trf_.tie_breaks));
    } catch (const ValueError& error) {
      note(message("{0}; its places are not compared", error.message()));
      has_places = false;
    }
    const auto rows = otb::standing(*event, trf_.rounds);
    for (const StandingRow& row : rows) {
      const auto tied = std::count_if(rows.begin(), rows.end(), [&](const StandingRow& other) {
        return other.place == row.place;
      });
      const Place place{row.place, row.place + static_cast<std::size_t>(tied) - 1, has_places};
      check_player(row, place);
    }
  }

  /// A place, shared by as many as follow it.
  struct Place {
    std::size_t first;
    std::size_t last;
    bool counts;
  };

  static Message points_text(double points) {
    return message("{0}", Decimal{fixed_text(points, 1)});
  }

  void differ(const std::string& who, const char* figure, const Message& reported,
              const Message& expected) {
    check_.standing.push_back({who, figure, reported, expected});
  }

  void check_place(const std::string& who, std::size_t reported, const Place& place) {
    if (!place.counts || reported == 0) return;
    if (reported >= place.first && reported <= place.last) return;
    differ(who, "place", std::to_string(reported),
           place.last > place.first ? message("{0} to {1}", place.first, place.last)
                                    : Message(std::to_string(place.first)));
  }

  void check_player(const StandingRow& row, const Place& place) {
    const TrfPlayer& player = trf_.players[row.entrant];
    const std::string who = names_.name(row.entrant);
    const int points = static_cast<int>(std::lround(row.points * 10));
    const bool is_open = !trf_.open_round.empty() && trf_.open_tables.empty();
    if (!trf_.has_points(row.entrant, points)) {
      differ(who, "points", points_text(*player.points / 10.0), points_text(row.points));
    }
    if (!is_open) check_place(who, player.rank.value_or(0), place);
  }

  const std::string& file_;
  TrfReport trf_;
  NumberedNames names_;
  PairingCheck check_;
  std::set<std::uint64_t> played_;  ///< rounds of the tables
};

}  // namespace

PairingCheck check_pairings(const std::string& file) {
  if (is_event(file)) return check_event(file);
  return ReportCheck(file, read_trf_file(file, [](const Message&) {})).run();
}

}  // namespace schiri::otb
