#include "db/shards/merged_parts.h"

#include "db/games/name_ids.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

namespace {

/// A plan may have more games than memory has room for their numbers.
constexpr std::size_t most_ranges = 1000;

/// Notes the games of a part from `next` on and before `end` as missing.
void add_missing(MergedTournament& tournament, std::uint64_t next, std::uint64_t end,
                 std::uint64_t step) {
  if (next >= end) return;
  const std::uint64_t games = (end - next + step - 1) / step;
  tournament.missing_games += games;
  if (step == 1) {
    if (tournament.missing.size() < most_ranges) tournament.missing.emplace_back(next, end - 1);
    return;
  }
  for (; next < end && tournament.missing.size() < most_ranges; next += step) {
    tournament.missing.emplace_back(next, next);
  }
}

void find_missing(const Store& store, const StoredTournament& event, MergedTournament& tournament) {
  std::uint64_t next = event.shard;
  for (const std::uint64_t number : stored_numbers(store, event)) {
    add_missing(tournament, next, number, event.shards);
    next = number + event.shards;
  }
  add_missing(tournament, next, event.games + 1, event.shards);
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
    all.push_back(
        {event.name, event.stored, event.planned(), 0, {}, repeated_numbers(found->second)});
    find_missing(merged, event, all.back());
  }
  return all;
}

}  // namespace schiri::db
