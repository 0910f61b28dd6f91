#include "core/games/creeper/features.h"

namespace schiri::creeper {

namespace {

constexpr std::int32_t table[] = {
#include "core/games/creeper/network.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table});
  return networks;
}

}  // namespace schiri::creeper
