#include "core/tournament/game_queue.h"

#include <algorithm>
#include <utility>

namespace schiri {

GameQueue::GameQueue(std::unique_ptr<Schedule> schedule, std::vector<GameResult> done,
                     std::uint64_t last, std::uint64_t shard, std::uint64_t shards)
    : schedule_(std::move(schedule)),
      stored_(std::move(done)),
      last_(std::min(last, schedule_->games())),
      shard_(shard),
      shards_(shards),
      next_(shard) {
  take_stored();
}

/// Passes the stored results of the games that are paired by now to the schedule.
void GameQueue::take_stored() {
  const auto waiting = std::span(stored_).subspan(taken_);
  const std::size_t taken = add_results(*schedule_, waiting);
  taken_ += taken;
  for (const GameResult& result : waiting.first(taken)) {
    if (result.number % shards_ == shard_ % shards_) ++done_;
  }
}

/// The last number that can be played now.
std::uint64_t GameQueue::last() const { return std::min(last_, schedule_->paired()); }

/// Is a game to be played again that still counts?
bool GameQueue::has_given_back() const {
  return !given_back_.empty() && *given_back_.begin() <= last();
}

std::uint64_t GameQueue::count_to(std::uint64_t number) const {
  return number < shard_ ? 0 : (number - shard_) / shards_ + 1;
}

std::optional<std::uint64_t> GameQueue::next() {
  const std::lock_guard lock(mutex_);
  if (has_given_back()) {
    const std::uint64_t number = *given_back_.begin();
    given_back_.erase(given_back_.begin());
    ++out_;
    return number;
  }
  for (; next_ <= last(); next_ += shards_) {
    while (at_ < stored_.size() && stored_[at_].number < next_) ++at_;
    if (at_ < stored_.size() && stored_[at_].number == next_) continue;
    const std::uint64_t number = next_;
    next_ += shards_;
    ++out_;
    return number;
  }
  return std::nullopt;
}

bool GameQueue::may_grow() const {
  const std::lock_guard lock(mutex_);
  return out_ > 0 || next_ <= last() || has_given_back();
}

void GameQueue::give_back(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  given_back_.insert(number);
  --out_;
}

ScheduledGame GameQueue::game(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return schedule_->game(number);
}

std::uint64_t GameQueue::paired() const {
  const std::lock_guard lock(mutex_);
  return schedule_->paired();
}

void GameQueue::finish(const GameResult& result) {
  const std::lock_guard lock(mutex_);
  schedule_->add(result);
  ++done_;
  --out_;
  take_stored();
}

void GameQueue::end_at(std::uint64_t last) {
  const std::lock_guard lock(mutex_);
  last_ = std::min(last_, last);
  done_ = std::min(done_, count_to(last_));
}

std::uint64_t GameQueue::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

std::uint64_t GameQueue::total() const {
  const std::lock_guard lock(mutex_);
  return count_to(done_ >= count_to(last()) ? last() : last_);
}

std::optional<std::uint64_t> GameQueue::end() const {
  const std::lock_guard lock(mutex_);
  if (done_ < count_to(last())) return std::nullopt;
  return last();
}

}  // namespace schiri
