#pragma once

// Over-the-board events in files: reads and changes them, imports them from other programs' files
// and checks their pairings. Used by cli/otb; uses core/otb, notation/trf and notation/records, no
// database.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/otb/event.h"
#include "notation/otb/journal_file.h"
#include "notation/text/json.h"

namespace schiri::otb {

/// An over-the-board event in a file: a line of JSON for each change (`v` 2, `time`, `act` and
/// more, last the checksum of line_checksum.h). Lines are only added, so the file is also the
/// history of all changes. The changes of a command are written together at its end, and are on the
/// disk before it ends; lines of one command have their number (`part`) and their total (`parts`).
/// A line `undo` cancels the lines of a command, by default of the last one that is still valid,
/// and a line `redo` makes them valid again. Lines that were cut off by a power cut count as never
/// written, and their command as never run.
class Journal {
 public:
  /// Creates a file, which must not exist. Throws UnusableError, EventError.
  static void begin(const std::string& path, const EventHead& head, const Terms& terms);
  /// Reads a file; access for writing keeps others from writing until this object is destroyed.
  /// Throws UnusableError, which names the line, if it is not such a file.
  static Journal open(const std::string& path, JournalFile::Access access);

  /// Reads the text of a file, which others may have changed; `path` is for messages. Nothing may
  /// be changed. Throws UnusableError as above.
  static Journal of_text(std::string path, std::string text);

  /// Reads a file, and reports each round that was paired, with the event before it. A round that
  /// was paired again is reported again.
  using Watcher = std::function<void(const Event& before, const Round& round)>;
  static Journal replay(const std::string& path, const Watcher& watcher);

  /// A sentence about the truncated line; empty if there is none.
  const Message& cut_off() const { return cut_off_; }
  const EventHead& head() const { return head_; }
  const Event& event() const { return *event_; }
  /// All lines of the file.
  const std::vector<Json>& acts() const { return acts_; }
  /// Has this line been undone?
  bool is_undone(std::size_t act) const { return is_undone_[act]; }
  /// The line of the last valid command of this helper, or of anybody if the name is empty. Lines
  /// count from 1. Unset if there is none; the beginning of the event does not count.
  std::optional<std::size_t> last_valid(const std::string& helper) const;
  /// The line of the command that was undone last, if nothing was entered since; helpers as above.
  std::optional<std::size_t> last_undone(const std::string& helper) const;
  /// The lines of the command that begins on this line; none if no command does.
  std::vector<Json> command(std::size_t line) const;
  /// The first later valid line because of which the command of this line can be neither undone nor
  /// redone; unset if there is none.
  std::optional<std::size_t> obstacle(std::size_t line) const;

  /// Names the state of the file: by the number of its lines and the checksum of the last one.
  std::string version() const;
  /// The number of lines of an earlier version; unset if this file has never had it.
  std::optional<std::size_t> lines_of(std::string_view version) const;
  /// Is this another event than that one, and not a later or earlier state of it?
  bool is_other_event(const Journal& that) const;
  /// The first line after these, written by others, that changes the meaning of the changes that
  /// are not written yet; unset if there is none.
  std::optional<std::size_t> conflict(std::size_t lines) const;

  /// A board's record, as text of PGN; empty if there is none.
  std::string record(std::uint64_t round, std::uint64_t board) const;

  /// Closes the file, and releases its lock: what was read stays.
  void release() { file_.release(); }

  // Each changes the event as the function of Event does, and throws what that throws; commit()
  // writes the changes to the file.
  void enter(const Entry& entry);
  void set_lineup(const std::string& team, std::uint64_t round,
                  const std::vector<std::string>& names);
  void change(const std::string& name, const EntrantChange& change);
  void set_start_list(const std::vector<std::string>& names);
  /// Other settings: the keys of a line `set`.
  void set(const Json& settings);
  void withdraw(const std::string& name);
  void reinstate(const std::string& name);
  void grant_half_point_bye(const std::string& name, std::uint64_t round);
  void grant_zero_point_bye(const std::string& name, std::uint64_t round);
  void forbid(const std::vector<std::string>& names);
  void allow(const std::vector<std::string>& names);
  void set_lots(const std::vector<std::string>& names);
  void pair(const std::vector<Couple>& fixed = {});
  /// A round as another program has paired it.
  void add_round(const Round& round);
  void unpair();
  void swap_entrants(const std::string& a, const std::string& b);
  void swap_boards(std::uint64_t a, std::uint64_t b);
  /// In a round with results: opponents have played with the other colours. Throws EventError also
  /// if a record has the colours.
  void exchange_colours(std::uint64_t round, const std::string& a, const std::string& b);
  void exchange_boards(std::uint64_t round, std::uint64_t a, std::uint64_t b);
  /// Seats a late entrant in the last round: pair_late(). `other`: empty for the one who has the
  /// bye. Returns the number of the new board.
  std::uint64_t seat_late(const std::string& name, const std::string& other = "");
  /// `record` may be empty.
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                  const std::string& record);
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);
  /// The name of the helper who makes the changes from now on (key `by`); empty for none.
  void set_helper(std::string name) { helper_ = std::move(name); }
  const std::string& helper() const { return helper_; }
  /// Undoes the last valid command of the helper; of anybody if there is no name, or `any`. Returns
  /// its lines. Throws EventError if there is none, or if later changes depend on it.
  std::vector<Json> undo(bool any = false);
  /// Makes the command valid again that was undone last, if nothing was entered since; chosen as by
  /// undo(). Returns its lines. Throws EventError.
  std::vector<Json> redo(bool any = false);

  /// Writes all changes to the file. Throws UnusableError; then the file is unchanged.
  void commit();
  /// Removes the lines that commit() has written. Throws UnusableError.
  void take_back();

 private:
  /// The acts of one command.
  struct Command {
    std::size_t begin;
    std::size_t end;
    bool is_undone = false;
  };

  explicit Journal(JournalFile file) : file_(std::move(file)) {}

  void read();
  void note(const Json& act);
  Json act_of(const char* kind, const Json& details) const;
  std::size_t note_undo(const Json& act, bool is_undone);
  Command* command_at(std::size_t line);
  std::vector<Json> meant(std::size_t act) const;
  void require_not_withdrawn(const std::string& name) const;
  bool is_own(std::size_t act, const std::string& helper) const;
  std::vector<Json> set_undone(std::size_t line, bool is_undone);
  void replay();
  void apply(const Json& act);
  void apply_beginning(const Json& act);
  bool apply_to_rounds(const std::string& kind, const Json& act);
  void apply_settings(const Json& act);
  void apply_head(const Json& act);
  void apply_pairing(const Json& act);
  void apply_swap(const Json& act);
  void apply_late(const Json& act);
  bool apply_to_entrants(const std::string& kind, const Json& act);
  std::uint64_t board_at(const Json& act) const;
  Json place_json(std::uint64_t round, std::uint64_t board) const;
  void add(const char* kind, const Json& details);

  JournalFile file_;
  Watcher watcher_;
  Message cut_off_;
  EventHead head_;
  std::optional<Event> event_;
  std::vector<Json> acts_;
  std::vector<bool> is_undone_;      // by act
  std::vector<std::size_t> target_;  // by act: the line of what it undoes or redoes
  std::vector<Command> commands_;    // all, also undone ones
  std::string helper_;
  std::size_t written_ = 0;  // of the acts
};

}  // namespace schiri::otb
