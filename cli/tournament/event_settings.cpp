#include "cli/tournament/event_settings.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/command.h"
#include "cli/game/start.h"
#include "cli/tournament/opening_file.h"
#include "core/schedule/systems.h"
#include "notation/printable.h"
#include "notation/records/reader.h"
#include "notation/records/whole_text.h"

namespace schiri::cli {

namespace {

/// Reads the values of one JSON object and names what is wrong with them.
class ObjectReader {
 public:
  ObjectReader(const Json& object, std::string place) : object_(object), place_(std::move(place)) {
    if (!object.is_object()) fail("expected an object in braces");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(printable(place_, 4096) + ": " + message);
  }

  std::string text(const std::string& key, const Json& value) const {
    if (!value.is_string()) fail("'" + printable(key) + "' is to be a text");
    return value.get<std::string>();
  }

  template <class Number>
  Number number(const std::string& key, const Json& value) const {
    const auto most = std::numeric_limits<Number>::max();
    if (!value.is_number_unsigned() ||
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
      fail("'" + key + "' is to be a whole number from 0 to " + std::to_string(most));
    }
    return value.get<Number>();
  }

  bool yes_or_no(const std::string& key, const Json& value) const {
    if (!value.is_boolean()) fail("'" + key + "' is to be true or false");
    return value.get<bool>();
  }

  double real(const std::string& key, const Json& value, const std::string& unit) const {
    if (!value.is_number()) fail("'" + key + "' is to be a number of " + unit);
    return value.get<double>();
  }

  /// A bot's values may be numbers or texts.
  std::string word(const std::string& key, const Json& value) const {
    if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
    return text(key, value);
  }

  const Json& object() const { return object_; }

 private:
  const Json& object_;
  std::string place_;
};

BotSpec bot_of_object(const ObjectReader& reader) {
  std::string builtin, written;
  BotKeys keys;
  for (const auto& [key, value] : reader.object().items()) {
    if (key == "bot") {
      builtin = reader.text(key, value);
      continue;
    }
    keys.emplace_back(key, reader.word(key, value));
    written += (written.empty() ? "" : " ") + key + "=" + keys.back().second;
  }
  if (!builtin.empty()) written = builtin + (written.empty() ? "" : " ") + written;
  return make_bot_spec(builtin, keys, written);
}

std::vector<BotSpec> bots_of_array(const Json& array, const ObjectReader& event,
                                   const std::string& source) {
  if (!array.is_array()) event.fail("'bots' is to be an array");
  std::vector<BotSpec> bots;
  for (const Json& bot : array) {
    const std::string place = source + ": bot " + std::to_string(bots.size() + 1);
    try {
      bots.push_back(bot.is_string() ? parse_bot_spec(bot.get<std::string>())
                                     : bot_of_object(ObjectReader(bot, place)));
    } catch (const BotSpecError& error) {
      throw UsageError(printable(place, 4096) + ": " + error.what());
    }
  }
  return bots;
}

class EventReader {
 public:
  EventReader(const Json& object, const std::string& source)
      : reader_(object, source), source_(source) {}

  EventSettings read() {
    for (const auto& [key, value] : reader_.object().items()) {
      if (!read_text(key, value) && !read_count(key, value) && !read_number(key, value) &&
          key != "bots" && key != "openings" && key != "earlier-plans") {
        reader_.fail("unknown key '" + printable(key) +
                     "'; known are bots, game, variant, db, event, system, rounds, seeds, "
                     "single, pairs, tie-break-pairs, openings, openings-order, openings-start, "
                     "opening-turns, balanced, max-turns, resign, draw, sprt, until-error, seed, "
                     "strikes, watchdog, threads, durable, shard, log, earlier-plans");
      }
      if (key == "bots") settings_.bots = bots_of_array(value, reader_, source_);
      if (key == "openings") read_openings_of(value);
      if (key == "earlier-plans") read_earlier_plans(value);
    }
    return std::move(settings_);
  }

 private:
  /// A file, or the openings themselves.
  void read_openings_of(const Json& value) {
    if (value.is_string()) {
      settings_.openings = value.get<std::string>();
      return;
    }
    if (!value.is_array()) reader_.fail("'openings' is to be a file or an array");
    for (const Json& line : value) {
      const std::string place =
          source_ + ": opening " + std::to_string(settings_.opening_list.size() + 1);
      settings_.opening_list.push_back(opening_of(ObjectReader(line, place)));
    }
  }

  void read_earlier_plans(const Json& value) {
    if (!value.is_array()) reader_.fail("'earlier-plans' is to be an array");
    for (const Json& plan : value) {
      const std::string place =
          source_ + ": earlier plan " + std::to_string(settings_.earlier_plans.size() + 1);
      settings_.earlier_plans.push_back(earlier_plan_of(ObjectReader(plan, place)));
    }
  }

  static EarlierPlan earlier_plan_of(const ObjectReader& reader) {
    EarlierPlan plan;
    for (const auto& [key, value] : reader.object().items()) {
      if (key == "players") {
        plan.players = reader.number<std::size_t>(key, value);
      } else if (key == "rounds") {
        plan.rounds = reader.number<std::uint64_t>(key, value);
      } else if (key == "begun") {
        plan.begun = reader.number<std::uint64_t>(key, value);
      } else {
        reader.fail("expected the keys players, rounds and begun, not '" + printable(key) + "'");
      }
    }
    return plan;
  }

  static OpeningLine opening_of(const ObjectReader& reader) {
    OpeningLine opening;
    for (const auto& [key, value] : reader.object().items()) {
      if (key == "position") {
        opening.position = reader.text(key, value);
      } else if (key == "roll") {
        opening.roll = reader.text(key, value);
      } else if (key == "turns" && value.is_array()) {
        for (const Json& turn : value) opening.turns.push_back(reader.text("turns", turn));
      } else {
        reader.fail("expected the keys position, roll, and turns with an array, not '" +
                    printable(key) + "'");
      }
    }
    return opening;
  }

  bool read_text(const std::string& key, const Json& value) {
    const std::pair<const char*, std::optional<std::string>*> texts[] = {
        {"game", &settings_.game},
        {"variant", &settings_.variant},
        {"db", &settings_.db},
        {"event", &settings_.event},
        {"system", &settings_.system},
        {"log", &settings_.log},
        {"shard", &settings_.shard},
        {"resign", &settings_.resign},
        {"draw", &settings_.draw},
        {"sprt", &settings_.sprt},
        {"openings-order", &settings_.openings_order},
    };
    for (const auto& [name, text] : texts) {
      if (key != name) continue;
      *text = reader_.text(key, value);
      return true;
    }
    return false;
  }

  bool read_count(const std::string& key, const Json& value) {
    const std::pair<const char*, std::optional<std::uint64_t>*> counts[] = {
        {"rounds", &settings_.rounds},
        {"seed", &settings_.seed},
        {"seeds", &settings_.seeds},
        {"pairs", &settings_.pairs},
        {"tie-break-pairs", &settings_.tie_break_pairs},
        {"openings-start", &settings_.openings_start},
    };
    for (const auto& [name, count] : counts) {
      if (key != name) continue;
      *count = reader_.number<std::uint64_t>(key, value);
      return true;
    }
    return false;
  }

  bool read_number(const std::string& key, const Json& value) {
    if (key == "single") {
      settings_.single = reader_.yes_or_no(key, value);
    } else if (key == "balanced") {
      settings_.balanced = reader_.yes_or_no(key, value);
    } else if (key == "durable") {
      settings_.durable = reader_.yes_or_no(key, value);
    } else if (key == "opening-turns") {
      settings_.opening_turns = reader_.number<int>(key, value);
    } else if (key == "max-turns") {
      settings_.max_turns = reader_.number<int>(key, value);
    } else if (key == "strikes") {
      settings_.strikes = reader_.number<int>(key, value);
    } else if (key == "watchdog") {
      settings_.watchdog = reader_.real(key, value, "seconds");
    } else if (key == "until-error") {
      settings_.until_error = reader_.real(key, value, "Elo points");
    } else if (key == "threads") {
      settings_.threads = reader_.number<unsigned>(key, value);
    } else {
      return false;
    }
    return true;
  }

  ObjectReader reader_;
  const std::string& source_;
  EventSettings settings_;
};

/// Refuses a second key of the same name, which the parser would silently drop.
Json parse_strictly(const std::string& text, const std::string& source) {
  std::vector<std::vector<std::string>> keys;
  constexpr int most_levels = 64;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > most_levels) {
      throw UsageError(printable(source, 4096) + ": this is nested more than " +
                       std::to_string(most_levels) + " levels deep");
    }
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      auto name = parsed.get<std::string>();
      for (const std::string& key : keys.back()) {
        if (key == name) {
          throw UsageError(printable(source, 4096) + ": '" + printable(key) + "' stands twice");
        }
      }
      keys.back().push_back(std::move(name));
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::exception& error) {
    throw UsageError(printable(source, 4096) +
                     ": this is no JSON: " + printable(error.what(), 500));
  }
}

template <class Value>
void complete(std::optional<Value>& value, const std::optional<Value>& other) {
  if (!value) value = other;
}

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

System require_system(const std::string& name) {
  if (const auto system = find_system(name)) return *system;
  throw UsageError("no system '" + printable(name) + "' is known; there are: " + list_systems());
}

constexpr const char* resign_form = "score=600,turns=3, perhaps with ,twosided";
constexpr const char* draw_form = "score=10,turns=8, perhaps with ,after=40";

constexpr const char* sprt_form =
    "elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05,model=normalized";

/// What does not fit together is for Contest to tell.
std::uint64_t rounds_of(const EventConfig& config) {
  try {
    return default_rounds(config);
  } catch (const std::invalid_argument&) {
    return 1;
  }
}

template <class Read>
auto require_rule(const char* option, const std::string& text, Read read, const char* form) {
  if (const auto rule = read(text)) return *rule;
  throw UsageError(std::string(option) + ": expected " + form + ", not '" + printable(text) + "'");
}

/// Whole milliseconds, as they are kept.
std::chrono::milliseconds watchdog_time(double seconds) {
  constexpr double most = 1e6;
  if (!(seconds >= 0.001 && seconds <= most)) {
    throw UsageError("--watchdog: expected seconds from 0.001 to 1000000");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

}  // namespace

void EventSettings::complete_from(const EventSettings& others) {
  complete(game, others.game);
  complete(variant, others.variant);
  complete(db, others.db);
  complete(event, others.event);
  complete(system, others.system);
  complete(shard, others.shard);
  complete(log, others.log);
  complete(resign, others.resign);
  complete(draw, others.draw);
  complete(sprt, others.sprt);
  if (!openings && opening_list.empty()) opening_list = others.opening_list;
  if (opening_list.empty()) complete(openings, others.openings);
  if (earlier_plans.empty()) earlier_plans = others.earlier_plans;
  complete(openings_order, others.openings_order);
  complete(openings_start, others.openings_start);
  complete(balanced, others.balanced);
  complete(durable, others.durable);
  complete(until_error, others.until_error);
  complete(rounds, others.rounds);
  complete(seed, others.seed);
  complete(seeds, others.seeds);
  complete(pairs, others.pairs);
  complete(tie_break_pairs, others.tie_break_pairs);
  complete(single, others.single);
  complete(opening_turns, others.opening_turns);
  complete(max_turns, others.max_turns);
  complete(strikes, others.strikes);
  complete(watchdog, others.watchdog);
  complete(threads, others.threads);
  bots.insert(bots.begin(), others.bots.begin(), others.bots.end());
}

EventConfig EventSettings::config() const {
  if (!game) throw UsageError("which game is to be played? Name it with --game");
  const GameType& type = require_game(*game);
  EventConfig config;
  config.system = system ? require_system(*system) : System::round_robin;
  config.game = *game;
  config.variant = variant.value_or(std::string(type.variants().front()));
  config.bots = bots;
  config.earlier_plans = earlier_plans;
  config.seeds = seeds;
  config.pairs = pairs;
  config.tie_break_pairs = tie_break_pairs;
  config.single = single.value_or(false);
  config.opening_turns = opening_turns.value_or(config.opening_turns);
  config.balanced = balanced.value_or(false);
  if (max_turns != 0) config.max_turns = max_turns;
  if (resign) config.resign = require_rule("--resign", *resign, parse_resign_rule, resign_form);
  if (draw) config.draw = require_rule("--draw", *draw, parse_draw_rule, draw_form);
  if (sprt) config.sprt = require_rule("--sprt", *sprt, rating::parse_sprt_options, sprt_form);
  config.until_error = until_error;
  config.seed = seed.value_or(config.seed);
  set_openings(config, type);
  config.strikes = strikes;
  if (strikes && *strikes < 1) throw UsageError("--strikes: expected 1 or more");
  if (watchdog) config.watchdog = watchdog_time(*watchdog);
  config.rounds = rounds ? *rounds : rounds_of(config);
  const bool standard = config.variant == type.variants().front();
  config.name = event.value_or(*game + (standard ? "" : " " + config.variant) + " " +
                               std::string(system_title(config.system)));
  return config;
}

/// Openings that are not drawn.
void EventSettings::set_openings(EventConfig& config, const GameType& type) const {
  const std::string order = openings_order.value_or("sequential");
  if (order != "sequential" && order != "random") {
    throw UsageError("--openings-order: expected sequential or random, not '" + printable(order) +
                     "'");
  }
  if (!openings && (openings_order || openings_start)) {
    throw UsageError(
        "--openings-order and --openings-start are for the openings of a file; name it with "
        "--openings");
  }
  if (!openings && opening_list.empty()) return;
  config.openings = opening_list;
  config.opening_turns = 0;
  config.balanced = false;
  if (!openings) return;
  require_variant(config.variant, type.variants(), type.title());
  config.openings = read_openings(*openings, type, config.variant,
                                  {opening_turns, order == "random", openings_start.value_or(1),
                                   config.seed, balanced.value_or(false)});
}

EventSettings parse_event(const std::string& text, const std::string& source) {
  const Json object = parse_strictly(text, source);
  return EventReader(object, source).read();
}

EventSettings read_event_file(const std::string& path) {
  FileSource source(path);
  const auto text = read_all(source, std::size_t{16} << 20);
  if (!text) throw UsageError("an event file cannot be larger than 16 MiB");
  return parse_event(*text, path);
}

std::string event_json(const EventConfig& config) {
  Json object = {{"event", config.name},    {"system", system_name(config.system)},
                 {"game", config.game},     {"variant", config.variant},
                 {"rounds", config.rounds}, {"opening-turns", config.opening_turns},
                 {"seed", config.seed},     {"bots", Json::array()}};
  if (config.single) object["single"] = true;
  if (config.balanced) object["balanced"] = true;
  for (const OpeningLine& line : config.openings) object["openings"].push_back(opening_json(line));
  for (const EarlierPlan& plan : config.earlier_plans) {
    object["earlier-plans"].push_back(
        {{"players", plan.players}, {"rounds", plan.rounds}, {"begun", plan.begun}});
  }
  if (config.seeds) object["seeds"] = *config.seeds;
  if (config.pairs) object["pairs"] = *config.pairs;
  if (config.tie_break_pairs) object["tie-break-pairs"] = *config.tie_break_pairs;
  if (config.max_turns) object["max-turns"] = *config.max_turns;
  if (config.resign) object["resign"] = write_rule(*config.resign);
  if (config.draw) object["draw"] = write_rule(*config.draw);
  if (config.sprt) object["sprt"] = write_sprt_options(*config.sprt);
  if (config.until_error) object["until-error"] = *config.until_error;
  if (config.strikes) object["strikes"] = *config.strikes;
  if (config.watchdog != default_watchdog) {
    object["watchdog"] = static_cast<double>(config.watchdog.count()) / 1000;
  }
  for (const BotSpec& bot : config.bots) object["bots"].push_back(bot_json(bot));
  return object.dump();
}

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc{} && index.ptr != end && *index.ptr == '/';
  const auto count = std::from_chars(slash ? index.ptr + 1 : end, end, shard.count);
  const bool complete = slash && count.ec == std::errc{} && count.ptr == end;
  if (!complete || shard.index < 1 || shard.index > shard.count || shard.count > most_shards) {
    throw UsageError("--shard: expected I/N with I from 1 to N and N up to " +
                     std::to_string(most_shards) + ", not '" + printable(text) + "'");
  }
  return shard;
}

}  // namespace schiri::cli
