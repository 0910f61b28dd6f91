#include <algorithm>
#include <tuple>

#include "core/schedule/open_event.h"
#include "core/schedule/open_knockout.h"

namespace schiri {

namespace {

using rating::TieBreakField;
using rating::TieBreakId;
using rating::TieBreakRound;
using RoundKind = TieBreakRound::Kind;

/// A side of a board that has a result.
TieBreakRound played_round(const Board& board, int side) {
  const int half = half_points(*board.result, side);
  TieBreakRound round;
  round.opponent = side == 0 ? board.black : board.white;
  round.points = half / 2.0;
  if (!was_played(*board.result)) {
    round.kind = half > 0 ? RoundKind::forfeit_win : RoundKind::forfeit_loss;
    round.games = 1;
    return round;
  }
  round.kind = RoundKind::played;
  round.won = half == 2 ? 1 : 0;
  round.black_games = side;
  round.black_won = side == 1 ? round.won : 0;
  return round;
}

TieBreakRound bye_round(ByeKind kind) {
  TieBreakRound round;
  const bool is_whole = kind == ByeKind::odd || kind == ByeKind::full;
  round.kind = is_whole                ? RoundKind::full_bye
               : kind == ByeKind::free ? RoundKind::none
                                       : RoundKind::requested_bye;
  round.points = half_points(kind) / 2.0;
  return round;
}

}  // namespace

std::vector<TieBreakId> default_tie_breaks(System system) {
  using Id = TieBreakId;
  if (system == System::round_robin) {
    return {Id::direct_encounter, Id::wins, Id::sonneborn_berger, Id::koya};
  }
  if (system == System::knockout) return {};
  return {Id::buchholz_cut1, Id::buchholz, Id::sonneborn_berger, Id::direct_encounter, Id::won};
}

std::vector<TieBreakId> OpenEvent::tie_breaks() const {
  return terms_.tie_breaks.empty() ? default_tie_breaks(system()) : terms_.tie_breaks;
}

/// Those who have left a round-robin before playing half of its games: the games of these count for
/// nobody (FIDE C.05).
std::vector<bool> OpenEvent::annulled(std::size_t rounds) const {
  std::vector<bool> annulled(players_.size());
  if (system() != System::round_robin) return annulled;
  std::vector<std::uint64_t> games(players_.size());
  for (const OpenRound& round : rounds_) {
    for (const Board& board : round.boards) {
      if (!board.result || !was_played(*board.result)) continue;
      ++games[board.white];
      ++games[board.black];
    }
  }
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const auto& last = players_[p].last_round;
    annulled[p] = last && *last <= rounds && 2 * games[p] < terms_.cycles * (players_.size() - 1);
  }
  return annulled;
}

/// The rounds as tie-breaks see them. What somebody missed after leaving a round-robin is lost to
/// those he was to meet.
TieBreakField OpenEvent::field(std::size_t rounds, const std::vector<bool>& annulled) const {
  TieBreakField field;
  field.is_swiss = system() != System::round_robin;
  TieBreakRound missed;
  missed.kind = field.is_swiss ? RoundKind::requested_bye : RoundKind::none;
  field.players.assign(players_.size(), std::vector<TieBreakRound>(rounds, missed));
  for (const Entrant& entrant : players_) field.ratings.push_back(entrant.rating);
  for (std::size_t r = 0; r < rounds; ++r) {
    for (const RoundBye& bye : rounds_[r].byes) {
      field.players[bye.player][r] = bye_round(bye.kind);
      if (field.is_swiss || bye.kind != ByeKind::odd) continue;
      const auto opponent = scheduled_opponent(bye.player, r + 1);
      if (!opponent) continue;
      field.players[bye.player][r] = {RoundKind::forfeit_win, opponent, 1};
      field.players[*opponent][r] = {RoundKind::forfeit_loss, bye.player, 0};
    }
    for (const Board& board : rounds_[r].boards) {
      const bool has_result = board.result.has_value();
      field.players[board.white][r] = has_result ? played_round(board, 0) : TieBreakRound{};
      field.players[board.black][r] = has_result ? played_round(board, 1) : TieBreakRound{};
    }
  }
  for (std::size_t p = 0; p < players_.size(); ++p) {
    for (TieBreakRound& round : field.players[p]) {
      if (annulled[p] || (round.opponent && annulled[*round.opponent])) round = {};
    }
  }
  return field;
}

std::vector<OpenStanding> OpenEvent::standing(std::size_t rounds) const {
  return standing(rounds, tie_breaks());
}

std::vector<OpenStanding> OpenEvent::standing(std::size_t rounds,
                                              std::span<const TieBreakId> tie_breaks) const {
  rounds = std::min(rounds, rounds_.size());
  const auto annulled = this->annulled(rounds);
  const TieBreakField field = this->field(rounds, annulled);
  const auto points = points_of(field);
  std::vector<double> merit = points;
  if (system() == System::knockout) {
    const auto stages = knockout_after(rounds).stages();
    std::copy(stages.begin(), stages.end(), merit.begin());
  }
  for (std::size_t p = 0; p < merit.size(); ++p) {
    if (annulled[p]) merit[p] = -1;
  }
  std::vector<OpenStanding> lines;
  for (rating::RankedPlayer& ranked : rank(field, merit, tie_breaks)) {
    OpenStanding& line = lines.emplace_back();
    line.player = ranked.player;
    line.place = ranked.place;
    line.points = points[ranked.player];
    line.tie_breaks = std::move(ranked.values);
    line.is_annulled = annulled[ranked.player];
    for (const TieBreakRound& round : field.players[ranked.player]) {
      line.games += round.kind == RoundKind::played;
      line.wins += round.won > 0;
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [&](const OpenStanding& a, const OpenStanding& b) {
    return std::tie(a.place, players_[a.player].name) < std::tie(b.place, players_[b.player].name);
  });
  return lines;
}

}  // namespace schiri
