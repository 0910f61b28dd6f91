#include "core/bots/builtin.h"

#include <array>

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
  std::string text;
  for (const BuiltinBot& bot : bots) {
    if (!text.empty()) text += ", ";
    text += bot.name;
  }
  return text;
}

std::span<const BotOption> bot_options(std::string_view builtin) {
  for (const BuiltinBot& bot : bots) {
    if (bot.name == builtin) return bot.options;
  }
  return {};
}

}  // namespace schiri
