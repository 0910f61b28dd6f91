#include "cli/web/report/matches.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/base/order.h"
#include "core/tournament/played_matches.h"

namespace schiri::cli {

namespace {

constexpr std::uint64_t least_games = 10;
constexpr std::size_t most_pairings = 50;

/// The place of each player of a log in the lists.
std::vector<std::size_t> places_of(const rating::GameLog& log,
                                   const std::vector<rating::RatingList>& lists) {
  std::unordered_map<std::string_view, std::size_t> listed;
  for (const rating::RatingList& list : lists) {
    for (const auto& player : list.players) listed.emplace(player.name, listed.size());
  }
  std::vector<std::size_t> places;
  for (const std::string& player : log.players()) places.push_back(listed[player]);
  return places;
}

std::vector<Pairing> chosen_pairings(const rating::GameLog& log,
                                     const std::vector<std::size_t>& places) {
  std::map<Pairing, std::uint64_t> games;
  for (const rating::GameLog::Entry& entry : log.entries()) {
    ++games[std::minmax(entry.white, entry.black,
                        by([&](rating::PlayerId id) { return places[id]; }))];
  }
  std::vector<Pairing> pairings;
  for (const auto& [pairing, count] : games) {
    if (log.players().size() == 2 || count >= least_games) pairings.push_back(pairing);
  }
  std::stable_sort(pairings.begin(), pairings.end(),
                   [&](const Pairing& a, const Pairing& b) { return games[a] > games[b]; });
  if (pairings.size() > most_pairings) pairings.resize(most_pairings);
  std::sort(pairings.begin(), pairings.end(), by([&](const Pairing& pairing) {
              return std::pair(places[pairing.first], places[pairing.second]);
            }));
  return pairings;
}

}  // namespace

std::vector<ReportMatch> report_matches(const rating::GameLog& log,
                                        const std::vector<rating::RatingList>& lists) {
  const std::vector<Pairing> pairings = chosen_pairings(log, places_of(log, lists));
  const std::vector<rating::MatchSummary> summaries = played_matches(log, pairings);
  std::vector<ReportMatch> matches;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const auto& [first, second] = pairings[i];
    matches.push_back({log.players()[first], log.players()[second], summaries[i]});
  }
  return matches;
}

}  // namespace schiri::cli
