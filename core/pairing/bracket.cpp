#include "core/pairing/bracket.h"

#include <algorithm>

namespace schiri {

namespace {

/// The seeds, from 0, from the top of the tree to its bottom. As many as the next power of two.
std::vector<std::size_t> seed_order(std::size_t players) {
  std::vector<std::size_t> order{0};
  while (order.size() < players) {
    const std::size_t size = 2 * order.size();
    std::vector<std::size_t> wider;
    for (const std::size_t seed : order) wider.insert(wider.end(), {seed, size - 1 - seed});
    order.swap(wider);
  }
  return order;
}

}  // namespace

Bracket::Bracket(const std::vector<std::size_t>& seeded, bool third_place)
    : third_place_(third_place), places_(seeded.size()) {
  std::vector<std::optional<std::size_t>> entrants;
  for (const std::size_t seed : seed_order(seeded.size())) {
    const bool is_player = seed < seeded.size();
    if (is_player) places_[seeded[seed]] = entrants.size();
    entrants.push_back(is_player ? std::optional(seeded[seed]) : std::nullopt);
  }
  begin_stage(entrants);
}

bool Bracket::is_decided() const {
  return std::all_of(encounters_.begin(), encounters_.end(),
                     [](const Encounter& one) { return one.is_decided; });
}

Bracket::Encounter* Bracket::find(std::size_t player) {
  Encounter& one = encounters_[places_[player] >> stage_];
  if (one.has(player)) return &one;
  return encounters_.back().has(player) ? &encounters_.back() : nullptr;
}

void Bracket::advance() {
  if (!is_decided() || is_over()) return;
  std::vector<std::optional<std::size_t>> entrants;
  std::vector<std::size_t> losers;
  for (const Encounter& one : encounters_) {
    entrants.push_back(one.winner);
    if (!one.is_complete() || !one.winner) continue;
    losers.push_back(one.winner == one.first ? *one.second : *one.first);
  }
  begin_stage(entrants);
  has_third_place_ = third_place_ && encounters_.size() == 1 && losers.size() == 2;
  if (has_third_place_) encounters_.push_back({losers[0], losers[1]});
}

void Bracket::begin_stage(const std::vector<std::optional<std::size_t>>& entrants) {
  ++stage_;
  encounters_.clear();
  for (std::size_t i = 0; i < entrants.size(); i += 2) {
    const auto second = i + 1 < entrants.size() ? entrants[i + 1] : std::nullopt;
    encounters_.push_back({entrants[i], second});
  }
}

}  // namespace schiri
