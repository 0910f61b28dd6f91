#include "cli/otb/acts/acts.h"

#include <algorithm>
#include <type_traits>

#include "cli/otb/event/pairing.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "notation/game_types.h"
#include "notation/text/point_system.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// Reads the members of an act from a line.
class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(const Json& line) : line_(line) {}

  template <class Value>
  void one(const char* key, Value& value) const {
    get(line_.at(key), value);
  }
  /// A member that may be missing.
  template <class Value>
  void maybe(const char* key, std::optional<Value>& value) const {
    if (const Json* const found = line_.find(key)) get(*found, value.emplace());
  }
  /// A member that is missing if it has the usual value.
  template <class Value>
  void unless(const char* key, Value& value, const std::type_identity_t<Value>& usual) const {
    value = usual;
    if (const Json* const found = line_.find(key)) get(*found, value);
  }

 private:
  static void get(const Json& json, std::string& text) { text = json.text(); }
  static void get(const Json& json, std::uint64_t& number) { number = json.get<std::uint64_t>(); }
  static void get(const Json& json, int& number) { number = json.get<int>(); }
  static void get(const Json& json, bool& value) { value = json.get<bool>(); }
  static void get(const Json& json, Side& side) {
    side = json == "black" ? Side::black : Side::white;
  }
  static void get(const Json& json, System& system) {
    const auto found = find_system(json.text());
    if (!found) throw EventError(message("its game or system is unknown"));
    system = *found;
  }
  static void get(const Json& json, rating::TieBreakId& id) {
    const auto found = rating::find_tie_break(json.text());
    if (!found) {
      throw EventError(
          message("there is no tie-break '{0}'; there are {1}", printable(json.text()),
                  join(rating::all_tie_breaks(), ", ", [](const auto& one) { return one.code; })));
    }
    id = *found;
  }
  static void get(const Json& json, PointSystem& points) {
    try {
      points = read_point_system(json.text());
    } catch (const ValueError& error) {
      throw EventError(error.message());
    }
  }
  static void get(const Json& json, BoardResult& result) {
    const auto found = find_board_result(json.text());
    if (!found) throw EventError(message("its result is not a result"));
    result = *found;
  }
  static void get(const Json& json, ByeKind& kind) {
    const auto found = find_bye_kind(json.text());
    if (!found) throw EventError(message("a bye is of an unknown kind"));
    kind = *found;
  }
  static void get(const Json& json, std::pair<std::uint64_t, RoundTime>& round) {
    round = {json.at(0).get<std::uint64_t>(), {json.at(1).text(), json.at(2).text()}};
  }
  template <class First, class Second>
  static void get(const Json& json, std::pair<First, Second>& pair) {
    get(json.at(0), pair.first);
    get(json.at(1), pair.second);
  }
  template <class Value, std::size_t size>
  static void get(const Json& json, std::array<Value, size>& values) {
    for (std::size_t i = 0; i < size; ++i) get(json.at(i), values[i]);
  }
  template <class Value>
  static void get(const Json& json, std::optional<Value>& value) {
    value.reset();
    if (!json.is_null()) get(json, value.emplace());
  }
  template <class Value>
  static void get(const Json& json, std::vector<Value>& values) {
    values.clear();
    for (const Json& one : json) get(one, values.emplace_back());
  }

  const Json& line_;
};

/// Writes the members of an act to a line.
class Writer {
 public:
  static constexpr bool reads = false;
  explicit Writer(Json& line) : line_(line) {}

  template <class Value>
  void one(const char* key, const Value& value) {
    line_[key] = json(value);
  }
  template <class Value>
  void maybe(const char* key, const std::optional<Value>& value) {
    if (value) one(key, *value);
  }
  template <class Value>
  void unless(const char* key, const Value& value, const std::type_identity_t<Value>& usual) {
    if (value != usual) one(key, value);
  }

 private:
  static Json json(const std::string& text) { return text; }
  static Json json(std::uint64_t number) { return number; }
  static Json json(int number) { return number; }
  static Json json(bool value) { return value; }
  static Json json(Side side) { return side == Side::black ? "black" : "white"; }
  static Json json(System system) { return system_name(system); }
  static Json json(rating::TieBreakId id) { return id.code; }
  static Json json(const PointSystem& points) { return point_system_text(points); }
  static Json json(BoardResult result) { return board_result_text(result); }
  static Json json(ByeKind kind) { return bye_kind_name(kind); }
  static Json json(const std::pair<std::uint64_t, RoundTime>& round) {
    return Json::array({round.first, round.second.date, round.second.time});
  }
  template <class First, class Second>
  static Json json(const std::pair<First, Second>& pair) {
    return Json::array({json(pair.first), json(pair.second)});
  }
  template <class Value, std::size_t size>
  static Json json(const std::array<Value, size>& values) {
    return list(values);
  }
  template <class Value>
  static Json json(const std::optional<Value>& value) {
    return value ? json(*value) : Json();
  }
  template <class Value>
  static Json json(const std::vector<Value>& values) {
    return list(values);
  }
  static Json list(const auto& values) {
    Json array = Json::array();
    for (const auto& value : values) array.push_back(json(value));
    return array;
  }

  Json& line_;
};

// Sentences.

Message shown(const std::string& text) { return printable(text, 4096); }

Message with(const Message& text, const Message& fact) {
  return fact.empty() ? text : text.empty() ? fact : message("{0}, {1}", text, fact);
}

/// `Anna and Bert`: names may have commas.
Message all(const auto& names) {
  Message list;
  for (const auto& name : names) {
    Message one;
    if constexpr (std::is_same_v<std::decay_t<decltype(name)>, std::string>) {
      one = shown(name);
    } else {
      one = std::to_string(name);
    }
    list = list.empty() ? one : message("{0} and {1}", list, one);
  }
  return list;
}

Message pair_of(const act::TwoNames& names) {
  return message("{0} - {1}", shown(names[0]), shown(names[1]));
}

Message place_of(const act::OnBoard& at) {
  return message("round {0}, board {1}", at.round, at.board);
}

/// A stored day, `2026.11.21`; a text that is none stays as it is.
Message day_in(const std::string& text) {
  const auto date = read_date(text);
  if (!date || text != date->text() || text.find('?') != text.npos) return shown(text);
  return message("{0}.{1}.{2}", text.substr(0, 4), text.substr(5, 2), text.substr(8, 2));
}

Message round_time(std::uint64_t round, const RoundTime& at) {
  if (!at.is_known()) return message("round {0} without a date", round);
  if (at.date.empty() || at.time.empty()) {
    return message("round {0} {1}", round, at.date.empty() ? shown(at.time) : day_in(at.date));
  }
  return message("round {0} {1} {2}", round, day_in(at.date), shown(at.time));
}

/// A list for programs, such as codes of tie-breaks.
std::string texts(const std::vector<std::string>& list, const char* separator) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : separator) + printable(one);
  return text;
}

Message lines_of(const act::OnLines& act) {
  if (!act.lines) return message("the command of line {0}", act.line.value_or(0));
  return act.line ? message("{0} {0:line|lines} from line {1}", *act.lines, *act.line)
                  : message("the last {0} {0:line|lines}", *act.lines);
}

// Each act: its members in the file (fields), its effect (carry_out), what it touches (touches) and
// its sentence (tell).

template <class Io>
void fields(Io& io, Terms& terms) {
  io.one("system", terms.system);
  io.one("rounds", terms.rounds);
  // Always written, so that they stay if defaults change.
  if constexpr (!Io::reads) terms.tie_breaks = Event(terms).tie_breaks();
  io.one("tie_breaks", terms.tie_breaks);
  io.unless("first_colour", terms.first_colour, Side::white);
  io.maybe("half_byes", terms.half_byes);
  io.unless("cycles", terms.cycles, 1);
  io.unless("games", terms.games, 1);
  io.unless("third_place", terms.third_place, false);
  io.maybe("points", terms.points);
}

template <class Io>
void fields(Io& io, act::Begin& begin) {
  EventHead& head = begin.head;
  io.one("name", head.name);
  io.one("game", head.game);
  io.one("variant", head.variant);
  io.one("place", head.place);
  io.one("date", head.date);
  for (const HeadField& field : head_fields) {
    io.unless(field.key, head.*field.text, "");
    if constexpr (Io::reads) head.*field.text = read_head_field(field, head.*field.text);
  }
  std::vector<std::pair<std::uint64_t, RoundTime>> schedule;
  for (std::uint64_t round = 1; round <= head.schedule.size(); ++round) {
    if (const RoundTime at = head.time_of(round); at.is_known()) schedule.emplace_back(round, at);
  }
  io.unless("schedule", schedule, {});
  fields(io, begin.terms);
  io.unless("report", head.report, {});
  if constexpr (Io::reads) {
    for (const auto& [round, at] : schedule) set_round_time(head.schedule, round, at);
    // These lines are what the fields could not take.
    take_report_lines(head);
  }
}
void carry_out(HeldEvent&, const act::Begin&) {
  throw EventError(message("an event begins only once"));
}
Touched touches(const act::Begin&) { return {}; }
Message tell(const act::Begin& begin) { return message("new: {0}", shown(begin.head.name)); }

template <class Io>
void fields(Io& io, act::Set& set) {
  for (const HeadField& field : head_fields) {
    const auto known =
        std::ranges::find(set.texts, &field, [](const auto& it) { return it.first; });
    std::optional<std::string> text;
    if (known != set.texts.end()) text = known->second;
    io.maybe(field.key, text);
    if constexpr (Io::reads) {
      if (text) set.texts.emplace_back(&field, read_head_field(field, *text));
    }
  }
  io.unless("schedule", set.schedule, {});
  io.maybe("rounds", set.rounds);
  io.maybe("half_byes", set.half_byes);
  io.maybe("tie_breaks", set.tie_breaks);
  io.maybe("points", set.points);
}
void carry_out(HeldEvent& held, const act::Set& set) {
  if (set.rounds) held.event.set_rounds(*set.rounds);
  if (set.half_byes) held.event.set_half_byes(*set.half_byes);
  if (set.points) held.event.set_points(*set.points);
  if (set.tie_breaks) held.event.set_tie_breaks(*set.tie_breaks);
  for (const auto& [field, text] : set.texts) {
    held.head.*field->text = text;
    drop_report_lines(held.head, field->code);
  }
  for (const auto& [round, at] : set.schedule) set_round_time(held.head.schedule, round, at);
  if (!set.schedule.empty()) drop_report_lines(held.head, "132");
}
Touched touches(const act::Set& set) {
  Touched what;
  for (const auto& text : set.texts) what.texts.emplace_back(text.first->key);
  if (!set.schedule.empty()) what.texts.emplace_back("schedule");
  what.everything = !set.has_texts_only();
  return what;
}
Message tell(const act::Set& set) {
  Message facts;
  for (const auto& [field, text] : set.texts) {
    const Message value = field->is_day ? day_in(text) : shown(text);
    facts = with(facts, value.empty() ? message("{0} none", field->title())
                                      : message("{0} {1}", field->title(), value));
  }
  for (const auto& [round, at] : set.schedule) facts = with(facts, round_time(round, at));
  if (set.rounds) facts = with(facts, message("rounds {0}", *set.rounds));
  if (set.half_byes) facts = with(facts, message("half-point byes {0}", *set.half_byes));
  if (set.points) facts = with(facts, message("points {0}", point_system_text(*set.points)));
  if (set.tie_breaks) {
    std::vector<std::string> codes;
    for (const auto id : *set.tie_breaks) codes.emplace_back(id.code);
    facts = with(facts, message("tie-breaks {0}", texts(codes, " ")));
  }
  return message("the event is changed: {0}", facts);
}

Message with_details(Message text, const auto& details) {
  for (const PlayerField& field : player_fields) {
    const std::optional<std::string> value = details(field);
    if (value) text = with(text, message("{0} {1}", field.title(), shown(*value)));
  }
  return text;
}

template <class Io>
void fields(Io& io, act::Enter& act) {
  Entry& entry = act.entry;
  io.one("name", entry.name);
  io.maybe("rating", entry.rating);
  io.unless("club", entry.club, "");
  io.maybe("half_byes", entry.half_byes);
  for (const PlayerField& field : player_fields) {
    std::string& text = entry.details.*field.text;
    io.unless(field.key, text, "");
    if constexpr (Io::reads) text = field.read(text);
  }
}
void carry_out(HeldEvent& held, const act::Enter& act) { held.event.enter(act.entry); }
Touched touches(const act::Enter& act) { return {.names = {act.entry.name}}; }
Message tell(const act::Enter& act) {
  const Entry& entry = act.entry;
  Message text = message("{0} enters", shown(entry.name));
  if (entry.rating) text = with(text, message("rating {0}", *entry.rating));
  text = with(text, shown(entry.club));
  if (entry.half_byes) text = with(text, message("half-point byes {0}", *entry.half_byes));
  return with_details(text, [&](const PlayerField& field) {
    const std::string& detail = entry.details.*field.text;
    return detail.empty() ? std::nullopt : std::optional(detail);
  });
}

std::optional<std::string> detail_of(const EntrantChange& change, const PlayerField& field) {
  const auto found =
      std::ranges::find(change.details, field.text, [](const auto& one) { return one.first; });
  return found == change.details.end() ? std::nullopt : std::optional(found->second);
}

template <class Io>
void fields(Io& io, act::Change& act) {
  EntrantChange& change = act.change;
  io.one("name", act.name);
  io.maybe("new_name", change.name);
  io.maybe("rating", change.rating);
  io.maybe("club", change.club);
  for (const PlayerField& field : player_fields) {
    std::optional<std::string> text = detail_of(change, field);
    io.maybe(field.key, text);
    if constexpr (Io::reads) {
      if (text) change.details.emplace_back(field.text, field.read(*text));
    }
  }
}
void carry_out(HeldEvent& held, const act::Change& act) { held.event.change(act.name, act.change); }
Touched touches(const act::Change& act) { return {.names = {act.name}}; }
Message tell(const act::Change& act) {
  const EntrantChange& change = act.change;
  Message text = change.name
                     ? message("{0} is changed: now {1}", shown(act.name), shown(*change.name))
                     : message("{0} is changed", shown(act.name));
  if (change.rating) {
    text =
        with(text, *change.rating ? message("rating {0}", **change.rating) : message("no rating"));
  }
  if (change.club) text = with(text, shown(*change.club));
  return with_details(text, [&](const PlayerField& field) { return detail_of(change, field); });
}

template <class Io>
void fields(Io& io, act::OnName& act) {
  io.one("name", act.name);
}
Touched touches(const act::OnName& act) { return {.names = {act.name}}; }
void carry_out(HeldEvent& held, const act::Withdraw& act) { held.event.withdraw(act.name); }
Message tell(const act::Withdraw& act) { return message("{0} withdraws", shown(act.name)); }
void carry_out(HeldEvent& held, const act::Reinstate& act) { held.event.reinstate(act.name); }
Message tell(const act::Reinstate& act) { return message("{0} is reinstated", shown(act.name)); }

template <class Io>
void fields(Io& io, act::OnNameAndRound& act) {
  io.one("name", act.name);
  io.one("round", act.round);
}
Touched touches(const act::OnNameAndRound& act) {
  return {.names = {act.name}, .round = act.round};
}
void carry_out(HeldEvent& held, const act::HalfPointBye& act) {
  held.event.grant_half_point_bye(act.name, act.round);
}
Message tell(const act::HalfPointBye& act) {
  return message("{0} has a half-point bye in round {1}", shown(act.name), act.round);
}
void carry_out(HeldEvent& held, const act::ZeroPointBye& act) {
  held.event.grant_zero_point_bye(act.name, act.round);
}
Message tell(const act::ZeroPointBye& act) {
  return message("{0} has a zero-point bye in round {1}", shown(act.name), act.round);
}

template <class Io>
void fields(Io& io, act::OnNames& act) {
  io.one("names", act.names);
}
Touched touches(const act::OnNames& act) { return {.names = act.names}; }
void carry_out(HeldEvent& held, const act::Order& act) { held.event.set_start_list(act.names); }
Touched touches(const act::Order&) { return {.seats = true, .everything = true}; }
Message tell(const act::Order&) { return message("the start list is set"); }
void carry_out(HeldEvent& held, const act::Forbid& act) { held.event.forbid(act.names); }
Message tell(const act::Forbid& act) { return message("{0} may not meet", all(act.names)); }
void carry_out(HeldEvent& held, const act::Allow& act) { held.event.allow(act.names); }
Message tell(const act::Allow& act) { return message("{0} may meet again", all(act.names)); }

template <class Io>
void fields(Io& io, act::Pair& act) {
  io.one("round", act.round);
  io.one("boards", act.boards);
  io.one("byes", act.byes);
  io.unless("fixed", act.fixed, {});
}
void carry_out(HeldEvent& held, const act::Pair& act) {
  held.event.add_round(round_of(held.event, act));
}
Touched touches(const act::Pair& act) {
  return {.round = act.round, .seats = true, .everything = true};
}
Message tell(const act::Pair& act) {
  Message text = message("round {0} is paired", act.round);
  for (const auto& board : act.fixed) text = with(text, message("demanded: {0}", pair_of(board)));
  return text;
}

template <class Io>
void fields(Io& io, act::Unpair& act) {
  io.one("round", act.round);
}
void carry_out(HeldEvent& held, const act::Unpair& act) {
  if (act.round != held.event.rounds().size()) {
    throw EventError(message("it removes a round that is not the last"));
  }
  held.event.remove_round();
}
Touched touches(const act::Unpair& act) {
  return {.round = act.round, .seats = true, .everything = true};
}
Message tell(const act::Unpair& act) { return message("round {0} is taken away", act.round); }

template <class Io>
void fields(Io& io, act::Swap& act) {
  io.one("round", act.round);
  io.maybe("boards", act.boards);
  if (!act.boards) io.one("players", act.players);
}
void carry_out(HeldEvent& held, const act::Swap& act) {
  Event& event = held.event;
  if (act.boards) {
    const auto [a, b] = *act.boards;
    return event.swap_boards(a, b);
  }
  event.swap_entrants(event.find(act.players[0]), event.find(act.players[1]));
}
Touched touches(const act::Swap& act) { return {.round = act.round, .seats = true}; }
Message tell(const act::Swap& act) {
  if (act.boards) {
    return message("round {0}: boards {1} change numbers", act.round, all(*act.boards));
  }
  return message("round {0}: {1} change seats", act.round, all(act.players));
}

template <class Io>
void fields(Io& io, act::OnBoard& act) {
  io.one("round", act.round);
  io.one("board", act.board);
}
Touched touches(const act::OnBoard& act) { return {.round = act.round, .result = act}; }

template <class Io>
void fields(Io& io, act::Result& act) {
  fields(io, static_cast<act::OnBoard&>(act));
  io.one("result", act.result);
  io.unless("record", act.record, "");
}
void carry_out(HeldEvent& held, const act::Result& act) {
  held.event.set_result(act.round, act.board, act.result);
}
Message tell(const act::Result& act) {
  const std::string result(board_result_text(act.result));
  return act.record.empty() ? message("{0}: {1}", place_of(act), result)
                            : message("{0}: {1}, with its record", place_of(act), result);
}

template <class Io>
void fields(Io& io, act::Correct& act) {
  fields(io, static_cast<act::OnBoard&>(act));
  io.one("result", act.result);
}
void carry_out(HeldEvent& held, const act::Correct& act) {
  held.event.correct_result(act.round, act.board, act.result);
}
Message tell(const act::Correct& act) {
  if (!act.result) return message("{0} is corrected: no result", place_of(act));
  return message("{0} is corrected: {1}", place_of(act), board_result_text(*act.result));
}

template <class Io>
void fields(Io& io, act::OnLines& act) {
  io.maybe("lines", act.lines);
  io.maybe("line", act.line);
  if (!act.lines && !act.line) throw JsonError("an act without lines");
}
/// The lines that it cancels are left out when the event is made.
void carry_out(HeldEvent&, const act::OnLines&) {}
Touched touches(const act::OnLines&) { return {}; }
Message tell(const act::Undo& act) { return message("undone: {0}", lines_of(act)); }
Message tell(const act::Redo& act) { return message("redone: {0}", lines_of(act)); }

/// What files of earlier versions may have and this one refuses: an act, and one of its keys, or ""
/// if the act itself is gone.
struct Removed {
  std::string_view act, key;
  Message what;
};

/// Throws EventError for a line that has something of these.
void require_present(const std::string& act, const Json& line) {
  const Message teams = message("teams"), categories = message("categories for prizes");
  const Removed all[] = {{"new", "boards", teams},
                         {"new", "scheveningen", teams},
                         {"enter", "team", teams},
                         {"lineup", "", teams},
                         {"pair", "games", teams},
                         {"result", "match", teams},
                         {"correct", "match", teams},
                         {"new", "categories", categories},
                         {"set", "categories", categories},
                         {"enter", "category", categories},
                         {"change", "category", categories},
                         {"lots", "", message("lots")},
                         {"late", "", message("late pairings")},
                         {"swap", "played", message("swaps of played games")},
                         {"new", "accelerate", message("accelerated rounds")}};
  const auto refuse = [](const Message& what) {
    throw EventError(message("the event has {0}, which schiri does not have any more", what));
  };
  if (act == "new" && line.at("system") == "swiss") refuse(message("the system 'swiss'"));
  for (const Removed& one : all) {
    const bool has = one.key.empty() || line.contains(std::string(one.key));
    if (one.act == act && has) refuse(one.what);
  }
}

template <std::size_t kind = 0>
Act read_kind(const std::string& key, const Json& line) {
  if constexpr (kind == std::variant_size_v<Act>) {
    throw EventError(message("'{0}' is not a known act", printable(key)));
  } else {
    using One = std::variant_alternative_t<kind, Act>;
    if (key != One::key) return read_kind<kind + 1>(key, line);
    One act;
    const Reader reader(line);
    fields(reader, act);
    return act;
  }
}

}  // namespace

HeldEvent begun_by(const Act& act) {
  const auto* const begin = std::get_if<act::Begin>(&act);
  if (!begin) throw EventError(message("the first line must begin the event"));
  if (!find_game(begin->head.game)) throw EventError(message("its game or system is unknown"));
  return {begin->head, Event(begin->terms)};
}

void apply(HeldEvent& held, const Act& act) {
  std::visit([&](const auto& one) { carry_out(held, one); }, act);
}

Json act_json(const Act& act) {
  return std::visit(
      [](auto one) {
        Json line = {{"act", one.key}};
        Writer writer(line);
        fields(writer, one);
        return line;
      },
      act);
}

Act read_act(const Json& line) {
  const std::string& key = line.at("act").text();
  require_present(key, line);
  return read_kind(key, line);
}

Touched touched(const Act& act) {
  return std::visit([](const auto& one) { return touches(one); }, act);
}

bool depends(const Touched& later, const Touched& earlier) {
  const auto has_texts_only = [](const Touched& what) {
    return !what.texts.empty() && !what.everything;
  };
  if (has_texts_only(later) || has_texts_only(earlier)) {
    return std::ranges::any_of(later.texts, [&](const std::string& text) {
      return std::ranges::find(earlier.texts, text) != earlier.texts.end();
    });
  }
  if (later.everything) return true;
  if (!later.seats && !later.result) return !later.names.empty() && later.names == earlier.names;
  if (later.round && earlier.round && later.round != earlier.round) return false;
  if (later.seats && earlier.seats) return true;
  if (later.result && earlier.result) return *later.result == *earlier.result;
  return earlier.seats || (later.seats && earlier.result);
}

Message sentence(const Act& act) {
  return std::visit([](const auto& one) { return tell(one); }, act);
}

Message line_sentence(const Json& line) {
  try {
    return sentence(read_act(line));
  } catch (const JsonError&) {
  } catch (const EventError&) {
  }
  return shown(line.dump());
}

act::Pair next_pairing(const Event& event, const std::vector<Couple>& fixed) {
  act::Pair act = pairing_of(event, pair(event, fixed));
  for (const auto& [white, black] : fixed) {
    act.fixed.push_back({event.entrants()[white].name, event.entrants()[black].name});
  }
  return act;
}

act::Pair pairing_of(const Event& event, const Round& round) {
  const auto& entrants = event.entrants();
  act::Pair act{event.rounds().size() + 1};
  for (const Board& board : round.boards) {
    act.boards.push_back({entrants[board.first].name, entrants[board.second].name});
  }
  for (const Bye& bye : round.byes) act.byes.emplace_back(entrants[bye.entrant].name, bye.kind);
  return act;
}

Round round_of(const Event& event, const act::Pair& pair) {
  if (pair.round != event.rounds().size() + 1) {
    throw EventError(message("it pairs a round other than the next one"));
  }
  Round round;
  for (const auto& [white, black] : pair.boards) {
    round.boards.push_back({event.find(white), event.find(black), std::nullopt});
  }
  for (const auto& [name, kind] : pair.byes) round.byes.push_back({event.find(name), kind});
  for (const act::TwoNames& names : pair.fixed) {
    const std::size_t white = event.find(names[0]), black = event.find(names[1]);
    const auto board = std::ranges::find_if(
        round.boards, [&](const Board& one) { return one.first == white && one.second == black; });
    if (board == round.boards.end()) {
      throw EventError(message("it demands a board that does not exist"));
    }
    board->by_hand = true;
  }
  return round;
}

}  // namespace schiri::otb
