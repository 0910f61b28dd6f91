#include "db/shards/merged_parts.h"

#include "db/games/name_ids.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

namespace {

std::vector<std::uint64_t> missing_numbers(const Store& store, const StoredTournament& event) {
  std::vector<std::uint64_t> missing;
  std::uint64_t next = event.shard;
  for (const std::uint64_t number : stored_numbers(store, event)) {
    for (; next < number; next += event.shards) missing.push_back(next);
    next = number + event.shards;
  }
  for (; next <= event.games; next += event.shards) missing.push_back(next);
  return missing;
}

std::vector<std::uint64_t> repeated_numbers(const std::map<std::uint64_t, int>& times) {
  std::vector<std::uint64_t> repeated;
  for (const auto& [number, count] : times) {
    if (count > 1) repeated.push_back(number);
  }
  return repeated;
}

}  // namespace

void MergedParts::add(const Store& part, const Store& merged) {
  for (const StoredTournament& stored : stored_tournaments(part)) {
    auto& times = tournaments_[current_event_name(merged, stored.name)];
    for (const std::uint64_t number : stored_numbers(part, stored)) ++times[number];
  }
}

std::vector<MergedTournament> MergedParts::compare(const Store& merged) const {
  std::vector<MergedTournament> all;
  for (const StoredTournament& event : stored_tournaments(merged)) {
    const auto found = tournaments_.find(event.name);
    if (found == tournaments_.end()) continue;
    all.push_back({event.name, event.stored, event.planned(), missing_numbers(merged, event),
                   repeated_numbers(found->second)});
  }
  return all;
}

}  // namespace schiri::db
