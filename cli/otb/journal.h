#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/print/printed_list.h"
#include "core/otb/event.h"
#include "db/otb/journal_file.h"

namespace schiri::cli {

/// What an event of people is, besides its players and rounds.
struct EventHead {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::string place;    ///< empty if unknown
  std::string date;     ///< `2026.11.21`
  /// What else a report told of the event that was made from it: code and text of each line.
  std::vector<std::pair<std::string, std::string>> report = {};

  ListHead on_paper() const { return {name, place, date}; }
};

/// Tie-breaks as an event's file has them.
Json tie_break_codes(const std::vector<rating::TieBreakId>& list);

/// An event of people in a file: a line of JSON for each thing that was done (`v` 2, `time`, `act`
/// and more, last the checksum of line_checksum.h), never changed, only added to, so that the file
/// tells how everything came about. What a command does is written together at its end, and is on
/// the disk before it ends; lines of one command know their number (`part`) and how many they are
/// (`parts`). A line `undo` says that the lines of the last command that still counts no longer do
/// so. Lines that were cut off by a power cut count as never written, and their command as never
/// given.
class EventJournal {
 public:
  /// Begins a file, which must not exist. Throws UnusableError, OpenEventError.
  static void begin(const std::string& path, const EventHead& head, const OpenTerms& terms);
  /// Reads a file; access for writing keeps others from writing until this object goes. Says on
  /// standard error what was cut off. Throws UnusableError, which names the line, if it is not such
  /// a file.
  static EventJournal open(const std::string& path, db::JournalFile::Access access);

  /// Reads a file, and reports each round that was paired: the event before, and the round. One
  /// that was paired again comes again.
  using Watcher = std::function<void(const OpenEvent& before, const OpenRound& round)>;
  static EventJournal replay(const std::string& path, const Watcher& watcher);

  const EventHead& head() const { return head_; }
  const OpenEvent& event() const { return *event_; }
  /// All lines so far.
  const std::vector<Json>& acts() const { return acts_; }
  /// Has this line of them been undone?
  bool is_undone(std::size_t act) const { return is_undone_[act]; }
  /// A board's record, as text of PGN; empty if there is none.
  std::string record(std::uint64_t round, std::uint64_t board) const;

  // Each does what OpenEvent does, and throws what it throws; commit() writes it down.
  void enter(const EntrantName& entrant);
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
  void pair(const std::vector<OpenEvent::Couple>& fixed = {});
  /// A round as another program has paired it.
  void take_round(const OpenRound& round);
  void unpair();
  void swap_players(const std::string& a, const std::string& b);
  void swap_boards(std::uint64_t a, std::uint64_t b);
  /// `record` may be empty.
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                  const std::string& record);
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);
  /// Takes back what the last command has done that has not been taken back. Returns its lines;
  /// throws OpenEventError where there is none.
  std::vector<Json> undo();

  /// Writes down all that was done. Throws UnusableError; then the file is as it was.
  void commit();
  /// Takes back what commit() has written. Throws UnusableError.
  void take_back();

 private:
  struct Line;
  /// What one command has done: some of the acts.
  struct Command {
    std::size_t begin;
    std::size_t end;
  };

  explicit EventJournal(db::JournalFile file) : file_(std::move(file)) {}

  void read();
  static void verify(Line& line);
  void note(const Json& act);
  void apply(const Json& act);
  void apply_beginning(const Json& act);
  bool apply_to_rounds(const std::string& kind, const Json& act);
  void apply_settings(const Json& act);
  void apply_pairing(const Json& act);
  void apply_swap(const Json& act);
  bool apply_to_players(const std::string& kind, const Json& act);
  std::uint64_t board_at(const Json& act) const;
  Json place_json(std::uint64_t round, std::uint64_t board) const;
  void add(const char* kind, const Json& details);
  Json round_json(const OpenRound& round) const;

  db::JournalFile file_;
  Watcher watcher_;
  EventHead head_;
  std::optional<OpenEvent> event_;
  std::vector<Json> acts_;
  std::vector<bool> is_undone_;    // of them
  std::vector<Command> commands_;  // that count
  std::size_t written_ = 0;        // of the acts
};

/// `odd`, `asked`, `absent`, `free`.
std::string_view bye_kind_name(ByeKind kind);

}  // namespace schiri::cli
