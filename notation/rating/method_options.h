#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/models/methods.h"
#include "notation/text/nearest_name.h"
#include "notation/text/printable.h"

/// Options of the rating methods as text: the command `ratings`, the interface in C and the package
/// for Python have them from here.
namespace schiri::rating {

struct MethodOption {
  enum class Takes : std::uint8_t {
    nothing,
    positive,  ///< a number above 0
    word,      ///< one of `words`
    anchor     ///< `NAME=RATING` or `NAME=RATING+-ERROR`; may be given several times
  };

  std::string_view name;     ///< `prior-sd`
  std::string_view methods;  ///< those that look at it: `bt, whr`
  std::string_view about;    ///< what it does, for the help
  Takes takes = Takes::nothing;
  std::vector<std::string> words = {};
  /// Of what can be read; `number` is that of a positive one.
  void (*set)(MethodOptions& options, std::string_view text, double number) = nullptr;

  bool is_of(std::string_view method) const;
  /// `elo: points moved by a win not expected at all (32)`.
  std::string meaning() const { return std::string(methods) + ": " + std::string(about); }
};

/// All of them, in the order of the help.
std::span<const MethodOption> method_options();
/// The option of this name, or null.
const MethodOption* find_method_option(std::string_view name);

/// Sets an option by what is written behind it, nothing for one that takes nothing. Throws
/// std::invalid_argument, with what was expected.
void set_option(MethodOptions& options, const MethodOption& option, std::string_view text);

/// A player's name as these lists or logs have it. Throws std::invalid_argument if nobody has it.
template <class Lists>
std::string known_player(const std::string& name, const Lists& lists) {
  NearestName nearest(name);
  for (const auto& list : lists) {
    for (const std::string& player : list.players()) nearest.look_at(player);
  }
  if (nearest.is_known()) return nearest.nearest();
  throw std::invalid_argument("'" + printable(name) + "' has played no game here" +
                              nearest.advice());
}

/// Anchors are called as the games call their players. Throws as `known_player`.
template <class Lists>
void spell_anchors(BtOptions& options, const Lists& lists) {
  std::map<std::string, Anchor> spelled;
  for (const auto& [name, anchor] : options.anchors) {
    spelled.emplace(known_player(name, lists), anchor);
  }
  options.anchors = std::move(spelled);
}

}  // namespace schiri::rating
