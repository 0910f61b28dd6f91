#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/models/methods.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

/// Ratings and cross tables as users and programs write them: options of rating methods, lists of
/// tie-breaks, rows of keys and values. The commands `ratings` and `table`, libschiri and the
/// reports use it; the numbers come from core/rating.
namespace schiri::rating {

struct MethodOption {
  enum class Takes : std::uint8_t {
    nothing,
    positive,  ///< a number above 0
    word,      ///< one of `words`
    anchor     ///< `NAME=RATING` or `NAME=RATING+-ERROR`; may be given several times
  };

  std::string_view name;     ///< `prior-sd`
  std::string_view methods;  ///< those that use it: `bt, whr`
  std::string_view about;    ///< what it does, for the help
  Takes takes = Takes::nothing;
  std::vector<std::string> words = {};
  /// Sets the option; `number` is the value if it takes a positive number.
  void (*set)(MethodOptions& options, std::string_view text, double number) = nullptr;

  bool is_of(std::string_view method) const;
  /// `elo: points moved by a win not expected at all (32)`.
  std::string meaning() const { return std::string(methods) + ": " + std::string(about); }
};

/// All options, in the order of the help.
std::span<const MethodOption> method_options();
/// The option of this name, or null.
const MethodOption* find_method_option(std::string_view name);

/// Sets an option to a value as text, empty for an option that takes none. Throws
/// std::invalid_argument, whose message says what was expected.
void set_option(MethodOptions& options, const MethodOption& option, std::string_view text);

/// A player's name as these lists or logs have it. Throws std::invalid_argument if no player has
/// it.
template <class Lists>
std::string known_player(const std::string& name, const Lists& lists) {
  NearestName nearest(name);
  for (const auto& list : lists) {
    for (const std::string& player : list.players()) nearest.look_at(player);
  }
  if (nearest.is_known()) return nearest.nearest();
  throw std::invalid_argument("'" + printable(name) + "' has played no game here" +
                              advice(nearest));
}

/// Replaces the names of anchors by the names of players in the lists. Throws as `known_player`.
template <class Lists>
void spell_anchors(BtOptions& options, const Lists& lists) {
  std::map<std::string, Anchor> spelled;
  for (const auto& [name, anchor] : options.anchors) {
    spelled.emplace(known_player(name, lists), anchor);
  }
  options.anchors = std::move(spelled);
}

}  // namespace schiri::rating
