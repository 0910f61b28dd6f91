#include "core/games/more_or_less/features.h"

namespace schiri::more_or_less {

namespace {

constexpr std::int32_t table_51[] = {
#include "core/games/more_or_less/network_51.inc"
};
constexpr std::int32_t table_31[] = {
#include "core/games/more_or_less/network_31.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table_51, table_31});
  return networks;
}

}  // namespace schiri::more_or_less
