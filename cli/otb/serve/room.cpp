#include "cli/otb/serve/room.h"

#include "core/base/errors.h"
#include "db/otb/line_checksum.h"

namespace schiri::cli {

namespace {

bool is_same_state(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

/// The number of lines, and the checksum of the last one: a line that was taken back and another
/// one in its place differ.
std::string version_of(const otb::Journal& journal) {
  const std::string last = otb::with_checksum(journal.acts().back().dump());
  return std::to_string(journal.acts().size()) + "." + last.substr(last.size() - 10, 8);
}

}  // namespace

Room::Room(std::string file) : file_(std::move(file)) {
  look();
  if (!view_.problem.empty()) throw UnusableError(view_.problem);
}

Room::View Room::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

void Room::look() {
  const std::lock_guard reading(reading_);
  struct stat now {};
  // The state before it is read: what is written meanwhile is noticed the next time.
  if (::stat(file_.c_str(), &now) == 0 && is_same_state(now, seen_)) return;
  View next = view();
  try {
    auto journal =
        std::make_shared<otb::Journal>(otb::Journal::open(file_, otb::JournalFile::Access::read));
    journal->release();
    next = {journal, version_of(*journal), {}};
  } catch (const UnusableError& error) {
    if (next.problem.empty()) next.version += "!";
    next.problem = error.message();
    now = {};
  }
  seen_ = now;
  put(std::move(next));
}

void Room::put(View view) {
  {
    const std::lock_guard lock(mutex_);
    view_ = std::move(view);
  }
  changed_.notify_all();
}

Room::View Room::wait(const std::string& version, std::chrono::milliseconds most) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, most, [&] { return is_closed_ || view_.version != version; });
  return view_;
}

void Room::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

void Room::change(const std::function<void(otb::Journal&)>& change) {
  {
    const std::lock_guard reading(reading_);
    otb::Journal journal = otb::Journal::open(file_, otb::JournalFile::Access::write);
    change(journal);
    journal.commit();
  }
  look();
}

}  // namespace schiri::cli
