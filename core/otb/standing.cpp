#include <algorithm>
#include <tuple>

#include "core/otb/event.h"
#include "core/otb/knockout.h"
#include "core/otb/match_score.h"

namespace schiri {

namespace {

using rating::TieBreakField;
using rating::TieBreakId;
using rating::TieBreakRound;
using RoundKind = TieBreakRound::Kind;

/// A side of a board that has a result. A point is worth two where teams play.
TieBreakRound played_round(const Board& board, int side) {
  const int half = half_points(*board.result, side);
  const MatchScore games = score_of(board);
  TieBreakRound round;
  round.opponent = side == 0 ? board.black : board.white;
  round.points = board.games.empty() ? half / 2.0 : half;
  round.game_points = games.points[side] / 2.0;
  round.board_count = games.weighted[side] / 2.0;
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

double game_points_of(const std::vector<TieBreakRound>& rounds) {
  double points = 0;
  for (const TieBreakRound& round : rounds) points += round.game_points;
  return points;
}

RoundKind kind_of(ByeKind kind) {
  const bool is_whole = kind == ByeKind::odd || kind == ByeKind::full;
  return is_whole                ? RoundKind::full_bye
         : kind == ByeKind::free ? RoundKind::none
                                 : RoundKind::requested_bye;
}

std::vector<TieBreakId> tie_breaks_of_teams(const OpenTerms& terms) {
  using Id = TieBreakId;
  if (terms.is_scheveningen) return {};
  if (terms.system == System::round_robin) {
    return {Id::game_points, Id::extended_direct, Id::board_count, Id::sonneborn_mg};
  }
  return {Id::game_points, Id::buchholz_cut1, Id::buchholz, Id::sonneborn_mg, Id::extended_direct};
}

}  // namespace

std::vector<TieBreakId> default_tie_breaks(const OpenTerms& terms) {
  using Id = TieBreakId;
  if (terms.system == System::knockout) return {};
  if (terms.boards > 0) return tie_breaks_of_teams(terms);
  if (terms.system == System::round_robin) {
    return {Id::direct_encounter, Id::wins, Id::sonneborn_berger, Id::koya};
  }
  return {Id::buchholz_cut1, Id::buchholz, Id::sonneborn_berger, Id::direct_encounter, Id::won};
}

std::vector<TieBreakId> OpenEvent::tie_breaks() const {
  return terms_.tie_breaks.empty() ? default_tie_breaks(terms_) : terms_.tie_breaks;
}

/// A team without an opponent has a drawn match (FIDE C.04.6, 1.4); where an opponent has left, a
/// match that is won.
int OpenEvent::bye_points(ByeKind kind) const {
  return has_teams() && is_swiss() && kind == ByeKind::odd ? 1 : half_points(kind);
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

/// Of a team, each board has the same share of the match.
TieBreakRound OpenEvent::bye_round(ByeKind kind) const {
  TieBreakRound round;
  const int half = bye_points(kind);
  const auto boards = static_cast<double>(terms_.boards);
  round.kind = kind_of(kind);
  round.points = has_teams() ? half : half / 2.0;
  round.game_points = half / 2.0 * boards;
  round.board_count = half / 2.0 * boards * (boards + 1) / 2;
  return round;
}

/// The rounds as tie-breaks see them. What somebody missed after leaving a round-robin is lost to
/// those he was to meet.
TieBreakField OpenEvent::field(std::size_t rounds, const std::vector<bool>& annulled) const {
  TieBreakField field;
  field.is_swiss = system() != System::round_robin;
  TieBreakRound missed;
  missed.kind = field.is_swiss ? RoundKind::requested_bye : RoundKind::none;
  field.players.assign(players_.size(), std::vector<TieBreakRound>(rounds, missed));
  for (std::size_t p = 0; p < players_.size(); ++p) field.ratings.push_back(strength(p));
  field.boards = static_cast<double>(terms_.boards);
  field.win = has_teams() ? 2 : 1;
  for (std::size_t r = 0; r < rounds; ++r) {
    for (const RoundBye& bye : rounds_[r].byes) {
      TieBreakRound& own = field.players[bye.player][r];
      own = bye_round(bye.kind);
      if (field.is_swiss || bye.kind != ByeKind::odd) continue;
      const auto opponent = scheduled_opponent(bye.player, r + 1);
      if (!opponent) continue;
      own.kind = RoundKind::forfeit_win;
      own.opponent = opponent;
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
  require_fitting(tie_breaks);
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
    if (terms_.is_scheveningen) merit[p] = game_points_of(field.players[p]);
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
    line.game_points = game_points_of(field.players[ranked.player]);
    for (const TieBreakRound& round : field.players[ranked.player]) {
      line.games += round.kind == RoundKind::played;
      line.wins += round.won > 0;
      line.draws += round.kind == RoundKind::played && round.points == field.win / 2;
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [&](const OpenStanding& a, const OpenStanding& b) {
    return std::tie(a.place, players_[a.player].name) < std::tie(b.place, players_[b.player].name);
  });
  return lines;
}

}  // namespace schiri
