#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/match/bot_spec.h"
#include "notation/text/json.h"

namespace schiri::db {

/// Reads the values of one JSON object and reports errors in them.
class ObjectReader {
 public:
  /// `place` begins the messages. Throws InputError if it is not an object.
  ObjectReader(const Json& object, std::string place);

  const Json& object() const { return object_; }

  /// Throws InputError.
  [[noreturn]] void fail(const Message& complaint) const;

  // Each throws InputError for a value of another kind.
  std::string text(const std::string& key, const Json& value) const;
  /// The text of a string or of a whole number, because values of bots may be either.
  std::string word(const std::string& key, const Json& value) const;
  template <class Number>
  Number number(const std::string& key, const Json& value) const {
    const auto most = std::numeric_limits<Number>::max();
    if (!value.is_number_unsigned() ||
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
      fail(message("'{0}' must be a whole number from 0 to {1}", key, most));
    }
    return value.get<Number>();
  }

 private:
  const Json& object_;
  std::string place_;
};

/// Reads JSON and rejects duplicate keys, one of which would be ignored. `source` begins the
/// messages. Throws InputError.
Json parse_strictly(const std::string& text, const std::string& source);

/// The whole text of a file of settings, standard input for `-`. `too_large`: the pattern of the
/// message with its name if it is larger than 16 MiB. Throws InputError, std::system_error.
std::string read_settings_file(const std::string& path, Pattern too_large);

/// A bot of `--bot`, before it is completed. A name that no built-in bot has is the program of that
/// name in the working folder, if it can be run. Throws BotSpecError.
BotSpec tournament_bot(const std::string& text);
/// A bot in a file: a text as for `--bot`, or an object with the same keys, in which `bot` names a
/// built-in bot. Throws InputError.
BotSpec tournament_bot(const Json& value, const std::string& place);
/// The keys that a file sets for all bots, in either form, as a text. Throws InputError.
std::string common_keys_text(const Json& value, const std::string& place);

/// Reads the keys of `--each`. Throws InputError.
BotKeys common_keys(const std::string& text);

/// The folder of a file; empty for the working directory.
std::string folder_of(const std::string& file);
/// The path of a file that is named in another file of this folder. Absolute and empty names, `-`,
/// and all names with an empty folder are unchanged.
std::string placed_file(const std::string& file, const std::string& folder);
/// Makes the paths of a bot relative to the folder of the file that names it: its `dir`, which is
/// that folder if it has none, and the files of a built-in bot. A program on another machine is
/// unchanged.
void place_in(const std::string& folder, BotSpec& bot);
/// The same for keys of all bots.
void place_in(const std::string& folder, BotKeys& each);

/// A file of named bots: an object whose values tournament_bot() reads.
struct PresetFile {
  std::string path = {};             ///< empty: none
  Message advice_without_path = {};  ///< end of the message about a preset without a file
};

/// The file of this name; `usual` if it has the same path or the name is empty.
PresetFile preset_file(const std::optional<std::string>& named, const PresetFile& usual);

/// The context of bots besides their own keys.
struct BotSources {
  BotKeys each = {};  ///< for all bots that do not set them
  PresetFile presets = {};
};

/// Completes the bots. A bot's own keys override those of its preset, which override `each`. Throws
/// InputError, BotSpecError and what reading a file throws.
std::vector<BotSpec> completed(std::vector<BotSpec> bots, const BotSources& sources);

}  // namespace schiri::db
