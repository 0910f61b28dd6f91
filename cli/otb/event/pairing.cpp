#include "cli/otb/event/pairing.h"

#include <algorithm>
#include <tuple>

#include "cli/otb/event/knockout.h"
#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"

namespace schiri::otb {

namespace {

/// The entrants to be paired in a round, in the order of the start list.
std::vector<std::size_t> present(const Event& event, std::uint64_t round) {
  std::vector<std::size_t> here = event.start_list();
  std::erase_if(here, [&](std::size_t p) {
    const Entrant& entrant = event.entrants()[p];
    return !entrant.is_present(round) ||
           std::count(entrant.half_point_byes.begin(), entrant.half_point_byes.end(), round) ||
           std::count(entrant.zero_point_byes.begin(), entrant.zero_point_byes.end(), round);
  });
  return here;
}

/// Converts rounds for the Swiss engine; `place`: of each player in its list.
void add_meetings(const Event& event, SwissHistory& past, const std::vector<std::size_t>& place) {
  for (std::size_t r = 0; r < event.rounds().size(); ++r) {
    for (const Bye& bye : event.rounds()[r].byes) {
      past.players[place[bye.entrant]][r].result = round_result(bye.kind);
    }
    for (const Board& board : event.rounds()[r].boards) {
      const std::size_t white = place[board.first], black = place[board.second];
      const BoardResult result = board.result.value_or(BoardResult::draw);
      past.players[white][r] = {round_result(result, 0), black, Side::white};
      past.players[black][r] = {round_result(result, 1), white, Side::black};
    }
  }
}

/// Inserts the demanded boards by their points.
void put_fixed(const Event& event, Round& round, const std::vector<Couple>& fixed) {
  std::vector<int> points(event.entrants().size());
  const auto list = event.start_list();
  const SwissHistory past = history(event);
  for (std::size_t i = 0; i < list.size(); ++i) {
    points[list[i]] = past.points_before(i, event.rounds().size() + 1);
  }
  const auto rank = [&](const Board& board) {
    const auto [low, high] = std::minmax(points[board.first], points[board.second]);
    return std::pair(-high, -low);
  };
  for (const auto& [white, black] : fixed) {
    const Board board{white, black, std::nullopt, true};
    const auto at = std::find_if(round.boards.begin(), round.boards.end(),
                                 [&](const Board& other) { return rank(board) < rank(other); });
    round.boards.insert(at, board);
  }
}

Round pair_present(const Event& event, const std::vector<std::size_t>& here) {
  const auto list = event.start_list();
  std::vector<bool> is_here(list.size());
  for (const std::size_t player : here) is_here[player] = true;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (is_here[list[i]]) places.push_back(i);
  }
  const auto paired = pair_dutch(history(event), event.rounds().size() + 1, places);
  if (!paired) {
    throw EventError(
        event.forbidden().empty()
            ? message("no pairing is possible: too many players have met, need the same colour or "
                      "have had a bye; plan fewer rounds")
            : message("no pairing is possible: too many players have met, need the same colour or "
                      "have had a bye; forbid fewer pairs"));
  }
  Round made;
  for (const auto& [white, black] : paired->pairs) {
    made.boards.push_back({list[white], list[black], std::nullopt});
  }
  if (paired->bye) made.byes.push_back({list[*paired->bye], ByeKind::pairing_allocated});
  return made;
}

Round pair_by_points(const Event& event, std::uint64_t round, const std::vector<Couple>& fixed) {
  auto here = present(event, round);
  for (const auto& [white, black] : fixed) {
    for (const std::size_t player : {white, black}) {
      if (std::erase(here, player) == 1) continue;
      throw EventError(message("'{0}' is absent or paired twice in round {1}",
                               event.entrants()[player].name, round));
    }
  }
  Round made;
  // The only one left is unpaired as in any odd field (C.04.1), unless he may not have the bye
  // (C2).
  if (!here.empty()) made = pair_present(event, here);
  put_fixed(event, made, fixed);
  return made;
}

Round pair_knockout(const Event& event, std::uint64_t round) {
  Round made = knockout_after(event, event.rounds().size()).next_round([&](std::size_t player) {
    return event.entrants()[player].is_present(round);
  });
  if (made.boards.empty() && made.byes.empty()) throw EventError(message("no players are left"));
  return made;
}

/// Adds a bye of kind `absent` for each entrant that has neither an opponent nor a bye.
void add_absent(const Event& event, Round& round, std::uint64_t number) {
  std::vector<bool> known(event.entrants().size());
  for (const Board& board : round.boards) known[board.first] = known[board.second] = true;
  for (const Bye& bye : round.byes) known[bye.entrant] = true;
  for (std::size_t p = 0; p < event.entrants().size(); ++p) {
    if (known[p]) continue;
    const auto& byes = event.entrants()[p].half_point_byes;
    const bool asked =
        event.entrants()[p].is_present(number) && std::count(byes.begin(), byes.end(), number) > 0;
    round.byes.push_back({p, asked ? ByeKind::half_point : ByeKind::zero_point});
  }
}

}  // namespace

SwissHistory history(const Event& event) {
  const auto list = event.start_list();
  std::vector<std::size_t> place(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) place[list[i]] = i;
  SwissHistory past;
  past.rounds_planned = event.terms().rounds;
  past.initial_colour = event.terms().first_colour;
  past.players.assign(list.size(), std::vector<PlayedRound>(event.rounds().size()));
  add_meetings(event, past, place);
  for (const ForbiddenPairs& group : event.forbidden()) {
    ForbiddenPairs& pairs = past.forbidden.emplace_back(group);
    for (std::size_t& player : pairs.players) player = place[player];
  }
  past.points = event.points();
  return past;
}

Round pair(const Event& event, const std::vector<Couple>& fixed) {
  event.require_results();
  if (event.entrants().size() < 2) {
    throw EventError(message("a round needs at least two players"));
  }
  if (event.is_over()) {
    throw EventError(message("the event is over after round {0}", event.rounds().size()));
  }
  if (!fixed.empty() && !event.is_swiss()) {
    throw EventError(message("the pairings of a {0} are fixed, none can be demanded",
                             system_word(event.terms())));
  }
  const std::uint64_t number = event.rounds().size() + 1;
  Round round = event.system() == System::knockout ? pair_knockout(event, number)
                : event.is_swiss()                 ? pair_by_points(event, number, fixed)
                                                   : pair_round_robin(event, number);
  if (event.system() != System::knockout) {
    if (round.boards.empty() && (!event.is_swiss() || round.byes.empty())) {
      throw EventError(message("fewer than two players are present"));
    }
    add_absent(event, round, number);
  }
  return round;
}

}  // namespace schiri::otb
