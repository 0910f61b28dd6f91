#include "notation/game_types.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/games/game_type.h"
#include "notation/records/conversion/movers.h"
#include "notation/text/printable.h"

namespace schiri {

std::string folded_game_name(std::string_view name) {
  std::string text = lower_case(name);
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

bool is_game_name(std::string_view name) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view signs = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return !name.empty() && name.size() <= longest && name.find_first_not_of(signs) == name.npos;
}

Message game_name_rule(std::string_view name) {
  return message("a game's name is small letters, digits and '-', not '{0}'", printable(name));
}

namespace {

struct GameTable {
  GameTable() { std::copy(built_in_types().begin(), built_in_types().end(), types.begin()); }

  std::array<const GameType*, most_game_types> types = {};
  const std::size_t built_in = built_in_types().size();
  std::atomic<std::size_t> size = built_in;
  std::mutex adding;
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

bool is_built_in(const GameType& type) {
  const GameTable& table = game_table();
  const auto* end = table.types.data() + table.built_in;
  return std::find(table.types.data(), end, &type) != end;
}

void put_game_type(const GameType& type) {
  GameTable& table = game_table();
  const std::lock_guard lock(table.adding);
  const std::size_t size = table.size;
  for (std::size_t i = table.built_in; i < size; ++i) {
    if (table.types[i]->name() != type.name()) continue;
    // A command names its games before its threads begin.
    table.types[i] = &type;
    return;
  }
  if (size == most_game_types) throw InputError(message("there are too many games"));
  table.types[size] = &type;
  table.size.store(size + 1, std::memory_order_release);
}

const GameType* find_game(std::string_view name) {
  for (const GameType* type : game_types()) {
    if (type->name() == name) return type;
  }
  const std::string wanted = folded_game_name(name);
  for (const GameType* type : game_types()) {
    // The title of a game without rules here is its name.
    if (type->name() == wanted) return type;
    if (type->title() != type->name() && folded_game_name(type->title()) == wanted) return type;
  }
  return nullptr;
}

namespace {

constexpr std::size_t text_width = 80;

/// Appends a paragraph whose first line begins with `head`; all others are indented by its length.
void add_paragraph(std::string& text, const std::string& head, std::string_view words) {
  std::string line = head;
  bool is_empty = true;
  for (const std::string_view word : split(words, ' ')) {
    if (!is_empty && display_width(line) + 1 + display_width(word) > text_width) {
      text += line + '\n';
      line.assign(head.size(), ' ');
      is_empty = true;
    }
    line += (is_empty ? "" : " ") + std::string(word);
    is_empty = false;
  }
  text += line + '\n';
}

}  // namespace

std::string settings_text(const GameType& type, const Translation& language) {
  std::string text;
  for (const GameSetting& setting : type.facts.settings) {
    std::size_t width = 0;
    for (const auto& value : setting.values) width = std::max(width, value.name.size());
    text += "  " + std::string(setting.name) + '\n';
    add_paragraph(text, "    ", language.of(setting.sources));
    for (const auto& value : setting.values) {
      std::string head = "    " + std::string(value.name);
      head.resize(4 + width + 2, ' ');
      const bool is_default = &value == setting.values.data();
      const Message meaning = Pattern::of_constant(value.meaning);
      add_paragraph(text, head,
                    (is_default ? message("{0} (default)", meaning) : meaning).in(language));
    }
  }
  return text;
}

std::string rules_of(const GameType& type) {
  std::string text(type.facts.rules);
  if (type.facts.settings.empty()) return text;
  const GameSetting& last = type.facts.settings.back();
  const std::string example = std::string(type.variants().front()) + "; " + std::string(last.name) +
                              '=' + std::string(last.values.back().name);
  return text +
         "\nSettings, for questions that the published rules leave open; written after the "
         "variant, "
         "as in\n[Variant \"" +
         example + "\"] or --variant \"" + example + "\"\n" + settings_text(type);
}

Message unknown_game_message(std::string_view name) {
  std::vector<std::string_view> names;
  // Games that other records have named are there by chance.
  for (const GameType* type : game_types()) {
    if (type->facts.has_rules) names.push_back(type->name());
  }
  return joined(message("no game '{0}' is known", printable(name)),
                known_names(name, names, message("'schiri games' lists all")));
}

Message missing_game_message() {
  const auto name = [](const GameType* type) { return std::string(type->name()); };
  return message("--game is required; the games are: {0}", join(game_types(), ", ", name));
}

const GameType& require_game(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  throw InputError(unknown_game_message(name));
}

std::string canonical_position(const GameType& type, const std::string& position,
                               std::string_view variant) {
  const ForeignNotation* foreign = position.empty() ? nullptr : type.foreign_notation();
  std::string canonical =
      (foreign ? foreign->read_position(position, variant) : std::nullopt).value_or(position);
  if (position.empty() || !may_move_twice(type)) return canonical;
  return with_beginner(*type.start({std::string(variant), canonical, ""}), canonical);
}

void require_bot(const BotSpec& spec) {
  std::exception_ptr objection;
  for (const GameType* type : game_types()) {
    if (!type->facts.has_rules) continue;
    try {
      type->make_bot(spec);
      return;
    } catch (const std::exception&) {
      if (!objection) objection = std::current_exception();
    }
  }
  std::rethrow_exception(objection);
}

std::string usual_variant(const std::string& named) {
  for (const GameType* type : game_types()) {
    const std::string_view known = type->variant_table.known(named);
    if (!known.empty()) return std::string(known);
  }
  return named;
}

}  // namespace schiri
