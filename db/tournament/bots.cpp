#include "db/tournament/bots.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/errors.h"
#include "core/base/nearest_name.h"
#include "core/bots/builtin.h"
#include "core/bots/options.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::db {

ObjectReader::ObjectReader(const Json& object, std::string place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) fail(message("expected an object in braces"));
}

void ObjectReader::fail(const Message& complaint) const {
  throw InputError(message("{0}: {1}", printable(place_, 4096), complaint));
}

std::string ObjectReader::text(const std::string& key, const Json& value) const {
  if (!value.is_string()) fail(message("'{0}' must be a string", printable(key)));
  return value.get<std::string>();
}

std::string ObjectReader::word(const std::string& key, const Json& value) const {
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  return text(key, value);
}

Json parse_strictly(const std::string& text, const std::string& source) {
  try {
    return Json::parse(text, Json::Twice::is_error);
  } catch (const JsonSyntaxError& error) {
    throw InputError(message("{0}: this is not JSON: {1}", printable(source, 4096),
                             printable(message_of(error), 500)));
  } catch (const JsonError& error) {
    throw InputError(
        message("{0}: {1}", printable(source, 4096), printable(message_of(error), 500)));
  }
}

std::string read_settings_file(const std::string& path, Pattern too_large) {
  FileSource source(path);
  auto text = read_all(source, std::size_t{16} << 20);
  if (!text) {
    throw InputError(Message(too_large, {message_value(printable(path, 4096))}));
  }
  return std::move(*text);
}

namespace {

namespace fs = std::filesystem;

/// Runs code that may throw BotSpecError, and adds the place to the message.
template <class Action>
auto at(const std::string& place, Action action) {
  try {
    return action();
  } catch (const BotSpecError& error) {
    if (place.empty()) throw;
    throw InputError(message("{0}: {1}", printable(place, 4096), message_of(error)));
  }
}

BotKeys keys_of(const ObjectReader& reader, std::string& builtin) {
  BotKeys keys;
  for (const auto& [key, value] : reader.object().members()) {
    if (key == "bot") {
      builtin = reader.text(key, value);
    } else {
      keys.emplace_back(key, reader.word(key, value));
    }
  }
  return keys;
}

/// An object as a bot's description of the command line, without quotes.
BotSpec described(const ObjectReader& reader) {
  std::string builtin;
  const BotKeys keys = keys_of(reader, builtin);
  std::string written = builtin;
  for (const auto& [key, value] : keys) {
    written += (written.empty() ? "" : " ") + key + "=" + value;
  }
  return read_bot_spec(builtin, keys, written);
}

/// The named bots of a file, which is read when the first is needed.
class Presets {
 public:
  explicit Presets(const PresetFile& file) : file_(file), path_(file.path) {}

  void complete(BotSpec& bot) {
    if (bot.preset.empty()) return;
    const std::string name = std::exchange(bot.preset, {});
    const BotSpec& preset = find(name);
    if (!bot.builtin.empty()) {
      throw InputError(
          message("preset={0}: the bot is the built-in {1} already", printable(name), bot.builtin));
    }
    if (bot.command.empty()) bot.builtin = preset.builtin;
    add_missing(bot, given_keys(preset));
    add_missing(bot, {{"name", name}});
  }

 private:
  const BotSpec& find(const std::string& name) {
    if (path_.empty()) {
      throw InputError(
          message("preset={0}: name the file of presets with --presets, or in schiri.toml{1}",
                  printable(name), file_.advice_without_path));
    }
    if (presets_.empty()) read();
    if (const auto preset = presets_.find(name); preset != presets_.end()) return preset->second;
    NearestName nearest(name);
    for (const auto& [known, preset] : presets_) nearest.look_at(known);
    throw InputError(
        joined(message("{0} has no preset '{1}'", printable(path_, 4096), printable(name)),
               known_names(nearest)));
  }

  void read() {
    const Json object = parse_strictly(
        read_settings_file(path_,
                           message_pattern("{0}: a file of presets cannot be larger than 16 MiB")),
        path_);
    const ObjectReader reader(object, path_);
    const std::string folder = folder_of(path_);
    for (const auto& [name, value] : object.members()) {
      const std::string place = path_ + ": preset '" + name + "'";
      BotSpec preset = tournament_bot(value, place);
      if (!preset.preset.empty()) {
        reader.fail(message("preset '{0}' names another", printable(name)));
      }
      place_in(folder, preset);
      presets_.emplace(name, std::move(preset));
    }
    if (presets_.empty()) reader.fail(message("there is no preset in it"));
  }

  const PresetFile& file_;
  const std::string& path_;
  std::map<std::string, BotSpec> presets_;
};

bool is_builtin_bot(std::string_view name) {
  const auto bots = builtin_bots();
  return std::any_of(bots.begin(), bots.end(),
                     [&](const BuiltinBot& bot) { return bot.name == name; });
}

/// Can a file of this name in the working folder be run?
bool is_program_here(const std::string& name) {
  std::error_code error;
  return fs::is_regular_file(name, error) && access(name.c_str(), X_OK) == 0;
}

}  // namespace

BotSpec tournament_bot(const std::string& text) {
  BotSpec bot = read_bot_spec(text);
  if (!bot.builtin.empty() && !is_builtin_bot(bot.builtin) && is_program_here(bot.builtin)) {
    bot.command = "./" + std::exchange(bot.builtin, {});
  }
  return bot;
}

BotSpec tournament_bot(const Json& value, const std::string& place) {
  BotSpec bot = at(place, [&] {
    return value.is_string() ? read_bot_spec(value.get<std::string>())
                             : described(ObjectReader(value, place));
  });
  bot.place = place;
  return bot;
}

std::string common_keys_text(const Json& value, const std::string& place) {
  if (value.is_string()) return value.get<std::string>();
  const ObjectReader reader(value, place);
  std::string builtin;
  BotKeys keys = keys_of(reader, builtin);
  if (!builtin.empty()) reader.fail(message("a built-in bot cannot be set for all bots"));
  return bot_keys_text(keys);
}

BotKeys common_keys(const std::string& text) {
  return at("--each", [&] { return read_common_keys(text); });
}

std::string folder_of(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().lexically_normal().string();
  return folder == "." ? "" : folder;
}

std::string placed_file(const std::string& file, const std::string& folder) {
  if (folder.empty() || file.empty() || file == "-") return file;
  return (fs::path(folder) / file).lexically_normal().string();
}

void place_in(const std::string& folder, BotSpec& bot) {
  if (folder.empty() || !bot.host.empty()) return;
  if (!bot.directory.empty()) {
    bot.directory = placed_file(bot.directory, folder);
  } else if (!bot.command.empty()) {
    bot.directory = folder;
  } else {
    for (const auto& [name, value] : BotOptions(bot.options)) {
      if (names_file(name, value)) bot.options[name] = placed_file(value, folder);
    }
  }
}

void place_in(const std::string& folder, BotKeys& each) {
  BotSpec all = read_bot_spec("", each, "");
  place_in(folder, all);
  for (const auto& placed : given_keys(all)) {
    const auto same = std::find_if(each.begin(), each.end(),
                                   [&](const auto& given) { return given.first == placed.first; });
    (same == each.end() ? each.emplace_back(placed.first, "") : *same).second = placed.second;
  }
}

PresetFile preset_file(const std::optional<std::string>& named, const PresetFile& usual) {
  if (!named || *named == usual.path) return usual;
  return {*named, usual.advice_without_path};
}

std::vector<BotSpec> completed(std::vector<BotSpec> bots, const BotSources& sources) {
  Presets presets(sources.presets);
  for (BotSpec& bot : bots) {
    presets.complete(bot);
    bot = at(bot.place, [&] { return schiri::completed(bot, sources.each); });
  }
  return bots;
}

}  // namespace schiri::db
