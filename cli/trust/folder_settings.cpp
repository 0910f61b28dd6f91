#include "cli/trust/folder_settings.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "cli/trust/ownership.h"
#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_settings = std::size_t{64} << 10;

/// Opens a file without blocking on a pipe of this name.
Descriptor open_to_read(const std::string& path, int more = 0) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | more));
}

std::optional<std::string> read_regular(const Descriptor& file, std::size_t most) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return read_all(file.number(), most);
}

Message objection_to_folder(const std::string& folder) {
  const Descriptor opened = open_to_read(folder, O_DIRECTORY);
  struct stat status {};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0) {
    return message("its folder cannot be examined");
  }
  const Message why = others_may_write(status, ::geteuid());
  return why.empty() ? why : message("its folder {0}", why);
}

Message objection_to_file(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return message("it cannot be examined");
  const Message why = others_may_write(status, ::geteuid());
  return why.empty() ? why : message("it {0}", why);
}

/// An objection to the target of a link, in addition to objection_to_file().
Message objection_to_target(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) return message("it is a broken link");
  const Message why = objection_to_folder(target.parent_path().string());
  return why.empty() ? why : message("it is a link, and of its target, {0}", why);
}

}  // namespace

std::string settings_file_of(const std::string& folder) {
  return (fs::path(folder) / "schiri.toml").string();
}

std::optional<FolderSettings> read_folder_settings(const std::string& folder) {
  const std::string path = settings_file_of(folder);
  Descriptor file = open_to_read(path, O_NOFOLLOW);
  const bool is_link = !file.is_open() && errno == ELOOP;
  if (is_link) file = open_to_read(path);
  if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  auto text = file.is_open() ? read_regular(file, most_settings) : std::nullopt;
  if (!text) {
    throw UnusableError(
        message("{0}: the file cannot be read (a regular file of at most 64 KiB is expected)",
                printable(path, 4096)));
  }
  FolderSettings settings{std::move(*text), objection_to_folder(folder.empty() ? "." : folder)};
  if (settings.objection.empty()) settings.objection = objection_to_file(file);
  if (settings.objection.empty() && is_link) settings.objection = objection_to_target(path);
  return settings;
}

std::optional<std::string> read_small_file(const std::string& path, std::size_t most) {
  const Descriptor file = open_to_read(path);
  return file.is_open() ? read_regular(file, most) : std::nullopt;
}

}  // namespace schiri::cli
