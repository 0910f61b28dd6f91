#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "notation/game_types.h"

namespace schiri {

/// One property that must hold for every game, checked in one of its variants.
struct ConformancePoint {
  std::string_view what;  ///< `a position survives its text, and its text its position`
  std::string variant;
  std::string failure;  ///< the error, a sentence; empty if it holds
};

/// Checks the properties of a game that the rest of schiri relies on, through the same interfaces:
/// its turns, positions, records, boards and errors, in each of these variants. Random games follow
/// from fixed seeds. Calls the visitor with each point as it is done. Returns whether none failed.
bool check_game(const GameType& type, std::span<const std::string_view> variants,
                const std::function<void(const ConformancePoint&)>& visitor);

/// What check_game checks in each variant.
std::span<const std::string_view> conformance_points();

}  // namespace schiri
