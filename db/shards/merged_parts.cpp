#include "db/shards/merged_parts.h"

#include "db/games/name_ids.h"
#include "db/tournament/pairing_results.h"
#include "db/tournament/played_games.h"

namespace schiri::db {

namespace {

/// A part is an outlier below this p-value, adjusted for the number of parts.
constexpr double significance = 0.01;

std::vector<std::uint64_t> missing_numbers(const Store& store, const StoredEvent& event) {
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

void MergedParts::add(const Store& part, const std::string& label, const Store& merged) {
  for (const StoredEvent& stored : stored_events(part)) {
    if (!stored.was_played_here()) continue;
    Tournament& tournament = tournaments_[current_event_name(merged, stored.name)];
    for (const std::uint64_t number : stored_numbers(part, stored)) ++tournament.times[number];
    std::vector<rating::GroupCounts> counts;
    for (const auto& pairing : pairing_results(part, stored)) {
      const auto place = tournament.pairings.try_emplace(
          {current_player_name(merged, pairing.white), current_player_name(merged, pairing.black)},
          tournament.pairings.size());
      counts.push_back({tournament.parts.size(), place.first->second, pairing.counts});
    }
    tournament.parts.push_back({label, std::move(counts)});
  }
}

std::vector<MergedTournament> MergedParts::compare(const Store& merged) const {
  std::vector<MergedTournament> all;
  for (const StoredEvent& event : stored_events(merged)) {
    const auto found = tournaments_.find(event.name);
    if (found == tournaments_.end()) continue;
    all.push_back({event.name, event.stored, event.planned(), missing_numbers(merged, event),
                   repeated_numbers(found->second.times), outliers(found->second)});
  }
  return all;
}

std::vector<MergedTournament::Outlier> MergedParts::outliers(const Tournament& tournament) {
  std::vector<rating::GroupCounts> counts;
  for (const Part& part : tournament.parts) {
    counts.insert(counts.end(), part.counts.begin(), part.counts.end());
  }
  std::vector<MergedTournament::Outlier> found;
  const auto tests = rating::test_homogeneity(counts, tournament.parts.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].bonferroni < significance) found.push_back({tournament.parts[i].label, tests[i]});
  }
  return found;
}

}  // namespace schiri::db
