#include "cli/trust/state_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/trust/ownership.h"
#include "core/base/errors.h"
#include "core/base/files/unfinished_file.h"
#include "core/base/files/whole_file.h"
#include "core/base/message.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_state_bytes = std::size_t{64} << 10;

/// A path of the environment; only absolute paths count (XDG Base Directory Specification).
std::string absolute_path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && value[0] == '/' ? value : "";
}

std::string state_path() {
  const std::string state = absolute_path_in("XDG_STATE_HOME"), home = absolute_path_in("HOME");
  if (!state.empty()) return state + "/schiri";
  if (!home.empty()) return home + "/.local/state/schiri";
  throw StateError(message("there is no state folder: neither XDG_STATE_HOME nor HOME is set"));
}

/// Makes the folder with permissions for the user only, and missing parents with the usual
/// permissions.
void make_private_folder(const std::string& path) {
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  ::mkdir(path.c_str(), 0700);
}

}  // namespace

StateFolder::StateFolder(Access access) : path_(state_path()) {
  if (access == Access::write) make_private_folder(path_);
  folder_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  if (!folder_.is_open() || ::fstat(folder_.number(), &status) != 0) fail(system_message(errno));
  const Message why = others_may_write(status, ::geteuid());
  if (!why.empty()) fail(message("it {0}", why));
}

void StateFolder::fail(const Message& what) const {
  throw StateError(
      message("the state folder {0} cannot be used: {1}", printable(path_, 4096), what));
}

std::optional<std::string> StateFolder::read(const std::string& name) const {
  const Descriptor file(
      ::openat(folder_.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() && errno == ENOENT) return std::nullopt;
  if (!file.is_open()) fail(message("{0}: {1}", name, system_message(errno)));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(message("{0}: {1}", name, system_message(errno)));
  const Message why = others_may_write(status, ::geteuid());
  if (!why.empty()) fail(message("{0} {1}", name, why));
  if (!S_ISREG(status.st_mode)) fail(message("{0} is not a regular file", name));
  std::optional<std::string> text = read_all(file.number(), most_state_bytes);
  if (!text && errno != EFBIG) fail(message("{0}: {1}", name, system_message(errno)));
  if (text) return text;
  fail(message("{0} is too large", name));
}

void StateFolder::keep(const std::string& name, const std::string& text) const {
  UnfinishedFile unfinished(path_ + '/' + name);
  const Descriptor file = unfinished.create(0600);
  const bool kept = file.is_open() && write_to_disk(file.number(), text) &&
                    unfinished.give_name(file.number()) &&
                    (unfinished.put_new() || errno == EEXIST);
  if (!kept) fail(message("{0}: {1}", name, system_message(errno)));
}

void StateFolder::remove(const std::string& name) const {
  if (::unlinkat(folder_.number(), name.c_str(), 0) != 0 && errno != ENOENT) {
    fail(message("{0}: {1}", name, system_message(errno)));
  }
  if (::fsync(folder_.number()) != 0 && errno != EINVAL)
    fail(message("{0}: {1}", name, system_message(errno)));
}

std::vector<std::string> StateFolder::names(const std::string& prefix) const {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator file(path_, error), end; !error && file != end;
       file.increment(error)) {
    std::string name = file->path().filename().string();
    if (name.starts_with(prefix)) found.push_back(std::move(name));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace schiri::cli
