#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/models/bt.h"
#include "core/rating/models/elo.h"
#include "core/rating/models/glicko2.h"

namespace schiri::rating {

/// The options of the methods; each method uses its own.
struct MethodOptions {
  BtOptions bt;
  EloOptions elo;
  Glicko2Options glicko2;
};

/// A rating method.
struct Method {
  std::string_view name;
  /// Throws std::invalid_argument for invalid options.
  std::vector<RatingList> (*rate)(const GameLog& log, const MethodOptions& options);
  /// A player's rating over time; null for a method without dates, which fits counts.
  RatingHistory (*history)(const GameLog& log, const std::string& player,
                           const MethodOptions& options);
};

/// The table of all methods, the default first.
std::span<const Method> methods();
/// The method of this name, or null.
const Method* find_method(std::string_view name);

}  // namespace schiri::rating
