#include "core/base/files/temporary_name.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/base/files/system.h"
#include "core/base/text.h"

namespace schiri {

/// A name in a form that a signal handler may read. Slots are never freed, so that the handler can
/// visit them at any moment.
struct TemporaryName::Slot {
  std::atomic<bool> is_used = false;
  std::array<char, PATH_MAX> path{};
  Slot* next = nullptr;       ///< of all slots
  Slot* next_free = nullptr;  ///< of those without a name

  static inline std::atomic<Slot*> all = nullptr;
  static inline Slot* free = nullptr;  ///< under the mutex

  static Slot* take();
};

namespace {

std::mutex names_mutex;
pid_t owner = 0;  // the process that made the names; a forked process has copies of them

/// Deep enough for a database in a folder of its own within a working folder.
constexpr int most_levels = 3;

void remove_at(int folder, const char* name, int levels) noexcept;

void empty_folder(int folder, int levels) noexcept {
  visit_names(folder, [=](const char* name) { remove_at(folder, name, levels); });
}

/// A link is removed, not followed.
void remove_at(int folder, const char* name, int levels) noexcept {
  if (unlinkat(folder, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
  // An empty folder takes no file descriptor, of which there may be none left.
  if (unlinkat(folder, name, AT_REMOVEDIR) == 0) return;
  const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0) return;
  if (levels > 0) empty_folder(inner, levels - 1);
  close(inner);
  unlinkat(folder, name, AT_REMOVEDIR);
}

void end_by(int signal) {
  remove_temporary_names();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Does the signal end a program by default, and can it be handled?
bool ends_program(int signal) {
  constexpr std::array others = {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP,
                                 SIGTTIN, SIGTTOU, SIGURG,  SIGWINCH};
  return std::find(others.begin(), others.end(), signal) == others.end();
}

std::string path_in(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.ends_with('/') ? folder + name : folder + '/' + name;
}

}  // namespace

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  constexpr std::size_t at_once = 256;
  for (std::size_t filled = 0; filled < count; filled += at_once) {
    if (getentropy(bytes.data() + filled, std::min(at_once, count - filled)) != 0) {
      throw std::system_error(errno, std::generic_category(), "random numbers");
    }
  }
  return bytes;
}

/// Under the mutex.
TemporaryName::Slot* TemporaryName::Slot::take() {
  if (Slot* const slot = free) {
    free = slot->next_free;
    return slot;
  }
  Slot* const made = new Slot;
  made->next = all;
  all = made;
  return made;
}

TemporaryName::TemporaryName(const std::string& folder, const std::string& ending)
    : path_(path_in(folder, ".schiri-" + hexadecimal(random_bytes(8)) + ending)) {
  if (path_.size() >= PATH_MAX) {
    throw std::system_error(ENAMETOOLONG, std::generic_category(), path_);
  }
  const std::lock_guard lock(names_mutex);
  slot_ = Slot::take();
  owner = getpid();
  std::memcpy(slot_->path.data(), path_.c_str(), path_.size() + 1);
  slot_->is_used = true;
}

TemporaryName::TemporaryName(TemporaryName&& other) noexcept
    : path_(std::move(other.path_)), slot_(std::exchange(other.slot_, nullptr)) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(slot_, other.slot_);
  return *this;
}

TemporaryName::~TemporaryName() {
  if (slot_ && slot_->is_used) remove_at(AT_FDCWD, path_.c_str(), most_levels);
  keep();
}

void TemporaryName::keep() {
  if (!slot_) return;
  slot_->is_used = false;
  const std::lock_guard lock(names_mutex);
  slot_->next_free = Slot::free;
  Slot::free = std::exchange(slot_, nullptr);
}

TemporaryName make_temporary_folder(const std::string& parent) {
  TemporaryName name(parent);
  if (mkdir(name.path().c_str(), 0700) == 0) return name;
  const int error = errno;
  name.keep();
  throw std::system_error(error, std::generic_category(), parent);
}

void remove_temporary_names() noexcept {
  if (getpid() != owner) return;
  for (TemporaryName::Slot* slot = TemporaryName::Slot::all; slot; slot = slot->next) {
    if (slot->is_used) remove_at(AT_FDCWD, slot->path.data(), most_levels);
  }
}

void remove_temporary_names_on_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (!ends_program(signal) || sigaction(signal, nullptr, &action) != 0) continue;
    if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) continue;
    action = {};
    action.sa_handler = end_by;
    sigaction(signal, &action, nullptr);
  }
}

TemporaryFile::TemporaryFile() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  if (error) throw std::system_error(error, "the folder for temporary files (TMPDIR)");
  file_ = open_nameless(folder, O_RDWR, 0600);
  if (file_.is_open()) return;
  name_ = TemporaryName(folder);
  file_ = Descriptor(
      ::open(name_.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file_.is_open()) throw std::system_error(file_.error(), std::generic_category(), folder);
}

std::string TemporaryFile::path() const {
  return name_.is_set() ? name_.path() : path_of(file_.number());
}

}  // namespace schiri
