#include "cli/otb/check.h"

#include <algorithm>
#include <iostream>

#include "cli/line/command.h"
#include "cli/otb/journal.h"
#include "cli/print/json.h"
#include "core/base/text.h"
#include "core/pairing/dutch_check.h"
#include "core/tournament/systems.h"
#include "notation/records/source/whole_text.h"
#include "notation/text/printable.h"
#include "notation/trf/trf.h"

namespace schiri::cli {

namespace {

std::string read_text(const std::string& file) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  if (file == "-") {
    FileSource source(file);
    auto text = read_all(source, most_bytes);
    if (!text) throw UnusableError("standard input: no report is larger than 16 MiB");
    return std::move(*text);
  }
  return db::JournalFile(file, db::JournalFile::Access::read).read();
}

/// A board of a round that is not as it should be, in words.
struct Difference {
  std::size_t board;
  std::string played;
  std::string expected;
  std::string criterion;
};

/// Prints rounds, and remembers whether any differed.
class Findings {
 public:
  Findings(std::ostream& out, bool as_json) : out_(out), as_json_(as_json) {}

  /// `by_hand`: boards that the arbiter has put together, `3: 1 Anna - 4 Dora`.
  void add(std::uint64_t round, const std::vector<Difference>& differing,
           const std::vector<std::string>& by_hand = {}) {
    ++rounds_;
    differing_ += !differing.empty();
    as_json_ ? add_json(round, differing, by_hand) : add_text(round, differing, by_hand);
  }

  ExitStatus finish() {
    if (!as_json_) {
      out_ << counted(rounds_, "round") << ", ";
      differing_ == 0 ? out_ << "all paired as the rules have it\n"
                      : out_ << differing_ << " paired otherwise than the rules have it\n";
    }
    return differing_ == 0 ? ExitStatus::done : ExitStatus::wrong;
  }

 private:
  void add_json(std::uint64_t round, const std::vector<Difference>& differing,
                const std::vector<std::string>& by_hand) {
    Json list = Json::array();
    for (const Difference& one : differing) {
      list.push_back({{"board", one.board},
                      {"played", text_or_null(one.played)},
                      {"expected", text_or_null(one.expected)},
                      {"criterion", one.criterion}});
    }
    Json line = {{"round", round}, {"equal", differing.empty()}, {"differing", list}};
    if (!by_hand.empty()) line["by_hand"] = by_hand;
    write_line(out_, line);
  }

  void add_text(std::uint64_t round, const std::vector<Difference>& differing,
                const std::vector<std::string>& by_hand) {
    for (const std::string& board : by_hand) {
      out_ << "round " << round << ", board " << board << " was put together by hand\n";
    }
    for (const Difference& one : differing) {
      out_ << "round " << round << ", board " << one.board << ": played "
           << (one.played.empty() ? "nothing" : one.played) << ", expected "
           << (one.expected.empty() ? "nothing" : one.expected) << " (" << one.criterion << ")\n";
    }
  }

  std::ostream& out_;
  bool as_json_;
  std::size_t rounds_ = 0;
  std::size_t differing_ = 0;
};

/// Players by their numbers and names.
class Names {
 public:
  void add(std::size_t number, const std::string& name) {
    texts_.push_back(std::to_string(number) + (name.empty() ? "" : " " + printable(name)));
  }

  std::string pair(std::size_t white, std::size_t black) const {
    return texts_[white] + " - " + texts_[black];
  }
  std::string bye(std::size_t player) const { return texts_[player] + " - bye"; }

  Difference difference(const DifferingBoard& board) const {
    Difference one{board.board, "", "", std::string(board.criterion)};
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

/// What two lines of a report say differently, after the boards that differ by it.
void add_contradictions(const TrfTournament& told, std::uint64_t round, const Names& names,
                        std::vector<Difference>& differing) {
  std::size_t board = boards_of(told.history, round);
  for (const TrfContradiction& one : told.contradictions) {
    if (one.round != round) continue;
    differing.push_back({++board, names.pair(one.player, one.opponent), "the same of both players",
                         "contradiction"});
  }
}

/// Was anybody paired in a round, so that there is something to check?
bool has_pairs(const SwissHistory& history, std::uint64_t round) {
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    if (was_paired(history.entry(p, round).result)) return true;
  }
  return false;
}

ExitStatus check_report(std::ostream& out, const std::string& file, const std::string& text,
                        bool as_json) {
  TrfTournament told;
  try {
    told = read_trf(text);
  } catch (const TrfError& error) {
    throw UnusableError(printable(file, 4096) + ": " + error.what());
  }
  if (!told.teams.empty()) {
    throw UnusableError(printable(file, 4096) +
                        ": teams play in it; only events of single players are paired again");
  }
  Names names;
  for (const TrfPlayer& player : told.players) names.add(player.id, player.name);
  Findings findings(out, as_json);
  for (std::uint64_t round = 1; round <= told.rounds; ++round) {
    std::vector<Difference> differing;
    if (has_pairs(told.history, round)) {
      for (const DifferingBoard& board : check_dutch_round(told.history, round).differing) {
        differing.push_back(names.difference(board));
      }
    }
    add_contradictions(told, round, names, differing);
    findings.add(round, differing);
  }
  return findings.finish();
}

/// What differs in a round of an event of ours from what the Dutch system pairs, demanded boards
/// left out.
std::vector<Difference> look_at_dutch(const OpenEvent& before, const OpenRound& round) {
  OpenEvent after = before;
  after.add_round(round);
  const auto list = after.start_list();
  std::vector<std::size_t> place(list.size());
  Names names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    place[list[i]] = i;
    names.add(i + 1, after.players()[list[i]].name);
  }
  const std::uint64_t number = after.rounds().size();
  SwissHistory history = after.history();
  for (const Board& board : round.boards) {
    if (!board.by_hand) continue;
    history.players[place[board.white]][number - 1] = {};
    history.players[place[board.black]][number - 1] = {};
  }
  std::vector<Difference> differing;
  if (!has_pairs(history, number)) return differing;
  const auto check = check_dutch_round(history, number);
  for (const DifferingBoard& board : check.differing) differing.push_back(names.difference(board));
  return differing;
}

std::vector<OpenEvent::Couple> demanded_in(const OpenRound& round) {
  std::vector<OpenEvent::Couple> couples;
  for (const Board& board : round.boards) {
    if (board.by_hand) couples.emplace_back(board.white, board.black);
  }
  return couples;
}

/// The same for any other system: board by board.
std::vector<Difference> look_at(const OpenEvent& before, const OpenRound& round) {
  if (before.system() == System::dutch) return look_at_dutch(before, round);
  Names names;
  for (std::size_t i = 0; i < before.players().size(); ++i) {
    names.add(i + 1, before.players()[i].name);
  }
  OpenRound expected;
  try {
    expected = before.next_round(demanded_in(round));
  } catch (const OpenEventError&) {
    // Of a round that cannot be paired, no board has a counterpart.
  }
  std::vector<Difference> differing;
  for (std::size_t i = 0; i < std::max(round.boards.size(), expected.boards.size()); ++i) {
    const auto text = [&](const OpenRound& made) {
      if (i >= made.boards.size()) return std::string();
      return names.pair(made.boards[i].white, made.boards[i].black);
    };
    const std::string played = text(round), right = text(expected);
    if (played != right) differing.push_back({i + 1, played, right, "system"});
  }
  return differing;
}

/// As they stand in the end, after those who changed seats.
std::vector<std::string> boards_by_hand(const OpenEvent& event, std::size_t round) {
  std::vector<std::string> boards;
  const auto& made = event.rounds()[round].boards;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!made[i].by_hand) continue;
    boards.push_back(std::to_string(i + 1) + ": " + printable(event.players()[made[i].white].name) +
                     " - " + printable(event.players()[made[i].black].name));
  }
  return boards;
}

}  // namespace

ExitStatus check_event(std::ostream& out, const std::string& file, const std::string& format) {
  const std::string text = read_text(file);
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool as_json = format == "json";
  if (first == text.npos || text[first] != '{') return check_report(out, file, text, as_json);
  Findings findings(out, as_json);
  std::vector<std::vector<Difference>> differing;
  const auto journal =
      EventJournal::replay(file, [&](const OpenEvent& before, const OpenRound& round) {
        differing.resize(before.rounds().size());
        differing.push_back(look_at(before, round));
      });
  for (std::size_t r = 0; r < journal.event().finished_rounds(); ++r) {
    findings.add(r + 1, differing[r], boards_by_hand(journal.event(), r));
  }
  return findings.finish();
}

}  // namespace schiri::cli
