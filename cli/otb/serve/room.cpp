#include "cli/otb/serve/room.h"

#include "core/base/errors.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

bool is_same_state(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

struct stat state_of(const std::string& file) {
  struct stat state {};
  if (::stat(file.c_str(), &state) != 0) state = {};
  return state;
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
  // The state before it is read: what is written meanwhile is noticed the next time.
  struct stat now = state_of(file_);
  if (now.st_ino != 0 && is_same_state(now, seen_)) return;
  View next = view();
  try {
    auto journal =
        std::make_shared<otb::Journal>(otb::Journal::open(file_, otb::JournalFile::Access::read));
    journal->release();
    if (next.journal && journal->is_other_event(*next.journal)) {
      if (next.problem.empty()) next.version += "!";
      next.is_other = true;
      next.problem = message("{0}: {1}", printable(file_, 4096), other_event());
    } else {
      next = {journal, journal->version(), {}};
    }
  } catch (const UnusableError& error) {
    if (next.problem.empty()) next.version += "!";
    next.problem = error.message();
    next.is_other = false;
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
  const std::lock_guard reading(reading_);
  auto journal =
      std::make_shared<otb::Journal>(otb::Journal::open(file_, otb::JournalFile::Access::write));
  if (journal->is_other_event(*view().journal)) throw otb::EventError(other_event());
  change(*journal);
  journal->commit();
  // Nobody else has written since: what was read and added is the file.
  seen_ = state_of(file_);
  journal->release();
  put({journal, journal->version(), {}});
}

Message other_event() {
  return message(
      "another event has taken the place of the file; start the server again to serve it");
}

}  // namespace schiri::cli
