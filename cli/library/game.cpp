// The games that there are, and games being played.
#include "cli/library/handles.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "notation/game_svg.h"
#include "notation/records/check/code_guide.h"
#include "notation/text/printable.h"
#include "notation/typed/turn_parts.h"

namespace schiri::library {

const GameType& type_named(const std::string& name) {
  const GameType* const type = find_game(name);
  if (!type) throw WrongUse(unknown_game_message(name));
  return *type;
}

std::string variant_named(const GameType& type, const char* name) {
  const std::string named = text_or_empty(name);
  return std::string(type.variant_table.name(type.variant_table.require(named)));
}

const PlaneSource& planes_of(const Game& game, const GameType& type, std::size_t games,
                             std::size_t count) {
  const auto* const planes = dynamic_cast<const PlaneSource*>(&game);
  const std::size_t size = planes ? planes->plane_form().size() : 0;
  if (size == 0) throw WrongUse(std::string(type.title()) + " has no planes");
  if (count != games * size) {
    throw WrongUse("expected " + std::to_string(games * size) + " numbers for the planes, not " +
                   std::to_string(count));
  }
  return *planes;
}

void require_side_planes(const PlaneSource& planes, const GameType& type) {
  if (planes.has_side_planes()) return;
  throw WrongUse(std::string(type.title()) + " has no planes from a side's point of view");
}

std::unique_ptr<schiri_game> copy_of(const schiri_game& game) {
  return std::make_unique<schiri_game>(schiri_game{game.type, game.start, game.game->clone()});
}

std::unique_ptr<schiri_game> set_up(const GameType& type, StartSpec start) {
  start.variant = variant_named(type, start.variant.c_str());
  start.position = canonical_position(type, start.position, start.variant);
  auto game = type.start(start);
  return std::make_unique<schiri_game>(schiri_game{&type, std::move(start), std::move(game)});
}

}  // namespace schiri::library

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* a_game = "the game";

template <class Names>
Json names_json(const Names& names) {
  Json json = Json::array();
  for (const auto& name : names) json.push_back(std::string_view(name));
  return json;
}

PlaneForm plane_form_of(const GameType& type) {
  Rng rng(1);
  const auto game = type.start(type.draw_start(type.variant_table.standard(), rng));
  const auto* const planes = dynamic_cast<const PlaneSource*>(game.get());
  return planes ? planes->plane_form() : PlaneForm();
}

/// All texts that schiri_game_parts() may have as a part.
Json parts_json(const GameType& type, const PlaneForm& form) {
  std::vector<std::string> parts;
  for (const BoardPlace& place : type.diagram_board(type.variants().front()).places) {
    parts.push_back(place.name);
  }
  parts.insert(parts.end(), form.words.begin(), form.words.end());
  const std::size_t count = parts.size();
  for (const char sign : part_signs) {
    for (std::size_t i = 0; i < count; ++i) parts.push_back(sign + parts[i]);
  }
  return Json(parts);
}

Json board_json(const DiagramBoard& board) {
  Json places = Json::array();
  for (const BoardPlace& place : board.places) {
    places.push_back({{"name", place.name}, {"x", place.x}, {"y", place.y}});
  }
  return {{"width", board.width},       {"height", board.height},
          {"margin", board.margin},     {"symbols", board.symbols},
          {"fields", board.fields},     {"coordinates", board.coordinates},
          {"places", std::move(places)}};
}

Json game_json(const GameType& type) {
  Json boards = Json::object();
  for (const auto& variant : type.variants()) {
    boards[variant] = board_json(type.diagram_board(std::string(variant)));
  }
  Json settings = Json::object();
  for (const GameSetting& setting : type.facts.settings) {
    Json values = Json::array();
    for (const auto& value : setting.values) values.push_back(std::string_view(value.name));
    settings[setting.name] = std::move(values);
  }
  const PlaneForm planes = plane_form_of(type);
  return {
      {"name", type.name()},
      {"title", type.title()},
      {"summary", type.facts.summary},
      {"rules", rules_of(type)},
      {"variants", names_json(type.variants())},
      {"settings", std::move(settings)},
      {"endings", names_json(type.facts.endings)},
      {"starts_with_roll", type.starts_with_roll()},
      {"streams_turns", type.facts.streams_turns},
      {"planes",
       {{"names", names_json(planes.names)}, {"rows", planes.rows}, {"columns", planes.columns}}},
      {"actions", Json(planes.actions ? planes.actions() : std::vector<std::string>())},
      {"parts", parts_json(type, planes)},
      {"scale", type.evaluation_scale()},
      {"boards", std::move(boards)}};
}

struct NamedTheme {
  std::string_view name;
  Theme theme;
};
constexpr NamedTheme themes[] = {
    {"light", Theme::light}, {"dark", Theme::dark}, {"system", Theme::system}};

Json codes_json() {
  Json codes = Json::object();
  for (const Code code : all_codes()) {
    const CodeGuide& guide = guide_of(code);
    codes[code_name(code)] = {{"meaning", language().of(guide.meaning.text())},
                              {"remedy", language().of(guide.remedy.text())}};
  }
  return codes;
}

/// The drawing of a game in one of the forms of schiri_game_draw(). Throws WrongUse.
std::string drawn(const schiri_game& game, const std::string& form, bool coordinates, int width) {
  if (form == "text" || form == "colour") return game.game->board({form == "colour"});
  for (const NamedTheme& known : themes) {
    if (known.name != form) continue;
    if (width < 1 || width > 100'000) throw WrongUse("the width must be from 1 to 100000 pixels");
    return draw_svg(*game.type, game.start.variant, *game.game, {known.theme, coordinates, width});
  }
  throw WrongUse("unknown form of board '" + printable(form) +
                 "'; the forms are: text, colour, light, dark, system");
}

Game& game_of(schiri_game* game) { return *need(game, a_game).game; }
const Game& game_of(const schiri_game* game) { return *need(game, a_game).game; }

/// A text that a function of the interface returns.
template <class Work>
char* text_of_game(const schiri_game* game, const Work& work) noexcept {
  return guarded_pointer([&] { return hand_over(work(game_of(game))); });
}

int status_of(TurnError::Kind kind) {
  switch (kind) {
    case TurnError::Kind::syntax:
      return SCHIRI_SYNTAX;
    case TurnError::Kind::illegal:
      return SCHIRI_ILLEGAL;
    case TurnError::Kind::over:
      return SCHIRI_OVER;
  }
  return SCHIRI_FAILED;
}

/// Visits at most `limit` turns, 0 for all; returns whether those were all.
bool visit(const Game& game, std::uint64_t limit, const TurnTextVisitor& visitor) {
  std::uint64_t seen = 0;
  bool is_all = true;
  game.visit_turns([&](std::string_view turn) {
    const bool is_beyond = limit > 0 && seen++ == limit;
    is_all = !is_beyond && visitor(turn);
    return is_all;
  });
  return is_all;
}

}  // namespace

char* schiri_facts(void) {
  return guarded_pointer([] {
    Json games = Json::array(), forms = Json::array(), bots = Json::array();
    for (const GameType* type : game_types()) {
      // Records may have added games whose rules only a program knows.
      if (type->facts.has_rules && !type->facts.has_words) games.push_back(game_json(*type));
    }
    for (const auto& form : written_form_names()) forms.push_back(form);
    for (const BuiltinBot& bot : builtin_bots()) bots.push_back(bot.name);
    Json styles = Json::object();
    for (const NamedTheme& theme : themes) styles[theme.name] = diagram_style(theme.theme);
    return hand_over_json(Json{{"games", std::move(games)},
                               {"forms", std::move(forms)},
                               {"bots", std::move(bots)},
                               {"codes", codes_json()},
                               {"styles", std::move(styles)}});
  });
}

schiri_game* schiri_game_new(const char* name, const char* variant, const char* position,
                             const char* roll, const uint64_t* seed) {
  return guarded_pointer([&] {
    const GameType& type = type_named(need_text(name, "the name"));
    const std::string wanted = text_or_empty(position), rolled = text_or_empty(roll);
    if (!seed) return set_up(type, {text_or_empty(variant), wanted, rolled}).release();
    if (!wanted.empty() || !rolled.empty()) {
      throw WrongUse("a seed draws the start: give it without position and roll");
    }
    Rng rng(*seed);
    return set_up(type, type.draw_start(variant_named(type, variant), rng)).release();
  });
}

schiri_game* schiri_game_copy(const schiri_game* game) {
  return guarded_pointer([&] { return copy_of(need(game, a_game)).release(); });
}

void schiri_game_free(schiri_game* game) { delete game; }

char* schiri_game_json(const schiri_game* game) {
  return guarded_pointer([&] {
    const schiri_game& its = need(game, a_game);
    Json figures = Json::array();
    for (const Figure& figure : its.game->figures()) {
      figures.push_back(Json::array({figure.symbol, figure.x, figure.y}));
    }
    return hand_over_json(Json{{"name", its.type->name()},
                               {"variant", its.start.variant},
                               {"start", its.game->start_position()},
                               {"played", its.game->turns()},
                               {"figures", std::move(figures)}});
  });
}

int schiri_game_side(const schiri_game* game) {
  return guarded(-1, [&] { return static_cast<int>(game_of(game).side_to_move()); });
}

int schiri_game_ending(const schiri_game* game, const char** reason) {
  return guarded(-1, [&] {
    const auto ending = game_of(game).ending();
    if (reason) *reason = ending ? lasting(ending->reason) : "";
    return ending ? static_cast<int>(ending->outcome) + 1 : int{SCHIRI_OPEN};
  });
}

char* schiri_game_position(const schiri_game* game) {
  return text_of_game(game, [](const Game& its) { return its.position(); });
}

char* schiri_game_draw(const schiri_game* game, const char* form, int coordinates, int width) {
  return guarded_pointer([&] {
    return hand_over(
        drawn(need(game, a_game), need_text(form, "the form"), coordinates != 0, width));
  });
}

int schiri_game_planes(const schiri_game* game, int side, float* values, size_t count) {
  return guarded_status([&] {
    const schiri_game& its = need(game, a_game);
    if (side != SCHIRI_WHITE && side != SCHIRI_BLACK) throw WrongUse("the side must be 0 or 1");
    const PlaneSource& planes = planes_of(*its.game, *its.type, 1, count);
    const std::span<float> room(&need(values, "the room for planes"), count);
    if (side == SCHIRI_WHITE) return planes.write_planes(room);
    require_side_planes(planes, *its.type);
    planes.write_side_planes(Side::black, room);
  });
}

int schiri_game_play(schiri_game* game, const char* turn) {
  return guarded_status([&] {
    const auto error = game_of(game).play(need_text(turn, "the turn"));
    return error ? note_error(status_of(error->kind), error->message) : int{SCHIRI_OK};
  });
}

int schiri_game_check_turn(const schiri_game* game, const char* turn) {
  return guarded_status([&] {
    const auto error = game_of(game).check(need_text(turn, "the turn"));
    return error ? note_error(status_of(error->kind), error->message) : int{SCHIRI_OK};
  });
}

int schiri_game_undo(schiri_game* game, size_t turns) {
  return guarded_status([&] {
    Game& its = game_of(game);
    if (turns > its.turns().size()) {
      throw WrongUse("only " + counted(its.turns().size(), "turn") +
                     (its.turns().size() == 1 ? " has" : " have") + " been played");
    }
    its.take_back(turns);
  });
}

int schiri_game_count_turns(const schiri_game* game, uint64_t* count) {
  return guarded_status(
      [&] { need(count, "the room for the number") = game_of(game).count_turns(); });
}

int schiri_game_visit_turns(const schiri_game* game, uint64_t limit, schiri_turn_visitor visitor,
                            void* data) {
  return guarded_status([&] {
    std::string text;
    const bool is_all = visit(game_of(game), limit, [&](std::string_view turn) {
      text = turn;
      return need(visitor, "the visitor")(text.c_str(), data) != 0;
    });
    return is_all ? SCHIRI_OK : SCHIRI_STOPPED;
  });
}

char* schiri_game_turns(const schiri_game* game, uint64_t limit) {
  return text_of_game(game, [&](const Game& its) {
    std::string list;
    visit(its, limit, [&](std::string_view turn) {
      list.append(turn).append("\n");
      return true;
    });
    return list;
  });
}

char* schiri_game_random_turn(const schiri_game* game, uint64_t* seed, int quick) {
  return text_of_game(game, [&](const Game& its) {
    if (its.ending()) throw WrongUse(message("the game is over: {0}", describe(*its.ending())));
    Rng rng(need(seed, "the seed"));
    std::string turn = quick ? its.quick_turn(rng) : its.random_turn(rng);
    *seed = rng();
    return turn;
  });
}

char* schiri_game_parts(const schiri_game* game, const char* beginning) {
  return guarded_pointer([&]() -> char* {
    const auto parts = game_of(game).turn_parts(text_or_empty(beginning));
    if (!parts) {
      note_error(SCHIRI_ILLEGAL, "no legal turn begins like this");
      return nullptr;
    }
    return hand_over_json(Json{
        {"begun", parts->begun}, {"is_turn", parts->is_turn}, {"next", names_json(parts->next)}});
  });
}
