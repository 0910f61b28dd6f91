#pragma once

#include <algorithm>
#include <string>

#include "cli/otb/acts/journal_file.h"
#include "notation/text/json.h"
#include "tests/fuzz/line_mutator.h"

// The lines of an over-the-board event file for the target otb. A line with a leading `+` is an act
// without version and checksum, which are added; other lines are unchanged.

namespace schiri {

/// An act with version and checksum.
inline std::string sealed(const std::string& act) {
  if (!act.starts_with('{')) return act;
  return otb::with_checksum("{\"v\":2," + act.substr(1));
}

/// The event file for an input.
inline std::string event_file_of(const std::string& input) {
  std::string text;
  for (const std::string& line : lines_of(input)) {
    text += (line.starts_with('+') ? sealed(line.substr(1)) : line) + '\n';
  }
  if (!input.ends_with('\n') && !text.empty()) text.pop_back();
  return text;
}

/// A random act, valid or not.
inline std::string new_act(Rng& rng) {
  constexpr const char* acts[] = {
      R"({"act":"enter","name":"B","rating":1500,"club":"Ulm","birth":"1990.02.30"})",
      R"({"act":"enter","name":"C","half_byes":3})",
      R"({"act":"enter","name":"D","team":"Blues"})",
      R"({"act":"change","name":"A","new_name":"B","rating":null,"club":"=1+1"})",
      R"({"act":"order","names":["B","A"]})",
      R"({"act":"withdraw","name":"A"})",
      R"({"act":"reinstate","name":"A"})",
      R"({"act":"bye","name":"A","round":2})",
      R"({"act":"zero_bye","name":"B","round":1})",
      R"({"act":"forbid","names":["A","B"]})",
      R"({"act":"allow","names":["A","B"]})",
      R"({"act":"pair","round":1,"boards":[["A","B"]],"byes":[["C","odd"]]})",
      R"({"act":"pair","round":2,"boards":[["B","A"]],"byes":[],"fixed":[["B","A"]]})",
      R"({"act":"unpair","round":1})",
      R"({"act":"swap","round":1,"players":["A","B"]})",
      R"({"act":"swap","round":1,"boards":[1,2]})",
      R"({"act":"set","rounds":18446744073709551615,"half_byes":0})",
      R"({"act":"set","rounds":9,"tie_breaks":["BH","BH","WIN"],"date":"2026.13.41"})",
      R"({"act":"result","round":1,"board":1,"result":"1-0","record":"1. A2+B3 1-0"})",
      R"({"act":"result","round":1,"board":1,"result":"---"})",
      R"({"act":"correct","round":1,"board":1,"result":null})",
      R"({"act":"undo","lines":1})",
      R"({"act":"new","name":"N","game":"creeper","variant":"standard","place":"","date":"","system":"dutch","rounds":5,"tie_breaks":["BH"],"first_colour":"black"})",
      R"({"act":"new","name":"N","game":"sperre","variant":"both","place":"","date":"","system":"round-robin","rounds":0,"tie_breaks":[],"cycles":2})",
  };
  std::string act = acts[rng.below(std::size(acts))];
  act.insert(1, R"("time":"2026-05-01T10:00:00Z",)");
  return '+' + act;
}

inline Json new_value(Rng& rng) {
  switch (rng.below(14)) {
    case 0:
      return 0;
    case 1:
      return -1;
    case 2:
      return UINT64_MAX;
    case 3:
      return INT64_MIN;
    case 4:
      return 1e308;
    case 5:
      return "";
    case 6:
      return "\x1b[31m\x07";
    case 7:
      return "\xff\xfe";
    case 8:
      return std::string(5000, 'x');
    case 9:
      return Json();
    case 10:
      return Json::array({Json::array({"A", "B"}), Json::array({"B", "A"})});
    case 11:
      return Json::array();
    case 12:
      return Json::object();
    default:
      return 1 + static_cast<int>(rng.below(5));
  }
}

/// Changes, removes or adds a value inside a JSON value.
inline void change_value(Json& value, Rng& rng) {
  if (value.is_object() && !value.empty() && rng.below(8) > 0) {
    const auto& member = value.members()[rng.below(value.size())];
    const std::string key = member.key;
    if (rng.below(6) == 0) return value.erase(key);
    if (rng.below(6) == 0) value[rng.below(2) ? "part" : "parts"] = new_value(rng);
    change_value(value[key], rng);
  } else if (value.is_array() && !value.empty() && rng.below(4) > 0) {
    if (rng.below(3) == 0) return value.push_back(value.front());
    change_value(value[rng.below(value.size())], rng);
  } else {
    value = new_value(rng);
  }
}

/// Changes a value of an act, so that the line remains JSON.
inline void change_act(Lines& lines, Rng& rng) {
  if (lines.empty()) return;
  std::string& line = lines[rng.below(lines.size())];
  const std::size_t begin = line.starts_with('+') ? 1 : 0;
  auto act = Json::parse_if_valid(std::string_view(line).substr(begin));
  if (!act) return;
  change_value(*act, rng);
  line = line.substr(0, begin) + act->dump();
}

}  // namespace schiri
