#include "cli/otb/trf/trf_import.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>
#include <tuple>

#include "cli/otb/acts/player_table.h"
#include "cli/otb/event/fields.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/records/source/decoded_source.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::otb {

namespace {

std::string read_report_text(const std::string& file, const Warn& warn) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  FileSource bytes(file);
  DecodedSource source(bytes);
  warn_of_guess(source.other_encoding(), file, warn);
  auto text = read_all(source, most_bytes);
  if (!text) {
    throw UnusableError(message("{0}: no report is larger than 16 MiB", printable(file, 4096)));
  }
  return std::move(*text);
}

/// The code of schiri's Swiss system other than the Dutch.
constexpr const char* own_swiss = "CUSTOM_SWISS";

/// The result of a game from both players' lines.
BoardResult result_of(RoundResult white, RoundResult black) {
  switch (white) {
    case RoundResult::win:
      return BoardResult::white_wins;
    case RoundResult::loss:
      return black == RoundResult::loss ? BoardResult::both_lose : BoardResult::black_wins;
    case RoundResult::draw:
      return BoardResult::draw;
    case RoundResult::forfeit_win:
      return BoardResult::white_by_forfeit;
    default:
      return black == RoundResult::forfeit_win ? BoardResult::black_by_forfeit
                                               : BoardResult::both_forfeit;
  }
}

/// A report, and an event that is made from it.
class Import {
 public:
  Import(const ImportSettings& settings, TrfTournament listed, const Warn& warn)
      : settings_(settings), trf_(std::move(listed)), warn_(warn) {}

  ImportedEvent run() {
    require_fitting();
    make_head();
    make_terms();
    make_points();
    made_.acts = {act::Begin{head_, terms_}};
    held_.emplace(HeldEvent{head_, Event(terms_)});
    fill();
    made_.event = event();
    made_.players = trf_.players.size();
    made_.finished_rounds = trf_.rounds;
    made_.planned_rounds = terms_.rounds;
    made_.is_playing = !trf_.open_round.empty();
    return std::move(made_);
  }

 private:
  const Event& event() const { return held_->event; }
  void add(Act act) {
    otb::apply(*held_, act);
    made_.acts.push_back(std::move(act));
  }

  [[noreturn]] void fail(const Message& what) const {
    throw UnusableError(message("{0}: {1}", printable(settings_.trf_file, 4096), what));
  }
  void note(const Message& what) const {
    warn_(message("{0}: {1}", printable(settings_.trf_file, 4096), what));
  }

  std::string id(std::size_t player) const { return std::to_string(trf_.players[player].id); }

  void require_fitting() const {
    if (!trf_.contradictions.empty()) {
      const TrfContradiction& one = trf_.contradictions.front();
      fail(message(
          "the lines of players {0} and {1} contradict each other in round {2}; correct one first",
          id(one.player), id(one.opponent), one.round));
    }
  }

  /// The values of games, if they are not the usual ones.
  void make_points() {
    PointSystem points = trf_.history.points;
    if (points.paired_bye == points.win) points.paired_bye.reset();
    if (points == PointSystem()) return;
    try {
      require_points(terms_, points);
    } catch (const EventError& error) {
      fail(message("its points (162): {0}", error.message()));
    }
    terms_.points = points;
  }

  /// The text of a line on the event, empty if there is none.
  std::string line(const char* code) const {
    for (const auto& [other, text] : trf_.about) {
      if (other == code) return text;
    }
    return "";
  }

  void make_head() {
    head_.name = trf_.name.empty() ? "imported" : tidy_name(trf_.name);
    for (const auto& [code, text] : trf_.about) {
      if (is_counted(code)) {
        note_count(code, text);
      } else if (!text.empty()) {
        head_.report.emplace_back(code, text);
      }
    }
    take_report_lines(head_);
    note_kept_lines();
    if (head_.date.empty()) head_.date = Date().text();
    find_game_played();
  }

  static bool is_counted(const std::string& code) { return code == "062" || code == "072"; }
  /// A number that an export counts again: of players, of rated players.
  void note_count(const std::string& code, const std::string& text) const {
    const auto rated = std::count_if(trf_.players.begin(), trf_.players.end(),
                                     [](const TrfPlayer& player) { return player.rating; });
    const std::size_t count = code == "062" ? trf_.players.size() : static_cast<std::size_t>(rated);
    if (text.empty() || parse_number<std::size_t>(trimmed(text)) == count) return;
    note(message("its line {0} has '{1}', but {2} are listed; an export has that number", code,
                 printable(text), count));
  }
  /// Lines of known codes that stay in the report have another form than the known one.
  void note_kept_lines() const {
    std::set<std::string> unknown;
    for (const auto& line : head_.report) {
      const std::string& code = line.first;
      const bool is_known =
          code == "132" || std::any_of(head_fields.begin(), head_fields.end(),
                                       [&](const HeadField& field) { return code == field.code; });
      if (is_known) {
        note(message("its line {0} is kept as it is, because its form is unknown: {1}", code,
                     printable(line.second)));
      } else if (code != "092" && code != "###") {
        unknown.insert(printable(code));
      }
    }
    if (unknown.empty()) return;
    std::string codes;
    for (const std::string& code : unknown) codes += (codes.empty() ? "" : ", ") + code;
    note(message("its lines with these unknown codes are kept as they are: {0}", codes));
  }

  /// Reports of schiri have game and variant after the system: `... (creeper standard)`.
  void find_game_played() {
    const std::string system = line("092");
    const std::size_t open = system.rfind('(');
    std::istringstream words(open == system.npos ? "" : system.substr(open + 1));
    std::string game, variant;
    words >> game;
    std::getline(words >> std::ws, variant);
    if (!variant.empty() && variant.back() == ')') variant.pop_back();
    head_.game = settings_.game;
    head_.variant = settings_.variant;
    if (head_.game.empty() && find_game(game)) {
      head_.game = game;
      if (head_.variant.empty()) head_.variant = variant;
    } else if (head_.game.empty()) {
      head_.game = game_types().front()->name();
      note(message("it names no known game; assumed: {0}; use --game for another", head_.game));
    }
    if (settings_.complete_game) settings_.complete_game(head_);
  }

  void make_terms() {
    using Kind = TrfSystem::Kind;
    const TrfSystem& system = trf_.system;
    terms_.system = system.kind == Kind::round_robin ? System::round_robin
                    : system.kind == Kind::knockout  ? System::knockout
                    : system.text == own_swiss       ? System::swiss
                                                     : System::dutch;
    if (system.kind == Kind::other_swiss && system.text != own_swiss) {
      note(message("its system is '{0}'; further rounds are paired by the Dutch system",
                   printable(system.text)));
    }
    make_tie_breaks();
    terms_.rounds = std::max<std::uint64_t>(trf_.history.rounds_planned,
                                            trf_.rounds + !trf_.open_round.empty());
    terms_.rounds = std::max<std::uint64_t>(terms_.rounds, 1);
    if (terms_.system == System::round_robin) {
      terms_.cycles = cycles(system, terms_.rounds);
    }
    if (!trf_.says_planned_rounds && terms_.system == System::dutch) {
      note(message(
          "it has no number of rounds (XXR), so it is over after {0}; 'schiri otb set {1} --rounds "
          "N' changes that",
          terms_.rounds, printable(settings_.event_file, 4096)));
    }
    if (terms_.system != System::dutch) return;
    terms_.first_colour = initial_colour(trf_.history);
  }

  /// How often all meet: as the file names it, otherwise as many as its rounds are enough for.
  std::uint64_t cycles(const TrfSystem& system, std::uint64_t rounds) const {
    const std::size_t entrants = trf_.players.size();
    const std::uint64_t length = std::max<std::uint64_t>(entrants + entrants % 2, 2) - 1;
    const std::uint64_t count = system.cycles ? system.cycles : (rounds + length - 1) / length;
    return std::clamp<std::uint64_t>(count, 1, 10);
  }

  void make_tie_breaks() {
    try {
      terms_.tie_breaks = read_trf_tie_breaks(trf_.tie_breaks);
    } catch (const ValueError& error) {
      note(message("{0}; the tie-breaks are those of the system", error.message()));
    }
  }

  void fill() {
    for (const TrfPlayer& player : trf_.players) enter(player);
    if (names_.empty()) fail(message("there are no players"));
    add(act::Order{names_});
    find_leavers();
    for (std::uint64_t round = 1; round <= trf_.rounds; ++round) {
      withdraw_leavers();
      forbid(false);
      add_round(round);
    }
    withdraw_leavers();
    if (!trf_.open_round.empty()) {
      forbid(false);
      take_open_round();
    }
    forbid(true);
    for (const TrfBye& bye : trf_.byes) plan_bye(bye);
    note_points(event());
  }

  /// Points that are not those of the results, in tenths: the results count.
  void note_points(const Event& event) const {
    constexpr std::size_t most_notes = 5;
    std::size_t differing = 0;
    const auto compare = [&](bool agrees, const Message& who, double reported, double points) {
      if (agrees || ++differing > most_notes) return;
      note(message("{0} has {1} points in the report, but {2} by its results, which count", who,
                   Decimal{fixed_text(reported, 1)}, Decimal{fixed_text(points, 1)}));
    };
    for (const StandingRow& row : standing(event, trf_.rounds)) {
      compare_player(compare, row.entrant, static_cast<int>(std::lround(row.points * 10)));
    }
    if (differing > most_notes) {
      note(message("{0} more have other points than by their results", differing - most_notes));
    }
  }
  void compare_player(const auto& compare, std::size_t player, int points) const {
    if (has_reported_points(trf_, player, points)) return;
    compare(false, message("player {0}", id(player)), *trf_.players[player].points / 10.0,
            points / 10.0);
  }

  /// In a round-robin of players, those who have withdrawn and the last rounds they were there:
  /// absent from all coming rounds; or, if the event is over, with fewer than half of the games if
  /// the reported points are without theirs (FIDE C.05).
  void find_leavers() {
    left_.assign(trf_.players.size(), {});
    if (terms_.system != System::round_robin) return;
    const std::uint64_t length = trf_.players.size() - 1 + trf_.players.size() % 2;
    const std::uint64_t next = trf_.rounds + 1 + !trf_.open_round.empty();
    const bool is_over = next > terms_.cycles * length;
    for (std::size_t p = 0; p < left_.size(); ++p) {
      std::uint64_t last = 0, games = 0;
      for (std::uint64_t round = 1; round <= trf_.rounds; ++round) {
        if (!was_played(trf_.history.entry(p, round).result)) continue;
        last = round;
        ++games;
      }
      const bool is_playing = !trf_.open_round.empty() && trf_.open_round[p].opponent;
      if (is_playing) continue;
      const bool is_early = last < trf_.rounds && 2 * games < terms_.cycles * (left_.size() - 1);
      if (is_over ? is_early : has_left(p, next, terms_.cycles * length)) left_[p] = last;
    }
    if (is_over && !has_points_without_leavers()) left_.assign(left_.size(), {});
  }

  /// Are the reported points those without the games of the leavers rather than with them?
  bool has_points_without_leavers() const {
    int without = 0, with = 0;
    for (std::size_t p = 0; p < left_.size(); ++p) {
      int all = 0, counted = 0;
      for (std::uint64_t round = 1; round <= trf_.rounds; ++round) {
        const PlayedRound own = trf_.history.entry(p, round);
        const int points = trf_.history.points.of(own.result);
        all += points;
        if (!left_[p] && !(own.opponent && left_[*own.opponent])) counted += points;
      }
      if (!trf_.players[p].points) continue;
      without += counted != *trf_.players[p].points;
      with += all != *trf_.players[p].points;
    }
    return without < with;
  }

  void withdraw_leavers() {
    for (std::size_t p = 0; p < left_.size(); ++p) {
      if (left_[p] == event().rounds().size()) add(act::Withdraw{names_[p]});
    }
  }

  void enter(const TrfPlayer& listed) {
    Entry player{tidy_name(listed.name), listed.rating};
    if (player.name.empty()) player.name = "player " + std::to_string(listed.id);
    const auto is_taken = [&](const std::string& other) {
      return is_same_name(other, player.name);
    };
    while (std::any_of(names_.begin(), names_.end(), is_taken)) {
      note(message("there are two '{0}'; player {1} gets its number after the name",
                   printable(player.name), listed.id));
      player.name += " (" + std::to_string(listed.id) + ")";
    }
    const std::string* texts[] = {&listed.fide_id, &listed.title, &listed.federation, &listed.sex,
                                  &listed.birth};
    for (std::size_t i = 0; i < std::size(texts); ++i) {
      try {
        player.details.*player_fields[i].text = player_fields[i].read(*texts[i]);
      } catch (const EventError& error) {
        note(message("player {0}: {1}; it is left out", listed.id, error.message()));
      }
    }
    add(act::Enter{player});
    names_.push_back(player.name);
  }

  /// The better board first, in the usual numbering, unless the file has the tables.
  void sort_boards(Round& made, std::uint64_t round) const {
    if (round > trf_.rounds && !trf_.open_tables.empty()) {
      std::sort(made.boards.begin(), made.boards.end(), [&](const Board& a, const Board& b) {
        return trf_.open_tables[a.first] < trf_.open_tables[b.first];
      });
      return;
    }
    const auto rank = [&](const Board& board) {
      const int a = trf_.history.points_before(board.first, round),
                b = trf_.history.points_before(board.second, round);
      return std::tuple(-std::max(a, b), -(a + b), std::min(board.first, board.second));
    };
    std::sort(made.boards.begin(), made.boards.end(),
              [&](const Board& a, const Board& b) { return rank(a) < rank(b); });
  }

  static ByeKind bye_of(RoundResult result) {
    return result == RoundResult::paired_bye ? ByeKind::pairing_allocated
           : result == RoundResult::full_bye ? ByeKind::full_point
           : result == RoundResult::half_bye ? ByeKind::half_point
                                             : ByeKind::zero_point;
  }

  void begin_round(Round& made, std::uint64_t round) {
    sort_boards(made, round);
    add(pairing_of(event(), made));
    for (std::size_t i = 0; i < made.boards.size(); ++i) {
      const auto& result = made.boards[i].result;
      const auto known = event().rounds()[round - 1].boards[i].result;
      if (!result || result == known) continue;
      known ? add(act::Correct{{round, i + 1}, *result})
            : add(act::Result{{round, i + 1}, *result});
    }
  }

  void add_round(std::uint64_t round) {
    const SwissHistory& history = trf_.history;
    Round made;
    for (std::size_t p = 0; p < names_.size(); ++p) {
      const PlayedRound own = history.entry(p, round);
      if (!own.opponent) {
        made.byes.push_back({p, bye_of(own.result)});
        continue;
      }
      // A round without a game may have no colours.
      const bool is_white = own.colour ? *own.colour == Side::white : p < *own.opponent;
      if (!is_white) continue;
      const RoundResult other = history.entry(*own.opponent, round).result;
      made.boards.push_back({p, *own.opponent, result_of(own.result, other)});
    }
    begin_round(made, round);
  }

  void take_open_round() {
    const auto& cells = trf_.open_round;
    Round made;
    for (std::size_t p = 0; p < names_.size(); ++p) {
      const TrfOpenCell& own = cells[p];
      if (!own.opponent) {
        made.byes.push_back({p, bye_of(own.result.value_or(RoundResult::absent))});
        continue;
      }
      const TrfOpenCell& other = cells[*own.opponent];
      const bool is_white = own.colour ? *own.colour == Side::white : p < *own.opponent;
      if (other.opponent != p || *own.opponent == p || (own.colour && own.colour == other.colour)) {
        fail(message(
            "the lines of players {0} and {1} contradict each other in the last round; correct one "
            "first",
            id(p), id(*own.opponent)));
      }
      if (!is_white) continue;
      Board& board = made.boards.emplace_back(Board{p, *own.opponent, std::nullopt});
      if (own.result && other.result) board.result = result_of(*own.result, *other.result);
    }
    begin_round(made, trf_.rounds + 1);
  }

  /// Adds the pairs that are forbidden from the next round on; at the end also those that are
  /// forbidden in some later rounds.
  void forbid(bool is_end) {
    const std::uint64_t next = event().rounds().size() + 1;
    for (const ForbiddenPairs& group : trf_.history.forbidden) {
      const bool lasts = group.last_round >= terms_.rounds;
      const bool is_partly =
          is_end && (lasts ? group.first_round > next : group.last_round >= next);
      if (group.players.size() < 2 || !((lasts && group.first_round == next) || is_partly))
        continue;
      if (is_partly) {
        note(message(
            "players that may not meet in some rounds are forbidden to meet in all coming rounds"));
      }
      std::vector<std::string> names;
      for (const std::size_t player : group.players) names.push_back(names_[player]);
      add(act::Forbid{names});
    }
  }

  /// Is a player absent from all coming rounds?
  bool has_left(std::size_t player, std::uint64_t next, std::uint64_t last) const {
    std::vector<std::uint64_t> missed;
    for (const TrfBye& bye : trf_.byes) {
      const bool is_new = std::find(missed.begin(), missed.end(), bye.round) == missed.end();
      const bool counts =
          bye.player == player && bye.kind == 'Z' && bye.round >= next && bye.round <= last;
      if (counts && is_new) missed.push_back(bye.round);
    }
    return !missed.empty() && missed.size() == last - next + 1;
  }

  void plan_bye(const TrfBye& bye) {
    const std::uint64_t next = event().rounds().size() + 1;
    if (!event().is_swiss()) return;
    if (bye.round < next || bye.round > terms_.rounds) return;
    const Entrant& entrant = event().entrants()[bye.player];
    const auto has = [&](const std::vector<std::uint64_t>& rounds) {
      return std::find(rounds.begin(), rounds.end(), bye.round) != rounds.end();
    };
    if (entrant.last_round || has(entrant.half_point_byes) || has(entrant.zero_point_byes)) return;
    if (bye.kind == 'U') {
      return note(message(
          "player {0} has the bye of round {1}, which is not paired yet; the pairing decides "
          "who has it",
          id(bye.player), bye.round));
    }
    if (bye.kind == 'Z' && has_left(bye.player, next, terms_.rounds))
      return add(act::Withdraw{entrant.name});
    if (bye.kind == 'F') {
      note(message(
          "player {0} has half a point in round {1}, not the reported whole point: there are no "
          "requested whole-point byes",
          id(bye.player), bye.round));
    }
    bye.kind == 'Z' ? add(act::ZeroPointBye{entrant.name, bye.round})
                    : add(act::HalfPointBye{entrant.name, bye.round});
  }

  const ImportSettings& settings_;
  TrfTournament trf_;
  const Warn& warn_;
  EventHead head_;
  std::optional<HeldEvent> held_;
  ImportedEvent made_;
  Terms terms_;
  std::vector<std::optional<std::uint64_t>> left_;  ///< by player of a round-robin: its last round
  std::vector<std::string> names_;                  ///< of the players
};

}  // namespace

bool has_reported_points(const TrfTournament& report, std::size_t player, int points) {
  const auto& reported = report.players[player].points;
  if (!reported) return true;
  const SwissHistory& history = report.history;
  std::vector<int> later = {0};
  for (const TrfBye& bye : report.byes) {
    const bool is_next = bye.player == player && bye.round == report.rounds + 1;
    if (is_next) later.push_back(history.points.of(round_result(bye)));
  }
  if (!report.open_round.empty() && report.open_round[player].result) {
    later.push_back(history.points.of(*report.open_round[player].result));
  }
  return std::any_of(later.begin(), later.end(),
                     [&](int more) { return *reported == points + more; });
}

ImportedEvent import_trf(const ImportSettings& settings, const TrfTournament& report,
                         const Warn& warn) {
  return Import(settings, report, warn).run();
}

TrfTournament read_trf_file(const std::string& file, const Warn& warn) {
  try {
    return read_trf(read_report_text(file, warn));
  } catch (const TrfError& error) {
    throw UnusableError(message("{0}: {1}", printable(file, 4096), error.message()));
  }
}

}  // namespace schiri::otb
