#include "cli/trust/ownership.h"

namespace schiri::cli {

std::string others_may_write(const struct stat& status, uid_t user) {
  if (status.st_uid != user && status.st_uid != 0) {
    return "belongs to another user (uid " + std::to_string(status.st_uid) + ")";
  }
  if ((status.st_mode & S_IWOTH) != 0) return "can be written by all users";
  if ((status.st_mode & S_IWGRP) != 0) {
    return "can be written by its group (gid " + std::to_string(status.st_gid) + ")";
  }
  return {};
}

}  // namespace schiri::cli
