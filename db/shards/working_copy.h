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

/// Games could not be brought back to the database and are kept in a file beside it.
struct KeptElsewhere : UnusableError {
  KeptElsewhere(const std::string& message, std::string home_of_games, std::string kept_file)
      : UnusableError(message), home(std::move(home_of_games)), kept(std::move(kept_file)) {}

  std::string home;  ///< the database
  std::string kept;  ///< the file
};

/// A database that is worked on in a folder of this machine while its place is on storage that
/// machines share, where neither SQLite's locks nor its log can be relied on. There the file is
/// only ever copied as a whole and replaced as a whole, so a reader always finds a complete one.
///
/// The caller notes signals while the object lives, so that its destructor removes the folder; if
/// no games are at stake, the folder goes away on every other signal, too. Two processes that write
/// to one place keep each other out by a lock in a file beside it (flock, which NFS knows since
/// Linux 2.6.12); on storage without locks only the moment between checking the file and replacing
/// it is left open.
class WorkingCopy {
 public:
  /// What is lost if the copy cannot be brought back.
  enum class Stake {
    games,    ///< games that are nowhere else, so they are kept in another file
    nothing,  ///< work that can be done again
  };

  /// Makes a folder of its own in `scratch` and copies the database into it, if there is one; the
  /// log that a killed program has left is brought into the database before. `note` gets a sentence
  /// if the folder cannot be removed at the end. Throws UnusableError, also if another program has
  /// the database open.
  WorkingCopy(std::string home, const std::string& scratch, Stake stake,
              std::function<void(const std::string&)> note);
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  /// Removes the folder, unless games are in it alone.
  ~WorkingCopy();

  /// Where to open the database.
  const std::string& path() const { return path_; }
  /// Whether there is no file in the place of the database yet.
  bool is_new() const { return !taken_; }
  /// Copies another database with its log into the folder, to be read there; the path of the copy,
  /// which replaces the copy made before. Throws UnusableError or StoreError.
  std::string fetch(const std::string& database) const;

  /// Copies the committed contents of the store, which is open at path(), to the place of the
  /// database, and returns when they are on the disk there. Throws UnusableError, also if another
  /// process has replaced the file in the meantime or has it open, as that file is never
  /// overwritten. Games at stake are then kept in a file beside it (KeptElsewhere); if nothing can
  /// be written there, the folder stays.
  void bring_back(const Store& store);

 private:
  /// The file at a place and its state.
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
  std::string objection() const;

  SigpipeGuard sigpipe_;  ///< the reader of the output may go away before games are in their place
  std::function<void(const std::string&)> note_;
  Stake stake_;
  std::string home_;
  TemporaryName temporary_;  ///< of the folder, if nothing is lost with it
  std::string folder_;
  std::string path_;
  std::optional<Identity> taken_;
  bool is_unsaved_ = false;
};

}  // namespace schiri::db
