#include "core/schedule/knockout.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/schedule/tournament_system.h"

namespace schiri {

std::vector<std::size_t> bracket(std::size_t players) {
  std::vector<std::size_t> order{0};
  while (order.size() < players) {
    const std::size_t size = 2 * order.size();
    std::vector<std::size_t> wider;
    for (const std::size_t seed : order) wider.insert(wider.end(), {seed, size - 1 - seed});
    order.swap(wider);
  }
  return order;
}

Knockout::Knockout(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks)
    : players_(players), pairs_(pairs), tie_breaks_(tie_breaks) {
  if (players < 2 || pairs < 1) {
    throw std::invalid_argument("a knockout needs two players and one pair of games at least");
  }
  constexpr std::uint64_t most = 1000000;
  if (players > most || pairs > most || tie_breaks > most ||
      players * (pairs + tie_breaks) > 100 * most) {
    throw std::invalid_argument("these are too many games for a knockout");
  }
  auto entrants = bracket(players);
  for (std::size_t& seed : entrants) {
    if (seed >= players) seed = nobody;
  }
  begin_round(entrants);
}

std::optional<std::size_t> Knockout::winner() const {
  if (encounters_.size() != 1 || encounters_[0].pairs > 0) return std::nullopt;
  return encounters_[0].winner();
}

void Knockout::begin_round(const std::vector<std::size_t>& entrants) {
  ++round_;
  encounters_.clear();
  for (std::size_t i = 0; i < entrants.size(); i += 2) {
    const auto [better, worse] = std::minmax(entrants[i], entrants[i + 1]);
    encounters_.push_back({better, worse});
    if (worse == nobody) append_bye({round_, better});
  }
  for (Encounter& encounter : encounters_) {
    for (std::uint64_t pair = 0; encounter.worse != nobody && pair < pairs_; ++pair) {
      append_one(encounter);
    }
  }
}

void Knockout::append_one(Encounter& encounter) {
  const std::uint64_t pair = ++encounter.pairs;
  const bool swapped = (round_ + pair) % 2 == 1;
  // All of a round begin alike, and nobody meets an opening of an earlier round.
  const std::uint64_t opening = (round_ - 1) * (pairs_ + tie_breaks_) + pair;
  append_pair({0, round_, 1, swapped ? encounter.worse : encounter.better,
               swapped ? encounter.better : encounter.worse, opening, pair});
}

void Knockout::finish_stage(std::size_t begin) {
  count(begin);
  if (!append_tie_breaks()) next_round();
}

void Knockout::count(std::size_t begin) {
  std::vector<Encounter*> of(players_);
  for (Encounter& encounter : encounters_) of[encounter.better] = &encounter;
  for (std::size_t i = begin; i < all().size(); ++i) {
    const ScheduledGame& game = all()[i];
    const int ahead = points(i).white - points(i).black;
    const std::size_t better = std::min(game.white, game.black);
    of[better]->lead += game.white == better ? ahead : -ahead;
  }
}

bool Knockout::append_tie_breaks() {
  bool any = false;
  for (Encounter& encounter : encounters_) {
    if (encounter.worse == nobody || encounter.lead != 0) continue;
    if (encounter.pairs >= pairs_ + tie_breaks_) continue;
    append_one(encounter);
    any = true;
  }
  return any;
}

void Knockout::next_round() {
  std::vector<std::size_t> winners;
  for (const Encounter& encounter : encounters_) winners.push_back(encounter.winner());
  if (winners.size() == 1) {
    encounters_ = {{winners[0], nobody}};
    return;
  }
  begin_round(winners);
}

namespace {

class KnockoutSystem final : public TournamentSystem {
 public:
  System id() const override { return System::knockout; }
  std::string_view name() const override { return "knockout"; }
  bool is_fixed() const override { return false; }
  bool plans_upper_bound() const override { return true; }
  bool is_extendable() const override { return false; }

  std::span<const std::string_view> own_settings() const override {
    static constexpr std::string_view own[] = {"pairs", "tie-break-pairs"};
    return own;
  }

  void require_fitting(const EventConfig& config) const override {
    if (config.rounds != 1) {
      throw std::invalid_argument(
          "the rounds of a knockout follow from its players; pairs says how often two meet");
    }
    if (config.single) throw std::invalid_argument("single is not for the system knockout");
  }

  std::uint64_t most_stages(const EventConfig& config) const override {
    return rounds(config) * (1 + config.tie_break_pairs.value_or(1));
  }

  std::uint64_t most_openings(const EventConfig& config) const override {
    return rounds(config) * (config.pairs.value_or(1) + config.tie_break_pairs.value_or(1));
  }

  std::unique_ptr<Schedule> make(const EventConfig& config) const override {
    return std::make_unique<Knockout>(config.bots.size(), config.pairs.value_or(1),
                                      config.tie_break_pairs.value_or(1));
  }

 private:
  static std::uint64_t rounds(const EventConfig& config) {
    return static_cast<std::uint64_t>(std::bit_width(config.bots.size() - 1));
  }
};

}  // namespace

const TournamentSystem& knockout_system() {
  static const KnockoutSystem system;
  return system;
}

}  // namespace schiri
