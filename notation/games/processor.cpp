#include <array>

#include "notation/games/game_type.h"

#ifdef SCHIRI_GAMES_V3
// From the object that notation/CMakeLists.txt makes.
#define SCHIRI_DECLARE_GAME(name) const schiri::GameType& schiri_##name##_v3();
#ifdef __clang__
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
extern "C" {
SCHIRI_BUILT_IN_GAMES(SCHIRI_DECLARE_GAME)
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
#define SCHIRI_GAME(name) &name::game_type(),
  static const std::array types = {SCHIRI_BUILT_IN_GAMES(SCHIRI_GAME)};
#undef SCHIRI_GAME
  return types;
}

std::span<const GameType* const> v3_types() {
#ifdef SCHIRI_GAMES_V3
  if (has_v3()) {
#define SCHIRI_GAME(name) &schiri_##name##_v3(),
    static const std::array types = {SCHIRI_BUILT_IN_GAMES(SCHIRI_GAME)};
#undef SCHIRI_GAME
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
