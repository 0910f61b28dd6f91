#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>

#include "cli/line/interrupt.h"
#include "core/base/files/unfinished_file.h"
#include "core/process/sigpipe_guard.h"
#include "db/games/store.h"

namespace schiri::cli {

/// A database that is worked on in a folder of this machine while its place is on storage that
/// machines share, where neither SQLite's locks nor its log can be relied on. There the file is
/// only ever copied as a whole and replaced as a whole, so whoever reads it finds a complete one.
///
/// Signals are noted while it lives, so that its folder goes away however the program ends; where
/// no games are at stake, it goes on every other signal, too. Two processes that bring something to
/// one place keep each other out by a lock in a file beside it (flock, which NFS knows since Linux
/// 2.6.12); on storage without locks only the moment between looking at the file and replacing it
/// is left open.
class WorkingCopy {
 public:
  /// What is lost where the copy cannot be brought back.
  enum class Stake {
    games,    ///< what was played here is nowhere else, so it is kept somewhere
    nothing,  ///< the same can be done again
  };

  /// Makes a folder of its own in `scratch` and copies the database into it, if there is one; what
  /// a killed program has left in its log is brought into it before. Throws UnusableError, also if
  /// another program has the database open.
  WorkingCopy(std::string home, const std::string& scratch, Stake stake = Stake::games);
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  /// Removes the folder, and with it what was not to be brought back.
  ~WorkingCopy();

  /// Where to open the database.
  const std::string& path() const { return path_; }
  /// Is nothing in the place of the database yet?
  bool is_new() const { return !taken_; }
  /// Copies another database into the folder, to be read there, with what its log holds; the path
  /// of the copy, which takes the place of the one before. Throws UnusableError or db::StoreError.
  std::string fetch(const std::string& database) const;

  /// Puts what is committed in the store, which is open at path(), in its place, and returns when
  /// it is on the disk there. Throws UnusableError, also if another process has put something else
  /// there in the meantime or has it open: that is never overwritten. Games that are at stake are
  /// kept in a file beside it; where nothing can be written there the folder stays.
  void bring_back(const db::Store& store);

  /// Has a signal come that asks to end?
  bool interrupted() const { return interrupt_.interrupted(); }

 private:
  /// Which file stands at a place, and in which state; nothing if there is none.
  struct Identity {
    dev_t device;
    ino_t file;
    off_t size;
    timespec changed;
  };
  static std::optional<Identity> identify(const std::string& path);
  static bool same(const std::optional<Identity>& a, const std::optional<Identity>& b);
  static void copy_database(const std::string& from, const std::string& to);
  void take();
  void replace(UnfinishedFile& unfinished);
  std::string why_not() const;

  InterruptGuard interrupt_;
  SigpipeGuard
      quiet_;  ///< whoever reads the output may go away before the games are in their place
  Stake stake_;
  std::string home_;
  TemporaryName temporary_;  ///< of the folder, if nothing is lost with it
  std::string folder_;
  std::string path_;
  std::optional<Identity> taken_;
  bool is_unsaved_ = false;
};

}  // namespace schiri::cli
