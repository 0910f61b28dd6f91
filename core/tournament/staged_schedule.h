#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tournament/schedule.h"

namespace schiri {

/// A schedule made stage by stage: when all games of a stage have results, the next is paired.
class StagedSchedule : public Schedule {
 public:
  std::uint64_t paired() const final { return games_.size(); }
  ScheduledGame game(std::uint64_t number) const final { return games_.at(number - 1); }
  void add_result(std::uint64_t number, std::optional<Outcome> outcome) final;
  std::vector<Bye> byes() const final { return byes_; }

 protected:
  /// Half points of both players.
  struct Points {
    int white = 0;
    int black = 0;
  };

  /// Evaluates a finished stage, whose games start at the index `begin`, and appends the next one;
  /// appends nothing when the event is over.
  virtual void finish_stage(std::size_t begin) = 0;

  /// Appends the two games of a pair, or one game if `leg` is to be 0.
  void append_pair(ScheduledGame first);
  void append(ScheduledGame game);
  void append_bye(const Bye& bye) { byes_.push_back(bye); }
  const std::vector<ScheduledGame>& all() const { return games_; }
  const Points& points(std::size_t index) const { return points_[index]; }

 private:
  std::vector<ScheduledGame> games_;
  std::vector<Points> points_;
  std::vector<Bye> byes_;
  std::size_t stage_begin_ = 0;
  std::size_t missing_ = 0;
};

}  // namespace schiri
