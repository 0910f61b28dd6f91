#include "cli/trust/ownership.h"

#include "core/base/message.h"

namespace schiri::cli {

Message others_may_write(const struct stat& status, uid_t user) {
  if (status.st_uid != user && status.st_uid != 0) {
    return message("belongs to another user (uid {0})", status.st_uid);
  }
  if ((status.st_mode & S_IWOTH) != 0) return message("can be written by all users");
  if ((status.st_mode & S_IWGRP) != 0) {
    return message("can be written by its group (gid {0})", status.st_gid);
  }
  return {};
}

}  // namespace schiri::cli
