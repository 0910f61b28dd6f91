#pragma once

#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/otb/acts/journal.h"
#include "cli/otb/event/terms.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// An event that several pages and the shell change at the same time, through its file. All threads
/// may use it.
class Room {
 public:
  /// What was read last.
  struct View {
    std::shared_ptr<const otb::Journal> journal;  ///< released; never null
    std::string version;    ///< that of the journal, and more if there is a problem
    Message problem;        ///< why the file cannot be read any more; empty if it can
    bool is_other = false;  ///< the problem: another event has the path now
  };

  /// Throws UnusableError if the file is not an event file.
  explicit Room(std::string file);

  View view() const;
  /// Reads the file again if it has changed since.
  void look();
  /// Waits until the version differs from this one, but not longer than this, nor after close().
  View wait(const std::string& version, std::chrono::milliseconds most) const;
  /// Nothing waits any more.
  void close();
  /// Makes changes as one command: locked, on the disk and visible for all when it returns. Throws
  /// what `change` throws, UnusableError, and EventError if another event has the path now; then
  /// the file is unchanged.
  void change(const std::function<void(otb::Journal&)>& change);

 private:
  void put(View view);

  const std::string file_;
  std::mutex reading_;  ///< one thread reads or writes the file
  struct stat seen_ {};
  mutable std::mutex mutex_;  ///< of the members below
  mutable std::condition_variable changed_;
  View view_;
  bool is_closed_ = false;
};

/// Why entries are refused if another event has the path now.
Message other_event();

/// An entry does not fit any more: another helper was faster. Its text is a sentence for the user.
struct OutdatedEntry : otb::EventError {
  using EventError::EventError;
};

/// Makes the change of a page's entry, an object with the keys `act` and `state`, by the functions
/// of the shell's commands; the journal's helper has made it. `state`: the version of the journal
/// that the page had shown when the user decided. An entry whose meaning others have changed since
/// is outdated: Journal::conflict(). Results also name what they replace, so that the same entry
/// made twice counts once. Returns notes, as of the shell's commands. Throws OutdatedEntry,
/// EventError and InputError for changes that are refused, JsonError for an entry that is none.
///
/// Withdrawals, reinstatements, byes, changes and swaps are acts as in the file (acts.h); others:
///
///     result              round, board, white, black, old, result (null: none)
///     enter               as in the file, also with null for unknown details
///     enter_table         table: as `otb enter --players` reads it, or a name a line
///     pair                round, again, fixed: pairs of names (the last two optional)
///     undo, redo          line
std::vector<Message> make_entry(otb::Journal& journal, const Json& entry);

}  // namespace schiri::cli
