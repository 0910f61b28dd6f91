#pragma once

// Round-robins by Berger's tables (FIDE C.05, annex 1).

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/otb/event.h"

namespace schiri::otb {

/// A round, which counts from 1: its boards, and byes of entrants present without an opponent.
Round pair_round_robin(const Event& event, std::uint64_t round);

/// The opponent of an entrant in a round by the tables; nullopt if the entrant is free.
std::optional<std::size_t> scheduled_opponent(const Event& event, std::size_t entrant,
                                              std::uint64_t round);

/// Turns zero-point byes into free rounds if the tables give the entrant no opponent: TRF does not
/// distinguish them.
void mark_free_entrants(const Event& event, Round& round, std::uint64_t number);

}  // namespace schiri::otb
