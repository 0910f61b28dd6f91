#include <algorithm>
#include <deque>

#include "cli/library/handles.h"
#include "notation/plugin/load.h"
#include "notation/text/printable.h"

namespace {

schiri::PlaneForm planes_of(const schiri::GameType& type) {
  schiri::Rng rng(1);
  const auto game = type.start(type.draw_start(type.variant_table.standard(), rng));
  const auto* const planes = dynamic_cast<const schiri::PlaneSource*>(game.get());
  return planes ? planes->plane_form() : schiri::PlaneForm();
}

std::string settings_of(const schiri::GameType& type) {
  std::vector<std::string> settings;
  for (const schiri::GameSetting& setting : type.facts.settings) {
    for (const auto& value : setting.values) {
      settings.push_back(std::string(setting.name) + '=' + std::string(value.name));
    }
  }
  return schiri::library::list_of(settings);
}

}  // namespace

schiri_kind::schiri_kind(const schiri::GameType& its_type)
    : type(its_type),
      name(type.name()),
      title(type.title()),
      summary(type.facts.summary),
      rules(rules_of(type)),
      variants(schiri::library::list_of(type.variants())),
      settings(settings_of(type)),
      endings(schiri::library::list_of(type.facts.endings)),
      planes(planes_of(type)),
      plane_names(schiri::library::list_of(planes.names)) {}

namespace schiri::library {

namespace {

std::mutex& kinds_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// The kinds of all games, loaded plug-ins included. The caller holds the mutex.
std::deque<schiri_kind>& kinds() {
  static std::deque<schiri_kind> all;
  const auto types = game_types();
  while (all.size() < types.size()) all.emplace_back(*types[all.size()]);
  return all;
}

}  // namespace

const schiri_kind& kind_of_type(const GameType& type) {
  const std::lock_guard lock(kinds_mutex());
  const auto& all = kinds();
  return *std::find_if(all.begin(), all.end(),
                       [&](const schiri_kind& kind) { return &kind.type == &type; });
}

const schiri_kind& kind_named(const std::string& name) {
  const GameType* const type = find_game(name);
  if (!type) throw WrongUse(unknown_game_message(name));
  return kind_of_type(*type);
}

std::string variant_named(const GameType& type, const char* name) {
  const std::string named = text_or_empty(name);
  return std::string(type.variant_table.name(type.variant_table.require(named)));
}

Theme theme_named(std::string_view name) {
  if (name.empty() || name == "system") return Theme::system;
  if (name == "light") return Theme::light;
  if (name == "dark") return Theme::dark;
  throw WrongUse("unknown theme '" + printable(name) + "'; the themes are: light, dark, system");
}

}  // namespace schiri::library

using namespace schiri;
using namespace schiri::library;

namespace {

const char* text_of(const schiri_kind* kind, std::string schiri_kind::*member) noexcept {
  return guarded_pointer([&] { return (need(kind, "the kind").*member).c_str(); });
}

}  // namespace

const schiri_kind* schiri_kind_at(size_t index) {
  return guarded_pointer([&]() -> const schiri_kind* {
    const std::lock_guard lock(kinds_mutex());
    const auto& all = kinds();
    return index < all.size() ? &all[index] : nullptr;
  });
}

const schiri_kind* schiri_kind_find(const char* name) {
  return guarded_pointer([&] { return &kind_named(need_text(name, "the name")); });
}

const char* schiri_kind_name(const schiri_kind* kind) { return text_of(kind, &schiri_kind::name); }
const char* schiri_kind_title(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::title);
}
const char* schiri_kind_summary(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::summary);
}
const char* schiri_kind_rules(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::rules);
}
const char* schiri_kind_variants(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::variants);
}
const char* schiri_kind_settings(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::settings);
}
const char* schiri_kind_endings(const schiri_kind* kind) {
  return text_of(kind, &schiri_kind::endings);
}

int schiri_kind_starts_with_roll(const schiri_kind* kind) {
  return guarded(0, [&] { return int{need(kind, "the kind").type.starts_with_roll()}; });
}

int schiri_kind_streams_turns(const schiri_kind* kind) {
  return guarded(0, [&] { return int{need(kind, "the kind").type.facts.streams_turns}; });
}

int schiri_load_game(const char* file) {
  return guarded_status([&] { load_game(need_text(file, "the file")); });
}

int schiri_kind_board(const schiri_kind* kind, const char* variant, schiri_board* board) {
  return guarded_status([&] {
    const schiri_kind& its = need(kind, "the kind");
    const std::string known = variant_named(its.type, variant);
    const std::lock_guard lock(kinds_mutex());
    auto found = its.boards.find(known);
    if (found == its.boards.end()) {
      found = its.boards.emplace(known, its.type.diagram_board(known)).first;
    }
    const DiagramBoard& drawn = found->second;
    need(board, "the board") = {drawn.width,          drawn.height,
                                drawn.margin,         drawn.symbols.c_str(),
                                drawn.fields.c_str(), drawn.coordinates.c_str()};
  });
}

const char* schiri_board_style(const char* theme) {
  return guarded_pointer([&] { return lasting(diagram_style(theme_named(text_or_empty(theme)))); });
}

int schiri_kind_planes(const schiri_kind* kind, schiri_planes* planes) {
  return guarded_status([&] {
    const schiri_kind& its = need(kind, "the kind");
    need(planes, "the planes") = {its.planes.names.size(), its.planes.rows, its.planes.columns,
                                  its.plane_names.c_str()};
  });
}
