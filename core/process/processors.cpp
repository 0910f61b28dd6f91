#include "core/process/processors.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "core/base/text.h"

namespace schiri {

namespace {

std::optional<int> number_of(std::string_view text) {
  const auto number = parse_number<int>(text);
  return number && *number >= 0 && *number < CPU_SETSIZE ? number : std::nullopt;
}

/// Adds `2` or `0-3`; false if that is neither.
bool add_range(std::string_view text, std::vector<int>& processors) {
  const auto dash = text.find('-');
  const auto first = number_of(text.substr(0, dash));
  const auto last = dash == text.npos ? first : number_of(text.substr(dash + 1));
  if (!first || !last || *last < *first) return false;
  for (int processor = *first; processor <= *last; ++processor) processors.push_back(processor);
  return true;
}

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

std::optional<std::vector<int>> parse_processors(std::string_view text) {
  std::vector<int> processors;
  for (const std::string_view range : split(text, ',')) {
    if (!add_range(range, processors)) return std::nullopt;
  }
  std::vector<int> sorted = processors;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
  return processors;
}

bool stay_on_processor(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(processor), &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

}  // namespace schiri
