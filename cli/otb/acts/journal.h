#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/otb/acts/acts.h"
#include "cli/otb/acts/journal_file.h"

namespace schiri::otb {

/// An over-the-board event in a file: a line of JSON for each act (`v` 2, `time`, `act` and more,
/// last the checksum of journal_file.h). Lines are only added, so the file is also the history of
/// all changes. The acts of a command are written together at its end, and are on the disk before
/// it ends; lines of one command have their number (`part`) and their total (`parts`). A line
/// `undo` cancels the lines of a command, by default of the last one that is still valid, and a
/// line `redo` makes them valid again; the event is that of the valid lines. Lines that were cut
/// off by a power cut count as never written, and their command as never run.
class Journal {
 public:
  /// Creates a file, which must not exist, of acts, of which the first begins the event and the
  /// others are a command of the helper; there is no file if that fails. Throws UnusableError,
  /// EventError.
  static void create(const std::string& path, const std::vector<Act>& acts,
                     const std::string& helper = "");
  /// Reads a file; access for writing keeps others from writing until this object is destroyed.
  /// Throws UnusableError, which names the line, if it is not such a file.
  static Journal open(const std::string& path, JournalFile::Access access);

  /// A sentence about the truncated line; empty if there is none.
  const Message& cut_off() const { return cut_off_; }
  const EventHead& head() const { return held_->head; }
  const Event& event() const { return held_->event; }
  /// All lines of the file.
  const std::vector<Json>& acts() const { return acts_; }
  /// Has this line been undone?
  bool is_undone(std::size_t act) const { return is_undone_[act]; }
  /// The acts that make the event.
  std::vector<Act> valid_acts() const;
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
  /// The first line after these, written by others, that changes the meaning of the acts that are
  /// not written yet; unset if there is none.
  std::optional<std::size_t> conflict(std::size_t lines) const;

  /// The records of games, as text of PGN.
  std::map<act::OnBoard, std::string> records() const;

  /// Closes the file, and releases its lock: what was read stays.
  void release() { file_.release(); }

  /// Carries out an act; commit() writes it to the file. Throws EventError, also for what only old
  /// files have: byes of players who have withdrawn.
  void add(const Act& act);
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
  /// The lines of one command.
  struct Command {
    std::size_t begin;
    std::size_t end;
    bool is_undone = false;
  };

  explicit Journal(JournalFile file) : file_(std::move(file)) {}

  void read();
  void replay();
  void apply(const Json& line);
  void note(const Json& line);
  std::size_t note_reversal(const act::OnLines& act, bool is_undone);
  Command* command_at(std::size_t line);
  std::vector<Act> meant(std::size_t act) const;
  bool is_own(std::size_t act, const std::string& helper) const;
  std::vector<Json> set_undone(std::size_t line, bool is_undone);

  JournalFile file_;
  Message cut_off_;
  std::optional<HeldEvent> held_;
  std::vector<Json> acts_;
  std::vector<bool> is_undone_;      // by act
  std::vector<std::size_t> target_;  // by act: the line of what it undoes or redoes
  std::vector<Command> commands_;    // all, also undone ones
  std::string helper_;
  std::size_t written_ = 0;  // of the acts
};

}  // namespace schiri::otb
