#pragma once

#include <string>
#include <utility>

/// The parts of a record for tests; empty tags are omitted.
struct RecordParts {
  std::string event = {};
  std::string site = {};
  std::string date = {};
  std::string round = {};
  std::string white = {};
  std::string black = {};
  std::string result = {};  ///< tag Result and the result token
  std::string game = "creeper";
  std::string termination = {};
  std::string more = {};  ///< additional tags, one per line
  std::string turns = "1. A2+B3 A6-B6";
};

/// The text of a record with a final empty line.
inline std::string record_text(const RecordParts& parts) {
  const std::pair<const char*, const std::string&> tags[] = {
      {"Event", parts.event},   {"Site", parts.site},   {"Date", parts.date},
      {"Round", parts.round},   {"White", parts.white}, {"Black", parts.black},
      {"Result", parts.result}, {"Game", parts.game},   {"Termination", parts.termination}};
  std::string text;
  for (const auto& [name, value] : tags) {
    if (!value.empty()) text += "[" + std::string(name) + " \"" + value + "\"]\n";
  }
  text += parts.more + "\n" + parts.turns;
  if (!parts.result.empty()) text += " " + parts.result;
  return text + "\n\n";
}
