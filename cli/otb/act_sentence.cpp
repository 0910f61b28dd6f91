#include "cli/otb/act_sentence.h"

#include <algorithm>
#include <iterator>

#include "cli/print/output_language.h"
#include "core/base/date.h"
#include "notation/text/printable.h"
#include "notation/trf/fields.h"

namespace schiri::cli {

namespace {

std::string told(const Json& act, const char* key) {
  return act.contains(key) ? printable(act.at(key).text(), 4096) : "";
}

std::uint64_t number_in(const Json& act, const char* key) {
  return act.at(key).get<std::uint64_t>();
}

/// `Anna and Bert`: names may have commas.
Message list_in(const Json& act, const char* key) {
  Message list;
  for (const Json& one : act.at(key)) {
    const Message name = printable(one.is_string() ? one.text() : one.dump(), 4096);
    list = list.empty() ? name : message("{0} and {1}", list, name);
  }
  return list;
}

Message pair_in(const Json& names) {
  return message("{0} - {1}", printable(names.at(0).text(), 4096),
                 printable(names.at(1).text(), 4096));
}

Message place_of(const Json& act) {
  const std::string match =
      act.contains("match") ? std::to_string(number_in(act, "match")) + "." : "";
  return message("round {0}, board {1}", number_in(act, "round"),
                 match + std::to_string(number_in(act, "board")));
}

/// A stored day, `2026.11.21`; a text that is none stays as it is.
Message day_in(const std::string& text) {
  const auto date = read_date(text);
  if (!date || text != date->text() || text.find('?') != text.npos) return printable(text, 4096);
  return message("{0}.{1}.{2}", text.substr(0, 4), text.substr(5, 2), text.substr(8, 2));
}

Message with_details(Message text, const Json& act) {
  for (const otb::PlayerField& field : otb::player_fields) {
    if (!act.contains(field.key)) continue;
    text = listed(text, message("{0} {1}", field.title(), told(act, field.key)));
  }
  return text;
}

Message enters(const Json& act) {
  Message text = act.contains("team")
                     ? message("{0} enters for {1}", told(act, "name"), told(act, "team"))
                     : message("{0} enters", told(act, "name"));
  if (act.contains("rating")) text = listed(text, message("rating {0}", number_in(act, "rating")));
  text = listed(text, told(act, "club"));
  if (act.contains("half_byes")) {
    text = listed(text, message("half-point byes {0}", number_in(act, "half_byes")));
  }
  return with_details(text, act);
}

Message changes(const Json& act) {
  Message text = act.contains("new_name")
                     ? message("{0} is changed: now {1}", told(act, "name"), told(act, "new_name"))
                     : message("{0} is changed", told(act, "name"));
  if (const Json* rating = act.find("rating")) {
    text = listed(text, rating->is_null() ? message("no rating")
                                          : message("rating {0}", number_in(act, "rating")));
  }
  return with_details(listed(text, told(act, "club")), act);
}

/// A list for programs, such as codes of tie-breaks.
std::string texts_in(const Json& list, const char* separator) {
  std::string text;
  for (const Json& one : list) text += (text.empty() ? "" : separator) + printable(one.text());
  return text;
}

Message round_time(const Json& round) {
  const std::string &day = round.at(1).text(), &time = round.at(2).text();
  const auto number = round.at(0).get<std::uint64_t>();
  if (day.empty() && time.empty()) return message("round {0} without a date", number);
  if (day.empty() || time.empty()) {
    return message("round {0} {1}", number, day.empty() ? Message(printable(time)) : day_in(day));
  }
  return message("round {0} {1} {2}", number, day_in(day), printable(time));
}

Message sets(const Json& act) {
  Message facts;
  for (const otb::HeadField& field : otb::head_fields) {
    if (!act.contains(field.key)) continue;
    const Message value =
        field.is_day ? day_in(act.at(field.key).text()) : Message(told(act, field.key));
    facts = listed(facts, value.empty() ? message("{0} none", field.title())
                                        : message("{0} {1}", field.title(), value));
  }
  if (act.contains("schedule")) {
    for (const Json& round : act.at("schedule")) facts = listed(facts, round_time(round));
  }
  if (act.contains("categories")) {
    const std::string list = texts_in(act.at("categories"), "; ");
    facts =
        listed(facts, list.empty() ? message("categories none") : message("categories {0}", list));
  }
  if (act.contains("rounds"))
    facts = listed(facts, message("rounds {0}", number_in(act, "rounds")));
  if (act.contains("half_byes")) {
    facts = listed(facts, message("half-point byes {0}", number_in(act, "half_byes")));
  }
  if (act.contains("points")) facts = listed(facts, message("points {0}", told(act, "points")));
  if (act.contains("tie_breaks")) {
    facts = listed(facts, message("tie-breaks {0}", texts_in(act.at("tie_breaks"), " ")));
  }
  return message("the event is changed: {0}", facts);
}

Message swaps(const Json& act) {
  const std::uint64_t round = number_in(act, "round");
  if (act.contains("boards")) {
    return message("round {0}: boards {1} change numbers", round, list_in(act, "boards"));
  }
  return act.contains("played")
             ? message("round {0}: {1} exchange colours", round, list_in(act, "players"))
             : message("round {0}: {1} change seats", round, list_in(act, "players"));
}

Message pairs(const Json& act) {
  Message text = message("round {0} is paired", number_in(act, "round"));
  if (!act.contains("fixed")) return text;
  for (const Json& board : act.at("fixed")) {
    text = listed(text, message("demanded: {0}", pair_in(board)));
  }
  return text;
}

Message corrects(const Json& act) {
  if (act.at("result").is_null()) return message("{0} is corrected: no result", place_of(act));
  return message("{0} is corrected: {1}", place_of(act), told(act, "result"));
}

Message enters_result(const Json& act) {
  return act.contains("record")
             ? message("{0}: {1}, with its record", place_of(act), told(act, "result"))
             : message("{0}: {1}", place_of(act), told(act, "result"));
}

/// The lines that an act undoes or does again.
Message lines_of(const Json& act) {
  if (!act.contains("lines")) return message("the command of line {0}", number_in(act, "line"));
  const std::uint64_t lines = number_in(act, "lines");
  return act.contains("line")
             ? message("{0} {0:line|lines} from line {1}", lines, number_in(act, "line"))
             : message("the last {0} {0:line|lines}", lines);
}

Message undoes(const Json& act) { return message("undone: {0}", lines_of(act)); }
Message redoes(const Json& act) { return message("redone: {0}", lines_of(act)); }

struct Sentence {
  const char* kind;
  Message (*text)(const Json& act);
};

constexpr Sentence sentences[] = {
    {"new", [](const Json& act) { return message("new: {0}", told(act, "name")); }},
    {"set", sets},
    {"enter", enters},
    {"lineup",
     [](const Json& act) {
       return message("for {0} play in round {1}: {2}", told(act, "team"), number_in(act, "round"),
                      list_in(act, "names"));
     }},
    {"change", changes},
    {"order", [](const Json&) { return message("the start list is set"); }},
    {"withdraw", [](const Json& act) { return message("{0} withdraws", told(act, "name")); }},
    {"reinstate", [](const Json& act) { return message("{0} is reinstated", told(act, "name")); }},
    {"bye",
     [](const Json& act) {
       return message("{0} has a half-point bye in round {1}", told(act, "name"),
                      number_in(act, "round"));
     }},
    {"zero_bye",
     [](const Json& act) {
       return message("{0} has a zero-point bye in round {1}", told(act, "name"),
                      number_in(act, "round"));
     }},
    {"forbid", [](const Json& act) { return message("{0} may not meet", list_in(act, "names")); }},
    {"allow", [](const Json& act) { return message("{0} may meet again", list_in(act, "names")); }},
    {"lots", [](const Json& act) { return message("lots are drawn: {0}", list_in(act, "names")); }},
    {"pair", pairs},
    {"unpair",
     [](const Json& act) { return message("round {0} is taken away", number_in(act, "round")); }},
    {"swap", swaps},
    {"late",
     [](const Json& act) {
       return message("{0}, a late pairing: {1}", place_of(act), pair_in(act.at("players")));
     }},
    {"result", enters_result},
    {"correct", corrects},
    {"undo", undoes},
    {"redo", redoes}};

}  // namespace

Message act_sentence(const Json& act) {
  const std::string& kind = act.at("act").text();
  const auto sentence = std::find_if(std::begin(sentences), std::end(sentences),
                                     [&](const Sentence& one) { return kind == one.kind; });
  if (sentence == std::end(sentences)) return printable(kind);
  try {
    return sentence->text(act);
  } catch (const JsonError&) {
    // A line that was undone may contain anything: it never counted.
    return printable(act.dump(), 4096);
  }
}

Message undone(const Json& act) { return message("undone: {0}", act_sentence(act)); }

Message redone(const Json& act) { return message("redone: {0}", act_sentence(act)); }

}  // namespace schiri::cli
