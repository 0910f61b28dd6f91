#pragma once

// Round-robins by Berger's tables (FIDE C.05, annex 1).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/otb/event/event.h"

namespace schiri::otb {

/// A round, which counts from 1: its boards, last those won because one of the two has withdrawn,
/// and byes of entrants present without an opponent.
Round pair_round_robin(const Event& event, std::uint64_t round);

/// The opponent of an entrant in a round by the tables; nullopt if the entrant is free.
std::optional<std::size_t> scheduled_opponent(const Event& event, std::size_t entrant,
                                              std::uint64_t round);

/// Turns zero-point byes into free rounds if the tables give the entrant no opponent: TRF does not
/// distinguish them.
void mark_free_entrants(const Event& event, Round& round, std::uint64_t number);

/// Gives the boards on which one of the two has withdrawn their results. A bye of a whole point
/// because of a withdrawal, as older files have it, becomes such a board.
void settle_walkovers(const Event& event, Round& round, std::uint64_t number);

/// Those who withdrew before they had played half of their games: none of their games counts for
/// the standing after this many rounds (FIDE C.05). By entrant; all false in other systems.
std::vector<bool> annulled_entrants(const Event& event, std::size_t rounds);

/// Did a withdrawal leave this board without a game, and does it not count either? The one who is
/// present is free then. `annulled`: annulled_entrants() after all rounds.
bool is_void(const Board& board, const std::vector<bool>& annulled);

/// Who has no game in a round, from 1 on: its byes, and those whom a void board leaves free.
std::vector<Bye> byes_of(const Event& event, std::uint64_t round);

}  // namespace schiri::otb
