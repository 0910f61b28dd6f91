#include <array>

#include "notation/games/game_type.h"

#ifdef SCHIRI_GAMES_V3
// From the object that notation/CMakeLists.txt makes.
extern "C" {
const schiri::GameType& schiri_creeper_v3();
const schiri::GameType& schiri_springerjagd_v3();
const schiri::GameType& schiri_more_or_less_v3();
const schiri::GameType& schiri_sperre_v3();
}
#endif

namespace schiri {

namespace {

#ifdef SCHIRI_GAMES_V3
bool has_v3() {
#if defined(__clang__) && __clang_major__ < 18
  // It does not know the level; processors with these four have all of its instructions.
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
  return __builtin_cpu_supports("x86-64-v3");
#endif
}
#endif

}  // namespace

std::span<const GameType* const> baseline_types() {
  static const std::array<const GameType*, 4> types = {
      &creeper::game_type(), &springerjagd::game_type(), &more_or_less::game_type(),
      &sperre::game_type()};
  return types;
}

std::span<const GameType* const> v3_types() {
#ifdef SCHIRI_GAMES_V3
  if (has_v3()) {
    static const std::array<const GameType*, 4> types = {
        &schiri_creeper_v3(), &schiri_springerjagd_v3(), &schiri_more_or_less_v3(),
        &schiri_sperre_v3()};
    return types;
  }
#endif
  return {};
}

std::span<const GameType* const> built_in_types() {
  return v3_types().empty() ? baseline_types() : v3_types();
}

std::string_view instruction_set() { return v3_types().empty() ? "baseline" : "x86-64-v3"; }

}  // namespace schiri
