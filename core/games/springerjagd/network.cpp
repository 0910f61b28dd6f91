#include "core/games/springerjagd/features.h"

namespace schiri::springerjagd {

namespace {

constexpr std::int32_t table[] = {
#include "core/games/springerjagd/network.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table});
  return networks;
}

}  // namespace schiri::springerjagd
