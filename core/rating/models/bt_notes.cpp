#include "core/rating/models/bt_notes.h"

#include <algorithm>
#include <cmath>

#include "core/base/decimals.h"
#include "core/base/order.h"
#include "core/base/text.h"

namespace schiri::rating {

namespace {

/// Two groups of players and the games that join them.
struct Joint {
  std::vector<bool> is_first;
  std::size_t players = 0;  ///< of the first group
  double games = 0;
};

/// The division along the least known direction that has the fewest games between its groups, by
/// those within the smaller one; nullopt if they are not few.
std::optional<Joint> weakest_joint(std::size_t players, std::span<const Encounter> encounters,
                                   const PoolErrors& errors) {
  constexpr double few = 0.1;
  const std::vector<double> direction = errors.least_known();
  const auto order = numbers_by(players, [&](std::size_t i) { return direction[i]; });
  std::vector<std::size_t> place(players);
  for (std::size_t k = 0; k < players; ++k) place[order[k]] = k;
  // Games by the place of the first and of the last of their players.
  std::vector<double> begins(players), ends(players);
  double all = 0;
  for (const Encounter& one : encounters) {
    const double games = one.games[0] + one.games[1];
    begins[std::min(place[one.i], place[one.j])] += games;
    ends[std::max(place[one.i], place[one.j])] += games;
    all += games;
  }
  Joint best;
  double begun = 0, ended = 0, least = few;
  for (std::size_t k = 0; k + 1 < players; ++k) {
    begun += begins[k], ended += ends[k];
    const double across = begun - ended, within = std::min(ended, all - begun);
    if (within > 0 && across <= least * within) {
      least = across / within;
      best.players = k + 1;
      best.games = across;
    }
  }
  if (best.players == 0) return std::nullopt;
  best.is_first.resize(players);
  for (std::size_t k = 0; k < best.players; ++k) best.is_first[order[k]] = true;
  return best;
}

void note_newcomers(std::span<const RatedPlayer> players, std::vector<Message>& notes) {
  constexpr std::uint64_t few = 10, times = 5;
  std::vector<std::uint64_t> games;
  for (const RatedPlayer& player : players) games.push_back(player.effective_games);
  std::nth_element(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(games.size() / 2),
                   games.end());
  const std::uint64_t usual = games[games.size() / 2];
  std::vector<const RatedPlayer*> newcomers;
  for (const RatedPlayer& player : players) {
    if (player.effective_games < few && times * player.effective_games <= usual) {
      newcomers.push_back(&player);
    }
  }
  if (newcomers.size() == 1) {
    notes.push_back(message("{0} has {1} {1:game|games}: its rating is hardly known.",
                            newcomers.front()->name, newcomers.front()->effective_games));
  } else if (!newcomers.empty()) {
    notes.push_back(
        message("{0} players have fewer than {1} games: their ratings are hardly known.",
                newcomers.size(), few));
  }
}

}  // namespace

Graph scoring_graph(std::size_t players, std::span<const Encounter> encounters) {
  Graph graph(players);
  for (const Encounter& one : encounters) {
    const double made = one.points[0] + one.games[1] - one.points[1];
    if (made > 0) graph[one.i].push_back(one.j);
    if (made < one.games[0] + one.games[1]) graph[one.j].push_back(one.i);
  }
  return graph;
}

void add_notes_on_games(std::span<const RatedPlayer> players, std::span<const Encounter> encounters,
                        const PoolErrors& errors, const ScoringBounds& bounds,
                        std::vector<Message>& notes) {
  constexpr std::size_t few_players = 4, many_players = 1000;
  if (!bounds.has_majority) {
    notes.push_back(
        message("Many players have not scored against each other: the list's distances are hardly "
                "known."));
  }
  note_newcomers(players, notes);
  if (players.size() < few_players || players.size() > many_players) return;
  const auto joint = weakest_joint(players.size(), encounters, errors);
  if (!joint) return;
  const auto [value, error] = errors.distance(joint->is_first);
  notes.push_back(message(
      "{0} {0:game joins|games join} two groups of {1} and {2} players: their distance is "
      "{3} +- {4}.",
      static_cast<std::uint64_t>(joint->games), joint->players, players.size() - joint->players,
      Decimal{rounded_text(std::abs(value) / natural_per_point, 0)},
      Decimal{rounded_text(error / natural_per_point, 0)}));
}

}  // namespace schiri::rating
