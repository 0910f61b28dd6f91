#include "cli/otb/serve/room.h"

#include <algorithm>
#include <iterator>

#include "cli/otb/acts/player_table.h"
#include "cli/otb/commands/board_entries.h"
#include "cli/otb/commands/entry_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/event/fields.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

bool is_same_state(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         is_same_time(change_time(a), change_time(b));
}

struct stat state_of(const std::string& file) {
  struct stat state {};
  if (::stat(file.c_str(), &state) != 0) state = {};
  return state;
}

}  // namespace

Room::Room(std::string file) : file_(std::move(file)) {
  look();
  if (!view_.problem.empty()) throw UnusableError(view_.problem);
}

Room::View Room::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

void Room::look() {
  const std::lock_guard reading(reading_);
  // The state before it is read: what is written meanwhile is noticed the next time.
  struct stat now = state_of(file_);
  if (now.st_ino != 0 && is_same_state(now, seen_)) return;
  View next = view();
  try {
    auto journal =
        std::make_shared<otb::Journal>(otb::Journal::open(file_, otb::JournalFile::Access::read));
    journal->release();
    if (next.journal && journal->is_other_event(*next.journal)) {
      if (next.problem.empty()) next.version += "!";
      next.is_other = true;
      next.problem = message("{0}: {1}", printable(file_, 4096), other_event());
    } else {
      next = {journal, journal->version(), {}};
    }
  } catch (const UnusableError& error) {
    if (next.problem.empty()) next.version += "!";
    next.problem = error.message();
    next.is_other = false;
    now = {};
  }
  seen_ = now;
  put(std::move(next));
}

void Room::put(View view) {
  {
    const std::lock_guard lock(mutex_);
    view_ = std::move(view);
  }
  changed_.notify_all();
}

Room::View Room::wait(const std::string& version, std::chrono::milliseconds most) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, most, [&] { return is_closed_ || view_.version != version; });
  return view_;
}

void Room::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

void Room::change(const std::function<void(otb::Journal&)>& change) {
  const std::lock_guard reading(reading_);
  auto journal =
      std::make_shared<otb::Journal>(otb::Journal::open(file_, otb::JournalFile::Access::write));
  if (journal->is_other_event(*view().journal)) throw otb::EventError(other_event());
  change(*journal);
  journal->commit();
  // It is saved. Whatever fails from here on fails nothing: the file is read again.
  try {
    // Nobody else can have written before the lock is released: what was read and added is the
    // file.
    seen_ = state_of(file_);
    journal->release();
    View made{journal, journal->version(), {}};
    put(std::move(made));
  } catch (const std::exception&) {
    seen_ = {};
  }
}

Message other_event() {
  return message(
      "another event has taken the place of the file; start the server again to serve it");
}

namespace {

using Notes = std::vector<Message>;

/// A text that may be missing or null.
std::optional<std::string> text_in(const Json& entry, const char* key) {
  const Json* value = entry.find(key);
  if (!value || value->is_null()) return std::nullopt;
  return value->text();
}

std::uint64_t number_in(const Json& entry, const char* key) {
  return entry.at(key).get<std::uint64_t>();
}

bool is_set(const Json& entry, const char* key) {
  const Json* value = entry.find(key);
  return value && value->get<bool>();
}

Message shown_result_or_none(const std::optional<otb::BoardResult>& result) {
  return result ? Message(board_result_text(*result)) : message("no result");
}

std::optional<otb::BoardResult> result_in(const Json& entry, const char* key) {
  const auto text = text_in(entry, key);
  if (!text) return std::nullopt;
  const auto result = otb::find_board_result(*text);
  if (!result) throw JsonError("not a result");
  return result;
}

Notes enter_board(otb::Journal& journal, const Json& entry) {
  const otb::Event& event = journal.event();
  const std::uint64_t round = number_in(entry, "round");
  const std::string number = entry.at("board").text();
  const auto place = parse_number<std::size_t>(number).value_or(0);
  if (round < 1 || round > event.rounds().size() || place < 1 ||
      place > event.rounds()[round - 1].boards.size()) {
    throw OutdatedEntry(message("there is no board {0} in round {1} any more", number, round));
  }
  const otb::Board board = event.rounds()[round - 1].boards[place - 1];
  if (event.entrants()[board.first].name != entry.at("white").text() ||
      event.entrants()[board.second].name != entry.at("black").text()) {
    throw OutdatedEntry(message("others play at board {0} now", number));
  }
  const auto result = result_in(entry, "result"), old = result_in(entry, "old");
  // Both helpers have entered the same, or the page has not seen the answer to its first try.
  if (board.result == result) return {};
  if (board.result != old) {
    throw OutdatedEntry(message("board {0} has {1} now, not {2}", number,
                                shown_result_or_none(board.result), shown_result_or_none(old)));
  }
  enter_results(journal, round, {{place, result}}, board.result.has_value());
  const Message note = later_round_note(event, round);
  return note.empty() ? Notes() : Notes{note};
}

Notes enter_all(otb::Journal& journal, std::vector<otb::Entry> entries) {
  Notes notes = number_namesakes(entries, journal.event());
  for (const Notes& more :
       {similar_notes(entries, journal.event()), long_name_notes(names_of(entries))}) {
    notes.insert(notes.end(), more.begin(), more.end());
  }
  for (const otb::Entry& one : entries) journal.add(otb::act::Enter{one});
  return notes;
}

Notes enter_table(otb::Journal& journal, const Json& entry) {
  Notes notes;
  auto entries = otb::read_player_text(entry.at("table").text(),
                                       [&](const Message& note) { notes.push_back(note); });
  const Notes more = enter_all(journal, std::move(entries));
  notes.insert(notes.end(), more.begin(), more.end());
  return notes;
}

Notes enter_player(otb::Journal& journal, const Json& entry) {
  Json known = Json::object();
  for (const Json::Member& member : entry.members()) {
    if (!member.value.is_null()) known[member.key] = member.value;
  }
  otb::Entry added = std::get<otb::act::Enter>(otb::read_act(known)).entry;
  for (std::string* text : {&added.name, &added.club}) *text = otb::read_name(*text);
  return enter_all(journal, {added});
}

/// Throws OutdatedEntry if a page means another round than the last one.
void require_last(const otb::Event& event, std::uint64_t round) {
  if (round == event.rounds().size()) return;
  throw OutdatedEntry(message("round {0} is paired already", event.rounds().size()));
}

Notes pair_round(otb::Journal& journal, const Json& entry) {
  const otb::Event& event = journal.event();
  const std::uint64_t round = number_in(entry, "round");
  const bool again = is_set(entry, "again");
  require_last(event, again ? round : round - 1);
  if (again) journal.add(otb::act::Unpair{round});
  const std::string open = open_boards(event);
  if (!open.empty()) throw otb::EventError(message("boards without a result: {0}", open));
  std::vector<otb::Couple> fixed;
  if (const Json* pairs = entry.find("fixed")) {
    for (const Json& pair : *pairs) {
      fixed.emplace_back(event.find(pair.at(0).text()), event.find(pair.at(1).text()));
    }
  }
  journal.add(otb::next_pairing(event, fixed));
  return notes_on_round(event);
}

/// An entry that is the act itself.
Notes enter_act(otb::Journal& journal, const Json& entry) {
  otb::Act act = otb::read_act(entry);
  Notes notes;
  if (auto* const change = std::get_if<otb::act::Change>(&act)) {
    for (auto* text : {&change->change.name, &change->change.club}) {
      if (*text) *text = otb::read_name(**text);
    }
    if (change->change.name) notes = long_name_notes({*change->change.name});
  }
  const otb::Touched what = otb::touched(act);
  if (what.seats) require_last(journal.event(), what.round);
  journal.add(act);
  return what.seats ? notes_on_round(journal.event()) : notes;
}

/// Requires that the entry names the line that undo or redo takes next, and that no later line
/// depends on it. Throws OutdatedEntry, EventError.
void require_line(const otb::Journal& journal, const Json& entry,
                  const std::optional<std::size_t>& line, bool is_undone) {
  if (!line || *line != number_in(entry, "line")) {
    throw OutdatedEntry(message("this has been undone or done again already"));
  }
  if (const auto later = journal.obstacle(*line)) {
    const Message act = otb::line_sentence(journal.acts()[*later - 1]);
    throw otb::EventError(
        is_undone ? message("it cannot be undone any more, because of a later entry: {0}", act)
                  : message("it cannot be redone any more, because of a later entry: {0}", act));
  }
}

Notes undo_entry(otb::Journal& journal, const Json& entry) {
  require_line(journal, entry, journal.last_valid(journal.helper()), true);
  journal.undo();
  return {};
}

Notes redo_entry(otb::Journal& journal, const Json& entry) {
  require_line(journal, entry, journal.last_undone(journal.helper()), false);
  journal.redo();
  return {};
}

struct EntryKind {
  const char* act;
  Notes (*make)(otb::Journal& journal, const Json& entry);
};

constexpr EntryKind kinds[] = {
    {"result", enter_board},
    {"enter", enter_player},
    {"enter_table", enter_table},
    {otb::act::Change::key, enter_act},
    {otb::act::Withdraw::key, enter_act},
    {otb::act::Reinstate::key, enter_act},
    {otb::act::HalfPointBye::key, enter_act},
    {otb::act::ZeroPointBye::key, enter_act},
    {otb::act::Swap::key, enter_act},
    {"pair", pair_round},
    {"undo", undo_entry},
    {"redo", redo_entry},
};

}  // namespace

std::vector<Message> make_entry(otb::Journal& journal, const Json& entry) {
  const std::string act = entry.at("act").text();
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                 [&](const EntryKind& one) { return act == one.act; });
  if (kind == std::end(kinds)) throw JsonError("there is no such act");
  const auto shown = journal.lines_of(entry.at("state").text());
  if (!shown) throw OutdatedEntry(message("the page shows a state that the event has never had"));
  std::vector<Message> notes = kind->make(journal, entry);
  if (const auto line = journal.conflict(*shown)) {
    throw OutdatedEntry(
        message("there is a later entry: {0}", otb::line_sentence(journal.acts()[*line - 1])));
  }
  return notes;
}

}  // namespace schiri::cli
