#include "db/tournament/settings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include "core/base/errors.h"
#include "core/base/former_names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/match/turn_comment.h"
#include "core/tournament/systems.h"
#include "db/tournament/opening_file.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::db {

namespace {

using Group = SettingGroup;
using Purpose = SettingPurpose;
using Form = TournamentSetting::Form;
using Kind = TournamentSetting::Kind;
using Config = TournamentConfig;

Json stored_value(bool value) { return value ? Json(true) : Json(); }

template <class Value>
Json stored_value(const Value& value) {
  return Json(value);
}

template <class Value>
Json stored_value(const std::optional<Value>& value) {
  return value_or_null(value);
}

template <class Kept>
struct Content {
  using Type = Kept;
};
template <class Kept>
struct Content<std::optional<Kept>> {
  using Type = Kept;
};

/// A value that the configuration keeps unchanged.
template <class Kept, class Part>
Kind kept(Kept Part::*member) {
  using Value = typename Content<Kept>::Type;
  return {Value(),
          [member](const SettingValue& value, Config& config) {
            config.*member = std::get<Value>(value);
          },
          [member](const Config& config) { return stored_value(config.*member); }};
}

/// A text that `read` applies to the configuration, and `write` makes of it.
template <class Read, class Write>
Kind text(Read read, Write write) {
  return {std::string(),
          [read](const SettingValue& value, Config& config) {
            read(std::get<std::string>(value), config);
          },
          [write](const Config& config) { return Json(write(config)); }};
}

/// A number that affects no game, or whether something is to be done.
template <class Value>
Kind of() {
  return {Value()};
}

[[noreturn]] void refuse(const char* key, const Message& form, const std::string& text) {
  throw InputError(message("--{0}: expected {1}, not '{2}'", key, form, printable(text)));
}

/// A rule with a syntax of its own, which `parse` reads and `write` writes.
template <class Rule, class Part, class Parse, class Write>
Kind rule(const char* key, std::optional<Rule> Part::*member, Parse parse, Write write,
          Pattern form) {
  return text(
      [=](const std::string& text, Config& config) {
        config.*member = parse(text);
        if (!(config.*member)) refuse(key, form, text);
      },
      [=](const Config& config) {
        return config.*member ? Json(write(*(config.*member))) : Json();
      });
}

/// The settings of a tune, created with the first of them.
Tuning& tuning_of(Config& config) {
  if (!config.tuning) config.tuning.emplace();
  return *config.tuning;
}

/// A setting of a tune, which `read` reads into a Tuning and `write` makes of it.
template <class Read, class Write>
Kind of_tune(Read read, Write write) {
  return text(
      [=](const std::string& text, Config& config) { read(text, tuning_of(config)); },
      [=](const Config& config) { return config.tuning ? Json(write(*config.tuning)) : Json(); });
}

void read_system(const std::string& name, Config& config) {
  const auto known = find_system(name);
  if (!known) {
    throw InputError(
        joined(message("no system '{0}' is known; there are: {1}", printable(name), list_systems()),
               former_name("--system", name)));
  }
  config.system = *known;
}

void read_tuned_options(const std::string& text, Tuning& tuning) {
  try {
    tuning.options = parse_tuned_options(text);
  } catch (const std::invalid_argument& error) {
    throw InputError(message("tune: {0}", printable(message_of(error), 500)));
  }
}

void read_gains(const std::string& text, Tuning& tuning) {
  const auto gains = parse_spsa_gains(text);
  if (!gains) {
    throw InputError(
        message("--spsa: expected r_end=0.002,alpha=0.602,gamma=0.101,A=0.1, each perhaps left "
                "out, not '{0}'",
                printable(text)));
  }
  tuning.gains = *gains;
}

void read_proof(const std::string& text, Tuning& tuning) {
  tuning.proof = rating::parse_sprt_options(text);
  if (!tuning.proof) {
    throw InputError(
        message("--proof: expected elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05, not '{0}'",
                printable(text)));
  }
}

Kind batch() {
  return {std::uint64_t(),
          [](const SettingValue& value, Config& config) {
            tuning_of(config).batch = std::get<std::uint64_t>(value);
          },
          [](const Config& config) { return config.tuning ? Json(config.tuning->batch) : Json(); }};
}

/// A number of which 0 is none.
Kind max_turns() {
  Kind kind = kept(&Config::max_turns);
  kind.apply = [](const SettingValue& value, Config& config) {
    if (const int turns = std::get<int>(value)) config.max_turns = turns;
  };
  return kind;
}

Kind strikes() {
  Kind kind = kept(&Config::strikes);
  kind.apply = [](const SettingValue& value, Config& config) {
    config.strikes = std::get<int>(value);
    if (*config.strikes < 1) throw InputError(message("--strikes: expected 1 or more"));
  };
  return kind;
}

/// Seconds; the configuration has whole milliseconds.
Kind watchdog() {
  return {double(),
          [](const SettingValue& value, Config& config) {
            constexpr double most = 1e6;
            const double seconds = std::get<double>(value);
            if (!(seconds >= 0.001 && seconds <= most)) {
              throw InputError(message("--watchdog: expected seconds from 0.001 to 1000000"));
            }
            config.watchdog = std::chrono::milliseconds(std::llround(seconds * 1000));
          },
          [](const Config& config) {
            if (config.watchdog == default_watchdog) return Json();
            return Json(static_cast<double>(config.watchdog.count()) / 1000);
          }};
}

Kind each() {
  return text(
      [](const std::string& text, Config& config) {
        config.each = bot_keys_text(common_keys(text));
      },
      [](const Config& config) { return config.each.empty() ? Json() : Json(config.each); });
}

/// Throws InputError for a built-in bot.
BotSpec referee_of(const std::string& text) {
  BotSpec spec = completed({tournament_bot(text)}, {}).front();
  if (!spec.command.empty()) return spec;
  throw InputError(
      message("--referee: expected a program, as in \"cmd=./engine\", not '{0}'", printable(text)));
}

Kind referee() {
  return text([](const std::string& text, Config& config) { config.referee = referee_of(text); },
              [](const Config& config) {
                return config.referee ? Json(bot_spec_text(*config.referee)) : Json();
              });
}

Kind event_name() {
  return {.stored = [](const Config& config) { return Json(config.name); }};
}

Form named(const char* metavariable) { return {.metavariable = metavariable}; }

Form any_case(std::string metavariable) {
  return {.metavariable = std::move(metavariable), .is_any_case = true};
}

Form words(std::vector<std::string> words) { return {.words = std::move(words)}; }

Form number(const char* metavariable, Pattern not_number) {
  return {.metavariable = metavariable, .not_number = not_number};
}

std::vector<TournamentSetting> make_table() {
  const std::vector<System> gauntlet = {System::gauntlet}, knockout = {System::knockout},
                            spsa = {System::spsa};
  const Form plain, file = {.is_file = true}, folder = {.metavariable = "FOLDER", .is_file = true},
                    threads = {.short_name = "-j"}, key_values = named("KEY=VALUE,...");
  return {
      {"event", Group::playing, Purpose::plan, event_name(), "Set the event name (\"GAME SYSTEM\")",
       named("NAME")},
      {"system", Group::system, Purpose::plan,
       text(read_system, [](const Config& config) { return system_name(config.system); }),
       "Set the system: " + list_systems() + " (round-robin)",
       any_case("SYSTEM:{" + list_systems() + "}")},
      {"game", Group::game, Purpose::games, kept(&Config::game), "Set the game"},
      {"variant", Group::game, Purpose::games, kept(&Config::variant),
       "Set the variant (standard)"},
      {"referee", Group::game, Purpose::games, referee(),
       "Use this UGI program as the referee of --game, which may be any game", named("BOT")},
      {"rounds", Group::system, Purpose::plan, kept(&Config::rounds),
       "Play N rounds; in a round-robin every pair meets twice in each (1)"},
      {"opening-turns", Group::openings, Purpose::games, kept(&Config::opening_turns),
       "Begin each round with N random turns, or N of an opening (2)"},
      {"seed", Group::openings, Purpose::games, kept(&Config::seed), "Set the random seed (1)"},
      {"single", Group::system, Purpose::games, kept(&Config::single),
       "Play one game in each encounter instead of two"},
      {"balanced", Group::openings, Purpose::games, kept(&Config::balanced),
       "Use only distinct openings in which a shallow search sees no win"},
      {"seeds", Group::system, Purpose::plan, kept(&Config::seeds),
       "In a gauntlet: let the first N players meet all others (1)", plain, gauntlet},
      {"pairs", Group::system, Purpose::plan, kept(&Config::pairs),
       "In a knockout: play N pairs of games in each encounter (1)", plain, knockout},
      {"tie-break-pairs", Group::system, Purpose::plan, kept(&Config::tie_break_pairs),
       "In a knockout: play at most N more pairs after a tie (1)", plain, knockout},
      {"tune", Group::tuning, Purpose::plan,
       of_tune(read_tuned_options,
               [](const Tuning& tuning) { return write_tuned_options(tuning.options); }),
       "In the system spsa: tune these options: \"width=6[2,16]\"", named("OPTIONS"), spsa},
      {"spsa", Group::tuning, Purpose::plan,
       of_tune(read_gains, [](const Tuning& tuning) { return write_spsa_gains(tuning.gains); }),
       "Set the step sizes (r_end=0.002,alpha=0.602,gamma=0.101,A=0.1)", key_values, spsa},
      {"batch", Group::tuning, Purpose::plan, batch(),
       "Play N pairs of games in each step, side by side (8)", plain, spsa},
      {"proof", Group::tuning, Purpose::plan,
       of_tune(read_proof,
               [](const Tuning& tuning) {
                 return tuning.proof ? Json(write_sprt_options(*tuning.proof)) : Json();
               }),
       "Set the final test of 'schiri tune': elo0=0,elo1=10[,alpha=0.05,...]", key_values, spsa},
      {"max-turns", Group::ending, Purpose::games, max_turns(),
       "Adjudicate a draw after N turns, 0: never (see 'schiri games')"},
      {"resign", Group::ending, Purpose::games,
       rule(
           "resign", &Config::resign, parse_resign_rule,
           [](const ResignRule& told) { return write_rule(told); },
           message_pattern("score=600,turns=3, perhaps with ,twosided")),
       "Adjudicate a loss by evaluations: score=600,turns=3[,twosided]", key_values},
      {"draw", Group::ending, Purpose::games,
       rule(
           "draw", &Config::draw, parse_draw_rule,
           [](const DrawRule& told) { return write_rule(told); },
           message_pattern("score=10,turns=8, perhaps with ,after=40")),
       "Adjudicate a draw by evaluations: score=10,turns=8[,after=40]", key_values},
      {"sprt", Group::ending, Purpose::plan,
       rule("sprt", &Config::sprt, rating::parse_sprt_options, rating::write_sprt_options,
            message_pattern("elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05,model=normalized")),
       "End by a sequential test of the first player: elo0=0,elo1=5[,...]", key_values},
      {"until-error", Group::ending, Purpose::plan, kept(&Config::until_error),
       "Add rounds until all rating errors are below N Elo",
       number("", message_pattern("'{0}' must be a number of Elo points"))},
      {"odds", Group::bots, Purpose::games, kept(&Config::odds),
       "Divide the time and nodes of one side by N, of each bot in one game of a pair",
       number("", message_pattern("'{0}' must be a number"))},
      {"strikes", Group::failures, Purpose::games, strikes(),
       "Exclude a bot after N failures; it loses its other games (never)"},
      {"watchdog", Group::failures, Purpose::games, watchdog(),
       "Stop a program that is silent this long while no clock runs (30)",
       number("SECONDS", message_pattern("'{0}' must be a number of seconds"))},
      {"max-failures", Group::failures, Purpose::run, of<std::uint64_t>(),
       "Exit with status 1 if more than N games are lost by failures"},
      {"each", Group::bots, Purpose::games, each(),
       "Set keys of all bots that do not set them: \"movetime=100\"", named("KEY=VALUE...")},
      {"presets", Group::bots, Purpose::run, of<std::string>(),
       "Read named bots from this JSON file, for --bot \"preset=NAME\"", file},
      // The file of openings is read when all other settings are known.
      {"openings", Group::openings, Purpose::run, of<std::string>(),
       "Begin games from the records or positions of this file", file},
      {"openings-order", Group::openings, Purpose::run, of<std::string>(),
       "Set the order of the openings in the file (sequential)", words({"sequential", "random"})},
      {"openings-start", Group::openings, Purpose::run, of<std::uint64_t>(),
       "Begin the first round with opening N of the file (1)"},
      {"db", Group::playing, Purpose::run, of<std::string>(), "Store the games in this database",
       file},
      {"threads", Group::playing, Purpose::run, of<unsigned>(),
       "Play N games at once (one for each processor)", threads},
      {"cpu", Group::playing, Purpose::run, of<std::string>(),
       "Pin games to processors: auto, 0-3, 0,2", any_case("LIST")},
      {"wait", Group::playing, Purpose::run, of<std::uint64_t>(),
       "Wait N milliseconds between the games of each thread (0)"},
      {"force", Group::playing, Purpose::run, of<bool>(),
       "Play more timed games at once than there are processors"},
      {"durable", Group::playing, Purpose::run, of<bool>(),
       "Sync each game to disk, to survive a power cut"},
      {"log", Group::playing, Purpose::run, of<std::string>(),
       "Append starts, turns, ends and warnings to this file (JSON Lines)", file},
      {"trace", Group::playing, Purpose::run, of<std::string>(),
       "Write the conversation with programs to this folder, a file for each game", folder},
      {"progress", Group::playing, Purpose::run, of<std::string>(),
       "Print a line every N games, or Ns seconds, into a pipe (30s)", named("N|Ns")},
      {"verbose", Group::playing, Purpose::run, of<bool>(),
       "Also print answer times and how games ended"},
      {"report", Group::playing, Purpose::run, of<std::string>(),
       "Write the report of the games to this HTML file at the end", file},
      {"junit", Group::playing, Purpose::run, of<std::string>(),
       "Write verdict and failures to this JUnit XML file", file},
      {"pgn", Group::records, Purpose::run, of<std::string>(),
       "Write each game to this file when it ends, with the bots' comments", file},
      {"pgn-comments", Group::records, Purpose::run, of<std::string>(),
       "With --pgn: choose the comments: all, usual, short, or of " + comment_part_names() +
           " (usual)",
       any_case("LIST")},
      {"shard", Group::part, Purpose::run, of<std::string>(), "Play part I of N parts of the games",
       named("I/N")},
  };
}

/// 1 for settings that do not fit together, which Contest reports.
std::uint64_t rounds_of(const TournamentConfig& config) {
  try {
    return default_rounds(config);
  } catch (const std::invalid_argument&) {
    return 1;
  }
}

}  // namespace

const std::vector<TournamentSetting>& setting_table() {
  static const std::vector<TournamentSetting> table = make_table();
  return table;
}

const TournamentSetting& find_setting(std::string_view key) {
  for (const TournamentSetting& setting : setting_table()) {
    if (setting.key == key) return setting;
  }
  throw std::logic_error("there is no setting '" + std::string(key) + "'");
}

const SettingValue* TournamentSettings::find(std::string_view key) const {
  const auto found = values_.find(find_setting(key).key);
  return found == values_.end() ? nullptr : &found->second;
}

void TournamentSettings::set(std::string_view key, SettingValue value) {
  const TournamentSetting& setting = find_setting(key);
  if (value.index() != setting.kind.type.index()) {
    throw std::logic_error("the setting '" + setting.key + "' has another type");
  }
  values_.insert_or_assign(setting.key, std::move(value));
}

void TournamentSettings::erase(SettingPurpose purpose) {
  std::erase_if(values_,
                [&](const auto& one) { return find_setting(one.first).purpose == purpose; });
  if (purpose == SettingPurpose::plan) earlier_plans.clear();
}

void TournamentSettings::complete_from(const TournamentSettings& others) {
  const bool has_openings = has("openings") || !opening_list.empty();
  for (const auto& [key, value] : others.values_) {
    if (key != "openings" || !has_openings) values_.emplace(key, value);
  }
  if (!has_openings) opening_list = others.opening_list;
  if (earlier_plans.empty()) earlier_plans = others.earlier_plans;
  bots.insert(bots.begin(), others.bots.begin(), others.bots.end());
}

void TournamentSettings::place_in(const std::string& folder) {
  for (auto& [key, value] : values_) {
    if (!find_setting(key).form.is_file) continue;
    auto& file = std::get<std::string>(value);
    file = placed_file(file, folder);
  }
  for (BotSpec& bot : bots) db::place_in(folder, bot);
  if (const auto each = text("each")) {
    BotKeys keys = common_keys(*each);
    db::place_in(folder, keys);
    set("each", bot_keys_text(keys));
  }
  if (const auto referee = text("referee")) {
    BotSpec program = tournament_bot(*referee);
    db::place_in(folder, program);
    if (program.builtin.empty()) set("referee", bot_keys_text(given_keys(program)));
  }
}

std::vector<BotSpec> TournamentSettings::bot_specs(const PresetFile& usual) const {
  return completed(bots,
                   {common_keys(text("each").value_or("")), preset_file(text("presets"), usual)});
}

const GameType& TournamentSettings::game_type() const {
  const auto game = text("game");
  if (game) return has("referee") ? game_or_words(*game) : require_game(*game);
  throw InputError(has("referee") ? message("--referee: name the game as well, --game NAME")
                                  : missing_game_message());
}

TournamentConfig TournamentSettings::config(const ConfigContext& context) const {
  const GameType& type = game_type();
  TournamentConfig config;
  config.variant = type.variant_table.standard();
  config.earlier_plans = earlier_plans;
  for (const TournamentSetting& setting : setting_table()) {
    const SettingValue* const value = find(setting.key);
    if (value && setting.kind.apply) setting.kind.apply(*value, config);
  }
  require_own_settings(config.system);
  config.bots = bot_specs(context.presets);
  if (config.system == System::spsa && config.bots.size() == 1) {
    config.bots = tuned_players(config.bots.front());
  }
  config.game = type.name();
  if (type.facts.has_words && !has("opening-turns")) config.opening_turns = 0;
  config.variant = usual_variant(config.variant);
  set_openings(config, type, context);
  if (!has("rounds")) config.rounds = rounds_of(config);
  const bool standard = config.variant == type.variant_table.standard();
  config.name = text("event").value_or(config.game + (standard ? "" : " " + config.variant) + " " +
                                       std::string(system_title(config.system)));
  return config;
}

/// Throws InputError for a setting that only other systems have.
void TournamentSettings::require_own_settings(System system) const {
  for (const TournamentSetting& setting : setting_table()) {
    const auto& owners = setting.systems;
    const bool is_owner = std::find(owners.begin(), owners.end(), system) != owners.end();
    if (owners.empty() || is_owner || !has(setting.key)) continue;
    throw InputError(message("{0} is only for the system {1}", setting.key,
                             join(owners, ", ", [](System owner) { return system_name(owner); })));
  }
}

/// Sets openings that are given instead of drawn.
void TournamentSettings::set_openings(TournamentConfig& config, const GameType& type,
                                      const ConfigContext& context) const {
  const std::string order = text("openings-order").value_or("sequential");
  if (order != "sequential" && order != "random") {
    throw InputError(
        message("--openings-order: expected sequential or random, not '{0}'", printable(order)));
  }
  const auto file = text("openings");
  if (!file && (has("openings-order") || has("openings-start"))) {
    throw InputError(
        message("--openings-order and --openings-start are for the openings of a file; name it "
                "with --openings"));
  }
  if (!file && opening_list.empty()) return;
  config.openings = opening_list;
  config.opening_turns = 0;
  config.balanced = false;
  if (!file) return;
  type.variant_table.require(config.variant);
  config.openings =
      read_openings(*file, type, config.variant,
                    {get<int>("opening-turns"), order == "random",
                     count("openings-start").value_or(1), config.seed, flag("balanced")},
                    context.note);
}

namespace {

/// Reads the settings of a JSON object.
class SettingsReader {
 public:
  SettingsReader(const Json& object, const std::string& source)
      : reader_(object, source), source_(source) {}

  TournamentSettings read() {
    for (const auto& [key, value] : reader_.object().members()) {
      if (!read_list(key, value)) settings_.set(key, value_of(known(key), value));
    }
    return std::move(settings_);
  }

 private:
  /// The setting of this key. Throws InputError.
  const TournamentSetting& known(const std::string& key) const {
    const Message unknown = message("unknown key '{0}'", printable(key));
    if (const Message now = former_name("schiri tournament", "--" + key); !now.empty()) {
      reader_.fail(joined(unknown, now));
    }
    std::string names = "bots, earlier-plans";
    NearestName nearest(key);
    for (const TournamentSetting& setting : setting_table()) {
      if (setting.key == key) return setting;
      names += ", " + setting.key;
      nearest.look_at(setting.key);
    }
    reader_.fail(joined(unknown, known_names(nearest, message("known are {0}", names))));
  }

  SettingValue value_of(const TournamentSetting& setting, const Json& value) const {
    const auto read = [&]<class Value>(const Value&) -> SettingValue {
      if constexpr (std::is_same_v<Value, std::string>) {
        return setting.form.is_file ? file_name(setting.key, value)
                                    : reader_.text(setting.key, value);
      } else if constexpr (std::is_same_v<Value, bool>) {
        if (!value.is_boolean()) reader_.fail(message("'{0}' must be true or false", setting.key));
        return value.get<bool>();
      } else if constexpr (std::is_same_v<Value, double>) {
        if (!value.is_number()) {
          reader_.fail(Message(setting.form.not_number, {message_value(setting.key)}));
        }
        return value.get<double>();
      } else {
        return reader_.number<Value>(setting.key, value);
      }
    };
    return std::visit(read, setting.kind.type);
  }

  std::string file_name(const std::string& key, const Json& value) const {
    std::string name = reader_.text(key, value);
    if (name.empty()) reader_.fail(message("'{0}' is empty", key));
    return name;
  }

  /// What is not one value, or has another form in files.
  bool read_list(const std::string& key, const Json& value) {
    if (key == "bots") {
      if (!value.is_array()) reader_.fail(message("'bots' must be an array"));
      for (const Json& bot : value) {
        const std::string number = std::to_string(settings_.bots.size() + 1);
        settings_.bots.push_back(tournament_bot(bot, source_ + ": bot " + number));
      }
    } else if (key == "each") {
      settings_.set(key, common_keys_text(value, source_ + ": each"));
    } else if (key == "openings" && !value.is_string()) {
      if (!value.is_array()) reader_.fail(message("'openings' must be a file or an array"));
      for (const Json& line : value) {
        const std::string number = std::to_string(settings_.opening_list.size() + 1);
        settings_.opening_list.push_back(
            opening_of(ObjectReader(line, source_ + ": opening " + number)));
      }
    } else if (key == "earlier-plans") {
      if (!value.is_array()) reader_.fail(message("'earlier-plans' must be an array"));
      for (const Json& plan : value) {
        const std::string number = std::to_string(settings_.earlier_plans.size() + 1);
        settings_.earlier_plans.push_back(
            earlier_plan_of(ObjectReader(plan, source_ + ": earlier plan " + number)));
      }
    } else if (key == "signature") {
      // Earlier versions signed plans with programs.
    } else {
      return false;
    }
    return true;
  }

  static EarlierPlan earlier_plan_of(const ObjectReader& reader) {
    EarlierPlan plan;
    for (const auto& [key, value] : reader.object().members()) {
      if (key == "players") {
        plan.players = reader.number<std::size_t>(key, value);
      } else if (key == "rounds") {
        plan.rounds = reader.number<std::uint64_t>(key, value);
      } else if (key == "begun") {
        plan.begun = reader.number<std::uint64_t>(key, value);
      } else {
        reader.fail(
            message("expected the keys players, rounds and begun, not '{0}'", printable(key)));
      }
    }
    return plan;
  }

  static OpeningLine opening_of(const ObjectReader& reader) {
    OpeningLine opening;
    for (const auto& [key, value] : reader.object().members()) {
      if (key == "position") {
        opening.position = reader.text(key, value);
      } else if (key == "roll") {
        opening.roll = reader.text(key, value);
      } else if (key == "turns" && value.is_array()) {
        for (const Json& turn : value) opening.turns.push_back(reader.text("turns", turn));
      } else {
        reader.fail(message("expected the keys position, roll, and turns with an array, not '{0}'",
                            printable(key)));
      }
    }
    return opening;
  }

  ObjectReader reader_;
  const std::string& source_;
  TournamentSettings settings_;
};

Json opening_json(const OpeningLine& opening) {
  Json object = Json::object();
  if (!opening.position.empty()) object["position"] = opening.position;
  if (!opening.roll.empty()) object["roll"] = opening.roll;
  object["turns"] = opening.turns;
  return object;
}

Json bot_json(const BotSpec& spec) {
  Json object = Json::object();
  if (!spec.builtin.empty()) object["bot"] = spec.builtin;
  for (const auto& [key, value] : bot_spec_keys(spec)) object[key] = value;
  return object;
}

/// Lists come after the same keys as in older versions, so that a stored plan keeps its text.
void add_lists_after(const std::string& key, const TournamentConfig& config, Json& object) {
  if (key == "seed") {
    object["bots"] = Json::array();
    for (const BotSpec& bot : config.bots) object["bots"].push_back(bot_json(bot));
  }
  if (key != "balanced") return;
  for (const OpeningLine& line : config.openings) object["openings"].push_back(opening_json(line));
  for (const EarlierPlan& plan : config.earlier_plans) {
    object["earlier-plans"].push_back(
        {{"players", plan.players}, {"rounds", plan.rounds}, {"begun", plan.begun}});
  }
}

}  // namespace

TournamentSettings parse_settings(const std::string& text, const std::string& source) {
  const Json object = parse_strictly(text, source);
  return SettingsReader(object, source).read();
}

TournamentSettings read_tournament_file(const std::string& path) {
  return parse_settings(
      read_settings_file(path, message_pattern("{0}: an event file cannot be larger than 16 MiB")),
      path);
}

std::string config_json(const TournamentConfig& config) {
  Json object = Json::object();
  for (const TournamentSetting& setting : setting_table()) {
    Json value = setting.kind.stored ? setting.kind.stored(config) : Json();
    if (!value.is_null()) object[setting.key] = std::move(value);
    add_lists_after(setting.key, config, object);
  }
  return object.dump();
}

Shard parse_shard(const std::string& text) {
  const auto parts = split(text, '/');
  const auto index = parse_number<std::uint64_t>(parts.front());
  const auto count = parse_number<std::uint64_t>(parts.back());
  if (parts.size() != 2 || !index || !count || *index < 1 || *index > *count ||
      *count > most_shards) {
    throw InputError(message("--shard: expected I/N with I from 1 to N and N up to {0}, not '{1}'",
                             most_shards, printable(text)));
  }
  return {*index, *count};
}

}  // namespace schiri::db
