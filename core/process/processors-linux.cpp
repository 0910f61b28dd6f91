#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "core/process/processors.h"

namespace schiri {

namespace {

/// Does it share its core with one of a smaller number? False if the system does not report it.
bool has_elder_sibling(int processor) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list");
  std::string text;
  file >> text;
  const auto siblings = parse_processors(text);
  return siblings && *std::min_element(siblings->begin(), siblings->end()) < processor;
}

}  // namespace

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(static_cast<std::size_t>(processor), &set)) processors.push_back(processor);
  }
  return processors;
}

std::vector<int> usable_processors_by_core() {
  std::vector<int> processors = usable_processors();
  std::stable_partition(processors.begin(), processors.end(),
                        [](int processor) { return !has_elder_sibling(processor); });
  return processors;
}

bool stay_on_processor(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(processor), &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

bool limits_programs() { return true; }

void limit_processor_time(pid_t process, int seconds) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return;
  const rlim_t most = static_cast<rlim_t>(used.tv_sec + seconds + 1);
  rlimit limits{};
  if (prlimit(process, RLIMIT_CPU, nullptr, &limits) != 0) return;
  limits.rlim_cur = std::min(most, limits.rlim_max);
  prlimit(process, RLIMIT_CPU, &limits, nullptr);
}

}  // namespace schiri
