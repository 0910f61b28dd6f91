#include "db/shards/shard_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/base/errors.h"
#include "core/base/files/unfinished_file.h"
#include "core/base/files/whole_file.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

[[noreturn]] void fail_to_write(const std::string& path, const Message& why) {
  throw UnusableError(message("{0} cannot be written: {1}", printable(path, 4096), why));
}

[[noreturn]] void fail_to_write(const std::string& path) {
  const int error = errno;
  fail_to_write(path, system_message(error));
}

}  // namespace

std::string shard_name(std::uint64_t index) { return "shard-" + std::to_string(index) + ".db"; }

bool is_shard_name(std::string_view name) {
  return name.starts_with("shard-") && name.ends_with(".db");
}

std::string submission_file(const std::string& folder) { return folder + "/cluster.json"; }

bool is_submitted(const std::string& folder) {
  return std::filesystem::exists(submission_file(folder));
}

void replace_file(const std::string& path, std::string_view text) {
  struct stat old {};
  const bool is_there = lstat(path.c_str(), &old) == 0 && !S_ISLNK(old.st_mode);
  if (is_there && !S_ISREG(old.st_mode)) fail_to_write(path, message("it is not a file"));
  UnfinishedFile unfinished(path);
  const Descriptor file = unfinished.create();
  if (!file.is_open()) fail_to_write(path);
  if (is_there && fchmod(file.number(), old.st_mode & 0777) != 0) fail_to_write(path);
  if (!write_all(file.number(), text)) fail_to_write(path);
  const bool is_synced = fsync(file.number()) == 0 || errno == EINVAL || errno == ENOTSUP;
  if (!is_synced || !unfinished.give_name(file.number()) || !unfinished.replace()) {
    fail_to_write(path);
  }
}

}  // namespace schiri::db
