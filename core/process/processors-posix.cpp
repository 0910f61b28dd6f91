#include <cerrno>
#include <numeric>
#include <thread>

#include "core/process/processors.h"

namespace schiri {

std::vector<int> usable_processors() {
  std::vector<int> processors(std::thread::hardware_concurrency());
  std::iota(processors.begin(), processors.end(), 0);
  return processors;
}

std::vector<int> usable_processors_by_core() { return usable_processors(); }

bool stay_on_processor(int) {
  errno = ENOTSUP;
  return false;
}

bool limits_programs() { return false; }

void limit_processor_time(pid_t, int) {}

}  // namespace schiri
