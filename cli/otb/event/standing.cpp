#include "cli/otb/event/standing.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "cli/otb/event/knockout.h"
#include "cli/otb/event/round_robin.h"
#include "core/base/order.h"

namespace schiri::otb {

namespace {

using rating::TieBreakField;
using rating::TieBreakId;
using rating::TieBreakRound;
using RoundKind = TieBreakRound::Kind;

/// A side of a board that has a result.
TieBreakRound played_round(const Event& event, const Board& board, int side) {
  const int half = half_points(*board.result, side);
  TieBreakRound round;
  round.opponent = side == 0 ? board.second : board.first;
  round.points = event.points_of(*board.result, side);
  if (!was_played(*board.result)) {
    round.kind = half > 0 ? RoundKind::forfeit_win : RoundKind::forfeit_loss;
    round.games = 1;
    return round;
  }
  round.kind = RoundKind::played;
  round.won = half == 2 ? 1 : 0;
  round.drawn = half == 1 ? 1 : 0;
  return round;
}

RoundKind kind_of(ByeKind kind) {
  const bool is_whole = kind == ByeKind::pairing_allocated || kind == ByeKind::full_point;
  return is_whole                ? RoundKind::full_bye
         : kind == ByeKind::free ? RoundKind::none
                                 : RoundKind::requested_bye;
}

/// A bye in the form of the tie-breaks.
TieBreakRound bye_round(const Event& event, ByeKind kind) {
  TieBreakRound round;
  round.kind = kind_of(kind);
  round.points = event.points_of(kind);
  return round;
}

/// The rounds in the form of the tie-breaks. The games missed after a withdrawal from a round-robin
/// are lost to the scheduled opponents.
TieBreakField tie_break_field(const Event& event, std::size_t rounds,
                              const std::vector<bool>& annulled) {
  TieBreakField field;
  field.is_swiss = event.system() != System::round_robin;
  TieBreakRound missed;
  missed.kind = field.is_swiss ? RoundKind::requested_bye : RoundKind::none;
  const PointSystem values = event.points();
  if (event.is_swiss()) missed.points = values.absence / 10.0;
  field.players.assign(event.entrants().size(), std::vector<TieBreakRound>(rounds, missed));
  for (const Entrant& entrant : event.entrants()) field.ratings.push_back(entrant.rating);
  field.win = values.win / 10.0;
  field.draw = values.draw / 10.0;
  for (std::size_t r = 0; r < rounds; ++r) {
    for (const Bye& bye : event.rounds()[r].byes) {
      TieBreakRound& own = field.players[bye.entrant][r];
      own = bye_round(event, bye.kind);
      if (event.system() != System::round_robin || bye.kind == ByeKind::free) continue;
      own.opponent = scheduled_opponent(event, bye.entrant, r + 1);
      if (!own.opponent && bye.kind == ByeKind::zero_point) own = {};  // it would be free
      if (!own.opponent) continue;
      // A missed game is lost, also if both have withdrawn.
      own.kind = RoundKind::forfeit_loss;
      if (bye.kind != ByeKind::pairing_allocated) continue;
      own.kind = RoundKind::forfeit_win;
      field.players[*own.opponent][r] = {RoundKind::forfeit_loss, bye.entrant,
                                         values.forfeit / 10.0};
    }
    for (const Board& board : event.rounds()[r].boards) {
      const bool has_result = board.result.has_value();
      field.players[board.first][r] =
          has_result ? played_round(event, board, 0) : TieBreakRound{RoundKind::none, board.second};
      field.players[board.second][r] =
          has_result ? played_round(event, board, 1) : TieBreakRound{RoundKind::none, board.first};
    }
  }
  for (std::size_t p = 0; p < event.entrants().size(); ++p) {
    for (TieBreakRound& round : field.players[p]) {
      if (annulled[p] || (round.opponent && annulled[*round.opponent])) round = {};
    }
  }
  return field;
}

}  // namespace

std::vector<StandingRow> standing(const Event& event, std::size_t rounds) {
  return standing(event, rounds, event.tie_breaks());
}

std::vector<StandingRow> standing(const Event& event, std::size_t rounds,
                                  std::span<const TieBreakId> tie_breaks) {
  rounds = std::min(rounds, event.rounds().size());
  const auto annulled = annulled_entrants(event, rounds);
  const TieBreakField field = tie_break_field(event, rounds, annulled);
  const auto points = points_of(field);
  std::vector<double> primary_scores = points;
  if (event.system() == System::knockout) {
    const auto stages = knockout_after(event, rounds).stages();
    std::copy(stages.begin(), stages.end(), primary_scores.begin());
  }
  for (std::size_t p = 0; p < primary_scores.size(); ++p) {
    if (annulled[p]) primary_scores[p] = -1;
    // Whoever never came to a round-robin has no place in its tables.
    if (event.system() == System::round_robin && event.entrants()[p].never_came()) {
      primary_scores[p] = -2;
    }
  }
  std::vector<StandingRow> lines;
  for (rating::RankedPlayer& ranked : rank(field, primary_scores, tie_breaks)) {
    StandingRow& line = lines.emplace_back();
    line.entrant = ranked.player;
    line.place = ranked.place;
    line.points = points[ranked.player];
    line.tie_breaks = std::move(ranked.values);
    line.is_annulled = annulled[ranked.player];
    for (const TieBreakRound& round : field.players[ranked.player]) {
      line.games += round.kind == RoundKind::played;
      line.wins += round.won > 0;
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [&](const StandingRow& a, const StandingRow& b) {
    return std::tie(a.place, event.entrants()[a.entrant].name) <
           std::tie(b.place, event.entrants()[b.entrant].name);
  });
  return lines;
}

}  // namespace schiri::otb
