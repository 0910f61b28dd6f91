#include "cli/otb/act_sentence.h"

#include <algorithm>
#include <iterator>

#include "notation/text/printable.h"
#include "notation/trf/head_fields.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

namespace {

std::string told(const Json& act, const char* key) {
  return act.contains(key) ? printable(act.at(key).text(), 4096) : "";
}

std::string number_in(const Json& act, const char* key) { return act.at(key).dump(); }

/// `Anna and Bert`: names may have commas.
std::string list_in(const Json& act, const char* key) {
  std::string list;
  for (const Json& one : act.at(key)) {
    list +=
        (list.empty() ? "" : " and ") + printable(one.is_string() ? one.text() : one.dump(), 4096);
  }
  return list;
}

std::string place_of(const Json& act) {
  const std::string match = act.contains("match") ? number_in(act, "match") + "." : "";
  return "round " + number_in(act, "round") + ", board " + match + number_in(act, "board");
}

std::string details_in(const Json& act) {
  std::string text;
  for (const otb::PlayerField& field : otb::player_fields) {
    if (!act.contains(field.key)) continue;
    text += std::string(", ") + field.title + ' ' + told(act, field.key);
  }
  return text;
}

std::string enters(const Json& act) {
  std::string text = told(act, "name") + " enters";
  if (act.contains("team")) text += " for " + told(act, "team");
  if (act.contains("rating")) text += ", rating " + number_in(act, "rating");
  if (act.contains("club")) text += ", " + told(act, "club");
  if (act.contains("half_byes")) text += ", half-point byes " + number_in(act, "half_byes");
  text += details_in(act);
  return text;
}

std::string changes(const Json& act) {
  std::string text = told(act, "name") + " is changed";
  if (act.contains("new_name")) text += ": now " + told(act, "new_name");
  if (const Json* rating = act.find("rating")) {
    text += rating->is_null() ? ", no rating" : ", rating " + rating->dump();
  }
  if (act.contains("club")) text += ", " + told(act, "club");
  return text + details_in(act);
}

std::string sets(const Json& act) {
  std::string text = "the event is changed:";
  std::string separator = " ";
  const auto add = [&](const std::string& fact) {
    text += separator + fact;
    separator = ", ";
  };
  for (const otb::HeadField& field : otb::head_fields) {
    if (!act.contains(field.key)) continue;
    const std::string value = told(act, field.key);
    add(std::string(field.title) + " " + (value.empty() ? "none" : value));
  }
  if (act.contains("schedule")) {
    for (const Json& round : act.at("schedule")) {
      std::string time;
      for (const std::size_t part : {std::size_t{1}, std::size_t{2}}) {
        if (!round.at(part).text().empty()) time += " " + printable(round.at(part).text());
      }
      add("round " + round.at(0).dump() + (time.empty() ? " without a date" : time));
    }
  }
  if (act.contains("categories")) {
    std::string list;
    for (const Json& one : act.at("categories")) {
      list += (list.empty() ? " " : "; ") + printable(one.text());
    }
    add("categories" + (list.empty() ? " none" : list));
  }
  if (act.contains("rounds")) add("rounds " + number_in(act, "rounds"));
  if (act.contains("half_byes")) add("half-point byes " + number_in(act, "half_byes"));
  if (act.contains("points")) add("points " + told(act, "points"));
  if (act.contains("tie_breaks")) {
    std::string list = "tie-breaks";
    for (const Json& code : act.at("tie_breaks")) list += " " + printable(code.text());
    add(list);
  }
  return text;
}

std::string swaps(const Json& act) {
  const bool boards = act.contains("boards");
  if (act.contains("played") && !boards) {
    return "round " + number_in(act, "round") + ": " + list_in(act, "players") +
           " exchange colours";
  }
  return "round " + number_in(act, "round") + ": " +
         (boards ? "boards " + list_in(act, "boards") + " change numbers"
                 : list_in(act, "players") + " change seats");
}

std::string pairs(const Json& act) {
  std::string text = "round " + number_in(act, "round") + " is paired";
  if (!act.contains("fixed")) return text;
  for (const Json& board : act.at("fixed")) {
    text += ", demanded: " + printable(board.at(0).text(), 4096) + " - " +
            printable(board.at(1).text(), 4096);
  }
  return text;
}

std::string seats_late(const Json& act) {
  return place_of(act) + ", a late pairing: " + printable(act.at("players").at(0).text(), 4096) +
         " - " + printable(act.at("players").at(1).text(), 4096);
}

std::string corrects(const Json& act) {
  return place_of(act) +
         " is corrected: " + (act.at("result").is_null() ? "no result" : told(act, "result"));
}

std::string enters_result(const Json& act) {
  return place_of(act) + ": " + told(act, "result") +
         (act.contains("record") ? ", with its record" : "");
}

std::string lines_of(const Json& act) {
  if (!act.contains("lines")) return "the command of line " + number_in(act, "line");
  const std::string count = number_in(act, "lines") + (act.at("lines") == 1 ? " line" : " lines");
  return act.contains("line") ? count + " from line " + number_in(act, "line")
                              : "the last " + count;
}

std::string undoes(const Json& act) { return "undone: " + lines_of(act); }
std::string redoes(const Json& act) { return "redone: " + lines_of(act); }

struct Sentence {
  const char* kind;
  std::string (*text)(const Json& act);
};

constexpr Sentence sentences[] = {
    {"new", [](const Json& act) { return "new: " + told(act, "name"); }},
    {"set", sets},
    {"enter", enters},
    {"lineup",
     [](const Json& act) {
       return "for " + told(act, "team") + " play in round " + number_in(act, "round") + ": " +
              list_in(act, "names");
     }},
    {"change", changes},
    {"order", [](const Json&) { return std::string("the start list is set"); }},
    {"withdraw", [](const Json& act) { return told(act, "name") + " withdraws"; }},
    {"reinstate", [](const Json& act) { return told(act, "name") + " is reinstated"; }},
    {"bye",
     [](const Json& act) {
       return told(act, "name") + " has a half-point bye in round " + number_in(act, "round");
     }},
    {"zero_bye",
     [](const Json& act) {
       return told(act, "name") + " has a zero-point bye in round " + number_in(act, "round");
     }},
    {"forbid", [](const Json& act) { return list_in(act, "names") + " may not meet"; }},
    {"allow", [](const Json& act) { return list_in(act, "names") + " may meet again"; }},
    {"lots", [](const Json& act) { return "lots are drawn: " + list_in(act, "names"); }},
    {"pair", pairs},
    {"unpair",
     [](const Json& act) { return "round " + number_in(act, "round") + " is taken away"; }},
    {"swap", swaps},
    {"late", seats_late},
    {"result", enters_result},
    {"correct", corrects},
    {"undo", undoes},
    {"redo", redoes}};

}  // namespace

std::string act_sentence(const Json& act) {
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

}  // namespace schiri::cli
