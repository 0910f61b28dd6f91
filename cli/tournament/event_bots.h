#pragma once

#include <string>
#include <vector>

#include "cli/print/json.h"
#include "core/match/bot_spec.h"

namespace schiri::cli {

/// A bot as it stands in an event's options or file.
struct TournamentBot {
  BotDescription description;
  std::string place = {};  ///< where that is, for messages; empty on the command line
};

/// A bot of `--bot`. Throws BotSpecError.
TournamentBot event_bot(const std::string& text);
/// A bot in a file: a text as for `--bot`, or an object with the same keys, in which `bot` names a
/// built-in bot. Throws InputError.
TournamentBot event_bot(const Json& value, const std::string& place);
/// What a file says of all bots, in either form, as a text. Throws InputError.
std::string common_keys_text(const Json& value, const std::string& place);

/// Reads what `--each` says. Throws InputError.
BotKeys common_keys(const std::string& text);

/// The folder of a file; empty for the working directory.
std::string folder_of(const std::string& file);
/// A file as it is written in another that lies in this folder: both empty, absolute names and `-`
/// stay.
std::string placed_file(const std::string& file, const std::string& folder);
/// Lets a program run in the folder in which the file lies that names it, or in its `dir` from
/// there, and a built-in bot find its network's file from there; a program of another machine stays
/// what it is.
void place_in(const std::string& folder, BotKeys& keys);

/// What bots are made with beside their own words.
struct BotSources {
  BotKeys each = {};  ///< said of all bots that do not say otherwise
  std::string presets =
      {};  ///< a file of named bots: an object of what event_bot() reads; or empty
};

/// Makes the bots. What a bot says itself counts before what its preset says, and that before what
/// is said of all. Throws InputError, BotSpecError and what reading a file throws.
std::vector<BotSpec> make_bots(const std::vector<TournamentBot>& bots, const BotSources& sources);

}  // namespace schiri::cli
