#pragma once

#include <sys/stat.h>

#include <string>

#include "core/base/message.h"

namespace schiri::cli {

/// The reason why another user than this one (and root) may have written a file or folder, as a
/// sentence without a subject: `belongs to another user (uid 1000)`; empty if none can. The sticky
/// bit of a folder does not count: others can create files in it nevertheless.
Message others_may_write(const struct stat& status, uid_t user);

}  // namespace schiri::cli
