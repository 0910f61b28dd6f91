#include "cli/otb/event/round_robin.h"

#include <algorithm>

#include "core/pairing/circle.h"

namespace schiri::otb {

namespace {

/// Two seats of a round-robin's table, White first, from 0.
using Seats = std::pair<std::uint64_t, std::uint64_t>;

/// Berger's tables (FIDE C.05, annex 1): the circle turns by half its seats from round to round.
/// In a second cycle colours are swapped, and in the first of two the last two rounds change
/// places, so that no player has the same colour three times.
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

/// A board that the one who is present has won.
Board walkover(const Event& event, std::size_t white, std::size_t black, std::uint64_t round) {
  Board board{white, black, std::nullopt};
  board.is_walkover = true;
  board.result = event.entrants()[white].is_present(round) ? BoardResult::white_by_forfeit
                                                           : BoardResult::black_by_forfeit;
  return board;
}

/// Those who have a place in the tables.
std::vector<std::size_t> table_list(const Event& event) {
  auto list = event.start_list();
  list.resize(event.participants());
  return list;
}

}  // namespace

Round pair_round_robin(const Event& event, std::uint64_t round) {
  const std::vector<std::size_t> list = table_list(event);
  const BergerTable berger(list.size(), event.terms().cycles);
  Round made;
  std::vector<Board> walkovers;
  for (std::uint64_t table = 0; table < berger.tables(); ++table) {
    const auto [white, black] = berger.seats(round, table);
    const bool white_is_here =
        white < list.size() && event.entrants()[list[white]].is_present(round);
    const bool black_is_here =
        black < list.size() && event.entrants()[list[black]].is_present(round);
    if (white_is_here && black_is_here) {
      made.boards.push_back({list[white], list[black], std::nullopt});
    } else if ((white_is_here || black_is_here) && std::max(white, black) < list.size()) {
      walkovers.push_back(walkover(event, list[white], list[black], round));
    } else if (white_is_here || black_is_here) {
      // With an odd number of entrants each pauses once without a point.
      made.byes.push_back({list[white_is_here ? white : black], ByeKind::free});
    }
  }
  made.boards.insert(made.boards.end(), walkovers.begin(), walkovers.end());
  return made;
}

void settle_walkovers(const Event& event, Round& round, std::uint64_t number) {
  if (event.system() != System::round_robin) return;
  const auto is_here = [&](std::size_t p) { return event.entrants()[p].is_present(number); };
  for (Board& board : round.boards) {
    if (is_here(board.first) == is_here(board.second)) continue;
    const bool by_hand = board.by_hand;
    board = walkover(event, board.first, board.second, number);
    board.by_hand = by_hand;
  }
  const auto annulled = annulled_entrants(event, number);
  const auto bye_of = [&](std::size_t p) -> std::optional<ByeKind> {
    for (const Bye& bye : round.byes) {
      if (bye.entrant == p) return bye.kind;
    }
    return std::nullopt;
  };
  for (const Board& board : pair_round_robin(event, number).boards) {
    if (!board.is_walkover) continue;
    const bool first_is_here = is_here(board.first);
    const std::size_t here = first_is_here ? board.first : board.second;
    const std::size_t away = first_is_here ? board.second : board.first;
    const auto bye = bye_of(here);
    // In reports, a game that does not count is a round without one for both.
    const bool is_board = bye == ByeKind::pairing_allocated || (bye && annulled[away]);
    if (!is_board || !bye_of(away)) continue;
    std::erase_if(round.byes, [&](const Bye& one) { return board.has(one.entrant); });
    round.boards.push_back(board);
  }
}

std::vector<bool> annulled_entrants(const Event& event, std::size_t rounds) {
  std::vector<bool> annulled(event.entrants().size());
  if (event.system() != System::round_robin) return annulled;
  std::vector<std::uint64_t> games(event.entrants().size());
  for (const Round& round : event.rounds()) {
    for (const Board& board : round.boards) {
      if (!board.result || !was_played(*board.result)) continue;
      ++games[board.first];
      ++games[board.second];
    }
  }
  for (std::size_t p = 0; p < event.entrants().size(); ++p) {
    const auto& last = event.entrants()[p].last_round;
    annulled[p] =
        last && *last > 0 && *last <= rounds &&
        2 * games[p] < event.terms().cycles * (std::max<std::size_t>(event.participants(), 1) - 1);
  }
  return annulled;
}

std::optional<std::size_t> scheduled_opponent(const Event& event, std::size_t player,
                                              std::uint64_t round) {
  const auto list = table_list(event);
  const BergerTable berger(list.size(), event.terms().cycles);
  for (std::uint64_t table = 0; table < berger.tables(); ++table) {
    const auto [white, black] = berger.seats(round, table);
    for (const auto& [own, other] : {Seats(white, black), Seats(black, white)}) {
      if (own >= list.size() || list[own] != player) continue;
      return other < list.size() ? std::optional(list[other]) : std::nullopt;
    }
  }
  return std::nullopt;
}

bool is_void(const Board& board, const std::vector<bool>& annulled) {
  return board.is_walkover && (annulled[board.first] || annulled[board.second]);
}

std::vector<Bye> byes_of(const Event& event, std::uint64_t round) {
  const Round& made = event.rounds()[round - 1];
  std::vector<Bye> byes = made.byes;
  const auto annulled = annulled_entrants(event, event.rounds().size());
  for (const Board& board : made.boards) {
    if (!is_void(board, annulled)) continue;
    byes.push_back({annulled[board.first] ? board.second : board.first, ByeKind::free});
  }
  return byes;
}

/// TRF marks free entrants as absent.
void mark_free_entrants(const Event& event, Round& round, std::uint64_t number) {
  for (Bye& bye : round.byes) {
    if (bye.kind == ByeKind::zero_point && event.entrants()[bye.entrant].is_present(number) &&
        !scheduled_opponent(event, bye.entrant, number)) {
      bye.kind = ByeKind::free;
    }
  }
}

}  // namespace schiri::otb
