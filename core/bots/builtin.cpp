#include "core/bots/builtin.h"

#include <array>

#include "core/base/message.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/bots/builtin_list.h"

namespace schiri {

namespace {

template <class... Entry>
constexpr auto described(std::tuple<Entry...>) {
  return std::array<BuiltinBot, sizeof...(Entry)>{{{Entry::name, Entry::options}...}};
}

constexpr auto bots = described(BuiltinList());

}  // namespace

std::span<const BuiltinBot> builtin_bots() { return bots; }

std::string list_builtin_bots() {
  return join(bots, ", ", [](const BuiltinBot& bot) { return bot.name; });
}

Message unknown_bot_message(std::string_view name) {
  if (name.empty()) return message("a function is a bot only in a program that uses the library");
  NearestName nearest(name);
  for (const BuiltinBot& bot : bots) nearest.look_at(bot.name);
  return nearest.is_near()
             ? message("there is no built-in bot '{0}'; the nearest is '{1}'", name,
                       nearest.nearest())
             : message(
                   "there is no built-in bot '{0}'; there are {1}; name a program by its path, as "
                   "in ./mine",
                   name, list_builtin_bots());
}

std::span<const BotOption> bot_options(std::string_view builtin) {
  for (const BuiltinBot& bot : bots) {
    if (bot.name == builtin) return bot.options;
  }
  return {};
}

}  // namespace schiri
