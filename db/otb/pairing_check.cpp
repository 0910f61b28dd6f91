#include "db/otb/pairing_check.h"

#include <algorithm>
#include <utility>

#include "core/base/errors.h"
#include "core/otb/pairing.h"
#include "core/pairing/dutch_check.h"
#include "core/tournament/systems.h"
#include "db/otb/journal.h"
#include "notation/records/source/whole_text.h"
#include "notation/text/printable.h"
#include "notation/trf/trf.h"

namespace schiri::otb {

namespace {

std::string read_text(const std::string& file) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  if (file == "-") {
    FileSource source(file);
    auto text = read_all(source, most_bytes);
    if (!text) throw UnusableError("standard input: no report is larger than 16 MiB");
    return std::move(*text);
  }
  return JournalFile(file, JournalFile::Access::read).read();
}

/// Players by their numbers and names.
class NumberedNames {
 public:
  void add(std::size_t number, const std::string& name) {
    texts_.push_back(std::to_string(number) + (name.empty() ? "" : " " + printable(name)));
  }

  std::string pair(std::size_t white, std::size_t black) const {
    return texts_[white] + " - " + texts_[black];
  }
  std::string bye(std::size_t player) const { return texts_[player] + " - bye"; }

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
void add_contradictions(const TrfTournament& told, std::uint64_t round, const NumberedNames& names,
                        std::vector<BoardDifference>& differing) {
  std::size_t board = boards_of(told.history, round);
  for (const TrfContradiction& one : told.contradictions) {
    if (one.round != round) continue;
    differing.push_back({++board, names.pair(one.player, one.opponent), "the same of both players",
                         "contradiction"});
  }
}

/// Were any two paired in a round?
bool has_pairs(const SwissHistory& history, std::uint64_t round) {
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    if (was_paired(history.entry(p, round).result)) return true;
  }
  return false;
}

PairingCheck check_trf(const std::string& file, const std::string& text) {
  TrfTournament told;
  try {
    told = read_trf(text);
  } catch (const TrfError& error) {
    throw UnusableError(printable(file, 4096) + ": " + error.what());
  }
  if (!told.teams.empty()) {
    throw UnusableError(printable(file, 4096) +
                        ": it is a team event; only events of single players are paired again");
  }
  NumberedNames names;
  for (const TrfPlayer& player : told.players) names.add(player.id, player.name);
  PairingCheck check;
  for (std::uint64_t round = 1; round <= told.rounds; ++round) {
    std::vector<BoardDifference> differing;
    if (has_pairs(told.history, round)) {
      for (const DifferingBoard& board : check_dutch_round(told.history, round).differing) {
        differing.push_back(names.difference(board));
      }
    }
    add_contradictions(told, round, names, differing);
    check.rounds.push_back({round, std::move(differing), {}});
  }
  return check;
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

/// The differences between a round of an event file and the pairing of its system, board by board.
std::vector<BoardDifference> check_round(const Event& before, const Round& round) {
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
  std::vector<BoardDifference> differing;
  for (std::size_t i = 0; i < std::max(round.boards.size(), expected.boards.size()); ++i) {
    const auto text = [&](const Round& made) {
      if (i >= made.boards.size()) return std::string();
      return names.pair(made.boards[i].first, made.boards[i].second);
    };
    const std::string played = text(round), right = text(expected);
    if (played != right) differing.push_back({i + 1, played, right, "system"});
  }
  return differing;
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

PairingCheck check_event(const std::string& file) {
  std::vector<std::vector<BoardDifference>> differing;
  const auto journal = Journal::replay(file, [&](const Event& before, const Round& round) {
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

}  // namespace

PairingCheck check_pairings(const std::string& file) {
  const std::string text = read_text(file);
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool is_event = first != text.npos && text[first] == '{';
  return is_event ? check_event(file) : check_trf(file, text);
}

}  // namespace schiri::otb
