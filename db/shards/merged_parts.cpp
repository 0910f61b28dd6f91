#include "db/shards/merged_parts.h"

#include "db/games/name_ids.h"
#include "db/sqlite/connection.h"
#include "db/tournament/played_games.h"

namespace schiri::db {

namespace {

constexpr const char* select_results = R"sql(
SELECT white.name, black.name,
       sum(how = '1-0'), sum(how = '1/2-1/2'), sum(how = '0-1'), sum(how = 'failed')
  FROM (SELECT white_id, black_id, CASE WHEN result = '*'
               OR EXISTS (SELECT 1 FROM failure WHERE game_id = game.id)
               THEN 'failed' ELSE result END AS how
          FROM game WHERE event_id = ? AND number IS NOT NULL
           AND termination IS NOT 'abandoned')
  JOIN player AS white ON white.id = white_id
  JOIN player AS black ON black.id = black_id
 GROUP BY white.name, black.name ORDER BY white.name, black.name)sql";

}  // namespace

std::vector<PairingResults> pairing_results(const Store& store, const StoredEvent& event) {
  return store.connection().rows(
      select_results,
      [](Statement& select) {
        return PairingResults{select.text(0),
                              select.text(1),
                              {select.count(2), select.count(3), select.count(4), select.count(5)}};
      },
      event.id);
}

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
