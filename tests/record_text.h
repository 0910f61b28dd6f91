#pragma once

#include <string>
#include <utility>

/// A record as tests need it. Tags that are empty are left out.
struct RecordParts {
  std::string event = {};
  std::string site = {};
  std::string date = {};
  std::string round = {};
  std::string white = {};
  std::string black = {};
  std::string result = {};  ///< the tag and the token at the end
  std::string game = "creeper";
  std::string termination = {};
  std::string more = {};  ///< tags, a line each
  std::string turns = "1. A2+B3 A6-B6";
};

/// Its text, an empty line at the end.
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
