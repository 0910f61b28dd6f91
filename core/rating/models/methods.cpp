#include "core/rating/models/methods.h"

#include <algorithm>

namespace schiri::rating {

namespace {

constexpr Method all_methods[] = {
    {"bt",
     [](const auto& log, const auto& options) { return rate_bt(GameCounts(log), options.bt); },
     nullptr},
    {"elo", [](const auto& log, const auto& options) { return rate_elo(log, options.elo); },
     [](const auto& log, const auto& player, const auto& options) {
       return elo_history(log, player, options.elo);
     }},
    {"glicko2",
     [](const auto& log, const auto& options) { return rate_glicko2(log, options.glicko2); },
     [](const auto& log, const auto& player, const auto& options) {
       return glicko2_history(log, player, options.glicko2);
     }}};

}  // namespace

std::span<const Method> methods() { return all_methods; }

const Method* find_method(std::string_view name) {
  const auto method = std::find_if(std::begin(all_methods), std::end(all_methods),
                                   [&](const Method& one) { return one.name == name; });
  return method == std::end(all_methods) ? nullptr : method;
}

}  // namespace schiri::rating
