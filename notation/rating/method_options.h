#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errors.h"
#include "core/base/nearest_name.h"
#include "core/rating/models/methods.h"
#include "notation/text/printable.h"

/// The textual forms of ratings and cross tables: options of rating methods, lists of tie-breaks,
/// rows of keys and values. The commands `ratings` and `table`, libschiri and the reports use it;
/// the numbers come from core/rating.
namespace schiri::rating {

struct MethodOption {
  enum class Takes : std::uint8_t {
    nothing,
    positive,  ///< a number above 0
    word,      ///< one of `words`
    anchor,    ///< `NAME=RATING` or `NAME=RATING+-ERROR`; may be given several times
    start      ///< `NAME=RATING[,DEVIATION[,VOLATILITY]]`; may be given several times
  };

  std::string_view name;     ///< `prior`
  std::string_view methods;  ///< methods that use it: `elo, glicko2`
  std::string_view about;    ///< its effect, for the help
  Takes takes = Takes::nothing;
  std::vector<std::string> words = {};
  /// Sets the option; `number` is the value if it takes a positive number.
  void (*set)(MethodOptions& options, std::string_view text, double number) = nullptr;

  bool is_of(std::string_view method) const;
  /// `elo: points for a win with expectation 0 (32)`.
  std::string meaning() const { return std::string(methods) + ": " + std::string(about); }
};

/// All options, in the order of the help.
std::span<const MethodOption> method_options();
/// The option of this name, or null.
const MethodOption* find_method_option(std::string_view name);

/// Sets an option to a value as text, empty for an option that takes none. Throws
/// std::invalid_argument with the expected value.
void set_option(MethodOptions& options, const MethodOption& option, std::string_view text);

/// The spelling of a player's name in these lists or logs. Throws std::invalid_argument for an
/// unknown name.
template <class Lists>
std::string known_player(const std::string& name, const Lists& lists) {
  NearestName nearest(name);
  for (const auto& list : lists) {
    for (const std::string& player : list.players()) nearest.look_at(player);
  }
  if (nearest.is_known()) return nearest.nearest();
  throw ValueError(
      joined(message("'{0}' has played no game here", printable(name)), known_names(nearest)));
}

/// Throws std::invalid_argument if a player with a start value has played no game in these logs.
template <class Logs>
void require_known_starts(const MethodOptions& options, const Logs& logs) {
  for (const RatedPlayer& player : options.elo.before) known_player(player.name, logs);
}

/// Replaces the names of anchors by their spelling in the lists. Throws as `known_player`.
template <class Lists>
void spell_anchors(BtOptions& options, const Lists& lists) {
  std::map<std::string, Anchor> spelled;
  for (const auto& [name, anchor] : options.anchors) {
    spelled.emplace(known_player(name, lists), anchor);
  }
  options.anchors = std::move(spelled);
}

}  // namespace schiri::rating
