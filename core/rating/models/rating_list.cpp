#include "core/rating/models/rating_list.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/order.h"

namespace schiri::rating {

namespace {

void add(const ColourCount& count, std::vector<Wdl>& results) {
  results[count.white] += count.results;
  results[count.black] += count.results.swapped();
}

auto best_first_key(const RatedPlayer& player) {
  const int group = player.rating ? 1 : player.bound == Bound::above ? 0 : 2;
  return std::tuple(group, -player.rating.value_or(0), std::string_view(player.name));
}

}  // namespace

std::string_view symbol(Bound bound) {
  return bound == Bound::above ? ">" : bound == Bound::below ? "<" : "";
}

void require_first_ratings(double start, const std::vector<RatedPlayer>& before) {
  const auto is_sound = [](double rating) { return std::abs(rating) <= most_rating; };
  for (const RatedPlayer& player : before) {
    if (player.rating && !is_sound(*player.rating)) start = *player.rating;
  }
  if (!is_sound(start)) {
    throw ValueError(message("a first rating must lie between -10^9 and 10^9"));
  }
}

void require_ratings(const std::vector<RatedPlayer>& players) {
  for (const RatedPlayer& player : players) {
    if (player.rating && std::abs(*player.rating) <= most_rating) continue;
    throw ValueError(message(
        "the ratings leave the range from -10^9 to 10^9; set a smaller K, tau or volatility"));
  }
}

void sort_best_first(std::vector<RatedPlayer>& players) {
  std::sort(players.begin(), players.end(), by(best_first_key));
}

std::vector<std::size_t> ranked(const std::vector<RatedPlayer>& players,
                                const PlayerOrder& ranking) {
  auto order = numbers_by(players.size(), [&](std::size_t i) {
    const double points = ranking.by == PlayerOrder::By::points ? players[i].score() : 0;
    return std::pair(-points, best_first_key(players[i]));
  });
  std::erase_if(order,
                [&](std::size_t i) { return players[i].results.games() < ranking.min_games; });
  return order;
}

void remove_comparisons_over(std::vector<RatedPlayer>& players, std::uint64_t min_games) {
  for (std::size_t i = 0; i + 1 < players.size(); ++i) {
    if (players[i + 1].results.games() < min_games) players[i].superiority.reset();
  }
}

std::optional<double> RatingList::advantage() const {
  return has_advantage ? std::optional(first_move_advantage) : std::nullopt;
}

std::optional<double> RatingList::draw_rate() const {
  Wdl all;
  for (const RatedPlayer& player : players) all += player.results;
  return all.draw_rate();
}

Difference RatingList::difference(std::size_t row, std::size_t column) const {
  const auto place_of = [&](std::size_t player) {
    const auto found = std::lower_bound(compared.begin(), compared.end(), player);
    if (found == compared.end() || *found != player) {
      throw std::invalid_argument("differences need a list that was fitted with them");
    }
    return static_cast<std::size_t>(found - compared.begin());
  };
  const std::size_t one = place_of(row), other = place_of(column);
  if (one == other) return {};
  const std::size_t last = std::max(one, other), first = std::min(one, other);
  Difference found = differences[last * (last - 1) / 2 + first];
  if (one < other) found = {-found.elo, found.error, 1 - found.superiority};
  return found;
}

std::vector<Wdl> played_by_player(const GameCounts& counts) {
  std::vector<Wdl> results(counts.players().size());
  counts.visit_played([&](const ColourCount& count) { add(count, results); });
  return results;
}

std::vector<Wdl> results_by_player(const GameCounts& counts) {
  std::vector<Wdl> results(counts.players().size());
  counts.visit_counted([&](const ColourCount& count) { add(count, results); });
  return results;
}

std::vector<RosterLine> roster(const GameLog& log, const std::vector<RatedPlayer>& before) {
  std::vector<RosterLine> lines;
  std::unordered_map<std::string, std::size_t> line_of;
  for (const std::string& name : log.players()) {
    if (!before.empty()) line_of.emplace(name_key(name), lines.size());
    lines.push_back({name});
  }
  for (const RatedPlayer& player : before) {
    const auto found = line_of.find(name_key(player.name));
    if (found == line_of.end()) {
      lines.push_back({player.name, &player});
    } else {
      lines[found->second].before = &player;
    }
  }
  return lines;
}

}  // namespace schiri::rating
