#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>

#include "core/base/characters.h"
#include "core/base/files/system.h"
#include "core/process/process_tree.h"

namespace schiri {

namespace {

/// Calls `visitor(byte)` for each byte of a file below /proc. Returns false if there is no such
/// file.
template <class Visitor>
bool visit_bytes(const char* path, const Visitor& visitor) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char buffer[4096];
  for (ssize_t size; (size = read(file, buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < size; ++i) visitor(buffer[i]);
  }
  close(file);
  return true;
}

/// Calls `visitor(number)` for each terminated number in a file below /proc. Returns false if there
/// is no such file.
template <class Visitor>
bool visit_numbers(const char* path, const Visitor& visitor) {
  long number = -1;
  return visit_bytes(path, [&](char byte) {
    if (is_digit(byte)) {
      number = (number < 0 ? 0 : number * 10) + (byte - '0');
    } else if (number >= 0) {
      visitor(number);
      number = -1;
    }
  });
}

/// Adds up fields in a file of lines `Name:   12 kB`, byte by byte.
class FieldSum {
 public:
  explicit FieldSum(std::initializer_list<const char*> names) : names_(names) {}

  void take(char byte) {
    if (byte == '\n') {
      if (counts_) bytes_ += kilobytes_ * 1024;
      *this = FieldSum(names_, bytes_, found_);
    } else if (counts_ && is_digit(byte)) {
      kilobytes_ = kilobytes_ * 10 + static_cast<rlim_t>(byte - '0');
    } else if (byte == ':' && !ended_) {
      ended_ = true;
      counts_ = is_wanted();
      found_ += counts_;
    } else if (!ended_ && size_ + 1 < sizeof name_) {
      name_[size_++] = byte;
    }
  }
  rlim_t bytes() const { return bytes_; }
  bool found_all() const { return found_ == names_.size(); }

 private:
  FieldSum(std::initializer_list<const char*> names, rlim_t bytes, std::size_t found)
      : names_(names), bytes_(bytes), found_(found) {}

  bool is_wanted() const {
    return std::any_of(names_.begin(), names_.end(),
                       [this](const char* name) { return std::strcmp(name, name_) == 0; });
  }

  std::initializer_list<const char*> names_;
  char name_[32] = "";
  std::size_t size_ = 0;
  bool ended_ = false, counts_ = false;
  rlim_t kilobytes_ = 0, bytes_ = 0;
  std::size_t found_ = 0;
};

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

/// The private and shared memory of a process, in bytes.
rlim_t held_by(long process) {
  static constexpr auto names = {"RssAnon", "RssShmem", "VmSwap"};
  FieldSum sum(names);
  visit_bytes(ProcPath().add(process).add("/status").text(), [&](char byte) { sum.take(byte); });
  return sum.bytes();
}

/// The memory of a process, with its proportional share of shared pages; takes longer. Pages with
/// an unknown share count fully.
rlim_t share_of(long process) {
  static constexpr auto names = {"Pss_Anon", "Pss_Shmem", "SwapPss"};
  FieldSum sum(names);
  visit_bytes(ProcPath().add(process).add("/smaps_rollup").text(),
              [&](char byte) { sum.take(byte); });
  return sum.found_all() ? sum.bytes() : held_by(process);
}

}  // namespace

bool ProcessTree::find_children(pid_t process) {
  count_ = 0;
  return add_children_of(process);
}

bool ProcessTree::find_descendants(pid_t process) {
  const bool known = find_children(process);
  for (std::size_t i = 0; i < count_; ++i) add_children_of(members_[i]);
  return known;
}

bool ProcessTree::hold_more_than(rlim_t bytes) const {
  rlim_t held = 0, shares = 0;
  for (const long member : *this) held += held_by(member);
  if (held <= bytes) return false;
  for (const long member : *this) shares += share_of(member);
  return shares > bytes;
}

void ProcessTree::add(long member) {
  if (count_ < room_ || grow()) members_[count_++] = member;
}

bool ProcessTree::grow() {
  const std::size_t size = room_ * sizeof(long);
  void* const place = members_ == usual_members_ ? mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE,
                                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                                 : mremap(members_, size, 2 * size, MREMAP_MAYMOVE);
  if (place == MAP_FAILED) return false;
  if (members_ == usual_members_) std::memcpy(place, members_, size);
  members_ = static_cast<long*>(place);
  room_ *= 2;
  return true;
}

ProcessTree::~ProcessTree() {
  if (members_ != usual_members_) munmap(members_, room_ * sizeof(long));
}

bool ProcessTree::add_children_of(long process) {
  const int tasks =
      open(ProcPath().add(process).add("/task").text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (tasks < 0) return false;
  bool known = false;
  visit_names(tasks, [&](const char* task) { known |= add_children_of(process, task); });
  close(tasks);
  return known;
}

bool ProcessTree::add_children_of(long process, const char* task) {
  const ProcPath path = ProcPath().add(process).add("/task/").add(task).add("/children");
  return visit_numbers(path.text(), [this](long child) { add(child); });
}

}  // namespace schiri
