#include "db/sqlite/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "core/base/message.h"
#include "db/sqlite/errors.h"
#include "db/sqlite/log_files.h"

namespace schiri::db {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw StoreError(message("{0}: {1}", path, system_message(error)));
}

void sync(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.is_open() || fsync(file.number()) != 0) fail(path, errno);
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  refuse_log(path_);
  try {
    folder_ = make_temporary_folder(std::filesystem::path(path_).parent_path().string());
  } catch (const std::system_error& error) {
    fail(path_, error.code().value());
  }
  unfinished_ = folder_.path() + "/database";
}

void NewFile::put_in_place() {
  if (!settle_log(unfinished_)) {
    throw StoreError(message(
        "{0}: its log cannot be merged into it; check the free space on the disk", unfinished_));
  }
  sync(unfinished_);
  if (rename(unfinished_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  if (!sync_folder_of(path_)) fail(path_, errno);
}

}  // namespace schiri::db
