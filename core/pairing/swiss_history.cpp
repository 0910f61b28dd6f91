#include "core/pairing/swiss_history.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/base/order.h"
#include "core/pairing/matching.h"

namespace schiri {

int PointSystem::of(RoundResult result) const {
  switch (result) {
    case RoundResult::win:
    case RoundResult::forfeit_win:
    case RoundResult::full_bye:
      return win;
    case RoundResult::draw:
    case RoundResult::half_bye:
      return draw;
    case RoundResult::loss:
      return loss;
    case RoundResult::forfeit_loss:
      return forfeit;
    case RoundResult::paired_bye:
      return paired_bye.value_or(win);
    case RoundResult::absent:
      return absence;
  }
  return absence;
}

PlayedRound SwissHistory::entry(std::size_t player, std::uint64_t round) const {
  const auto& rounds = players[player];
  return round <= rounds.size() ? rounds[round - 1] : PlayedRound();
}

int SwissHistory::points_in(std::size_t player, std::uint64_t round) const {
  const PlayedRound played = entry(player, round);
  return played.points.value_or(points.of(played.result));
}

int SwissHistory::points_before(std::size_t player, std::uint64_t round) const {
  int sum = 0;
  for (std::uint64_t r = 1; r < round; ++r) sum += points_in(player, r);
  return sum;
}

namespace {

/// A history as of before a round.
class HistoryView {
 public:
  HistoryView(const SwissHistory& history, std::uint64_t round) : history_(history), round_(round) {
    for (std::size_t p = 0; p < history.players.size(); ++p) {
      scores_.emplace_back();
      int sum = 0;
      for (std::uint64_t r = 1; r <= round; ++r) {
        scores_[p].push_back(sum);
        sum += history.points_in(p, r);
      }
    }
  }

  DutchPlayer player(std::size_t p) const {
    DutchPlayer seen;
    seen.score = scores_[p].back();
    seen.may_have_bye = history_.may_have_bye(p);
    for (std::uint64_t r = 1; r < round_; ++r) {
      const PlayedRound entry = history_.entry(p, r);
      if (was_played(entry.result)) {
        seen.colours.push_back(*entry.colour);
        seen.met.push_back(*entry.opponent);
      } else if (entry.result == RoundResult::paired_bye ||
                 history_.points.of(entry.result) >= history_.points.win) {
        seen.may_have_bye = false;
      }
    }
    for (std::uint64_t ago = 1; ago <= 2 && ago < round_; ++ago) {
      seen.floats[ago - 1] = float_of(p, round_ - ago);
    }
    const bool is_last = history_.rounds_planned > 0 && round_ >= history_.rounds_planned;
    seen.is_topscorer = is_last && seen.score > half_of_all_points();
    return seen;
  }

  bool was_paired_before(std::size_t p) const {
    for (std::uint64_t r = 1; r < round_; ++r) {
      if (was_paired(history_.entry(p, r).result)) return true;
    }
    return false;
  }

 private:
  Float float_of(std::size_t p, std::uint64_t round) const {
    const PlayedRound entry = history_.entry(p, round);
    if (!was_played(entry.result)) {
      const bool gained = history_.points.of(entry.result) > history_.points.loss;
      return gained ? Float::down : Float::none;
    }
    const int own = scores_[p][round - 1], other = scores_[*entry.opponent][round - 1];
    return own > other ? Float::down : own < other ? Float::up : Float::none;
  }

  int half_of_all_points() const { return static_cast<int>(round_ - 1) * history_.points.win / 2; }

  const SwissHistory& history_;
  std::uint64_t round_;
  std::vector<std::vector<int>> scores_;  ///< before each round
};

}  // namespace

namespace {

constexpr auto out = static_cast<std::size_t>(-1);

/// The index of each player of a history among those present, or `out`.
std::vector<std::size_t> places_of(const SwissHistory& history,
                                   const std::vector<std::size_t>& present) {
  std::vector<std::size_t> places(history.players.size(), out);
  for (std::size_t i = 0; i < present.size(); ++i) places[present[i]] = i;
  return places;
}

/// Calls `forbid(a, b)` and `forbid(b, a)` for each two players present that may not meet in a
/// round.
template <class Forbid>
void visit_forbidden(const SwissHistory& history, std::uint64_t round,
                     const std::vector<std::size_t>& places, const Forbid& forbid) {
  for (const ForbiddenPairs& forbidden : history.forbidden) {
    if (round < forbidden.first_round || round > forbidden.last_round) continue;
    for (const std::size_t a : forbidden.players) {
      for (const std::size_t b : forbidden.players) {
        if (a != b && places[a] != out && places[b] != out) forbid(places[a], places[b]);
      }
    }
  }
}

/// Converts the players of a round to indices of the history.
SwissRound in_history(SwissRound made, const std::vector<std::size_t>& present) {
  for (SwissPair& pair : made.pairs) pair = {present[pair.white], present[pair.black]};
  if (made.bye) made.bye = present[*made.bye];
  return made;
}

}  // namespace

std::vector<DutchPlayer> dutch_players(const SwissHistory& history, std::uint64_t round,
                                       const std::vector<std::size_t>& present) {
  const HistoryView past(history, round);
  const std::vector<std::size_t> places = places_of(history, present);
  std::vector<DutchPlayer> players(present.size());
  std::size_t number = 0;
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (places[p] == out && !past.was_paired_before(p)) continue;
    ++number;
    if (places[p] == out) continue;
    DutchPlayer& player = players[places[p]];
    player = past.player(p);
    player.number = number;
    for (std::size_t& other : player.met) other = places[other];
    std::erase(player.met, out);
  }
  visit_forbidden(history, round, places,
                  [&](std::size_t a, std::size_t b) { players[a].met.push_back(b); });
  return players;
}

Side initial_colour(const SwissHistory& history) {
  if (history.initial_colour) return *history.initial_colour;
  std::uint64_t rounds = 0;
  for (const auto& player : history.players)
    rounds = std::max<std::uint64_t>(rounds, player.size());
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    std::size_t place = 0;
    for (std::size_t p = 0; p < history.players.size(); ++p) {
      bool has_number = false;
      for (std::uint64_t r = 1; r <= round; ++r)
        has_number |= was_paired(history.entry(p, r).result);
      if (!has_number) continue;
      if (const auto colour = history.entry(p, round).colour) {
        return (*colour == Side::white) == (place % 2 == 0) ? Side::white : Side::black;
      }
      ++place;
    }
  }
  return Side::white;
}

std::optional<SwissRound> pair_dutch(const SwissHistory& history, std::uint64_t round,
                                     const std::vector<std::size_t>& present) {
  auto made = pair_dutch(dutch_players(history, round, present), initial_colour(history));
  if (!made) return std::nullopt;
  return in_history(*std::move(made), present);
}

namespace {

/// A player before a round of a Swiss event, in the order of the start list.
struct SwissPlayer {
  int points = 0;
  int colours = 0;  ///< colour difference in first games
  int byes = 0;
  bool last_white = false;
  std::vector<int> met = {};  ///< number of encounters, by player
};

/// Pairs one round of the Swiss system, from the players' scores, colours, meetings and byes so
/// far: players of equal or almost equal scores meet, no two of them twice if that can be avoided.
/// Within a score group the upper half meets the lower half, in the order of the list. With an odd
/// number a player of the lowest scores has the bye, no player twice while others have had none.
class SwissPairing {
 public:
  /// `round` counts from 1. `balance_colours`: no colour difference is greater than 2, unless that
  /// is impossible; without it (if each encounter has both colours) only the colour of the first
  /// games is balanced. The players must outlive this object.
  SwissPairing(const std::vector<SwissPlayer>& players, std::uint64_t round, bool balance_colours)
      : players_(players), round_(round), balance_colours_(balance_colours) {}

  SwissRound pair() const;

 private:
  struct Tolerance {
    int meetings;  ///< the most encounters of two players
    int colours;   ///< the greatest colour difference
  };

  std::vector<std::size_t> ranking() const;
  std::vector<std::size_t> bye_candidates(const std::vector<std::size_t>& ranking) const;
  bool may_meet(std::size_t first, std::size_t second, const Tolerance& tolerance) const;
  std::optional<std::vector<SwissPair>> couples(const std::vector<std::size_t>& ranking,
                                                const Tolerance& tolerance) const;
  std::vector<std::size_t> preferences(const std::vector<std::size_t>& ranking,
                                       const std::vector<bool>& paired, std::size_t place) const;
  std::optional<std::vector<SwissPair>> couples_at(const std::vector<std::size_t>& ranking,
                                                   int meetings) const;
  SwissRound with_colours(std::vector<SwissPair> couples, std::optional<std::size_t> bye) const;
  bool begins(std::size_t first, std::size_t second, std::size_t board) const;

  const std::vector<SwissPlayer>& players_;
  std::uint64_t round_;
  bool balance_colours_;
};

std::vector<std::size_t> SwissPairing::ranking() const {
  return numbers_by(players_.size(), [&](std::size_t p) { return -players_[p].points; });
}

/// The players with the fewest byes, the last in the ranking first.
std::vector<std::size_t> SwissPairing::bye_candidates(
    const std::vector<std::size_t>& ranking) const {
  int fewest = std::numeric_limits<int>::max();
  for (const SwissPlayer& player : players_) fewest = std::min(fewest, player.byes);
  std::vector<std::size_t> candidates(ranking.rbegin(), ranking.rend());
  std::erase_if(candidates, [&](std::size_t p) { return players_[p].byes > fewest; });
  return candidates;
}

SwissRound SwissPairing::pair() const {
  const auto ranked = ranking();
  for (int meetings = 0;; ++meetings) {
    if (ranked.size() % 2 == 0) {
      if (auto found = couples_at(ranked, meetings)) return with_colours(std::move(*found), {});
      continue;
    }
    for (const std::size_t bye : bye_candidates(ranked)) {
      auto others = ranked;
      std::erase(others, bye);
      if (auto found = couples_at(others, meetings)) return with_colours(std::move(*found), bye);
    }
  }
}

std::optional<std::vector<SwissPair>> SwissPairing::couples_at(
    const std::vector<std::size_t>& ranking, int meetings) const {
  constexpr int any = std::numeric_limits<int>::max();
  if (!balance_colours_) return couples(ranking, {meetings, any});
  for (const int colours : {1, 2, any}) {
    if (auto found = couples(ranking, {meetings, colours})) return found;
  }
  return std::nullopt;
}

bool SwissPairing::may_meet(std::size_t first, std::size_t second,
                            const Tolerance& tolerance) const {
  if (players_[first].met[second] > tolerance.meetings) return false;
  const auto [white, black] = std::minmax(players_[first].colours, players_[second].colours);
  return std::max(std::abs(white + 1), std::abs(black - 1)) <= tolerance.colours;
}

/// The best couples of a ranking: the first player gets the best opponent that leaves all others
/// pairable, then the next remaining player, and so on.
std::optional<std::vector<SwissPair>> SwissPairing::couples(const std::vector<std::size_t>& ranking,
                                                            const Tolerance& tolerance) const {
  Matching matching(ranking.size(), [&](std::size_t a, std::size_t b) {
    return may_meet(ranking[a], ranking[b], tolerance);
  });
  if (!matching.complete()) return std::nullopt;
  std::vector<SwissPair> found;
  std::vector<bool> paired(ranking.size());
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    if (paired[place]) continue;
    for (const std::size_t other : preferences(ranking, paired, place)) {
      if (!matching.fix(place, other)) continue;
      found.push_back({ranking[place], ranking[other]});
      paired[place] = paired[other] = true;
      break;
    }
  }
  return found;
}

/// The candidates for a player: the lower half of the remaining score group, then the upper half
/// from below, then the lower groups; as places in the ranking.
std::vector<std::size_t> SwissPairing::preferences(const std::vector<std::size_t>& ranking,
                                                   const std::vector<bool>& paired,
                                                   std::size_t place) const {
  std::vector<std::size_t> group, others;
  for (std::size_t i = place; i < ranking.size(); ++i) {
    if (paired[i]) continue;
    const bool equal = players_[ranking[i]].points == players_[ranking[place]].points;
    (equal ? group : others).push_back(i);
  }
  const auto middle =
      group.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(group.size() / 2, 1));
  std::vector<std::size_t> order(middle, group.end());
  order.insert(order.end(), std::reverse_iterator(middle),
               std::reverse_iterator(group.begin() + 1));
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

/// Whether the first player of a couple has White in the first game.
bool SwissPairing::begins(std::size_t first, std::size_t second, std::size_t board) const {
  const SwissPlayer& a = players_[first];
  const SwissPlayer& b = players_[second];
  if (a.colours != b.colours) return a.colours < b.colours;
  if (a.last_white != b.last_white) return b.last_white;
  return (round_ + board) % 2 == 1;
}

SwissRound SwissPairing::with_colours(std::vector<SwissPair> couples,
                                      std::optional<std::size_t> bye) const {
  for (std::size_t board = 0; board < couples.size(); ++board) {
    auto& [white, black] = couples[board];
    if (!begins(white, black, board)) std::swap(white, black);
  }
  return {std::move(couples), bye};
}

}  // namespace

SwissRound pair_swiss(const SwissHistory& history, std::uint64_t round,
                      const std::vector<std::size_t>& present, bool balance_colours) {
  const std::vector<std::size_t> places = places_of(history, present);
  SwissPlayer newcomer;
  newcomer.met.resize(present.size());
  std::vector<SwissPlayer> players(present.size(), newcomer);
  for (std::size_t i = 0; i < present.size(); ++i) {
    SwissPlayer& player = players[i];
    player.points = history.points_before(present[i], round);
    for (std::uint64_t r = 1; r < round; ++r) {
      const PlayedRound played = history.entry(present[i], r);
      // A win without a game counts as a bye, and the two may still meet.
      player.byes +=
          played.result == RoundResult::paired_bye || played.result == RoundResult::forfeit_win;
      if (!was_played(played.result)) continue;
      player.last_white = played.colour == Side::white;
      player.colours += player.last_white ? 1 : -1;
      if (places[*played.opponent] != out) ++player.met[places[*played.opponent]];
    }
  }
  // More than the number of times that two players can have met, and of byes.
  const int never = static_cast<int>(round);
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (!history.may_have_bye(present[i])) players[i].byes = never;
  }
  visit_forbidden(history, round, places,
                  [&](std::size_t a, std::size_t b) { players[a].met[b] = never; });
  return in_history(SwissPairing(players, round, balance_colours).pair(), present);
}

}  // namespace schiri
