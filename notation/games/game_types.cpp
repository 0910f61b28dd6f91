#include "notation/game_types.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/game_table.h"
#include "notation/games/game_type.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// A name in small letters, with `-` for spaces.
std::string folded(std::string_view name) {
  std::string text = lower_case(name);
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

/// The settings that a variant's name joins by `+`, in canonical order.
std::vector<std::string> settings_of(std::string_view variant) {
  std::vector<std::string> settings;
  for (const std::string_view setting : split(variant, '+')) {
    settings.push_back(folded(trimmed(setting, " ")));
  }
  std::sort(settings.begin(), settings.end());
  return settings;
}

}  // namespace

std::string_view known_variant(std::string_view named, std::span<const std::string_view> variants) {
  if (named.empty()) return {};
  for (const std::string_view variant : variants) {
    if (variant == named) return variant;
  }
  const std::vector<std::string> settings = settings_of(named);
  for (const std::string_view variant : variants) {
    if (settings_of(variant) == settings) return variant;
  }
  return {};
}

void require_variant(std::string_view variant, std::span<const std::string_view> known,
                     std::string_view game_title) {
  if (variant.empty() || !known_variant(variant, known).empty()) return;
  throw StartError(StartError::Kind::unknown_variant,
                   std::string(game_title) + " has no variant '" + std::string(variant) + "'" +
                       nearest_advice(variant, known));
}

namespace {

struct GameTable {
  // The only list of the games.
  std::array<const GameType*, most_game_types> types = {
      &creeper::game_type(), &springerjagd::game_type(), &more_or_less::game_type(),
      &sperre::game_type()};
  std::atomic<std::size_t> size =
      static_cast<std::size_t>(std::find(types.begin(), types.end(), nullptr) - types.begin());
};

GameTable& game_table() {
  static GameTable table;
  return table;
}

}  // namespace

std::span<const GameType* const> game_types() {
  const GameTable& table = game_table();
  return {table.types.data(), table.size.load(std::memory_order_acquire)};
}

void add_game_type(const GameType& type) {
  GameTable& table = game_table();
  const std::size_t size = table.size;
  if (size == most_game_types) throw std::length_error("there are too many games");
  table.types[size] = &type;
  table.size.store(size + 1, std::memory_order_release);
}

const GameType* find_game(std::string_view name) {
  for (const GameType* type : game_types()) {
    if (type->name() == name) return type;
  }
  const std::string wanted = folded(name);
  for (const GameType* type : game_types()) {
    if (type->name() == wanted || folded(type->title()) == wanted) return type;
  }
  return nullptr;
}

std::string unknown_game_message(std::string_view name) {
  std::vector<std::string_view> names;
  for (const GameType* type : game_types()) names.push_back(type->name());
  return "no game '" + printable(name) + "' is known" +
         nearest_advice(name, names, "'schiri games' lists all");
}

std::string missing_game_message() {
  const auto name = [](const GameType* type) { return std::string(type->name()); };
  return "--game is required; the games are: " + join(game_types(), ", ", name);
}

const GameType& require_game(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  throw InputError(unknown_game_message(name));
}

std::string canonical_position(const GameType& type, const std::string& position) {
  const ForeignNotation* foreign = position.empty() ? nullptr : type.foreign_notation();
  return (foreign ? foreign->read_position(position) : std::nullopt).value_or(position);
}

std::string usual_variant(const std::string& named) {
  for (const GameType* type : game_types()) {
    const std::string_view known = known_variant(named, type->variants());
    if (!known.empty()) return std::string(known);
  }
  return named;
}

}  // namespace schiri
