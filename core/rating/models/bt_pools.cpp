#include "core/rating/models/bt_pools.h"

#include <algorithm>
#include <tuple>

#include "core/base/order.h"
#include "core/rating/games/player_sort.h"

namespace schiri::rating {

namespace {

/// Players are sorted by name, so that results do not depend on the order of the input.
struct NameOrder {
  explicit NameOrder(const std::vector<std::string>& names)
      : by_place(numbers_by<PlayerId>(names.size(),
                                      [&](PlayerId id) { return std::string_view(names[id]); })),
        place(by_place) {
    for (PlayerId i = 0; i < by_place.size(); ++i) place[by_place[i]] = i;
  }

  std::vector<PlayerId> by_place;
  std::vector<PlayerId> place;
};

/// In each opening the games of the same two players follow each other.
void sort_openings(std::vector<OpeningCount>& openings) {
  std::sort(openings.begin(), openings.end(), by([](const OpeningCount& one) {
              const auto& [white, black, results] = one.games;
              return std::tuple(one.opening, std::min(white, black), std::max(white, black), white);
            }));
}

/// All games the fit uses, the players numbered by name.
PoolGames games_by_name(const GameCounts& counts, const NameOrder& order) {
  PoolGames games{order.by_place, {}, {}, {}};
  games.singles.reserve(counts.singles().size());
  games.pairs.reserve(counts.pairs().size());
  for (ColourCount count : counts.singles()) {
    count.white = order.place[count.white];
    count.black = order.place[count.black];
    games.singles.push_back(count);
  }
  for (PairCount pair : counts.pairs()) {
    pair.first = order.place[pair.first];
    pair.second = order.place[pair.second];
    games.pairs.push_back(pair.first < pair.second ? pair : pair.swapped());
  }
  for (OpeningCount count : counts.openings()) {
    count.games.white = order.place[count.games.white];
    count.games.black = order.place[count.games.black];
    games.openings.push_back(count);
  }
  sort_by_players(games.singles, order.place.size(), &ColourCount::white, &ColourCount::black);
  sort_by_players(games.pairs, order.place.size(), &PairCount::first, &PairCount::second);
  sort_openings(games.openings);
  return games;
}

/// An edge for each "has scored against", in an order that the order of games does not change.
Graph scoring_graph(const GameCounts& counts, const NameOrder& order) {
  Graph graph(counts.players().size());
  counts.visit_played([&](const ColourCount& count) {
    const PlayerId white = order.place[count.white], black = order.place[count.black];
    const Wdl& results = count.results;
    if (results.wins + results.draws > 0) graph[white].push_back(black);
    if (results.losses + results.draws > 0) graph[black].push_back(white);
  });
  for (std::vector<PlayerId>& scored : graph) std::sort(scored.begin(), scored.end());
  return graph;
}

/// Gives each pool its games. Players without a game belong to no pool.
PoolDivision distribute(PoolGames games, const Pools& pools) {
  PoolDivision division;
  if (pools.size() == 1 && pools.front().size() == games.players.size()) {
    division.pools.push_back(std::move(games));
    return division;
  }
  std::vector<std::uint32_t> pool_of(games.players.size());
  std::vector<PlayerId> place(games.players.size());
  for (const auto& members : pools) {
    const auto number = static_cast<std::uint32_t>(division.pools.size());
    std::vector<PlayerId>& players = division.pools.emplace_back().players;
    for (const std::uint32_t member : members) {
      pool_of[member] = number;
      place[member] = static_cast<PlayerId>(players.size());
      players.push_back(games.players[member]);
    }
  }
  for (const ColourCount& count : games.singles) {
    if (pool_of[count.white] == pool_of[count.black]) {
      division.pools[pool_of[count.white]].singles.push_back(
          {place[count.white], place[count.black], count.results});
    } else {
      division.games_across += count.results.games();
    }
  }
  for (const OpeningCount& count : games.openings) {
    const auto& [white, black, results] = count.games;
    if (pool_of[white] != pool_of[black]) continue;
    division.pools[pool_of[white]].openings.push_back(
        {count.opening, {place[white], place[black], results}});
  }
  for (const PairCount& pair : games.pairs) {
    if (pool_of[pair.first] == pool_of[pair.second]) {
      division.pools[pool_of[pair.first]].pairs.push_back(
          {place[pair.first], place[pair.second], pair.cells});
    } else {
      division.games_across += 2 * pair.pairs();
    }
  }
  return division;
}

/// The strong components without players that have no game.
Pools scoring_pools(const Graph& scored, const NameOrder& order, const std::vector<Wdl>& results) {
  Pools pools = strong_components(scored);
  std::erase_if(pools, [&](const auto& pool) {
    return pool.size() == 1 && results[order.by_place[pool[0]]].games() == 0;
  });
  return pools;
}

/// Marks what can be reached from the given nodes.
std::vector<bool> reachable(const Graph& graph, const std::vector<std::uint32_t>& from) {
  std::vector<bool> reached(graph.size());
  std::vector<std::uint32_t> open = from;
  for (const std::uint32_t node : from) reached[node] = true;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t next : graph[node]) {
      if (reached[next]) continue;
      reached[next] = true;
      open.push_back(next);
    }
  }
  return reached;
}

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    for (const std::uint32_t to : graph[from]) result[to].push_back(from);
  }
  return result;
}

/// The pool that single players are compared with; empty if there are only single players.
std::vector<std::uint32_t> largest(const Pools& pools) {
  const auto pool = std::max_element(
      pools.begin(), pools.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return pool == pools.end() || pool->size() < 2 ? std::vector<std::uint32_t>{} : *pool;
}

/// Players by their places among the names.
Pools connected_pools(const GameCounts& counts, LinkingGames games, const NameOrder& order) {
  Connections met(counts.players().size());
  const auto connect = [&](const ColourCount& count) {
    met.connect(order.place[count.white], order.place[count.black]);
  };
  games == LinkingGames::played ? counts.visit_played(connect) : counts.visit_counted(connect);
  Pools pools = met.pools();
  std::sort(pools.begin(), pools.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return pools;
}

}  // namespace

PoolDivision divide_by_games(const GameCounts& counts, LinkingGames games) {
  const NameOrder order(counts.players());
  const Pools pools = connected_pools(counts, games, order);
  return distribute(games_by_name(counts, order), pools);
}

std::vector<std::vector<PlayerId>> players_by_games(const GameCounts& counts, LinkingGames games) {
  const NameOrder order(counts.players());
  Pools pools = connected_pools(counts, games, order);
  for (auto& pool : pools) {
    for (PlayerId& player : pool) player = order.by_place[player];
  }
  return pools;
}

PoolDivision divide_by_scoring(const GameCounts& counts) {
  const NameOrder order(counts.players());
  const std::vector<Wdl> results = played_by_player(counts);
  const Graph scored = scoring_graph(counts, order);
  const Pools pools = scoring_pools(scored, order, results);
  PoolDivision division = distribute(games_by_name(counts, order), pools);
  const std::vector<bool> beaten = reachable(scored, largest(pools));
  const std::vector<bool> beating = reachable(reversed(scored), largest(pools));
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const std::uint32_t player = pools[i].front();
    const Wdl& own = results[order.by_place[player]];
    if (pools[i].size() > 1) continue;
    const bool above = beating[player] != beaten[player] ? beating[player] : own.wins >= own.losses;
    division.pools[i].bound = above ? Bound::above : Bound::below;
  }
  return division;
}

namespace {

/// Components that nobody outside has scored against are above, those that have scored against
/// nobody outside below.
std::vector<Bound> bounds_of_ends(const Graph& scored, const Pools& components) {
  std::vector<std::size_t> component_of(scored.size());
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const std::uint32_t player : components[c]) component_of[player] = c;
  }
  std::vector<bool> is_beaten(components.size()), beats(components.size());
  for (std::size_t from = 0; from < scored.size(); ++from) {
    for (const std::uint32_t to : scored[from]) {
      if (component_of[from] == component_of[to]) continue;
      beats[component_of[from]] = true;
      is_beaten[component_of[to]] = true;
    }
  }
  std::vector<Bound> bounds;
  for (const std::size_t own : component_of) {
    bounds.push_back(beats[own] == is_beaten[own] ? Bound::none
                     : beats[own]                 ? Bound::above
                                                  : Bound::below);
  }
  return bounds;
}

}  // namespace

ScoringBounds bounds_by_scoring(const Graph& scored) {
  const Pools components = strong_components(scored);
  ScoringBounds bounds{bounds_of_ends(scored, components), false};
  const auto core = std::find_if(components.begin(), components.end(), [&](const auto& component) {
    return 2 * component.size() > scored.size();
  });
  if (core == components.end()) return bounds;
  bounds.has_majority = true;
  const std::vector<bool> beaten = reachable(scored, *core);
  const std::vector<bool> beating = reachable(reversed(scored), *core);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    if (beaten[i] != beating[i]) bounds.players[i] = beating[i] ? Bound::above : Bound::below;
  }
  for (const std::uint32_t player : *core) bounds.players[player] = Bound::none;
  return bounds;
}

}  // namespace schiri::rating
