#pragma once

#include <sys/types.h>

#include <ctime>
#include <functional>
#include <optional>
#include <string>

#include "core/base/errors.h"
#include "core/base/files/unfinished_file.h"
#include "core/process/sigpipe_guard.h"
#include "db/games/store.h"

namespace schiri::db {

/// Games could not be copied back to the database and are kept in a file beside it.
struct KeptElsewhere : UnusableError {
  KeptElsewhere(Message message, std::string home_of_games, std::string kept_file)
      : UnusableError(std::move(message)),
        home(std::move(home_of_games)),
        kept(std::move(kept_file)) {}

  std::string home;  ///< the database
  std::string kept;  ///< the file
};

/// A local working copy of a database on storage shared by several machines, on which SQLite's
/// locks and log are unreliable. There the file is only copied and replaced as a whole, so a reader
/// always finds a complete one.
///
/// The caller handles signals during the object's lifetime, so that its destructor removes the
/// folder; if no games are at stake, other signals remove the folder, too. Two processes that write
/// to one place keep each other out by a lock in a file beside it (flock, which NFS knows since
/// Linux 2.6.12); on storage without locks only the moment between checking the file and replacing
/// it is left open.
class WorkingCopy {
 public:
  /// The loss if the copy cannot be copied back.
  enum class Stake {
    games,    ///< games without another copy, which are then kept in another file
    nothing,  ///< work that can be repeated
  };

  /// Creates a folder in `scratch` and copies the database into it, if there is one; the log of a
  /// killed program is merged into the database before. `note` gets a sentence if the folder cannot
  /// be removed at the end. Throws UnusableError, also if another program has the database open.
  WorkingCopy(std::string home, const std::string& scratch, Stake stake,
              std::function<void(const std::string&)> note);
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  /// Removes the folder, unless it has the only copy of games.
  ~WorkingCopy();

  /// The path of the copy.
  const std::string& path() const { return path_; }
  /// Whether the database does not exist yet.
  bool is_new() const { return !taken_; }
  /// Copies another database with its log into the folder for reading; returns the path of the
  /// copy, which replaces the previous one. Throws UnusableError or StoreError.
  std::string fetch(const std::string& database) const;

  /// Copies the committed contents of the store, which is open at path(), back to the database, and
  /// returns when they are on the disk there. Throws UnusableError, also if another process has
  /// replaced the file in the meantime or has it open: that file is never overwritten. Games at
  /// stake are then kept in a file beside it (KeptElsewhere); if that fails, too, the folder stays.
  void bring_back(const Store& store);

 private:
  /// The original file and its state.
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
  Pattern objection() const;

  SigpipeGuard
      sigpipe_;  ///< a broken output pipe must not end the program before games are copied back
  std::function<void(const std::string&)> note_;
  Stake stake_;
  std::string home_;
  TemporaryName temporary_;  ///< name of the folder, if it has no unique data
  std::string folder_;
  std::string path_;
  std::optional<Identity> taken_;
  bool is_unsaved_ = false;
};

}  // namespace schiri::db
