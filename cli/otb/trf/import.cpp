#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <tuple>

#include "cli/otb/event/fields.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::otb {

namespace {

/// The result of a game from both players' lines.
BoardResult result_of(RoundResult white, RoundResult black) {
  constexpr BoardResult all[] = {
      BoardResult::white_wins,  BoardResult::black_wins,       BoardResult::draw,
      BoardResult::both_lose,   BoardResult::white_by_forfeit, BoardResult::black_by_forfeit,
      BoardResult::both_forfeit};
  const auto found = std::find_if(std::begin(all), std::end(all), [&](BoardResult one) {
    return round_result(one, 0) == white && round_result(one, 1) == black;
  });
  return found == std::end(all) ? BoardResult::both_forfeit : *found;
}

ByeKind bye_of(RoundResult result) {
  return result == RoundResult::paired_bye ? ByeKind::pairing_allocated
         : result == RoundResult::full_bye ? ByeKind::full_point
         : result == RoundResult::half_bye ? ByeKind::half_point
                                           : ByeKind::zero_point;
}

/// A report, and an event that is made from it.
class Import {
 public:
  Import(const ImportSettings& settings, const TrfReport& report, const Warn& warn)
      : settings_(settings), trf_(report), warn_(warn) {}

  ImportedEvent run() {
    if (!trf_.contradictions.empty()) {
      const TrfContradiction& one = trf_.contradictions.front();
      fail(message(
          "the lines of players {0} and {1} contradict each other in round {2}; correct one first",
          id(one.player), id(one.opponent), one.round));
    }
    make_head();
    make_terms();
    made_.acts = {act::Begin{head_, terms_}};
    held_.emplace(HeldEvent{head_, Event(terms_)});
    for (const TrfPlayer& player : trf_.players) enter(player);
    add(act::Order{names_});
    for (std::uint64_t round = 1; round <= trf_.rounds + !trf_.open_round.empty(); ++round) {
      withdraw_leavers();
      forbid();
      add_round(round);
    }
    withdraw_leavers();
    forbid();
    for (const TrfBye& bye : trf_.byes) plan_bye(bye);
    note_points();
    made_.event = event();
    made_.finished_rounds = trf_.rounds;
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

  // --- the head and the rules

  void make_head() {
    head_.name = trf_.name.empty() ? "imported" : tidy_name(trf_.name);
    for (const auto& [code, text] : trf_.about) {
      if (code == "062" || code == "072") {
        note_count(code, text);
      } else if (!text.empty() && code != "092") {
        head_.report.emplace_back(code, text);
      }
    }
    take_report_lines(head_);
    note_kept_lines();
    if (head_.date.empty()) head_.date = Date().text();
    find_game_played();
  }

  /// A number that an export counts again: of players, of rated players.
  void note_count(const std::string& code, const std::string& text) const {
    const auto count = static_cast<std::size_t>(
        std::count_if(trf_.players.begin(), trf_.players.end(),
                      [&](const TrfPlayer& player) { return code == "062" || player.rating; }));
    if (text.empty() || parse_number<std::size_t>(trimmed(text)) == count) return;
    note(message("its line {0} has '{1}', but {2} are listed; an export has that number", code,
                 printable(text), count));
  }

  /// Lines of known codes that stay in the report have another form than the known one.
  void note_kept_lines() const {
    std::set<std::string> unknown;
    for (const auto& [code, text] : head_.report) {
      const bool is_known =
          code == "132" ||
          std::ranges::find(head_fields, code, &HeadField::code) != head_fields.end();
      if (is_known) {
        note(message("its line {0} is kept as it is, because its form is unknown: {1}", code,
                     printable(text)));
      } else if (code != "###") {
        unknown.insert(printable(code));
      }
    }
    if (unknown.empty()) return;
    note(message("its lines with these unknown codes are kept as they are: {0}",
                 join(unknown, ", ", [](const std::string& code) { return code; })));
  }

  /// Reports of schiri have game and variant after the system: `... (creeper standard)`.
  void find_game_played() {
    const std::size_t open = trf_.system.rfind('(');
    std::istringstream words(open == trf_.system.npos ? "" : trf_.system.substr(open + 1));
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
    using Kind = TrfReport::Kind;
    terms_.system = trf_.kind == Kind::round_robin ? System::round_robin : System::dutch;
    if (trf_.kind == Kind::other_swiss) {
      note(message("its system is '{0}'; further rounds are paired by the Dutch system",
                   printable(trf_.system)));
    }
    try {
      if (!trf_.tie_breaks.empty()) terms_.tie_breaks = rating::read_tie_breaks(trf_.tie_breaks);
    } catch (const ValueError& error) {
      note(message("{0}; the tie-breaks are those of the system", error.message()));
    }
    make_points();
    terms_.rounds = std::max<std::uint64_t>(
        {trf_.history.rounds_planned, trf_.rounds + !trf_.open_round.empty(), 1});
    if (terms_.system == System::round_robin) {
      const std::size_t players = trf_.players.size();
      const std::uint64_t length = std::max<std::uint64_t>(players + players % 2, 2) - 1;
      terms_.cycles = std::clamp<std::uint64_t>(
          trf_.cycles ? trf_.cycles : (terms_.rounds + length - 1) / length, 1, 10);
    } else if (!trf_.says_planned_rounds) {
      note(
          message("it has no number of rounds (XXR), so it is over after {0}; 'schiri otb set {1} "
                  "--rounds N' changes that",
                  terms_.rounds, printable(settings_.event_file, 4096)));
    }
    if (terms_.is_swiss()) terms_.first_colour = initial_colour(trf_.history);
  }

  /// The values of games, if they are not the usual ones.
  void make_points() {
    PointSystem points = trf_.history.points;
    if (points.paired_bye == points.win) points.paired_bye.reset();
    if (points == PointSystem()) return;
    try {
      require_points(terms_, points);
    } catch (const EventError& error) {
      fail(message("its points (BBW, BBD, ...): {0}", error.message()));
    }
    terms_.points = points;
  }

  // --- players and rounds

  /// The name without what nobody sees.
  std::string visible_name(const TrfPlayer& listed) {
    std::string name = tidy_name(listed.name);
    const Message invisible = invisible_character_in(name);
    if (invisible.empty()) return name;
    name = tidy_name(without_invisible(name));
    note(message("player {0}: {1}; the name becomes '{2}'", listed.id, invisible, name));
    return name;
  }

  void enter(const TrfPlayer& listed) {
    Entry player{visible_name(listed), listed.rating};
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

  void withdraw_leavers() {
    for (std::size_t p = 0; p < names_.size(); ++p) {
      if (trf_.withdrawn[p] == event().rounds().size()) add(act::Withdraw{names_[p]});
    }
  }

  /// The pairs that are forbidden from the next round on; after the last one also those that are
  /// forbidden in some later rounds.
  void forbid() {
    const std::uint64_t next = event().rounds().size() + 1;
    const bool is_end = next > trf_.rounds + !trf_.open_round.empty();
    for (const ForbiddenPairs& group : trf_.history.forbidden) {
      const bool lasts = group.last_round >= terms_.rounds;
      const bool is_partly =
          is_end && (lasts ? group.first_round > next : group.last_round >= next);
      const bool begins = lasts && group.first_round == next;
      if (group.players.size() < 2 || !(begins || is_partly)) continue;
      if (is_partly) {
        note(message(
            "players that may not meet in some rounds are forbidden to meet in all coming rounds"));
      }
      std::vector<std::string> names;
      for (const std::size_t player : group.players) names.push_back(names_[player]);
      add(act::Forbid{names});
    }
  }

  /// A finished round, or that in progress.
  TrfOpenCell cell(std::size_t player, std::uint64_t round) const {
    if (round > trf_.rounds) return trf_.open_round[player];
    const PlayedRound played = trf_.history.entry(player, round);
    return {played.opponent, played.colour, played.result};
  }

  void add_round(std::uint64_t round) {
    Round made;
    for (std::size_t p = 0; p < names_.size(); ++p) {
      const TrfOpenCell own = cell(p, round);
      if (!own.opponent) {
        made.byes.push_back({p, bye_of(own.result.value_or(RoundResult::absent))});
        continue;
      }
      // A round without a game may have no colours.
      const bool is_white = own.colour ? *own.colour == Side::white : p < *own.opponent;
      if (!is_white) continue;
      const TrfOpenCell other = cell(*own.opponent, round);
      Board& board = made.boards.emplace_back(Board{p, *own.opponent, std::nullopt});
      if (own.result) board.result = result_of(*own.result, *other.result);
    }
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

  /// The better board first, in the usual numbering, unless the file has the tables.
  void sort_boards(Round& made, std::uint64_t round) const {
    const bool has_tables = round > trf_.rounds && !trf_.open_tables.empty();
    const auto rank = [&](const Board& board) {
      const int a = trf_.history.points_before(board.first, round),
                b = trf_.history.points_before(board.second, round);
      return std::tuple(has_tables ? trf_.open_tables[board.first] : 0, -std::max(a, b), -(a + b),
                        std::min(board.first, board.second));
    };
    std::sort(made.boards.begin(), made.boards.end(),
              [&](const Board& a, const Board& b) { return rank(a) < rank(b); });
  }

  void plan_bye(const TrfBye& bye) {
    if (!event().is_swiss()) return;
    if (bye.round <= event().rounds().size() || bye.round > terms_.rounds) return;
    const Entrant& entrant = event().entrants()[bye.player];
    const auto has = [&](const std::vector<std::uint64_t>& rounds) {
      return std::find(rounds.begin(), rounds.end(), bye.round) != rounds.end();
    };
    if (entrant.last_round || has(entrant.half_point_byes) || has(entrant.zero_point_byes)) return;
    if (bye.kind == RoundResult::paired_bye) {
      return note(message(
          "player {0} has the bye of round {1}, which is not paired yet; the pairing decides "
          "who has it",
          id(bye.player), bye.round));
    }
    if (bye.kind == RoundResult::full_bye) {
      note(message(
          "player {0} has half a point in round {1}, not the reported whole point: there are no "
          "requested whole-point byes",
          id(bye.player), bye.round));
    }
    const std::string name = entrant.name;
    bye.kind == RoundResult::absent ? add(act::ZeroPointBye{name, bye.round})
                                    : add(act::HalfPointBye{name, bye.round});
  }

  /// Points that are not those of the results: the results count.
  void note_points() const {
    constexpr std::size_t most_notes = 5;
    std::size_t differing = 0;
    for (const StandingRow& row : standing(event(), trf_.rounds)) {
      const int points = static_cast<int>(std::lround(row.points * 10));
      if (trf_.has_points(row.entrant, points) || ++differing > most_notes) continue;
      note(message("player {0} has {1} points in the report, but {2} by its results, which count",
                   id(row.entrant),
                   Decimal{fixed_text(*trf_.players[row.entrant].points / 10.0, 1)},
                   Decimal{fixed_text(row.points, 1)}));
    }
    if (differing > most_notes) {
      note(message("{0} more have other points than by their results", differing - most_notes));
    }
  }

  const ImportSettings& settings_;
  const TrfReport& trf_;
  const Warn& warn_;
  EventHead head_;
  std::optional<HeldEvent> held_;
  ImportedEvent made_;
  Terms terms_;
  std::vector<std::string> names_;  ///< of the players
};

}  // namespace

ImportedEvent import_trf(const ImportSettings& settings, const TrfReport& report,
                         const Warn& warn) {
  return Import(settings, report, warn).run();
}

}  // namespace schiri::otb
