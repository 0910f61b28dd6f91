#include "core/pairing/swiss_history.h"

#include <algorithm>

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

int SwissHistory::virtual_score(std::size_t player, std::uint64_t round) const {
  if (player >= virtual_points.size() || round > virtual_points[player].size()) return 0;
  return virtual_points[player][round - 1];
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
        scores_[p].push_back(sum + history.virtual_score(p, r));
        sum += history.points_in(p, r);
      }
    }
  }

  DutchPlayer player(std::size_t p) const {
    DutchPlayer seen;
    seen.score = scores_[p].back();
    seen.points = seen.score - history_.virtual_score(p, round_);
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
  std::vector<std::vector<int>> scores_;  ///< before each round, virtual points included
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
  for (const auto& player : history.players) rounds = std::max(rounds, player.size());
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

void accelerate_baku(SwissHistory& history, std::size_t players) {
  const std::uint64_t rounds = (history.rounds_planned + 1) / 2;
  std::vector<int> bonus;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    bonus.push_back(round < (rounds + 1) / 2 ? history.points.win : history.points.draw);
  }
  history.virtual_points.assign(history.players.size(), {});
  for (std::size_t p = 0; p < players; ++p) history.virtual_points[p] = bonus;
}

}  // namespace schiri
