#pragma once

#include <cstdint>

#include "notation/plugin/build.h"
#include "notation/typed/game_type.h"

/// A custom game as a plug-in: a shared object with SCHIRI_GAME(Notation) in one of its sources,
/// made by schiri_add_game() of the CMake package. Notation meets GameNotation
/// (notation/typed/game_notation.h), its Position GamePosition (core/game.h), and the position's
/// namespace has `int evaluate(const Position&, Side)` for the built-in bots.
namespace schiri {

/// The header of a plug-in, in a format that every version can read. Schiri reads the rest of a
/// plug-in only after checking that both were compiled from the same headers.
struct Plugin {
  std::uint32_t form;   ///< of this struct
  const char* version;  ///< version of schiri that it was made with
  const char* build;    ///< of its headers and of the standard library
  const GameType& (*type)();
};

inline constexpr std::uint32_t plugin_form = 1;
/// The symbol of the Plugin in a plug-in.
inline constexpr const char* plugin_symbol = "schiri_plugin";

}  // namespace schiri

#define SCHIRI_TEXT_OF(number) #number
#define SCHIRI_TEXT(number) SCHIRI_TEXT_OF(number)
#define SCHIRI_WHOLE_BUILD \
  SCHIRI_BUILD "-" SCHIRI_TEXT(_GLIBCXX_USE_CXX11_ABI) SCHIRI_TEXT(__SIZEOF_POINTER__)

#define SCHIRI_GAME(Notation)                                                                     \
  static_assert(::schiri::GameNotation<Notation>, "the game's notation is not complete");         \
  static_assert(                                                                                  \
      ::schiri::EvaluatedPosition<Notation::Position>,                                            \
      "the position's namespace needs int evaluate(const Position&, Side), for the bots");        \
  extern "C" __attribute__((visibility("default"))) const ::schiri::Plugin schiri_plugin;         \
  const ::schiri::Plugin schiri_plugin = {::schiri::plugin_form, SCHIRI_BUILD_VERSION,            \
                                          SCHIRI_WHOLE_BUILD, []() -> const ::schiri::GameType& { \
                                            static const ::schiri::TypedGameType<Notation> type;  \
                                            return type;                                          \
                                          }};
