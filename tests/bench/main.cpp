#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

namespace {

struct Subject {
  std::string_view name;
  void (*run)();
};

constexpr Subject subjects[] = {
    {"coverage", schiri::bench::coverage},   {"games", schiri::bench::games},
    {"questions", schiri::bench::questions}, {"ratings", schiri::bench::ratings},
    {"records", schiri::bench::records},     {"referee", schiri::bench::referee},
    {"search", schiri::bench::search},       {"store", schiri::bench::store},
};

bool known(std::string_view name) {
  return std::any_of(std::begin(subjects), std::end(subjects),
                     [name](const Subject& subject) { return subject.name == name; });
}

int refuse(std::string_view name) {
  std::fprintf(stderr, "schiri_bench: unknown subject '%.*s'; the subjects are:\n",
               static_cast<int>(name.size()), name.data());
  for (const Subject& subject : subjects) std::fprintf(stderr, "  %s\n", subject.name.data());
  return 2;
}

}  // namespace

/// schiri_bench [SUBJECT...]: measures the named subjects, or all.
int main(int argc, char** argv) {
  const std::vector<std::string_view> wanted(argv + 1, argv + argc);
  for (const std::string_view name : wanted) {
    if (!known(name)) return refuse(name);
  }
  schiri::bench::report_head();
  for (const Subject& subject : subjects) {
    if (wanted.empty() || std::count(wanted.begin(), wanted.end(), subject.name)) subject.run();
  }
}
