#include "tests/support/faulty_system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace {

/// A new file of zeros, mapped into memory.
schiri_test::Counts* share_counts(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  const bool has_room = ftruncate(file, sizeof(schiri_test::Counts)) == 0;
  void* const place = mmap(nullptr, sizeof(schiri_test::Counts), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (!has_room || place == MAP_FAILED) throw std::runtime_error("no shared memory");
  return static_cast<schiri_test::Counts*>(place);
}

}  // namespace

Variable::Variable(const char* name, const std::string& value) : name_(name) {
  setenv(name, value.c_str(), 1);
}

Variable::~Variable() { unsetenv(name_); }

FaultySystem::FaultySystem(const std::string& faults)
    : counts_(share_counts(directory_.file("counts"))),
      faults_("SCHIRI_TEST_FAULTS", faults),
      calls_("SCHIRI_TEST_CALLS", directory_.file("counts")),
      preload_("LD_PRELOAD", SCHIRI_FAULTY_SYSTEM),
      // A sanitizer must be loaded first.
      order_("ASAN_OPTIONS", "verify_asan_link_order=0") {}

FaultySystem::~FaultySystem() { munmap(counts_, sizeof(schiri_test::Counts)); }

std::string CallSite::fault(int n, const std::string& effect, int span) const {
  return kind + "@" + name + "." + std::to_string(n) + "=1-" + std::to_string(span) + ":" + effect;
}

std::vector<CallSite> call_sites(const std::function<void()>& run) {
  const TemporaryDirectory directory;
  {
    const FaultySystem system;
    const Variable log("SCHIRI_TEST_SITES", directory.file("sites"));
    run();
  }
  std::vector<CallSite> sites;
  std::ifstream file(directory.file("sites"));
  for (std::string kind, name; file >> kind >> name;) {
    auto site = std::find_if(sites.begin(), sites.end(), [&](const CallSite& known) {
      return known.kind == kind && known.name == name;
    });
    if (site == sites.end()) site = sites.insert(sites.end(), {kind, name});
    ++site->calls;
  }
  return sites;
}
