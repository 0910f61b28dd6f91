#include "core/otb/teams.h"

#include <algorithm>
#include <string_view>

namespace schiri::otb {

namespace {

/// The result of a game with one player missing: the player present has won.
std::optional<BoardResult> result_without_game(const TeamGame& game) {
  if (!game.is_empty()) return std::nullopt;
  if (!game.first && !game.second) return BoardResult::both_forfeit;
  return game.first.has_value() == game.first_is_white ? BoardResult::white_by_forfeit
                                                       : BoardResult::black_by_forfeit;
}

std::vector<std::size_t> lineup(const Event& event, std::size_t team, std::uint64_t round) {
  const Entrant& entrant = event.entrants()[team];
  for (const TeamLineup& known : entrant.lineups) {
    if (known.round == round) return known.members;
  }
  std::vector<std::size_t> members;
  while (members.size() < std::min<std::size_t>(event.terms().boards, entrant.members.size())) {
    members.push_back(members.size());
  }
  return members;
}

}  // namespace

MatchScore score_of(const Board& match) {
  MatchScore score;
  for (std::size_t i = 0; i < match.games.size(); ++i) {
    const TeamGame& game = match.games[i];
    score.is_played |= was_played(*game.result);
    for (int team = 0; team < 2; ++team) {
      const int half = half_points(*game.result, game.first_is_white ? team : 1 - team);
      score.points[team] += half;
      score.weighted[team] += half * static_cast<int>(i + 1);
      score.boards[team].push_back(half / 2.0);
    }
  }
  return score;
}

std::string TableGame::table() const {
  return (match == 0 ? "" : std::to_string(match) + ".") + std::to_string(board);
}

std::optional<int> strength(const Event& event, std::size_t player) {
  const Entrant& entrant = event.entrants()[player];
  if (entrant.rating || !event.has_teams()) return entrant.rating;
  std::vector<int> ratings;
  for (const TeamMember& member : entrant.members) {
    if (member.rating) ratings.push_back(*member.rating);
  }
  if (ratings.empty()) return std::nullopt;
  std::sort(ratings.rbegin(), ratings.rend());
  if (ratings.size() > event.terms().boards) ratings.resize(event.terms().boards);
  int sum = 0;
  for (const int rating : ratings) sum += rating;
  const int count = static_cast<int>(ratings.size());
  return (2 * sum + count) / (2 * count);
}

std::vector<Player> players(const Event& event) {
  std::vector<Player> all;
  for (std::size_t p = 0; p < event.entrants().size(); ++p) {
    const Entrant& entrant = event.entrants()[p];
    if (!event.has_teams()) all.push_back({entrant.name, entrant.rating, entrant.details});
    for (std::size_t m = 0; m < entrant.members.size(); ++m) {
      const TeamMember& member = entrant.members[m];
      all.push_back({member.name, member.rating, member.details, p, m + 1});
    }
  }
  return all;
}

std::vector<TableGame> games(const Event& event, std::uint64_t round) {
  std::vector<std::size_t> first_of_team;
  std::size_t players = 0;
  for (const Entrant& entrant : event.entrants()) {
    first_of_team.push_back(players);
    players += entrant.members.size();
  }
  std::vector<TableGame> all;
  const auto& boards = event.rounds()[round - 1].boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Board& board = boards[i];
    if (!event.has_teams()) all.push_back({0, i + 1, board.first, board.second, board.result});
    const auto person = [&](std::size_t team, const std::optional<std::size_t>& member) {
      return member ? std::optional(first_of_team[team] + *member) : std::nullopt;
    };
    for (std::size_t g = 0; g < board.games.size(); ++g) {
      const TeamGame& game = board.games[g];
      TableGame& one = all.emplace_back();
      one.match = i + 1;
      one.board = g + 1;
      one.white = person(board.first, game.first);
      one.black = person(board.second, game.second);
      if (!game.first_is_white) std::swap(one.white, one.black);
      one.result = game.result;
    }
  }
  return all;
}

/// Seats the players of two teams at their boards, with alternating colours or by the tables. Keeps
/// the results of boards whose players stay.
void seat_players(const Event& event, Board& match, std::uint64_t round) {
  const auto first = lineup(event, match.first, round), second = lineup(event, match.second, round);
  std::vector<TeamGame> games(event.terms().boards);
  for (std::size_t i = 0; i < games.size(); ++i) {
    TeamGame& game = games[i];
    std::size_t opponent = i;
    game.first_is_white = i % 2 == 0;
    if (event.terms().is_scheveningen) {
      const auto table = scheveningen_seat(games.size(), round - 1, i);
      opponent = table.opponent;
      game.first_is_white = table.has_white;
    }
    if (i < first.size()) game.first = first[i];
    if (opponent < second.size()) game.second = second[opponent];
    game.result = result_without_game(game);
    const bool stays = i < match.games.size() && match.games[i].first == game.first &&
                       match.games[i].second == game.second;
    if (stays && match.games[i].first_is_white == game.first_is_white) {
      game.result = match.games[i].result;
    }
  }
  match.games = std::move(games);
  settle(event, match);
}

/// For a match whose games come from another source.
void require_seated(const Event& event, const Board& match) {
  if (match.games.size() != event.terms().boards) {
    throw EventError(message("a match has as many games as there are boards"));
  }
  std::vector<bool> known[2] = {std::vector<bool>(event.entrants()[match.first].members.size()),
                                std::vector<bool>(event.entrants()[match.second].members.size())};
  for (const TeamGame& game : match.games) {
    const std::optional<std::size_t> seats[] = {game.first, game.second};
    for (std::size_t team = 0; team < 2; ++team) {
      if (!seats[team]) continue;
      if (*seats[team] >= known[team].size() || known[team][*seats[team]]) {
        throw EventError(message("a match has a player twice, or one of another team"));
      }
      known[team][*seats[team]] = true;
    }
  }
}

/// The result of a match when all its games have results. In a knockout a drawn match goes to the
/// better board count (FIDE C.07, 12.1), if there is one.
void settle(const Event& event, Board& match) {
  if (!event.has_teams()) return;
  match.result.reset();
  bool is_open = false;
  for (TeamGame& game : match.games) {
    if (!game.result) game.result = result_without_game(game);
    is_open |= !game.result;
  }
  if (is_open) return;
  const MatchScore score = score_of(match);
  int lead = score.points[0] - score.points[1];
  if (lead == 0 && event.system() == System::knockout) lead = score.weighted[1] - score.weighted[0];
  if (score.is_played) {
    match.result = lead > 0   ? BoardResult::white_wins
                   : lead < 0 ? BoardResult::black_wins
                              : BoardResult::draw;
  } else if (score.points[0] + score.points[1] == 0) {
    match.result = BoardResult::both_forfeit;
  } else {
    match.result = lead > 0   ? BoardResult::white_by_forfeit
                   : lead < 0 ? BoardResult::black_by_forfeit
                              : BoardResult::draw;
  }
}

// --- Scheveningen tables

namespace {

/// The table for six players: by round and player the opponent, in capitals if the player has
/// White. No rotating table balances colours in every round for six players.
constexpr std::string_view table_of_six[] = {"AbcDeF", "bCEfDa", "CeaBFd",
                                             "dfBAcE", "EDFcab", "fAdeBC"};

ScheveningenSeat seat_of_six(std::size_t round, std::size_t player) {
  const char sign = table_of_six[round][player];
  const bool has_white = sign < 'a';
  return {static_cast<std::size_t>(sign - (has_white ? 'A' : 'a')), has_white};
}

/// An odd number: the second team rotates, and half of the players, adjacent and also rotating,
/// have White, one more in every other round.
ScheveningenSeat seat_of_odd(std::size_t players, std::size_t round, std::size_t player) {
  const bool is_more = round % 2 == 0;
  const std::size_t half = players / 2, turned = round / 2;
  const std::size_t first = ((is_more ? 0 : half) + players - turned) % players;
  const std::size_t behind = (player + players - first) % players;
  return {(player + round) % players, behind < half + is_more};
}

/// A multiple of four: the halves of the teams rotate against each other, then crosswise.
ScheveningenSeat seat_of_fours(std::size_t players, std::size_t round, std::size_t player) {
  const std::size_t half = players / 2;
  const bool is_first = player < half, is_crossed = round >= half;
  const std::size_t opponent = (player % half + round % half) % half;
  return {opponent + (is_first == is_crossed ? half : 0), is_first == (round % 2 == 0)};
}

/// Other even numbers: the second team rotates; one player more than half has the colour of the
/// first.
ScheveningenSeat seat_of_twos(std::size_t players, std::size_t round, std::size_t player) {
  const bool is_as_first = player < players / 2 + 1;
  return {(player + round) % players, is_as_first == (round % 2 == 0)};
}

}  // namespace

ScheveningenSeat scheveningen_seat(std::size_t players, std::size_t round, std::size_t player) {
  if (players == 6) return seat_of_six(round, player);
  if (players % 2 == 1) return seat_of_odd(players, round, player);
  return players % 4 == 0 ? seat_of_fours(players, round, player)
                          : seat_of_twos(players, round, player);
}

}  // namespace schiri::otb
