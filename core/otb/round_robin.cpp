#include "core/otb/round_robin.h"

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

}  // namespace

Round pair_round_robin(const Event& event, std::uint64_t round) {
  const std::vector<std::size_t> list = event.start_list();
  if (event.terms().is_scheveningen) return {{{list[0], list[1], std::nullopt}}, {}};
  const BergerTable berger(list.size(), event.terms().cycles);
  Round made;
  for (std::uint64_t table = 0; table < berger.tables(); ++table) {
    const auto [white, black] = berger.seats(round, table);
    const bool white_is_here =
        white < list.size() && event.entrants()[list[white]].is_present(round);
    const bool black_is_here =
        black < list.size() && event.entrants()[list[black]].is_present(round);
    if (white_is_here && black_is_here) {
      made.boards.push_back({list[white], list[black], std::nullopt});
    } else if (white_is_here || black_is_here) {
      const auto [alone, other] = white_is_here ? std::pair(white, black) : std::pair(black, white);
      // With an odd number of entrants each pauses once without a point; the opponent of a
      // withdrawn entrant has won.
      const ByeKind kind = other < list.size() ? ByeKind::pairing_allocated : ByeKind::free;
      made.byes.push_back({list[alone], kind});
    }
  }
  return made;
}

std::optional<std::size_t> scheduled_opponent(const Event& event, std::size_t player,
                                              std::uint64_t round) {
  const auto list = event.start_list();
  if (event.terms().is_scheveningen) return list[list[0] == player];
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
