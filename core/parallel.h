#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace schiri {

/// How many threads share a piece of work of so many steps, of which one takes about a nanosecond:
/// so few that each has more to do than it costs to start.
inline std::size_t worthwhile_threads(double steps) {
  constexpr double steps_of_a_thread = 2e6;
  const auto useful = static_cast<std::size_t>(steps / steps_of_a_thread) + 1;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1,
                                 std::min<std::size_t>(useful, 8));
}

/// Calls `work(part)` for each part below `parts`, each on a thread of its own, and returns when
/// all are done. `work` must not throw.
template <class Work>
void in_parallel(std::size_t parts, const Work& work) {
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back([&work, part] { work(part); });
  work(0);
}

}  // namespace schiri
