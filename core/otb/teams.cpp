#include <algorithm>

#include "core/base/names.h"
#include "core/otb/event.h"
#include "core/otb/match_score.h"
#include "core/pairing/scheveningen.h"

namespace schiri {

namespace {

constexpr std::size_t most_members = 200;
constexpr std::uint64_t most_matches = 1000;

/// Whoever is there has won where the other is missing.
std::optional<BoardResult> result_without_game(const TeamGame& game) {
  if (!game.is_empty()) return std::nullopt;
  if (!game.first && !game.second) return BoardResult::both_forfeit;
  return game.first.has_value() == game.first_is_white ? BoardResult::white_by_forfeit
                                                       : BoardResult::black_by_forfeit;
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
    }
  }
  return score;
}

std::string TableGame::table() const {
  return (match == 0 ? "" : std::to_string(match) + ".") + std::to_string(board);
}

std::optional<int> OpenEvent::strength(std::size_t player) const {
  const Entrant& entrant = players_[player];
  if (entrant.rating || !has_teams()) return entrant.rating;
  std::vector<int> ratings;
  for (const TeamMember& member : entrant.members) {
    if (member.rating) ratings.push_back(*member.rating);
  }
  if (ratings.empty()) return std::nullopt;
  std::sort(ratings.rbegin(), ratings.rend());
  if (ratings.size() > terms_.boards) ratings.resize(terms_.boards);
  int sum = 0;
  for (const int rating : ratings) sum += rating;
  const int count = static_cast<int>(ratings.size());
  return (2 * sum + count) / (2 * count);
}

std::vector<Person> OpenEvent::people() const {
  std::vector<Person> people;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const Entrant& entrant = players_[p];
    if (!has_teams()) people.push_back({entrant.name, entrant.rating, entrant.details});
    for (std::size_t m = 0; m < entrant.members.size(); ++m) {
      const TeamMember& member = entrant.members[m];
      people.push_back({member.name, member.rating, member.details, p, m + 1});
    }
  }
  return people;
}

std::vector<TableGame> OpenEvent::games(std::uint64_t round) const {
  std::vector<std::size_t> first_of_team;
  std::size_t people = 0;
  for (const Entrant& entrant : players_) {
    first_of_team.push_back(people);
    people += entrant.members.size();
  }
  std::vector<TableGame> games;
  const auto& boards = rounds_[round - 1].boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Board& board = boards[i];
    if (!has_teams()) games.push_back({0, i + 1, board.white, board.black, board.result});
    const auto person = [&](std::size_t team, const std::optional<std::size_t>& member) {
      return member ? std::optional(first_of_team[team] + *member) : std::nullopt;
    };
    for (std::size_t g = 0; g < board.games.size(); ++g) {
      const TeamGame& game = board.games[g];
      TableGame& one = games.emplace_back();
      one.match = i + 1;
      one.board = g + 1;
      one.white = person(board.white, game.first);
      one.black = person(board.black, game.second);
      if (!game.first_is_white) std::swap(one.white, one.black);
      one.result = game.result;
    }
  }
  return games;
}

std::vector<PersonScore> OpenEvent::scores(std::size_t rounds) const {
  const auto people = this->people();
  std::vector<PersonScore> scores(people.size());
  rating::TieBreakField field;
  field.players.resize(people.size());
  for (std::size_t p = 0; p < people.size(); ++p) {
    scores[p].person = p;
    field.ratings.push_back(people[p].rating);
  }
  for (std::uint64_t round = 1; round <= std::min(rounds, rounds_.size()); ++round) {
    for (const TableGame& game : games(round)) {
      if (!game.result) continue;
      const std::optional<std::size_t> seats[] = {game.white, game.black};
      for (int side = 0; side < 2; ++side) {
        if (!seats[side]) continue;
        PersonScore& score = scores[*seats[side]];
        const int half = half_points(*game.result, side);
        score.points += half / 2.0;
        if (!was_played(*game.result)) continue;
        ++score.games;
        score.wins += half == 2;
        field.players[*seats[side]].push_back(
            {rating::TieBreakRound::Kind::played, seats[1 - side], half / 2.0});
      }
    }
  }
  constexpr rating::TieBreakId performance[] = {rating::TieBreakId::performance};
  const std::vector<double> merit(people.size());
  for (const auto& line : rank(field, merit, performance)) {
    scores[line.player].performance = line.values[0];
  }
  return scores;
}

TeamMember* OpenEvent::find_member(std::string_view name) {
  for (Entrant& entrant : players_) {
    for (TeamMember& member : entrant.members) {
      if (is_same_name(member.name, name)) return &member;
    }
  }
  return nullptr;
}

void OpenEvent::enter_member(const EntrantName& entrant) {
  if (entrant.team.empty()) {
    throw OpenEventError("teams play in this event: for which one does '" + entrant.name +
                         "' play? (--team)");
  }
  if (!entrant.club.empty()) throw OpenEventError("a club is not told of teams");
  const auto found = std::find_if(players_.begin(), players_.end(), [&](const Entrant& team) {
    return is_same_name(team.name, entrant.team);
  });
  Entrant* team = found == players_.end() ? nullptr : &*found;
  if (!team) {
    require_new_name(entrant.team);
    if (is_same_name(entrant.team, entrant.name)) {
      throw OpenEventError("a player is not called like the team");
    }
    if (terms_.is_scheveningen && players_.size() == 2) {
      throw OpenEventError("by the Scheveningen system two teams play, and two have entered");
    }
    team = &add_entrant({entrant.team, std::nullopt, "", entrant.half_byes});
  }
  if (team->members.size() == most_members) {
    throw OpenEventError("a team has at most 200 players");
  }
  team->members.push_back({entrant.name, entrant.rating, entrant.details});
}

std::vector<std::size_t> OpenEvent::lineup(std::size_t team, std::uint64_t round) const {
  const Entrant& entrant = players_[team];
  for (const TeamLineup& told : entrant.lineups) {
    if (told.round == round) return told.members;
  }
  std::vector<std::size_t> members;
  while (members.size() < std::min<std::size_t>(terms_.boards, entrant.members.size())) {
    members.push_back(members.size());
  }
  return members;
}

/// Puts the players of two teams to their boards, colours in turn or by the tables. Results of
/// boards whose players stay are kept.
void OpenEvent::seat(Board& match, std::uint64_t round) const {
  const auto first = lineup(match.white, round), second = lineup(match.black, round);
  std::vector<TeamGame> games(terms_.boards);
  for (std::size_t i = 0; i < games.size(); ++i) {
    TeamGame& game = games[i];
    std::size_t opponent = i;
    game.first_is_white = i % 2 == 0;
    if (terms_.is_scheveningen) {
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
  settle(match);
}

/// Of a match whose games come from elsewhere.
void OpenEvent::require_seated(const Board& match) const {
  if (match.games.size() != terms_.boards) {
    throw OpenEventError("a match has as many games as there are boards");
  }
  std::vector<bool> known[2] = {std::vector<bool>(players_[match.white].members.size()),
                                std::vector<bool>(players_[match.black].members.size())};
  for (const TeamGame& game : match.games) {
    const std::optional<std::size_t> seats[] = {game.first, game.second};
    for (std::size_t team = 0; team < 2; ++team) {
      if (!seats[team]) continue;
      if (*seats[team] >= known[team].size() || known[team][*seats[team]]) {
        throw OpenEventError("a match has a player twice, or one that its team has not");
      }
      known[team][*seats[team]] = true;
    }
  }
}

/// What a match has come to when all its games have results. In a knockout one that is drawn goes
/// to the better board count (FIDE C.07, 12.1), if there is one.
void OpenEvent::settle(Board& match) const {
  if (!has_teams()) return;
  match.result.reset();
  for (TeamGame& game : match.games) {
    if (!game.result) game.result = result_without_game(game);
    if (!game.result) return;
  }
  const MatchScore score = score_of(match);
  int lead = score.points[0] - score.points[1];
  if (lead == 0 && system() == System::knockout) lead = score.weighted[1] - score.weighted[0];
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

void OpenEvent::set_lineup(std::string_view team_name, std::uint64_t round,
                           const std::vector<std::string>& names) {
  if (!has_teams()) throw OpenEventError("in this event nobody plays for a team");
  const std::size_t number = player(team_name);
  Entrant& team = players_[number];
  const bool is_playing = round == rounds_.size() && round > 0;
  if (round < rounds_.size() || (is_playing && rounds_.back().is_complete())) {
    throw OpenEventError("round " + std::to_string(round) + " has been played");
  }
  if (round == 0 || round > planned_rounds()) {
    throw OpenEventError("there is no round " + std::to_string(round));
  }
  if (names.empty() || names.size() > terms_.boards) {
    throw OpenEventError("a lineup has 1 to " + std::to_string(terms_.boards) + " players");
  }
  TeamLineup told{round, {}};
  for (const std::string& name : names) {
    const auto found = std::find_if(team.members.begin(), team.members.end(),
                                    [&](const auto& one) { return is_same_name(one.name, name); });
    if (found == team.members.end()) {
      throw OpenEventError("'" + name + "' does not play for '" + team.name + "'");
    }
    const auto member = static_cast<std::size_t>(found - team.members.begin());
    if (!told.members.empty() && member <= told.members.back()) {
      throw OpenEventError("the players of '" + team.name +
                           "' sit in the order of their boards: '" + name + "' comes before '" +
                           team.members[told.members.back()].name + "', and nobody sits twice");
    }
    told.members.push_back(member);
  }
  Entrant before = team;
  std::erase_if(team.lineups, [&](const TeamLineup& old) { return old.round == round; });
  team.lineups.push_back(std::move(told));
  if (!is_playing) return;
  for (Board& match : rounds_.back().boards) {
    if (match.white != number && match.black != number) continue;
    Board seated = match;
    seat(seated, round);
    for (std::size_t i = 0; i < match.games.size(); ++i) {
      const TeamGame &old = match.games[i], &now = seated.games[i];
      if (!old.result || old.is_empty() || old.result == now.result) continue;
      team = std::move(before);
      throw OpenEventError("board " + std::to_string(i + 1) +
                           " of this match has a result already");
    }
    match = std::move(seated);
    return;
  }
}

Board& OpenEvent::board_of_table(std::uint64_t round, std::uint64_t number) {
  if (!has_teams() || number == 0) return board(round, number);
  return board(round, (number - 1) / terms_.boards + 1);
}

std::optional<BoardResult>& OpenEvent::result_at(std::uint64_t round, std::uint64_t number) {
  Board& pair = board_of_table(round, number);
  return has_teams() ? pair.games[(number - 1) % terms_.boards].result : pair.result;
}

bool OpenEvent::is_half_empty(std::uint64_t round, std::uint64_t number) const {
  const Board& match = rounds_[round - 1].boards[(number - 1) / terms_.boards];
  return match.games[(number - 1) % terms_.boards].is_empty();
}

std::string OpenEvent::table_name(std::uint64_t number) const {
  if (!has_teams()) return std::to_string(number);
  return std::to_string((number - 1) / terms_.boards + 1) + "." +
         std::to_string((number - 1) % terms_.boards + 1);
}

std::uint64_t OpenEvent::board_number(std::uint64_t match, std::uint64_t board) const {
  if (match >= 1 && match <= most_matches && board >= 1 && board <= terms_.boards) {
    return (match - 1) * terms_.boards + board;
  }
  throw OpenEventError("a match has boards 1 to " + std::to_string(terms_.boards));
}

}  // namespace schiri
