#pragma once

#include <string>
#include <vector>

#include "core/rating/audit/homogeneity.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// The results of an event's games between two players with these colours.
struct PairingResults {
  std::string white;
  std::string black;
  rating::ResultCounts counts{};
};

/// All pairings of an event that have games, by names. Throws StoreError.
std::vector<PairingResults> pairing_results(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
