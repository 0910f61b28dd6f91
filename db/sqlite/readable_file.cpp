#include "db/sqlite/readable_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/files/temporary_name.h"
#include "core/base/files/whole_file.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/statement_limits.h"

namespace schiri::db {

namespace {

namespace fs = std::filesystem;

/// `pattern`: of a message with the path and the system's text for the error.
[[noreturn]] void fail(Pattern pattern, const std::string& path, int error) {
  throw StoreError(Message(pattern, {message_value(path), message_value(system_message(error))}));
}

constexpr Pattern unreadable = message_pattern("{0}: cannot be read: {1}");

/// The bytes at the end of a journal that names another one.
constexpr std::string_view journal_magic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);

std::string last_bytes(const std::string& path, std::size_t count) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  const off_t size = file.is_open() ? ::lseek(file.number(), 0, SEEK_END) : -1;
  if (size < static_cast<off_t>(count)) return {};
  std::string bytes(count, '\0');
  const ssize_t got = ::pread(file.number(), bytes.data(), count, size - static_cast<off_t>(count));
  return got == static_cast<ssize_t>(count) ? bytes : std::string();
}

using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> id_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileId(status.st_dev, status.st_ino);
}

/// The number of times that each database is open in this process.
struct OpenFiles {
  std::mutex mutex;
  std::map<FileId, int> counts;
};

OpenFiles& open_files() {
  static OpenFiles files;
  return files;
}

bool is_open_here(const std::string& path) {
  const auto id = id_of(path);
  const std::lock_guard lock(open_files().mutex);
  return id && open_files().counts.contains(*id);
}

}  // namespace

struct OpenMark::Mark {
  FileId id;
};

OpenMark::OpenMark(const std::string& path) {
  const auto id = id_of(path);
  if (!id) return;
  const std::lock_guard lock(open_files().mutex);
  mark_ = std::make_unique<Mark>(Mark{*id});
  ++open_files().counts[*id];
}

OpenMark::~OpenMark() {
  if (!mark_) return;
  const std::lock_guard lock(open_files().mutex);
  if (--open_files().counts[mark_->id] == 0) open_files().counts.erase(mark_->id);
}

bool is_log(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_empty(path, ignored);
}

void require_file(const std::string& path) {
  // SQLite would keep a database without a name in memory.
  if (path.empty()) throw StoreError(message("a database needs the name of a file"));
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw StoreError(message("{0}: is a directory", path));
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw StoreError(message("{0}: is not a file, which a database must be", path));
  }
}

void refuse_super_journal(const std::string& path) {
  const std::string journal = path + "-journal";
  std::error_code ignored;
  const auto status = fs::status(journal, ignored);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(status)) throw StoreError(message("{0}: is not a file", journal));
  if (last_bytes(journal, journal_magic.size()) != journal_magic) return;
  throw StoreUntrusted(
      path, {message("the journal {0} names another file, which would be deleted when it is "
                     "rolled back",
                     journal)});
}

void refuse_log_without_database(const std::string& path) {
  std::error_code ignored;
  const auto size = fs::file_size(path, ignored);
  if ((!ignored && size > 0) || !is_log(path + "-wal")) return;
  throw StoreError(
      message("{0}: there is no database in this file; a part of one is in {0}-wal, which would be "
              "lost; move that file away",
              path));
}

namespace {

/// The byte of SQLite's shared memory file (`-shm`) that is locked by each process that has the
/// write-ahead log open.
constexpr off_t shared_memory_user = 128;

/// Does another process have the write-ahead log open? Then that process maintains it.
bool has_live_log(const std::string& path) {
  const Descriptor memory(::open((path + "-shm").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!memory.is_open()) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = shared_memory_user;
  lock.l_len = 1;
  return ::fcntl(memory.number(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/// Would SQLite open a write-ahead log? It does if there is one, whatever the header, and it
/// creates one if the header requires it.
bool writes_ahead(const std::string& path) {
  if (is_log(path + "-wal")) return true;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<unsigned char, 20> header{};
  if (!file.is_open()) fail(unreadable, path, file.error());
  return ::pread(file.number(), header.data(), header.size(), 0) ==
             static_cast<ssize_t>(header.size()) &&
         (header[18] == 2 || header[19] == 2);
}

/// Must the journal be rolled back before the database can be read? SQLite does not roll it back on
/// a connection that only reads.
bool has_hot_journal(const std::string& path, const std::string& uri) {
  if (!is_log(path + "-journal")) return false;
  try {
    SQLite::Database database(uri, SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLITE_OPEN_NOMUTEX);
    harden(database);
    return (database.tryExec("SELECT count(*) FROM sqlite_schema") & 0xff) == SQLITE_READONLY;
  } catch (const SQLite::Exception& error) {
    return (error.getErrorCode() & 0xff) == SQLITE_READONLY;
  }
}

std::string uri_of(const std::string& path, const char* parameters) {
  std::string uri = "file:";
  for (const char c : fs::absolute(path).string()) {
    constexpr const char* digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '?' || c == '#' || c == '%') {
      uri += {'%', digits[byte / 16], digits[byte % 16]};
    } else {
      uri += c;
    }
  }
  return uri + parameters;
}

/// Size and time of the last change: if they are unchanged, a file was copied completely.
struct FileState {
  off_t size = -1;
  timespec changed{};

  friend bool operator==(const FileState& a, const FileState& b) {
    return a.size == b.size && is_same_time(a.changed, b.changed);
  }
};

FileState state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_size, change_time(status)};
}

}  // namespace

/// A copy of a database and its logs in a folder that only this user can enter.
class ReadableFile::Copy {
 public:
  explicit Copy(const std::string& path) : folder_(folder_for(path)) {
    copy_unchanged(path);
    refuse_super_journal(database());
    settle(path);
  }

  std::string database() const { return folder_.path() + "/database"; }

  void remove() noexcept { folder_ = TemporaryName(); }

 private:
  static constexpr const char* endings[] = {"", "-wal", "-journal"};

  static TemporaryName folder_for(const std::string& path) {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    try {
      if (!error) return make_temporary_folder(parent.string());
    } catch (const std::system_error& refusal) {
      error = refusal.code();
    }
    fail(message_pattern(
             "{0}: a killed program has left a log beside it, and a copy to roll it back "
             "cannot be made in the folder for temporary files (TMPDIR): {1}"),
         path, error.value());
  }

  /// Another program may just start to write.
  void copy_unchanged(const std::string& path) {
    constexpr int most_tries = 5;
    for (int i = 0; i < most_tries; ++i) {
      std::array<FileState, std::size(endings)> before;
      for (std::size_t k = 0; k < before.size(); ++k) before[k] = state_of(path + endings[k]);
      for (const char* ending : endings) copy_file(path + ending, database() + ending);
      bool same = true;
      for (std::size_t k = 0; k < before.size(); ++k) {
        same = same && before[k] == state_of(path + endings[k]);
      }
      if (same) return;
    }
    throw StoreError(
        message("{0}: another program is writing to the database; try again later", path));
  }

  static void copy_file(const std::string& from, const std::string& to) {
    ::unlink(to.c_str());
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (source.error() == ENOENT) return;
    if (!source.is_open()) fail(unreadable, from, source.error());
    struct stat status {};
    if (fstat(source.number(), &status) != 0) fail(unreadable, from, errno);
    if (!S_ISREG(status.st_mode)) throw StoreError(message("{0}: is not a file", from));
    const Descriptor target(
        ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!target.is_open()) {
      fail(message_pattern("{0}: cannot be created: {1}"), to, target.error());
    }
    const CopyFailure failure = copy_all(source.number(), target.number());
    if (failure == CopyFailure::reading) fail(unreadable, from, errno);
    if (const int error = errno; failure == CopyFailure::writing) {
      throw StoreError(message("{0}: cannot be written, and {1} is read from there: {2}", to, from,
                               system_message(error)));
    }
  }

  /// Merges the log into the copy.
  void settle(const std::string& path) const {
    try {
      SQLite::Database copy(database(), SQLite::OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
      harden(copy);
      copy.exec("PRAGMA locking_mode = EXCLUSIVE");  // needs no shared memory
      copy.execAndGet("SELECT count(*) FROM sqlite_schema");
      copy.execAndGet("PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception& error) {
      // Reading the copy reports the damage.
      if (error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB) return;
      throw StoreError(
          message("{0}: the log of a killed program cannot be read: {1}", path, message_of(error)));
    }
  }

  TemporaryName folder_;
};

ReadableFile::ReadableFile(const std::string& path) {
  require_file(path);
  refuse_log_without_database(path);
  refuse_super_journal(path);
  uri_ = uri_of(path, "?mode=ro");
  const bool needs_copy = !is_open_here(path) &&
                          (writes_ahead(path) ? !has_live_log(path) : has_hot_journal(path, uri_));
  if (!needs_copy) {
    mark_ = std::make_unique<OpenMark>(path);
    return;
  }
  copy_ = std::make_unique<Copy>(path);
  uri_ = uri_of(copy_->database(), "?immutable=1");
}

ReadableFile::~ReadableFile() = default;

void ReadableFile::forget_name() {
  if (copy_) copy_->remove();
}

}  // namespace schiri::db
