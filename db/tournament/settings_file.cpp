#include "db/tournament/settings_file.h"

#include <utility>

#include "core/base/message.h"
#include "db/tournament/object_reader.h"
#include "db/tournament/setting_table.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

std::vector<TournamentBot> bots_of_array(const Json& array, const ObjectReader& event,
                                         const std::string& source) {
  if (!array.is_array()) event.fail(message("'bots' must be an array"));
  std::vector<TournamentBot> bots;
  for (const Json& bot : array) {
    bots.push_back(tournament_bot(bot, source + ": bot " + std::to_string(bots.size() + 1)));
  }
  return bots;
}

std::string file_name(const ObjectReader& reader, const std::string& key, const Json& value) {
  std::string name = reader.text(key, value);
  if (name.empty()) reader.fail(message("'{0}' is empty", key));
  return name;
}

/// Reads a JSON value into a member of the settings.
struct MemberReader {
  const ObjectReader& reader;
  const TournamentSetting& setting;
  const Json& value;
  TournamentSettings& settings;

  void operator()(std::optional<std::string> TournamentSettings::*member) const {
    settings.*member =
        setting.is_file ? file_name(reader, setting.key, value) : reader.text(setting.key, value);
  }
  void operator()(std::optional<bool> TournamentSettings::*member) const {
    settings.*member = reader.yes_or_no(setting.key, value);
  }
  void operator()(std::optional<double> TournamentSettings::*member) const {
    settings.*member = reader.real(setting.key, value, setting.not_number);
  }
  template <class Number>
  void operator()(std::optional<Number> TournamentSettings::*member) const {
    settings.*member = reader.number<Number>(setting.key, value);
  }
};

class SettingsReader {
 public:
  SettingsReader(const Json& object, const std::string& source)
      : reader_(object, source), source_(source) {}

  TournamentSettings read() {
    for (const auto& [key, value] : reader_.object().members()) {
      if (!read_list(key, value) && !read_setting(key, value)) refuse(key);
    }
    return std::move(settings_);
  }

 private:
  [[noreturn]] void refuse(const std::string& key) const {
    std::string known = "bots, earlier-plans";
    NearestName nearest(key);
    for (const TournamentSetting& setting : setting_table()) {
      known += ", " + setting.key;
      nearest.look_at(setting.key);
    }
    reader_.fail(joined(message("unknown key '{0}'", printable(key)),
                        known_names(nearest, message("known are {0}", known))));
  }

  bool read_setting(const std::string& key, const Json& value) {
    for (const TournamentSetting& setting : setting_table()) {
      if (setting.key != key) continue;
      std::visit(MemberReader{reader_, setting, value, settings_}, setting.member);
      return true;
    }
    return false;
  }

  bool read_list(const std::string& key, const Json& value) {
    if (key == "bots") {
      settings_.bots = bots_of_array(value, reader_, source_);
    } else if (key == "each") {
      settings_.each = common_keys_text(value, source_ + ": each");
    } else if (key == "openings") {
      read_openings_of(value);
    } else if (key == "earlier-plans") {
      read_earlier_plans(value);
    } else if (key == "signature") {
      settings_.signature = reader_.text(key, value);
    } else {
      return false;
    }
    return true;
  }

  /// The name of a file, or an array of openings.
  void read_openings_of(const Json& value) {
    if (value.is_string()) {
      settings_.openings = file_name(reader_, "openings", value);
      return;
    }
    if (!value.is_array()) reader_.fail(message("'openings' must be a file or an array"));
    for (const Json& line : value) {
      const std::string place =
          source_ + ": opening " + std::to_string(settings_.opening_list.size() + 1);
      settings_.opening_list.push_back(opening_of(ObjectReader(line, place)));
    }
  }

  void read_earlier_plans(const Json& value) {
    if (!value.is_array()) reader_.fail(message("'earlier-plans' must be an array"));
    for (const Json& plan : value) {
      const std::string place =
          source_ + ": earlier plan " + std::to_string(settings_.earlier_plans.size() + 1);
      settings_.earlier_plans.push_back(earlier_plan_of(ObjectReader(plan, place)));
    }
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
    Json value = setting.stored ? setting.stored(config) : Json();
    if (!value.is_null()) object[setting.key] = std::move(value);
    add_lists_after(setting.key, config, object);
  }
  return object.dump();
}

}  // namespace schiri::db
