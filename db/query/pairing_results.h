#pragma once

#include <string>
#include <vector>

#include "core/rating/audit/homogeneity.h"
#include "db/games/store.h"

namespace schiri::db {

/// What the games of an event between two players, with these colours, came to.
struct PairingResults {
  std::string white;
  std::string black;
  rating::ResultCounts counts{};
};

/// All pairings of an event that have games, by names.
std::vector<PairingResults> pairing_results(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
