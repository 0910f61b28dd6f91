#include "core/engine/family.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace schiri {

namespace {

/// Calls `visitor(number)` for each number in a file below /proc. False where there is no such
/// file.
template <class Visitor>
bool visit_numbers(const char* path, const Visitor& visitor) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char buffer[4096];
  long number = -1;
  for (ssize_t size; (size = read(file, buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        number = (number < 0 ? 0 : number * 10) + (buffer[i] - '0');
      } else if (number >= 0) {
        visitor(number);
        number = -1;
      }
    }
  }
  close(file);
  return true;
}

/// A path below /proc, put together without allocating memory.
class ProcPath {
 public:
  ProcPath() { add("/proc/"); }
  ProcPath& add(const char* text) {
    while (*text && size_ + 1 < sizeof text_) text_[size_++] = *text++;
    text_[size_] = '\0';
    return *this;
  }
  ProcPath& add(long number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    return add(digits + at);
  }
  const char* text() const { return text_; }

 private:
  char text_[128];
  std::size_t size_ = 0;
};

/// Its pages in memory that are neither parts of files nor shared.
rlim_t pages_of(long process) {
  long numbers[3] = {};
  int known = 0;
  visit_numbers(ProcPath().add(process).add("/statm").text(), [&](long number) {
    if (known < 3) numbers[known++] = number;
  });
  return numbers[1] > numbers[2] ? static_cast<rlim_t>(numbers[1] - numbers[2]) : 0;
}

}  // namespace

bool Family::find_children(pid_t process) {
  count_ = 0;
  return add_children_of(process);
}

bool Family::find_descendants(pid_t process) {
  const bool known = find_children(process);
  for (int i = 0; i < count_; ++i) add_children_of(members_[i]);
  return known;
}

rlim_t Family::memory() const {
  rlim_t pages = 0;
  for (const long member : *this) pages += pages_of(member);
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

bool Family::add_children_of(long process) {
  const int tasks =
      open(ProcPath().add(process).add("/task").text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (tasks < 0) return false;
  bool known = false;
  alignas(dirent64) char buffer[4096];
  for (long size; (size = syscall(SYS_getdents64, tasks, buffer, sizeof buffer)) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (entry->d_name[0] != '.') known |= add_children_of(process, entry->d_name);
    }
  }
  close(tasks);
  return known;
}

bool Family::add_children_of(long process, const char* task) {
  const ProcPath path = ProcPath().add(process).add("/task/").add(task).add("/children");
  return visit_numbers(path.text(), [this](long child) {
    if (count_ < most) members_[count_++] = child;
  });
}

}  // namespace schiri
