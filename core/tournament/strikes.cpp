#include "core/tournament/strikes.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace schiri {

std::vector<std::optional<int>> most_failures(const TournamentConfig& config) {
  std::vector<std::optional<int>> most;
  for (const BotSpec& bot : config.bots) most.push_back(bot.strikes ? bot.strikes : config.strikes);
  return most;
}

Strikes::Strikes(std::vector<std::optional<int>> most)
    : most_(std::move(most)), failures_(most_.size()) {}

void Strikes::begin(const ScheduledGame& game) {
  if (!most_[game.white] && !most_[game.black]) return;
  const std::lock_guard lock(mutex_);
  open_[game.number] = {game.white, game.black};
}

void Strikes::finish(std::uint64_t number, std::optional<std::size_t> culprit) {
  const std::lock_guard lock(mutex_);
  const auto game = open_.find(number);
  if (game == open_.end()) return;
  if (culprit) {
    game->second = {*culprit};
  } else {
    open_.erase(game);
  }
}

void Strikes::decide(std::uint64_t number, std::optional<std::size_t> culprit) {
  const std::lock_guard lock(mutex_);
  open_.erase(number);
  if (culprit && most_[*culprit]) failures_[*culprit].insert(number);
}

std::ptrdiff_t Strikes::failures_before(std::size_t bot, std::uint64_t number) const {
  const auto& failures = failures_[bot];
  return std::distance(failures.begin(), failures.lower_bound(number));
}

bool Strikes::is_out(std::size_t bot, std::uint64_t number) const {
  if (!most_[bot]) return false;
  const std::lock_guard lock(mutex_);
  return failures_before(bot, number) >= *most_[bot];
}

bool Strikes::is_open(std::size_t bot, std::uint64_t number) const {
  if (!most_[bot]) return false;
  const std::lock_guard lock(mutex_);
  const auto failures = failures_before(bot, number);
  const auto open = std::count_if(open_.begin(), open_.lower_bound(number), [&](const auto& game) {
    return std::find(game.second.begin(), game.second.end(), bot) != game.second.end();
  });
  return failures < *most_[bot] && failures + open >= *most_[bot];
}

}  // namespace schiri
