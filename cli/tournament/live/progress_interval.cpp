#include "cli/tournament/live/progress_interval.h"

#include "core/base/text.h"

namespace schiri::cli {

std::optional<ProgressInterval> parse_progress_interval(std::string_view text) {
  const bool is_time = text.ends_with('s');
  if (is_time) text.remove_suffix(1);
  const auto number = parse_number<std::uint64_t>(text);
  constexpr std::uint64_t most = 1'000'000'000;
  if (!number || *number < 1 || *number > most) return std::nullopt;
  if (is_time) return ProgressInterval{std::nullopt, std::chrono::seconds(*number)};
  return ProgressInterval{*number, std::nullopt};
}

ProgressTimer::ProgressTimer(const ProgressInterval& every)
    : every_(every), next_(std::chrono::steady_clock::now()) {
  if (every_.time) next_ += *every_.time;
}

void ProgressTimer::begin(std::uint64_t done) {
  if (every_.games) next_games_ = done + *every_.games;
}

bool ProgressTimer::is_due(std::uint64_t done) {
  if (every_.games) {
    if (done < next_games_) return false;
    next_games_ = done + *every_.games;
    return true;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + *every_.time;
  return true;
}

}  // namespace schiri::cli
