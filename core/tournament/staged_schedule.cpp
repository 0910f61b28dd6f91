#include "core/tournament/staged_schedule.h"

#include <utility>

namespace schiri {

void StagedSchedule::add_result(std::uint64_t number, std::optional<Outcome> outcome) {
  Points& points = points_.at(number - 1);
  if (outcome) {
    points.white = *outcome == Outcome::white_wins ? 2 : *outcome == Outcome::draw ? 1 : 0;
    points.black = 2 - points.white;
  }
  if (--missing_ > 0) return;
  const std::size_t finished = stage_begin_;
  stage_begin_ = games_.size();
  finish_stage(finished);
}

void StagedSchedule::append(ScheduledGame game) {
  game.number = games_.size() + 1;
  games_.push_back(game);
  points_.emplace_back();
  ++missing_;
}

void StagedSchedule::append_pair(ScheduledGame first) {
  append(first);
  if (first.leg == 0) return;
  std::swap(first.white, first.black);
  first.leg = 2;
  append(first);
}

}  // namespace schiri
