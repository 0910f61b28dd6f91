#include "cli/tournament/tournament_options.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/line/start.h"
#include "cli/print/output_language.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/shards/shard_folder.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/programs/own_game.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A game of a person's own comes with its program, the referee.
void set_game(db::TournamentSettings& settings, const std::string& named) {
  const std::string name = game_named(named);
  settings.set("game", name);
  const OwnGameType* const own = own_game_type(find_game(name));
  if (own && !settings.has("referee")) {
    settings.set("referee", bot_keys_text(given_keys(own->program())));
  }
}

/// Adds an option whose value goes to the settings when all options are read.
template <class Value>
Option* add_value(Command& command, const std::string& names, const std::string& help,
                  db::TournamentSettings& settings, const std::string& key) {
  const auto value = std::make_shared<std::optional<Value>>();
  command.after_reading([value, &settings, key] {
    if (!*value) return;
    if constexpr (std::is_same_v<Value, std::string>) {
      if (key == "game") return set_game(settings, **value);
    }
    settings.set(key, **value);
  });
  return command.add_option(names, *value, help);
}

template <>
Option* add_value<bool>(Command& command, const std::string& names, const std::string& help,
                        db::TournamentSettings& settings, const std::string& key) {
  return command.add_flag_callback(
      names, [&settings, key] { settings.set(key, true); }, help);
}

}  // namespace

namespace {

/// The heading of a group in the help; none for what describes the bots themselves.
std::string heading_of(db::SettingGroup group) {
  switch (group) {
    case db::SettingGroup::system:
      return "System";
    case db::SettingGroup::tuning:
      return "Tuning";
    case db::SettingGroup::openings:
      return "Openings";
    case db::SettingGroup::ending:
      return "End of games and of the tournament";
    case db::SettingGroup::failures:
      return "Failures";
    case db::SettingGroup::playing:
      return "Playing";
    case db::SettingGroup::records:
      return "Records";
    case db::SettingGroup::part:
      return "Several machines";
    case db::SettingGroup::game:
    case db::SettingGroup::bots:
      break;
  }
  return "";
}

}  // namespace

void add_setting(Command& command, db::TournamentSettings& settings, const std::string& key,
                 const std::string& help, const std::string& name) {
  const db::TournamentSetting& setting = db::find_setting(key);
  const auto& form = setting.form;
  const std::string names =
      !name.empty() ? name : (form.short_name.empty() ? "" : form.short_name + ",") + "--" + key;
  const auto add = [&]<class Value>(const Value&) {
    Option* const option =
        add_value<Value>(command, names, help.empty() ? setting.help : help, settings, key);
    if (std::is_same_v<Value, std::uint64_t>) option->not_negative();
    return option;
  };
  Option* const option = std::visit(add, setting.kind.type);
  if (!form.words.empty()) option->one_of(form.words);
  if (form.is_file) option->path("FILE");
  if (form.is_any_case) option->any_case();
  if (!form.metavariable.empty()) option->type_name(form.metavariable);
  if (const auto heading = heading_of(setting.group); !heading.empty()) option->group(heading);
}

namespace {

template <class Wants>
void add_settings_if(const Wants& wants, Command& command, db::TournamentSettings& settings,
                     const std::vector<db::SettingGroup>& groups, const OtherHelp& other) {
  for (const db::SettingGroup group : groups) {
    for (const db::TournamentSetting& setting : db::setting_table()) {
      if (setting.group != group || !wants(setting.key)) continue;
      const auto help = other.find(setting.key);
      add_setting(command, settings, setting.key, help == other.end() ? "" : help->second);
    }
  }
}

bool is_usual(std::string_view key) {
  constexpr std::string_view rare[] = {"cpu",   "openings-start", "pgn-comments", "progress",
                                       "trace", "verbose",        "wait"};
  return std::find(std::begin(rare), std::end(rare), key) == std::end(rare);
}

}  // namespace

void add_settings(Command& command, db::TournamentSettings& settings,
                  const std::vector<db::SettingGroup>& groups, const OtherHelp& other) {
  add_settings_if([](std::string_view) { return true; }, command, settings, groups, other);
}

void add_usual_settings(Command& command, db::TournamentSettings& settings,
                        const std::vector<db::SettingGroup>& groups, const OtherHelp& other) {
  add_settings_if(is_usual, command, settings, groups, other);
}

namespace {

db::PresetFile usual_presets() {
  const Defaults& usual = defaults();
  return {usual.presets.value_or(""), usual.presets_advice};
}

}  // namespace

db::PresetFile preset_file(const std::optional<std::string>& named) {
  return db::preset_file(named, usual_presets());
}

std::vector<BotSpec> configured_bots(const db::TournamentSettings& settings) {
  return settings.bot_specs(usual_presets());
}

TournamentConfig configured(const db::TournamentSettings& settings) {
  return settings.config({usual_presets(), print_note});
}

void TournamentOptions::complete() {
  if (std::exchange(is_complete_, true)) return;
  for (const std::string& bot : bots) settings.bots.push_back(db::tournament_bot(bot));
  if (!event_file.empty() && read_file()) return;
  if (against.db) take_earlier();
  has_default_limit = settings.has("game") && !settings.has("max-turns");
  if (has_default_limit) settings.set("max-turns", settings.game_type().facts.turn_limit);
}

/// Was the tournament submitted? Then the file is complete: without a limit of turns in the file
/// there is none.
bool TournamentOptions::read_file() {
  const std::string folder = db::folder_of(event_file);
  const bool is_submitted = db::is_submitted(folder.empty() ? "." : folder);
  db::TournamentSettings described = db::read_tournament_file(event_file);
  if (!is_submitted) described.place_in(folder);
  settings.complete_from(described);
  return is_submitted;
}

namespace {

/// The keys of a bot that limit its resources.
constexpr std::string_view terms[] = {"nodes",  "depth", "movetime", "tc",    "margin",
                                      "memory", "cpu",   "strikes",  "ponder"};

BotKeys terms_in(const BotKeys& keys) {
  BotKeys found;
  for (const auto& key : keys) {
    if (std::find(std::begin(terms), std::end(terms), key.first) != std::end(terms)) {
      found.push_back(key);
    }
  }
  return found;
}

/// The limits that all bots have in common.
BotKeys common_terms(const std::vector<BotSpec>& bots) {
  BotKeys common = terms_in(given_keys(bots.front()));
  for (const BotSpec& bot : bots) {
    const BotKeys own = given_keys(bot);
    std::erase_if(common, [&](const auto& key) {
      return std::find(own.begin(), own.end(), key) == own.end();
    });
  }
  return common;
}

std::vector<BotSpec> chosen(const std::vector<BotSpec>& bots,
                            const std::vector<std::string>& names) {
  if (names.empty()) return bots;
  std::vector<BotSpec> opponents;
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const BotSpec& bot : bots) {
      nearest.look_at(bot.name);
      if (bot.name == name) opponents.push_back(bot);
    }
    if (nearest.is_known()) continue;
    throw InputError(
        joined(message("--opponent: the earlier event has no player '{0}'", printable(name)),
               known_names(nearest)));
  }
  return opponents;
}

std::string note_on(const db::Store& store, const db::StoredTournament& event,
                    const std::vector<BotSpec>& opponents, const std::string& each) {
  std::string names = join(opponents, ", ", [](const BotSpec& bot) { return printable(bot.name); });
  std::string note = "the new bots meet " + names + " of the event '" + printable(event.name) +
                     "' of " + printable(store.path(), 4096);
  if (!each.empty()) note += ", all with " + printable(each, 500);
  return note;
}

}  // namespace

/// The settings become a gauntlet of the new bots, which come first because a test examines the
/// first player, with the settings of the earlier games, their players and the common limits of
/// these, and with as many rounds as the earlier tournament has begun. Throws InputError if an
/// opponent is missing there, StoredPlanError.
void TournamentOptions::take_earlier() {
  if (settings.bots.empty()) throw InputError(message("--against: specify the new bot with --bot"));
  const db::Store store(*against.db, db::Store::Mode::read);
  const db::StoredTournament event = choose_tournament(store, against.event, "--against-event");
  const TournamentConfig config = db::stored_contest(store, event).config();
  earlier_openings = db::openings_of(store, event, config.variant);
  db::TournamentSettings earlier = db::stored_settings(store, event);
  earlier.erase(db::SettingPurpose::plan);
  const std::vector<BotSpec> opponents = chosen(earlier.bots, against.opponents);
  earlier.bots.clear();
  BotKeys each = db::common_keys(earlier.text("each").value_or(""));
  for (auto& term : common_terms(opponents)) {
    const bool is_set = std::any_of(each.begin(), each.end(),
                                    [&](const auto& key) { return key.first == term.first; });
    if (!is_set) each.push_back(std::move(term));
  }
  earlier.set("each", bot_keys_text(each));
  earlier.set("system", std::string(system_name(System::gauntlet)));
  earlier.set("seeds", std::uint64_t{settings.bots.size()});
  if (!settings.has("sprt")) {
    earlier.set("rounds",
                earlier_openings.empty() ? config.rounds : earlier_openings.rbegin()->first);
  }
  earlier_note = note_on(store, event, opponents, *earlier.text("each"));
  earlier_commands = commands_of(store, event, db::config_of(store, event));
  settings.complete_from(earlier);
  settings.bots.insert(settings.bots.end(), opponents.begin(), opponents.end());
}

StartPermission TournamentOptions::permission() {
  return earlier_commands ? trust.ask(*earlier_commands) : StartPermission::typed();
}

void add_tournament_options(Command& command, TournamentOptions& options) {
  db::TournamentSettings& settings = options.settings;
  command.add_file("EVENT.json", options.event_file,
                   "A tournament as a JSON object: keys as options, and an array bots");
  add_settings(command, settings, {db::SettingGroup::game});
  // Otherwise a vector would consume the words after it as well.
  command.add_option("--bot", options.bots, "Add a player; repeatable")->repeatable();
  command.add_file("--against", options.against.db,
                   "Meet the players of a tournament in this database");
  command
      .add_option("--against-event", options.against.event,
                  "With --against: select the tournament by its event name")
      ->type_name("NAME");
  command
      .add_option("--opponent", options.against.opponents,
                  "With --against: play only this player; repeatable")
      ->type_name("NAME")
      ->repeatable();
  add_settings(command, settings,
               {db::SettingGroup::bots, db::SettingGroup::system, db::SettingGroup::openings,
                db::SettingGroup::ending});
}

std::string require_db(const db::TournamentSettings& settings, const Message& missing) {
  const auto db = settings.has("db") ? settings.text("db") : defaults().database;
  if (!db || db->empty()) {
    throw InputError(missing);
  }
  return *db;
}

void note_default_limit(const TournamentOptions& options, const Contest& contest) {
  if (!options.has_default_limit) return;
  print_note(
      message("games are adjudicated as draws after {0} {0:turn|turns}, the limit of {1} in "
              "tournaments (--max-turns N sets another, 0 none)",
              *contest.config().max_turns, contest.type().title()));
}

}  // namespace schiri::cli
