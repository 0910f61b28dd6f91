#include "core/match/answer_times.h"

#include <algorithm>
#include <cmath>

namespace schiri {

std::size_t AnswerTimes::step_of(std::chrono::nanoseconds time) {
  const double nanoseconds = static_cast<double>(std::max<std::int64_t>(time.count(), 1));
  return static_cast<std::size_t>(std::log2(nanoseconds) * steps);
}

void AnswerTimes::add(std::chrono::nanoseconds time) {
  ++counts_[step_of(time)];
  ++count_;
  total_ += time;
  longest_ = std::max(longest_, time);
}

std::chrono::nanoseconds AnswerTimes::percentile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double seen = 0;
  for (std::size_t step = 0; step < counts_.size(); ++step) {
    seen += static_cast<double>(counts_[step]);
    if (seen < wanted || seen == 0) continue;
    const double end = std::exp2(static_cast<double>(step + 1) / steps);
    return std::min(longest_, std::chrono::nanoseconds(static_cast<std::int64_t>(end)));
  }
  return longest_;
}

}  // namespace schiri
