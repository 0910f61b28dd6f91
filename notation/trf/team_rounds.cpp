#include "notation/trf/team_rounds.h"

#include <algorithm>

#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::otb {

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

TeamRounds::TeamRounds(const TrfTournament& listed)
    : trf_(listed), team_of_(listed.players.size()) {
  for (std::size_t t = 0; t < listed.teams.size(); ++t) {
    for (const std::size_t player : listed.teams[t].players) team_of_[player] = t;
  }
  boards_ = listed.boards;
  const std::uint64_t rounds = listed.rounds + !listed.open_round.empty();
  for (std::uint64_t round = 1; listed.boards == 0 && round <= rounds; ++round) {
    for (std::size_t t = 0; t < listed.teams.size(); ++t) {
      boards_ = std::max<std::uint64_t>(boards_, seats(round, t).size());
    }
  }
  boards_ = std::max<std::uint64_t>(boards_, 1);
}

void TeamRounds::fail(std::uint64_t round, std::size_t a, std::size_t b) const {
  throw TeamReportError(message(
      "round {0}: the lines of '{1}' and '{2}' contradict each other; correct the report first",
      round, printable(trf_.teams[a].name), printable(trf_.teams[b].name)));
}

TeamRounds::Cell TeamRounds::cell(std::uint64_t round, std::optional<std::size_t> player) const {
  Cell cell;
  if (player && round > trf_.rounds) {
    const TrfOpenCell& open = trf_.open_round[*player];
    cell = {open.opponent, open.colour, open.result};
  } else if (player) {
    const PlayedRound played = trf_.history.entry(*player, round);
    cell = {played.opponent, played.colour, played.result};
  }
  return cell;
}

const TrfLineup* TeamRounds::lineup(std::uint64_t round, std::size_t team) const {
  for (const TrfLineup& one : trf_.lineups) {
    if (one.round == round && one.team == team) return &one;
  }
  return nullptr;
}

const TrfForfeit* TeamRounds::forfeit(std::uint64_t round, std::size_t team) const {
  for (const TrfForfeit& one : trf_.forfeits) {
    if (one.round == round && (one.first == team || one.second == team)) return &one;
  }
  return nullptr;
}

/// The players of the lineup, otherwise those with a game or a point without an opponent, in the
/// order of the team.
TeamRounds::Seats TeamRounds::seats(std::uint64_t round, std::size_t team) const {
  if (const TrfLineup* listed = lineup(round, team)) return listed->players;
  Seats seats;
  for (const std::size_t player : trf_.teams[team].players) {
    const Cell own = cell(round, player);
    if (own.opponent || own.result == RoundResult::paired_bye) seats.emplace_back(player);
  }
  return seats;
}

std::optional<std::size_t> TeamRounds::opponent(std::uint64_t round, std::size_t team) const {
  std::optional<std::size_t> found;
  if (const TrfLineup* listed = lineup(round, team)) found = listed->opponent;
  for (const auto& player : seats(round, team)) {
    const Cell own = cell(round, player);
    if (!own.opponent) continue;
    const auto& theirs = team_of_[*own.opponent];
    if (!theirs || (found && found != theirs)) fail(round, team, theirs.value_or(team));
    found = theirs;
  }
  if (found) return found;
  const TrfForfeit* listed = forfeit(round, team);
  if (!listed) return std::nullopt;
  return listed->first == team ? listed->second : listed->first;
}

/// Whether this team has White on the first board. Colours alternate from board to board.
bool TeamRounds::begins_with_white(std::uint64_t round, std::size_t team, std::size_t other) const {
  const Seats own = seats(round, team);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto colour = cell(round, own[i]).colour;
    if (colour) return (*colour == Side::white) == (i % 2 == 0);
  }
  if (const TrfForfeit* listed = forfeit(round, team)) return listed->first == team;
  return team < other;
}

std::optional<std::size_t> TeamRounds::member(std::size_t team,
                                              std::optional<std::size_t> player) const {
  if (!player) return std::nullopt;
  const auto& players = trf_.teams[team].players;
  const auto found = std::find(players.begin(), players.end(), *player);
  if (found == players.end()) {
    throw TeamReportError(message("player {0} plays, but is not a member of '{1}'",
                                  trf_.players[*player].id, printable(trf_.teams[team].name)));
  }
  return static_cast<std::size_t>(found - players.begin());
}

/// A player's opponent is that of the player's line; without an opponent, the one at the board.
TeamGame TeamRounds::game(std::uint64_t round, std::size_t board, const Board& match,
                          const Seats& first, const Seats& second) const {
  const auto at = [&](const Seats& seats) {
    return board < seats.size() ? seats[board] : std::nullopt;
  };
  const auto one = at(first);
  const Cell own = cell(round, one);
  const auto other = own.opponent ? own.opponent : at(second);
  const Cell theirs = cell(round, other);
  if ((own.opponent || theirs.opponent) && theirs.opponent != one) {
    fail(round, match.first, match.second);
  }
  const Side usual = board % 2 == 0 ? Side::white : Side::black;
  TeamGame game{member(match.first, one),
                member(match.second, other),
                own.colour.value_or(usual) == Side::white,
                {}};
  if (own.opponent && own.result && theirs.result) {
    game.result = game.first_is_white ? result_of(*own.result, *theirs.result)
                                      : result_of(*theirs.result, *own.result);
  }
  if (!own.opponent && one && other) {
    // Only the line on the match has the result.
    const TrfForfeit* listed = forfeit(round, match.first);
    if (!listed) fail(round, match.first, match.second);
    const bool is_turned = (listed->first == match.first) != game.first_is_white;
    game.result = is_turned ? swapped(listed->result) : listed->result;
  }
  return game;
}

Board TeamRounds::match(std::uint64_t round, std::size_t first, std::size_t second) const {
  Board match{first, second, std::nullopt};
  Seats own = seats(round, first), theirs = seats(round, second);
  // A match that was not played may name no players.
  const auto all = [&](std::size_t team) {
    const auto& players = trf_.teams[team].players;
    const std::size_t count = std::min<std::size_t>(players.size(), boards_);
    return Seats(players.begin(), players.begin() + static_cast<std::ptrdiff_t>(count));
  };
  if (own.empty()) own = all(first);
  if (theirs.empty()) theirs = all(second);
  if (std::max(own.size(), theirs.size()) > boards_) {
    throw TeamReportError(
        message("round {0}: a match has {1} {1:board|boards}, but more players play for '{2}'",
                round, boards_, printable(trf_.teams[own.size() > boards_ ? first : second].name)));
  }
  for (std::size_t i = 0; i < boards_; ++i) {
    match.games.push_back(game(round, i, match, own, theirs));
  }
  return match;
}

Round TeamRounds::round(std::uint64_t round) const {
  Round made;
  for (std::size_t team = 0; team < trf_.teams.size(); ++team) {
    const auto other = opponent(round, team);
    if (!other) {
      const bool has_bye = round <= trf_.free_teams.size() && trf_.free_teams[round - 1] == team;
      made.byes.push_back({team, has_bye ? ByeKind::pairing_allocated : ByeKind::zero_point});
      continue;
    }
    if (*other == team || opponent(round, *other) != team) fail(round, team, *other);
    if (*other < team) continue;
    const bool is_first = begins_with_white(round, team, *other);
    made.boards.push_back(is_first ? match(round, team, *other) : match(round, *other, team));
  }
  return made;
}

}  // namespace schiri::otb
