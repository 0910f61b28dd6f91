#include "cli/tournament/live/log.h"

#include <cerrno>
#include <cstring>

#include "cli/print/output_file.h"
#include "core/base/date.h"
#include "core/base/errors.h"
#include "notation/text/printable.h"

namespace schiri::cli {

TournamentLog::TournamentLog(const std::string& path) : path_(path) {
  if (path.empty()) return;
  require_no_database(path);
  file_.emplace(path, std::ios::app);
  if (!*file_) {
    throw UnusableError(printable(path, 4096) + " cannot be written: " + std::strerror(errno));
  }
}

void TournamentLog::write(const char* type, const Json& details) {
  if (!file_) return;
  Json line = {{"v", 1}, {"time", utc_time()}, {"type", type}};
  line.update(details);
  const std::lock_guard lock(mutex_);
  write_line(*file_, line);
  if (!file_->flush()) throw UnusableError(printable(path_, 4096) + " cannot be written any more");
}

}  // namespace schiri::cli
