#include "cli/people/event_journal.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "cli/command.h"
#include "cli/tournament/event_log.h"
#include "core/date.h"
#include "core/schedule/systems.h"
#include "notation/game_types.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

constexpr std::array<std::string_view, 3> bye_kinds = {"odd", "asked", "absent"};
constexpr const char* baku = "baku";

[[noreturn]] void give_up(const std::string& path, const std::string& what) {
  throw UnusableError(printable(path, 4096) + ": " + what);
}

std::uint64_t number(const Json& act, const char* key) { return act.at(key).get<std::uint64_t>(); }

/// What is only shown, never asked about, must be there as well.
void require_texts(const Json& act) {
  static_cast<void>(act.at("time").get<std::string>());
  if (act.contains("record")) static_cast<void>(act.at("record").get<std::string>());
}

/// An act as a line of the file.
std::string line_of(const Json& act) { return act.dump() + '\n'; }

Json act_of(const char* kind, const Json& details) {
  Json act = {{"v", 1}, {"time", utc_time()}, {"act", kind}};
  act.update(details);
  return act;
}

/// A date as records have it; what an older schiri has taken for one stays.
std::string date_of(const std::string& text) {
  const auto date = read_date(text);
  return date ? date->text() : text;
}

}  // namespace

std::string_view bye_kind_name(ByeKind kind) { return bye_kinds[static_cast<std::size_t>(kind)]; }

/// A line of the file; there is no act if it is not JSON.
struct EventJournal::Line {
  std::size_t number;
  std::string_view text;
  bool is_ended;  ///< by a newline
  std::optional<Json> act;

  bool reads() const { return act.has_value(); }
  /// Might half of an act look like this?
  bool may_be_torn() const {
    return !reads() && (!is_ended || text.starts_with('{') || text.find('\0') != text.npos);
  }
  std::size_t part() const { return figure("part"); }
  std::size_t parts() const { return figure("parts"); }

 private:
  std::size_t figure(const char* key) const {
    const Json* value = act ? act->find(key) : nullptr;
    return value && value->is_number_unsigned() ? value->get<std::size_t>() : 1;
  }
};

namespace {

template <class Line>
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    lines.push_back({lines.size() + 1, line, end < text.size(), Json::parse_if_valid(line)});
    at = end + 1;
  }
  return lines;
}

/// How many lines at the front belong to commands that were written completely: what a power cut
/// has left of the last one is lines that are none, or too few.
template <class Line>
std::size_t count_whole(const std::vector<Line>& lines) {
  std::size_t last = lines.size();
  while (last > 0 && lines[last - 1].may_be_torn()) --last;
  if (last == 0) return 0;
  const Line& line = lines[last - 1];
  const std::size_t begin = last - std::min(line.part(), last);
  const bool is_complete = line.part() >= line.parts() &&
                           std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                       lines.begin() + static_cast<std::ptrdiff_t>(last),
                                       [](const Line& one) { return !one.may_be_torn(); });
  return is_complete ? last : begin;
}

}  // namespace

void EventJournal::begin(const std::string& path, const EventHead& head, System system,
                         std::uint64_t rounds, Acceleration acceleration) {
  // Complains before there is a file.
  static_cast<void>(OpenEvent(system, rounds, acceleration));
  Json details = {{"name", head.name},   {"game", head.game}, {"variant", head.variant},
                  {"place", head.place}, {"date", head.date}, {"system", system_name(system)},
                  {"rounds", rounds}};
  if (acceleration == Acceleration::baku) details["accelerate"] = baku;
  JournalFile::create(path, line_of(act_of("new", details)));
}

EventJournal EventJournal::open(const std::string& path, JournalFile::Access access) {
  EventJournal journal{JournalFile(path, access)};
  journal.read();
  return journal;
}

EventJournal EventJournal::replay(const std::string& path, const Watcher& watcher) {
  EventJournal journal{JournalFile(path, JournalFile::Access::read)};
  journal.watcher_ = watcher;
  journal.read();
  journal.watcher_ = nullptr;
  return journal;
}

void EventJournal::read() {
  const std::string text = file_.read();
  const auto lines = lines_of<Line>(text);
  const std::size_t whole = count_whole(lines);
  for (std::size_t i = 0; i < whole; ++i) apply(lines[i]);
  if (!event_) give_up(file_.path(), "this is not an event file");
  written_ = acts_.size();
  // Another command may be writing just now.
  if (whole == lines.size() || !file_.was_at_rest()) return;
  const auto begin = static_cast<std::size_t>(lines[whole].text.data() - text.data());
  file_.set_torn(text.substr(begin));
  std::cerr
      << "schiri: " << printable(file_.path(), 4096) << ": line " << whole + 1
      << " was cut off, as by a power cut, and counts as never written; the next change moves "
         "it to "
      << printable(file_.torn_path(), 4096) << ": " << printable(lines[whole].text, 400) << '\n';
}

void EventJournal::apply(const Line& line) {
  const std::string where = "line " + std::to_string(line.number);
  try {
    if (!line.reads()) give_up(file_.path(), where + " does not belong in an event file");
    apply(*line.act);
  } catch (const JsonError&) {
    give_up(file_.path(), where + " does not belong in an event file");
  } catch (const OpenEventError& error) {
    give_up(file_.path(), where + " cannot be: " + error.what());
  }
}

void EventJournal::apply(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  if (act.at("v") != 1) throw OpenEventError("it was written by a newer schiri");
  require_texts(act);
  if (kind == "new") {
    if (event_) throw OpenEventError("an event begins only once");
    const auto system = find_system(act.at("system").get<std::string>());
    head_ = {act.at("name").text(), act.at("game").text(), act.at("variant").text(),
             act.at("place").text(), date_of(act.at("date").text())};
    const GameType* type = find_game(head_.game);
    if (!system || !type) throw OpenEventError("its game or system is not known");
    const Json* acceleration = act.find("accelerate");
    if (acceleration && *acceleration != baku)
      throw OpenEventError("its acceleration is not known");
    event_.emplace(*system, number(act, "rounds"),
                   acceleration ? Acceleration::baku : Acceleration::none);
    acts_.push_back(act);
    return;
  }
  if (!event_) throw OpenEventError("nothing comes before an event's beginning");
  const auto result = [&]() -> std::optional<BoardResult> {
    if (act.at("result").is_null()) return std::nullopt;
    const auto found = find_board_result(act.at("result").get<std::string>());
    if (!found) throw OpenEventError("its result is not a result");
    return found;
  };
  if (kind == "enter") {
    EntrantName entrant{act.at("name").text(), std::nullopt};
    if (act.contains("rating")) entrant.rating = act.at("rating").get<int>();
    event_->enter(entrant);
  } else if (kind == "withdraw") {
    event_->withdraw(act.at("name").get<std::string>());
  } else if (kind == "bye") {
    event_->ask_bye(act.at("name").get<std::string>(), number(act, "round"));
  } else if (kind == "pair") {
    apply_pairing(act);
  } else if (kind == "result" && result()) {
    event_->set_result(number(act, "round"), number(act, "board"), *result());
  } else if (kind == "correct") {
    event_->correct_result(number(act, "round"), number(act, "board"), result());
  } else {
    throw OpenEventError("'" + printable(kind) + "' is not something that can be done");
  }
  acts_.push_back(act);
}

void EventJournal::apply_pairing(const Json& act) {
  if (number(act, "round") != event_->rounds().size() + 1) {
    throw OpenEventError("it pairs a round other than the next one");
  }
  OpenRound round;
  const auto player = [&](const Json& name) { return event_->player(name.get<std::string>()); };
  for (const Json& board : act.at("boards")) {
    round.boards.push_back({player(board.at(0)), player(board.at(1)), std::nullopt});
  }
  for (const Json& bye : act.at("byes")) {
    const auto found = std::find(bye_kinds.begin(), bye_kinds.end(), bye.at(1).get<std::string>());
    if (found == bye_kinds.end()) throw OpenEventError("a bye is of an unknown kind");
    round.byes.push_back({player(bye.at(0)), static_cast<ByeKind>(found - bye_kinds.begin())});
  }
  if (watcher_) watcher_(*event_, round);
  event_->add_round(std::move(round));
}

Json EventJournal::round_json(const OpenRound& round) const {
  const auto name = [&](std::size_t player) { return event_->players()[player].name; };
  Json boards = Json::array(), byes = Json::array();
  for (const Board& board : round.boards) {
    boards.push_back(Json::array({name(board.white), name(board.black)}));
  }
  for (const RoundBye& bye : round.byes) {
    byes.push_back(Json::array({name(bye.player), bye_kind_name(bye.kind)}));
  }
  return {{"round", event_->rounds().size() + 1}, {"boards", boards}, {"byes", byes}};
}

void EventJournal::add(const char* kind, const Json& details) { apply(act_of(kind, details)); }

void EventJournal::commit() {
  std::string lines;
  const std::size_t parts = acts_.size() - written_;
  if (parts == 0) return;
  for (std::size_t i = written_; i < acts_.size(); ++i) {
    if (parts > 1) acts_[i].update({{"part", i - written_ + 1}, {"parts", parts}});
    lines += line_of(acts_[i]);
  }
  file_.append(lines);
  written_ = acts_.size();
}

void EventJournal::take_back() { file_.take_back(); }

void EventJournal::enter(const EntrantName& entrant) {
  Json act = {{"name", entrant.name}};
  if (entrant.rating) act["rating"] = *entrant.rating;
  add("enter", act);
}

void EventJournal::withdraw(const std::string& name) { add("withdraw", {{"name", name}}); }

void EventJournal::ask_bye(const std::string& name, std::uint64_t round) {
  add("bye", {{"name", name}, {"round", round}});
}

void EventJournal::pair() { add("pair", round_json(event_->next_round())); }

void EventJournal::set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                              const std::string& record) {
  Json act = {{"round", round}, {"board", board}, {"result", board_result_text(result)}};
  if (!record.empty()) act["record"] = record;
  add("result", act);
}

void EventJournal::correct_result(std::uint64_t round, std::uint64_t board,
                                  std::optional<BoardResult> result) {
  add("correct", {{"round", round},
                  {"board", board},
                  {"result", result ? Json(board_result_text(*result)) : Json()}});
}

std::string EventJournal::record(std::uint64_t round, std::uint64_t board) const {
  std::string text;
  const auto is_of = [](const Json& act, const char* key, std::uint64_t number) {
    const Json* value = act.find(key);
    return value && *value == number;
  };
  for (const Json& act : acts_) {
    if (!is_of(act, "round", round) || !is_of(act, "board", board)) continue;
    // A corrected result is another one than the record's.
    if (act.at("act") == "correct") text.clear();
    if (act.at("act") != "result") continue;
    const Json* record = act.find("record");
    text = record ? record->text() : "";
  }
  return text;
}

}  // namespace schiri::cli
