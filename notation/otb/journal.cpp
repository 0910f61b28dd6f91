#include "notation/otb/journal.h"

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/otb/category.h"
#include "core/otb/pairing.h"
#include "notation/game_types.h"
#include "notation/otb/act_json.h"
#include "notation/otb/journal_file.h"
#include "notation/text/printable.h"
#include "notation/trf/fields.h"

namespace schiri::otb {

namespace {

/// Requires texts that are only displayed.
void require_texts(const Json& act) {
  static_cast<void>(act.at("time").get<std::string>());
  for (const char* key : {"record", "by"}) {
    if (act.contains(key)) static_cast<void>(act.at(key).get<std::string>());
  }
}

/// An act as a line of the file.
std::string line_of(const Json& act) { return with_checksum(act.dump()) + '\n'; }

Json new_act(const char* kind, const Json& details) {
  Json act = {{"v", journal_version}, {"time", utc_time()}, {"act", kind}};
  act.update(details);
  return act;
}

bool is_one_of(const std::string& kind, std::initializer_list<const char*> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_result(const std::string& kind) { return is_one_of(kind, {"result", "correct"}); }

/// Does the act decide who sits at which board?
bool seats_players(const std::string& kind) {
  return is_one_of(kind, {"pair", "unpair", "swap", "order", "lineup"});
}

/// Are both acts about certain rounds, and not about the same?
bool is_another_round(const Json& a, const Json& b) {
  const Json *in_a = a.find("round"), *in_b = b.find("round");
  return in_a && in_b && *in_a != *in_b;
}

/// Have both acts this key, with equal values?
bool agree_on(const Json& a, const Json& b, const char* key) {
  const Json *in_a = a.find(key), *in_b = b.find(key);
  return in_a && in_b && *in_a == *in_b;
}

bool is_same_place(const Json& a, const Json& b) {
  return agree_on(a, b, "round") && agree_on(a, b, "board") &&
         (!a.contains("match") || agree_on(a, b, "match"));
}

/// Does a line `set` change only texts that are shown: the place, the date of a round?
bool sets_texts_only(const Json& act) {
  constexpr std::string_view others[] = {"v", "time", "act", "by", "part", "parts"};
  return act.at("act") == "set" &&
         std::all_of(act.members().begin(), act.members().end(), [&](const auto& member) {
           return is_head_key(member.key) ||
                  std::find(std::begin(others), std::end(others), member.key) != std::end(others);
         });
}

/// Have both acts a key of the head?
bool share_head_key(const Json& a, const Json& b) {
  return std::any_of(a.members().begin(), a.members().end(), [&](const auto& member) {
    return is_head_key(member.key) && b.contains(member.key);
  });
}

/// Would undoing or redoing `earlier` change the meaning of `later`? Pairings depend on all before
/// them; results on the seats at their boards.
bool depends(const Json& later, const Json& earlier) {
  const std::string kind = later.at("act").text(), before = earlier.at("act").text();
  const bool is_text = sets_texts_only(later), was_text = sets_texts_only(earlier);
  if (is_text || was_text) {
    return kind == "set" && before == "set" && share_head_key(later, earlier);
  }
  if (is_one_of(kind, {"pair", "unpair", "order", "lineup", "set"})) return true;
  if (kind == "swap" || kind == "late" || is_result(kind)) {
    if (is_another_round(later, earlier)) return false;
    if (before == "late") return !is_result(kind) || is_same_place(later, earlier);
    if (seats_players(before)) return true;
    return kind == "swap" ? is_result(before) : is_same_place(later, earlier);
  }
  return agree_on(later, earlier, "name") || agree_on(later, earlier, "names");
}

}  // namespace

void Journal::begin(const std::string& path, const EventHead& head, const Terms& terms) {
  Json details = {{"name", head.name},
                  {"game", head.game},
                  {"variant", head.variant},
                  {"place", head.place},
                  {"date", head.date}};
  for (const HeadField& field : head_fields) {
    const std::string& text = head.*field.text;
    if (!text.empty() && !details.contains(field.key)) details[field.key] = text;
  }
  if (!head.schedule.empty()) details["schedule"] = schedule_json(head.schedule);
  if (!head.categories.empty()) details["categories"] = head.categories;
  details.update(terms_json(terms));
  Json report = Json::array();
  for (const auto& [code, text] : head.report) report.push_back(Json::array({code, text}));
  if (!head.report.empty()) details["report"] = report;
  JournalFile::create(path, line_of(new_act("new", details)));
}

Journal Journal::open(const std::string& path, JournalFile::Access access) {
  Journal journal{JournalFile(path, access)};
  journal.read();
  return journal;
}

Journal Journal::of_text(std::string path, std::string text) {
  Journal journal(JournalFile::of_text(std::move(path), std::move(text)));
  journal.read();
  return journal;
}

Journal Journal::replay(const std::string& path, const Watcher& watcher) {
  Journal journal{JournalFile(path, JournalFile::Access::read)};
  journal.watcher_ = watcher;
  journal.read();
  journal.watcher_ = nullptr;
  return journal;
}

void Journal::read() {
  const std::string text = file_.read();
  auto lines = journal_lines(text);
  const std::size_t whole = count_whole(lines);
  const auto at_line = [&](std::size_t i, const auto& action) {
    const auto fail = [&](const Message& what) {
      throw UnusableError(
          message("{0}:{1}: error: {2}", printable(file_.path(), 4096), lines[i].number, what));
    };
    try {
      action();
    } catch (const JsonError&) {
      fail(message("the line is not part of an event file"));
    } catch (const EventError& error) {
      fail(error.message());
    }
  };
  // The valid acts are known only at the end: undone acts may have any content.
  for (std::size_t i = 0; i < whole; ++i) {
    at_line(i, [&] {
      verify(lines[i]);
      note(*lines[i].act);
    });
  }
  for (std::size_t i = 0; i < whole; ++i) {
    if (!is_undone_[i]) at_line(i, [&] { apply(acts_[i]); });
  }
  if (!event_) {
    throw UnusableError(message("{0}: this is not an event file", printable(file_.path(), 4096)));
  }
  written_ = acts_.size();
  // Another command may be writing just now.
  if (whole == lines.size() || !file_.was_at_rest()) return;
  const auto begin = static_cast<std::size_t>(lines[whole].text.data() - text.data());
  file_.set_torn(text.substr(begin));
  cut_off_ = message(
      "{0}: line {1} was cut off, as by a power cut, and counts as never written; the next change "
      "moves it to {2}: {3}",
      printable(file_.path(), 4096), whole + 1, printable(file_.torn_path(), 4096),
      printable(lines[whole].text, 400));
}

/// Adds an act to the list, and marks the acts that it undoes or redoes.
void Journal::note(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  require_texts(act);
  std::size_t target = 0;
  if (kind == "undo" || kind == "redo") {
    target = note_undo(act, kind == "undo");
  } else if (number_or(act, "part", 1) > 1 && !commands_.empty() &&
             commands_.back().end == acts_.size()) {
    ++commands_.back().end;
  } else {
    commands_.push_back({acts_.size(), acts_.size() + 1});
  }
  acts_.push_back(act);
  is_undone_.push_back(false);
  target_.push_back(target);
}

/// Returns the line where the command begins that is undone or redone; without the key `line`, it
/// is the last valid one.
std::size_t Journal::note_undo(const Json& act, bool is_undone) {
  const bool is_named = act.contains("line");
  const std::size_t line = is_named ? number_in(act, "line") : last_valid("").value_or(0);
  if (line == 0 && !is_named) throw EventError(message("there is nothing to undo"));
  Command* command = command_at(line);
  const std::uint64_t lines = command ? command->end - command->begin : 0;
  const std::uint64_t stated = is_named ? number_or(act, "lines", lines) : number_in(act, "lines");
  const bool fits = command && line > 1 && command->is_undone != is_undone && stated == lines &&
                    (is_named || is_undone);
  if (!fits) {
    throw EventError(is_named ? message("there is no such command to undo or redo")
                              : message("it does not undo the last command"));
  }
  command->is_undone = is_undone;
  std::fill(is_undone_.begin() + static_cast<std::ptrdiff_t>(command->begin),
            is_undone_.begin() + static_cast<std::ptrdiff_t>(command->end), is_undone);
  return line;
}

Journal::Command* Journal::command_at(std::size_t line) {
  const auto found = std::lower_bound(
      commands_.begin(), commands_.end(), line,
      [](const Command& command, std::size_t sought) { return command.begin + 1 < sought; });
  return found != commands_.end() && found->begin + 1 == line ? &*found : nullptr;
}

bool Journal::is_own(std::size_t act, const std::string& helper) const {
  const Json* by = acts_[act].find("by");
  return helper.empty() || (by && by->text() == helper);
}

std::optional<std::size_t> Journal::last_valid(const std::string& helper) const {
  for (std::size_t i = commands_.size(); i > 1; --i) {
    const Command& command = commands_[i - 1];
    if (!command.is_undone && is_own(command.begin, helper)) return command.begin + 1;
  }
  return std::nullopt;
}

std::optional<std::size_t> Journal::last_undone(const std::string& helper) const {
  for (std::size_t i = acts_.size(); i > 0; --i) {
    if (!is_own(i - 1, helper)) continue;
    const std::string& kind = acts_[i - 1].at("act").text();
    if (kind == "redo") continue;
    if (kind != "undo" && !is_undone_[i - 1]) return std::nullopt;
    if (kind == "undo" && is_undone_[target_[i - 1] - 1]) return target_[i - 1];
  }
  return std::nullopt;
}

void Journal::apply_beginning(const Json& act) {
  if (event_) throw EventError(message("an event begins only once"));
  head_ = {act.at("name").text(), act.at("game").text(), act.at("variant").text(),
           act.at("place").text(), act.at("date").text()};
  apply_head(act);
  // After the fields of the same act: these lines are what the fields could not take.
  if (act.contains("report")) {
    for (const Json& line : act.at("report")) {
      head_.report.emplace_back(line.at(0).text(), line.at(1).text());
    }
  }
  take_report_lines(head_);
  if (!find_game(head_.game)) throw EventError(message("its game or system is unknown"));
  event_.emplace(terms_of(act));
}

void Journal::apply(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  if (kind == "new") return apply_beginning(act);
  if (!event_) throw EventError(message("the first line must begin the event"));
  if (kind == "undo" || kind == "redo" || apply_to_entrants(kind, act) ||
      apply_to_rounds(kind, act))
    return;
  throw EventError(message("'{0}' is not a known act", printable(kind)));
}

bool Journal::apply_to_entrants(const std::string& kind, const Json& act) {
  const auto name = [&] { return act.at("name").text(); };
  const auto names = [&] {
    std::vector<std::string> texts;
    for (const Json& text : act.at("names")) texts.push_back(text.text());
    return texts;
  };
  if (kind == "enter") {
    event_->enter(entry_of(act));
  } else if (kind == "lineup") {
    event_->set_lineup(act.at("team").text(), number_in(act, "round"), names());
  } else if (kind == "change") {
    event_->change(name(), change_of(act));
  } else if (kind == "order") {
    event_->set_start_list(names());
  } else if (kind == "withdraw") {
    event_->withdraw(name());
  } else if (kind == "reinstate") {
    event_->reinstate(name());
  } else if (kind == "bye") {
    event_->grant_half_point_bye(name(), number_in(act, "round"));
  } else if (kind == "zero_bye") {
    event_->grant_zero_point_bye(name(), number_in(act, "round"));
  } else if (kind == "forbid") {
    event_->forbid(names());
  } else if (kind == "allow") {
    event_->allow(names());
  } else if (kind == "lots") {
    event_->set_lots(names());
  } else {
    return false;
  }
  return true;
}

bool Journal::apply_to_rounds(const std::string& kind, const Json& act) {
  if (kind == "pair") {
    apply_pairing(act);
  } else if (kind == "unpair") {
    if (number_in(act, "round") != event_->rounds().size()) {
      throw EventError(message("it removes a round that is not the last"));
    }
    event_->remove_round();
  } else if (kind == "swap") {
    apply_swap(act);
  } else if (kind == "late") {
    apply_late(act);
  } else if (kind == "set") {
    apply_settings(act);
  } else if (kind == "result" && result_of(act)) {
    event_->set_result(number_in(act, "round"), board_at(act), *result_of(act));
  } else if (kind == "correct") {
    event_->correct_result(number_in(act, "round"), board_at(act), result_of(act));
  } else {
    return false;
  }
  return true;
}

std::uint64_t Journal::board_at(const Json& act) const {
  if (!event_->has_teams()) return number_in(act, "board");
  return event_->board_number(number_in(act, "match"), number_in(act, "board"));
}

void Journal::apply_settings(const Json& act) {
  if (act.contains("rounds")) event_->set_rounds(number_in(act, "rounds"));
  if (act.contains("half_byes")) event_->set_half_byes(number_in(act, "half_byes"));
  if (act.contains("points")) event_->set_points(otb::points_of(act.at("points")));
  if (act.contains("tie_breaks")) event_->set_tie_breaks(tie_breaks_of(act.at("tie_breaks")));
  apply_head(act);
}

/// Sets what the act has of the head.
void Journal::apply_head(const Json& act) {
  for (const HeadField& field : head_fields) {
    if (!act.contains(field.key)) continue;
    head_.*field.text = read_head_field(field, act.at(field.key).text());
    drop_report_lines(head_, field.code);
  }
  if (act.contains("schedule")) {
    for (const Json& round : act.at("schedule")) {
      set_round_time(head_.schedule, round.at(0).get<std::uint64_t>(),
                     {round.at(1).text(), round.at(2).text()});
    }
    drop_report_lines(head_, "132");
  }
  if (!act.contains("categories")) return;
  head_.categories.clear();
  for (const Json& text : act.at("categories")) {
    static_cast<void>(read_category(text.text()));
    head_.categories.push_back(text.text());
  }
}

void Journal::apply_swap(const Json& act) {
  const bool is_played = act.contains("played") && act.at("played") == true;
  const std::uint64_t round = is_played ? number_in(act, "round") : 0;
  if (act.contains("boards")) {
    const auto a = act.at("boards").at(0).get<std::uint64_t>();
    const auto b = act.at("boards").at(1).get<std::uint64_t>();
    is_played ? event_->exchange_boards(round, a, b) : event_->swap_boards(a, b);
  } else {
    const std::size_t a = event_->find(act.at("players").at(0).text());
    const std::size_t b = event_->find(act.at("players").at(1).text());
    is_played ? event_->exchange_colours(round, a, b) : event_->swap_entrants(a, b);
  }
}

void Journal::apply_late(const Json& act) {
  const Json& players = act.at("players");
  const auto& rounds = event_->rounds();
  if (number_in(act, "round") != rounds.size() || rounds.empty() ||
      number_in(act, "board") != rounds.back().boards.size() + 1) {
    throw EventError(message("it adds a board other than the next one"));
  }
  event_->seat_late(event_->find(players.at(0).text()), event_->find(players.at(1).text()));
}

void Journal::apply_pairing(const Json& act) {
  if (number_in(act, "round") != event_->rounds().size() + 1) {
    throw EventError(message("it pairs a round other than the next one"));
  }
  Round round = round_of(*event_, act);
  if (watcher_) watcher_(*event_, round);
  event_->add_round(std::move(round));
}

Json Journal::act_of(const char* kind, const Json& details) const {
  Json act = new_act(kind, details);
  if (!helper_.empty()) act["by"] = helper_;
  return act;
}

void Journal::add(const char* kind, const Json& details) {
  const Json act = act_of(kind, details);
  apply(act);
  note(act);
}

std::vector<Json> Journal::command(std::size_t line) const {
  std::vector<Json> lines;
  for (const Command& command : commands_) {
    if (command.begin + 1 != line) continue;
    lines.assign(acts_.begin() + static_cast<std::ptrdiff_t>(command.begin),
                 acts_.begin() + static_cast<std::ptrdiff_t>(command.end));
  }
  return lines;
}

std::optional<std::size_t> Journal::obstacle(std::size_t line) const {
  const std::vector<Json> lines = command(line);
  if (lines.empty()) return std::nullopt;
  for (std::size_t i = line - 1 + lines.size(); i < acts_.size(); ++i) {
    if (is_undone_[i] || is_one_of(acts_[i].at("act").text(), {"undo", "redo"})) continue;
    for (const Json& earlier : lines) {
      if (depends(acts_[i], earlier)) return i + 1;
    }
  }
  return std::nullopt;
}

namespace {

std::string version_text(std::size_t lines, const Json& last) {
  const std::string line = with_checksum(last.dump());
  constexpr std::size_t digits = 8, end = 2;  // before the quote and the brace
  return std::to_string(lines) + "." + line.substr(line.size() - digits - end, digits);
}

}  // namespace

std::string Journal::version() const { return version_text(acts_.size(), acts_.back()); }

std::optional<std::size_t> Journal::lines_of(std::string_view version) const {
  const auto lines = parse_number<std::size_t>(version.substr(0, version.find('.')));
  if (!lines || *lines == 0 || *lines > acts_.size()) return std::nullopt;
  // What follows a version is no part of it.
  if (!version.starts_with(version_text(*lines, acts_[*lines - 1]))) return std::nullopt;
  return lines;
}

bool Journal::is_other_event(const Journal& that) const {
  return acts_.front() != that.acts_.front();
}

/// An act, or those that it undoes or redoes.
std::vector<Json> Journal::meant(std::size_t act) const {
  return target_[act] == 0 ? std::vector<Json>{acts_[act]} : command(target_[act]);
}

std::optional<std::size_t> Journal::conflict(std::size_t lines) const {
  for (std::size_t own = written_; own < acts_.size(); ++own) {
    const std::vector<Json> later = meant(own);
    for (std::size_t other = lines; other < written_; ++other) {
      for (const Json& earlier : meant(other)) {
        if (is_one_of(earlier.at("act").text(), {"pair", "unpair"})) return other + 1;
        const auto is_changed = [&](const Json& act) { return depends(act, earlier); };
        if (std::any_of(later.begin(), later.end(), is_changed)) return other + 1;
      }
    }
  }
  return std::nullopt;
}

void Journal::replay() {
  event_.reset();
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    if (!is_undone_[i]) apply(acts_[i]);
  }
}

std::vector<Json> Journal::set_undone(std::size_t line, bool is_undone) {
  const std::vector<Json> lines = command(line);
  Json details = {{"lines", lines.size()}};
  if (!is_undone || last_valid("") != line) details["line"] = line;
  const auto commands_before = commands_;
  const auto undone_before = is_undone_;
  note(act_of(is_undone ? "undo" : "redo", details));
  try {
    replay();
    // A later change may still be possible, but no longer mean the same.
    if (const auto later = obstacle(line)) {
      throw EventError(message("line {0} of the event depends on it", *later));
    }
  } catch (const std::runtime_error& error) {
    // Also JsonError: a line that never counted may contain anything.
    commands_ = commands_before;
    is_undone_ = undone_before;
    acts_.pop_back();
    target_.pop_back();
    replay();
    const auto* const known = dynamic_cast<const MessageError*>(&error);
    const Message why = known ? known->message() : Message(error.what());
    throw EventError(is_undone
                         ? message("it cannot be undone, because of later changes: {0}", why)
                         : message("it cannot be redone, because of later changes: {0}", why));
  }
  return lines;
}

std::vector<Json> Journal::undo(bool any) {
  if (const auto line = last_valid(any ? "" : helper_)) return set_undone(*line, true);
  const auto other = last_valid("");
  if (!other) throw EventError(message("there is nothing to undo"));
  const Json* by = acts_[*other - 1].find("by");
  throw EventError(
      by ? message("'{0}' has entered nothing that can be undone; the last change is by '{1}'; "
                   "--any undoes it",
                   helper_, by->text())
         : message("'{0}' has entered nothing that can be undone; the last change is by another "
                   "helper; --any undoes it",
                   helper_));
}

std::vector<Json> Journal::redo(bool any) {
  const auto line = last_undone(any ? "" : helper_);
  if (!line) throw EventError(message("there is nothing to redo"));
  return set_undone(*line, false);
}

void Journal::commit() {
  std::string lines;
  const std::size_t parts = acts_.size() - written_;
  if (parts == 0) return;
  for (std::size_t i = written_; i < acts_.size(); ++i) {
    if (parts > 1) acts_[i].update({{"part", i - written_ + 1}, {"parts", parts}});
    lines += line_of(acts_[i]);
  }
  file_.append(lines);
  if (!commands_.empty() && commands_.back().begin >= written_) {
    while (commands_.back().begin > written_) commands_.pop_back();
    commands_.back().end = acts_.size();
  }
  written_ = acts_.size();
}

void Journal::take_back() { file_.take_back(); }

void Journal::enter(const Entry& entry) { add("enter", entry_json(entry)); }

void Journal::change(const std::string& name, const EntrantChange& change) {
  add("change", change_json(name, change));
}

void Journal::set_lineup(const std::string& team, std::uint64_t round,
                         const std::vector<std::string>& names) {
  add("lineup", {{"team", team}, {"round", round}, {"names", names}});
}

void Journal::set_start_list(const std::vector<std::string>& names) {
  add("order", {{"names", names}});
}

void Journal::set(const Json& settings) { add("set", settings); }

void Journal::withdraw(const std::string& name) { add("withdraw", {{"name", name}}); }

void Journal::reinstate(const std::string& name) { add("reinstate", {{"name", name}}); }

/// Files of earlier versions may have such byes, so that Event accepts them.
void Journal::require_not_withdrawn(const std::string& name) const {
  const Entrant& entrant = event_->entrants()[event_->find(name)];
  if (!entrant.last_round) return;
  throw EventError(message("'{0}' has withdrawn", entrant.name));
}

void Journal::grant_half_point_bye(const std::string& name, std::uint64_t round) {
  require_not_withdrawn(name);
  add("bye", {{"name", name}, {"round", round}});
}

void Journal::grant_zero_point_bye(const std::string& name, std::uint64_t round) {
  require_not_withdrawn(name);
  add("zero_bye", {{"name", name}, {"round", round}});
}

void Journal::forbid(const std::vector<std::string>& names) { add("forbid", {{"names", names}}); }

void Journal::allow(const std::vector<std::string>& names) { add("allow", {{"names", names}}); }

void Journal::set_lots(const std::vector<std::string>& names) { add("lots", {{"names", names}}); }

void Journal::pair(const std::vector<Couple>& fixed) {
  Json act = round_json(*event_, otb::pair(*event_, fixed));
  Json boards = Json::array();
  for (const auto& [white, black] : fixed) {
    boards.push_back(Json::array({event_->entrants()[white].name, event_->entrants()[black].name}));
  }
  if (!fixed.empty()) act["fixed"] = boards;
  add("pair", act);
}

void Journal::add_round(const Round& round) { add("pair", round_json(*event_, round)); }

void Journal::unpair() { add("unpair", {{"round", event_->rounds().size()}}); }

void Journal::swap_entrants(const std::string& a, const std::string& b) {
  add("swap", {{"round", event_->rounds().size()}, {"players", Json::array({a, b})}});
}

void Journal::swap_boards(std::uint64_t a, std::uint64_t b) {
  add("swap", {{"round", event_->rounds().size()}, {"boards", Json::array({a, b})}});
}

void Journal::exchange_colours(std::uint64_t round, const std::string& a, const std::string& b) {
  const std::size_t one = event_->find(a), other = event_->find(b);
  const Json act = {{"round", round}, {"players", Json::array({a, b})}, {"played", true}};
  for (std::size_t i = 0; round >= 1 && round <= event_->rounds().size() &&
                          i < event_->rounds()[round - 1].boards.size();
       ++i) {
    const Board& board = event_->rounds()[round - 1].boards[i];
    if (!board.has(one) || !board.has(other)) continue;
    const std::uint64_t games = std::max<std::uint64_t>(event_->terms().boards, 1);
    for (std::uint64_t game = 1; game <= games; ++game) {
      if (record(round, i * games + game).empty()) continue;
      throw EventError(
          message("the record of their game has these colours; correct the result first"));
    }
  }
  add("swap", act);
}

void Journal::exchange_boards(std::uint64_t round, std::uint64_t a, std::uint64_t b) {
  add("swap", {{"round", round}, {"boards", Json::array({a, b})}, {"played", true}});
}

std::uint64_t Journal::seat_late(const std::string& name, const std::string& other) {
  std::optional<std::size_t> opponent;
  if (!other.empty()) opponent = event_->find(other);
  const auto [white, black] = pair_late(*event_, event_->find(name), opponent);
  const std::uint64_t board = event_->rounds().back().boards.size() + 1;
  const auto& entrants = event_->entrants();
  add("late", {{"round", event_->rounds().size()},
               {"board", board},
               {"players", Json::array({entrants[white].name, entrants[black].name})}});
  return board;
}

void Journal::set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                         const std::string& record) {
  Json act = place_json(round, board);
  act["result"] = board_result_text(result);
  if (!record.empty()) act["record"] = record;
  add("result", act);
}

void Journal::correct_result(std::uint64_t round, std::uint64_t board,
                             std::optional<BoardResult> result) {
  Json act = place_json(round, board);
  act["result"] = result ? Json(board_result_text(*result)) : Json();
  add("correct", act);
}

/// Round and board of a game; boards of matches are numbered within their match.
Json Journal::place_json(std::uint64_t round, std::uint64_t board) const {
  if (!event_->has_teams()) return {{"round", round}, {"board", board}};
  const std::uint64_t boards = event_->terms().boards, index = board == 0 ? UINT64_MAX : board - 1;
  return {{"round", round}, {"match", index / boards + 1}, {"board", index % boards + 1}};
}

std::string Journal::record(std::uint64_t round, std::uint64_t board) const {
  // Back from the last act: boards have changed numbers since.
  const std::uint64_t boards = std::max<std::uint64_t>(event_->terms().boards, 1);
  for (std::size_t i = acts_.size(); i-- > 0;) {
    const Json& act = acts_[i];
    const Json* in_round = act.find("round");
    if (is_undone_[i] || !in_round || *in_round != round) continue;
    const std::string& kind = act.at("act").text();
    if (kind == "swap" && act.contains("boards") && board > 0) {
      const std::uint64_t pair = (board - 1) / boards + 1, game = (board - 1) % boards;
      const Json& swapped = act.at("boards");
      const auto a = swapped.at(0).get<std::uint64_t>(), b = swapped.at(1).get<std::uint64_t>();
      const std::uint64_t before = pair == a ? b : pair == b ? a : pair;
      board = (before - 1) * boards + game + 1;
    }
    if (!is_result(kind)) continue;
    const Json place = place_json(round, board);
    const bool is_there =
        std::all_of(place.members().begin(), place.members().end(),
                    [&](const auto& member) { return agree_on(act, place, member.key.c_str()); });
    if (!is_there) continue;
    // A corrected result differs from the record's.
    const Json* record = kind == "result" ? act.find("record") : nullptr;
    return record ? record->text() : "";
  }
  return "";
}

}  // namespace schiri::otb
