#include "cli/otb/acts/journal.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// Requires texts that are only displayed.
void require_texts(const Json& line) {
  static_cast<void>(line.at("time").text());
  for (const char* key : {"record", "by"}) {
    if (line.contains(key)) static_cast<void>(line.at(key).text());
  }
}

/// A line of the file.
std::string text_of(const Json& line) { return with_checksum(line.dump()) + '\n'; }

Json new_line(const Act& act, const std::string& helper) {
  Json line = {{"v", journal_version}, {"time", utc_time()}};
  line.update(act_json(act));
  if (!helper.empty()) line["by"] = helper;
  return line;
}

bool is_reversal(const Json& line) {
  const std::string& kind = line.at("act").text();
  return kind == act::Undo::key || kind == act::Redo::key;
}

std::vector<Act> read_acts(const std::vector<Json>& lines) {
  std::vector<Act> acts;
  for (const Json& line : lines) acts.push_back(read_act(line));
  return acts;
}

/// Does an act change the meaning of any of these?
bool changes_any(const Act& earlier, const std::vector<Act>& later) {
  const Touched what = touched(earlier);
  return std::any_of(later.begin(), later.end(),
                     [&](const Act& act) { return depends(touched(act), what); });
}

/// Throws EventError for an act that files of earlier versions may have, and new ones may not.
void require_allowed(const Journal& journal, const Act& act) {
  const Event& event = journal.event();
  const act::OnNameAndRound* bye = std::get_if<act::HalfPointBye>(&act);
  if (!bye) bye = std::get_if<act::ZeroPointBye>(&act);
  if (bye) {
    const Entrant& entrant = event.entrants()[event.find(bye->name)];
    if (entrant.last_round) throw EventError(message("'{0}' has withdrawn", entrant.name));
  }
}

}  // namespace

void Journal::create(const std::string& path, const std::vector<Act>& acts,
                     const std::string& helper) {
  JournalFile::create(path, text_of(new_line(acts.front(), "")));
  if (acts.size() == 1) return;
  try {
    Journal journal = open(path, JournalFile::Access::write);
    journal.set_helper(helper);
    for (std::size_t i = 1; i < acts.size(); ++i) journal.add(acts[i]);
    journal.commit();
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    throw;
  }
}

Journal Journal::open(const std::string& path, JournalFile::Access access) {
  Journal journal{JournalFile(path, access)};
  journal.read();
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
  if (!held_) {
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

void Journal::apply(const Json& line) {
  const Act act = read_act(line);
  held_ ? otb::apply(*held_, act) : static_cast<void>(held_.emplace(begun_by(act)));
}

void Journal::replay() {
  held_.reset();
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    if (!is_undone_[i]) apply(acts_[i]);
  }
}

/// Adds a line to the list, and marks the lines that it undoes or redoes.
void Journal::note(const Json& line) {
  require_texts(line);
  std::size_t target = 0;
  const Json* const part = line.find("part");
  if (is_reversal(line)) {
    const Act act = read_act(line);
    const auto* const undo = std::get_if<act::Undo>(&act);
    target = undo ? note_reversal(*undo, true) : note_reversal(std::get<act::Redo>(act), false);
  } else if (part && part->get<std::uint64_t>() > 1 && !commands_.empty() &&
             commands_.back().end == acts_.size()) {
    ++commands_.back().end;
  } else {
    commands_.push_back({acts_.size(), acts_.size() + 1});
  }
  acts_.push_back(line);
  is_undone_.push_back(false);
  target_.push_back(target);
}

/// Returns the line where the command begins that is undone or redone.
std::size_t Journal::note_reversal(const act::OnLines& act, bool is_undone) {
  const std::size_t line = act.line ? *act.line : last_valid("").value_or(0);
  if (line == 0 && !act.line) throw EventError(message("there is nothing to undo"));
  Command* command = command_at(line);
  const std::uint64_t lines = command ? command->end - command->begin : 0;
  const bool fits = command && line > 1 && command->is_undone != is_undone &&
                    act.lines.value_or(lines) == lines && (act.line || is_undone);
  if (!fits) {
    throw EventError(act.line ? message("there is no such command to undo or redo")
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

std::vector<Act> Journal::valid_acts() const {
  std::vector<Act> acts;
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    if (!is_undone_[i]) acts.push_back(read_act(acts_[i]));
  }
  return acts;
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
    if (kind == act::Redo::key) continue;
    if (kind != act::Undo::key && !is_undone_[i - 1]) return std::nullopt;
    if (kind == act::Undo::key && is_undone_[target_[i - 1] - 1]) return target_[i - 1];
  }
  return std::nullopt;
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
  const std::vector<Act> acts = read_acts(command(line));
  if (acts.empty()) return std::nullopt;
  for (std::size_t i = line - 1 + acts.size(); i < acts_.size(); ++i) {
    if (is_undone_[i] || is_reversal(acts_[i])) continue;
    const std::vector<Act> later = {read_act(acts_[i])};
    const auto changes_it = [&](const Act& earlier) { return changes_any(earlier, later); };
    if (std::any_of(acts.begin(), acts.end(), changes_it)) return i + 1;
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
std::vector<Act> Journal::meant(std::size_t act) const {
  return read_acts(target_[act] == 0 ? std::vector<Json>{acts_[act]} : command(target_[act]));
}

std::optional<std::size_t> Journal::conflict(std::size_t lines) const {
  std::vector<Act> own;
  for (std::size_t i = written_; i < acts_.size(); ++i) {
    for (Act& act : meant(i)) own.push_back(std::move(act));
  }
  if (own.empty()) return std::nullopt;
  for (std::size_t i = lines; i < written_; ++i) {
    for (const Act& earlier : meant(i)) {
      const bool pairs = std::holds_alternative<act::Pair>(earlier) ||
                         std::holds_alternative<act::Unpair>(earlier);
      if (pairs || changes_any(earlier, own)) return i + 1;
    }
  }
  return std::nullopt;
}

std::vector<Json> Journal::set_undone(std::size_t line, bool is_undone) {
  const std::vector<Json> lines = command(line);
  act::OnLines reversal{lines.size(), {}};
  if (!is_undone || last_valid("") != line) reversal.line = line;
  const auto commands_before = commands_;
  const auto undone_before = is_undone_;
  note(new_line(is_undone ? Act(act::Undo{reversal}) : Act(act::Redo{reversal}), helper_));
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

void Journal::add(const Act& act) {
  require_allowed(*this, act);
  otb::apply(*held_, act);
  note(new_line(act, helper_));
}

void Journal::commit() {
  std::string lines;
  const std::size_t parts = acts_.size() - written_;
  if (parts == 0) return;
  for (std::size_t i = written_; i < acts_.size(); ++i) {
    if (parts > 1) acts_[i].update({{"part", i - written_ + 1}, {"parts", parts}});
    lines += text_of(acts_[i]);
  }
  file_.append(lines);
  if (!commands_.empty() && commands_.back().begin >= written_) {
    while (commands_.back().begin > written_) commands_.pop_back();
    commands_.back().end = acts_.size();
  }
  written_ = acts_.size();
}

void Journal::take_back() { file_.take_back(); }

std::map<act::OnBoard, std::string> Journal::records() const {
  std::map<act::OnBoard, std::string> records;
  for (const Act& act : valid_acts()) {
    if (const auto* const result = std::get_if<act::Result>(&act)) {
      if (!result->record.empty()) records[*result] = result->record;
    } else if (const auto* const corrected = std::get_if<act::Correct>(&act)) {
      records.erase(*corrected);  // it differs from the record's result
    }
  }
  return records;
}

}  // namespace schiri::otb
