#include <algorithm>
#include <array>
#include <tuple>

#include "core/otb/event.h"
#include "core/otb/knockout.h"
#include "core/pairing/circle.h"
#include "core/pairing/swiss_pairing.h"
#include "core/tournament/systems.h"

namespace schiri {

namespace {

/// Two seats of a round-robin's table, White first, from 0.
using Seats = std::pair<std::uint64_t, std::uint64_t>;

/// Berger's tables (FIDE C.05, annex 1): the circle turns by half its seats from round to round.
/// In a second cycle colours are swapped, and in the first of two the last two rounds change
/// places, so that nobody has the same colour three times.
class BergerTable {
 public:
  BergerTable(std::size_t players, std::uint64_t cycles)
      : seats_(players + players % 2), cycles_(cycles) {}

  std::size_t tables() const { return seats_ / 2; }

  Seats seats(std::uint64_t round, std::uint64_t table) const {
    const std::uint64_t length = seats_ - 1;
    const std::uint64_t cycle = (round - 1) / length;
    std::uint64_t number = (round - 1) % length;
    const bool turns = cycles_ % 2 == 0 && cycle % 2 == 0 && length >= 3;
    if (turns && number + 2 >= length) number = 2 * length - 3 - number;
    auto [white, black] = circle(seats_, number * (seats_ / 2) % length, table);
    if ((table == 0 && number % 2 == 0) != (cycle % 2 == 1)) std::swap(white, black);
    return {white, black};
  }

 private:
  std::uint64_t seats_;
  std::uint64_t cycles_;
};

}  // namespace

/// Later rounds follow from the results of earlier ones.
void OpenEvent::require_results() const {
  if (rounds_.empty() || rounds_.back().is_complete()) return;
  throw OpenEventError("round " + std::to_string(rounds_.size()) + " has games without a result");
}

OpenRound OpenEvent::next_round(const std::vector<Couple>& fixed) const {
  require_results();
  if (players_.size() < 2) {
    throw OpenEventError("a round needs at least two " + std::string(word()) + "s");
  }
  if (is_over()) {
    throw OpenEventError("the event is over after round " + std::to_string(rounds_.size()));
  }
  if (!fixed.empty() && !is_swiss()) {
    throw OpenEventError("the pairings of a " + std::string(system_title(system())) +
                         " are fixed, none can be demanded");
  }
  const std::uint64_t number = rounds_.size() + 1;
  OpenRound round = system() == System::knockout ? pair_knockout(number)
                    : is_swiss()                 ? pair_by_points(number, fixed)
                                                 : pair_round_robin(number);
  if (system() != System::knockout) {
    add_absent(round, number);
    if (round.boards.empty()) {
      throw OpenEventError("fewer than two " + std::string(word()) + "s are present");
    }
  }
  if (!has_teams()) return round;
  for (Board& match : round.boards) seat(match, number);
  return round;
}

/// Who is paired in a round, in the order of the start list.
std::vector<std::size_t> OpenEvent::present(std::uint64_t round) const {
  std::vector<std::size_t> here = start_list();
  std::erase_if(here, [&](std::size_t p) {
    const Entrant& entrant = players_[p];
    return !is_there(entrant, round) ||
           std::count(entrant.half_point_byes.begin(), entrant.half_point_byes.end(), round) ||
           std::count(entrant.zero_point_byes.begin(), entrant.zero_point_byes.end(), round);
  });
  return here;
}

/// How many at the front of the start list: down to the last one of the first half of those who
/// were there for the first round.
std::size_t OpenEvent::accelerated_players() const {
  const auto list = start_list();
  const auto is_first = [&](std::size_t p) { return players_[p].first_round == 1; };
  const auto first = static_cast<std::size_t>(std::count_if(list.begin(), list.end(), is_first));
  std::size_t end = 0;
  for (std::size_t half = (first + 1) / 2; half > 0; ++end) half -= is_first(list[end]);
  return end;
}

/// Rounds as the Swiss engine knows them; `place`: of each player in its list.
void OpenEvent::add_meetings(SwissHistory& past, const std::vector<std::size_t>& place) const {
  constexpr std::pair<RoundResult, RoundResult> results[] = {
      {RoundResult::win, RoundResult::loss},
      {RoundResult::loss, RoundResult::win},
      {RoundResult::draw, RoundResult::draw},
      {RoundResult::forfeit_win, RoundResult::forfeit_loss},
      {RoundResult::forfeit_loss, RoundResult::forfeit_win},
      {RoundResult::forfeit_loss, RoundResult::forfeit_loss}};
  constexpr RoundResult byes[] = {RoundResult::paired_bye, RoundResult::half_bye,
                                  RoundResult::absent, RoundResult::absent, RoundResult::full_bye};
  for (std::size_t r = 0; r < rounds_.size(); ++r) {
    for (const RoundBye& bye : rounds_[r].byes) {
      past.players[place[bye.player]][r].result = byes[static_cast<std::size_t>(bye.kind)];
    }
    for (const Board& board : rounds_[r].boards) {
      const std::size_t white = place[board.white], black = place[board.black];
      const auto& result =
          results[static_cast<std::size_t>(board.result.value_or(BoardResult::draw))];
      past.players[white][r] = {result.first, black, Side::white};
      past.players[black][r] = {result.second, white, Side::black};
    }
  }
}

SwissHistory OpenEvent::history() const {
  const auto list = start_list();
  std::vector<std::size_t> place(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) place[list[i]] = i;
  SwissHistory past;
  past.rounds_planned = terms_.rounds;
  past.initial_colour = terms_.first_colour;
  past.players.assign(list.size(), std::vector<PlayedRound>(rounds_.size()));
  add_meetings(past, place);
  for (const ForbiddenPairs& told : forbidden_) {
    ForbiddenPairs& pairs = past.forbidden.emplace_back(told);
    for (std::size_t& player : pairs.players) player = place[player];
  }
  if (has_teams()) past.points.paired_bye = past.points.draw;
  if (terms_.acceleration == Acceleration::baku) accelerate_baku(past, accelerated_players());
  return past;
}

OpenRound OpenEvent::pair_by_points(std::uint64_t round, const std::vector<Couple>& fixed) const {
  auto here = present(round);
  for (const auto& [white, black] : fixed) {
    for (const std::size_t player : {white, black}) {
      if (std::erase(here, player) == 1) continue;
      throw OpenEventError("'" + players_[player].name +
                           "' cannot be paired twice, or is not there in round " +
                           std::to_string(round));
    }
  }
  OpenRound made;
  if (here.size() >= 2) made = system() == System::dutch ? pair_dutch(here) : pair_swiss(here);
  if (here.size() == 1 && !fixed.empty()) made.byes.push_back({here.front(), ByeKind::odd});
  put_fixed(made, fixed);
  return made;
}

/// Puts the demanded boards where their points belong.
void OpenEvent::put_fixed(OpenRound& round, const std::vector<Couple>& fixed) const {
  std::vector<int> points(players_.size());
  const auto list = start_list();
  const SwissHistory past = history();
  for (std::size_t i = 0; i < list.size(); ++i) {
    points[list[i]] = past.points_before(i, rounds_.size() + 1);
  }
  const auto rank = [&](const Board& board) {
    const auto [low, high] = std::minmax(points[board.white], points[board.black]);
    return std::pair(-high, -low);
  };
  for (const auto& [white, black] : fixed) {
    const Board board{white, black, std::nullopt, true};
    const auto at = std::find_if(round.boards.begin(), round.boards.end(),
                                 [&](const Board& other) { return rank(board) < rank(other); });
    round.boards.insert(at, board);
  }
}

OpenRound OpenEvent::pair_dutch(const std::vector<std::size_t>& here) const {
  const auto list = start_list();
  std::vector<bool> is_here(list.size());
  for (const std::size_t player : here) is_here[player] = true;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (is_here[list[i]]) places.push_back(i);
  }
  const auto paired = schiri::pair_dutch(history(), rounds_.size() + 1, places);
  if (!paired) {
    throw OpenEventError(
        std::string("nobody can be paired any more: too many have met each other, need the same "
                    "colour or have had a bye") +
        (forbidden_.empty() ? "; fewer rounds would do" : "; fewer forbidden pairs would do"));
  }
  OpenRound made;
  for (const auto& [white, black] : paired->pairs) {
    made.boards.push_back({list[white], list[black], std::nullopt});
  }
  if (paired->bye) made.byes.push_back({list[*paired->bye], ByeKind::odd});
  return made;
}

OpenRound OpenEvent::pair_swiss(const std::vector<std::size_t>& here) const {
  std::vector<std::size_t> place(players_.size(), here.size());
  for (std::size_t i = 0; i < here.size(); ++i) place[here[i]] = i;
  const auto is_here = [&](std::size_t p) { return place[p] < here.size(); };

  SwissPlayer nothing;
  nothing.met.resize(here.size());
  std::vector<SwissPlayer> past(here.size(), nothing);
  for (const OpenRound& played : rounds_) {
    for (const RoundBye& bye : played.byes) {
      if (!is_here(bye.player)) continue;
      past[place[bye.player]].points += bye_points(bye.kind);
      past[place[bye.player]].byes += bye.kind == ByeKind::odd;
    }
    for (const Board& board : played.boards) {
      const std::array<std::size_t, 2> both = {board.white, board.black};
      for (int side = 0; side < 2; ++side) {
        const std::size_t me = both[static_cast<std::size_t>(side)];
        if (!is_here(me)) continue;
        SwissPlayer& mine = past[place[me]];
        mine.points += half_points(*board.result, side);
        // Whoever won without a game has had its free point and may meet this opponent yet.
        if (!was_played(*board.result)) {
          mine.byes += half_points(*board.result, side) == 2;
          continue;
        }
        mine.colours += side == 0 ? 1 : -1;
        mine.last_white = side == 0;
        const std::size_t other = both[static_cast<std::size_t>(1 - side)];
        if (is_here(other)) ++mine.met[place[other]];
      }
    }
  }
  // More often than anybody can have met.
  const int never = static_cast<int>(rounds_.size()) + 1;
  for (const ForbiddenPairs& pairs : forbidden_) {
    for (const std::size_t a : pairs.players) {
      for (const std::size_t b : pairs.players) {
        if (a != b && is_here(a) && is_here(b)) past[place[a]].met[place[b]] = never;
      }
    }
  }
  const SwissRound paired = SwissPairing(past, rounds_.size() + 1, true).pair();
  OpenRound made;
  for (const auto& [white, black] : paired.couples) {
    made.boards.push_back({here[white], here[black], std::nullopt});
  }
  if (paired.bye) made.byes.push_back({here[*paired.bye], ByeKind::odd});
  return made;
}

OpenRound OpenEvent::pair_round_robin(std::uint64_t round) const {
  const std::vector<std::size_t> list = start_list();
  if (terms_.is_scheveningen) return {{{list[0], list[1], std::nullopt}}, {}};
  const BergerTable berger(list.size(), terms_.cycles);
  OpenRound made;
  for (std::uint64_t table = 0; table < berger.tables(); ++table) {
    const auto [white, black] = berger.seats(round, table);
    const bool white_is_here = white < list.size() && is_there(players_[list[white]], round);
    const bool black_is_here = black < list.size() && is_there(players_[list[black]], round);
    if (white_is_here && black_is_here) {
      made.boards.push_back({list[white], list[black], std::nullopt});
    } else if (white_is_here || black_is_here) {
      const auto [alone, other] = white_is_here ? std::pair(white, black) : std::pair(black, white);
      // With an odd number everybody pauses once and gets nothing for it; whoever should have met
      // one who has left has won.
      const ByeKind kind = other < list.size() ? ByeKind::odd : ByeKind::free;
      made.byes.push_back({list[alone], kind});
    }
  }
  return made;
}

/// Whom Berger's tables have a player meet; nobody where he is free.
std::optional<std::size_t> OpenEvent::scheduled_opponent(std::size_t player,
                                                         std::uint64_t round) const {
  const auto list = start_list();
  if (terms_.is_scheveningen) return list[list[0] == player];
  const BergerTable berger(list.size(), terms_.cycles);
  for (std::uint64_t table = 0; table < berger.tables(); ++table) {
    const auto [white, black] = berger.seats(round, table);
    for (const auto& [own, other] : {Seats(white, black), Seats(black, white)}) {
      if (own >= list.size() || list[own] != player) continue;
      return other < list.size() ? std::optional(list[other]) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Older files call those absent who are free.
void OpenEvent::name_free_players(OpenRound& round, std::uint64_t number) const {
  for (RoundBye& bye : round.byes) {
    if (bye.kind == ByeKind::absent && is_there(players_[bye.player], number) &&
        !scheduled_opponent(bye.player, number)) {
      bye.kind = ByeKind::free;
    }
  }
}

OpenRound OpenEvent::pair_knockout(std::uint64_t round) const {
  OpenRound made = knockout_after(rounds_.size()).next_round([&](std::size_t player) {
    return is_there(players_[player], round);
  });
  if (made.boards.empty() && made.byes.empty()) throw OpenEventError("no players are left");
  return made;
}

/// Those who have neither an opponent nor a bye.
void OpenEvent::add_absent(OpenRound& round, std::uint64_t number) const {
  std::vector<bool> known(players_.size());
  for (const Board& board : round.boards) known[board.white] = known[board.black] = true;
  for (const RoundBye& bye : round.byes) known[bye.player] = true;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    if (known[p]) continue;
    const auto& byes = players_[p].half_point_byes;
    const bool asked =
        is_there(players_[p], number) && std::count(byes.begin(), byes.end(), number) > 0;
    round.byes.push_back({p, asked ? ByeKind::asked : ByeKind::absent});
  }
}

}  // namespace schiri
