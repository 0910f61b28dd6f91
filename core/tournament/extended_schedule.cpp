#include "core/tournament/extended_schedule.h"

#include <algorithm>
#include <utility>

namespace schiri {

ExtendedSchedule::ExtendedSchedule(std::vector<Plan> plans)
    : plans_(std::move(plans)), new_places_(plans_.size()) {
  for (std::size_t plan = 1; plan < plans_.size(); ++plan) {
    const std::size_t known = plans_[plan - 1].players;
    if (plans_[plan].players == known) continue;
    for (std::uint64_t place = 0; place < games_a_round(plan); ++place) {
      const ScheduledGame game = plans_[plan].schedule->game(place + 1);
      if (std::max(game.white, game.black) >= known) new_places_[plan].push_back(place);
    }
  }
}

std::uint64_t ExtendedSchedule::games_a_round(std::size_t plan) const {
  return plans_[plan].schedule->games() / plans_[plan].rounds;
}

std::uint64_t ExtendedSchedule::first_number(std::size_t plan) const {
  return plan == 0 ? 1 : plans_[plan - 1].schedule->games() + 1;
}

ScheduledGame ExtendedSchedule::game(std::uint64_t number) const {
  std::size_t plan = plans_.size() - 1;
  while (number < first_number(plan)) --plan;
  std::uint64_t index = number - first_number(plan);
  if (plan > 0) {
    const std::uint64_t rounds_before = plans_[plan - 1].rounds;
    const auto& places = new_places_[plan];
    const std::uint64_t late = rounds_before * places.size();
    if (index < late) {
      index = index / places.size() * games_a_round(plan) + places[index % places.size()];
    } else {
      index += rounds_before * games_a_round(plan) - late;
    }
  }
  ScheduledGame game = plans_[plan].schedule->game(index + 1);
  game.number = number;
  return game;
}

}  // namespace schiri
