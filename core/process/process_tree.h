#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>

namespace schiri {

/// The descendants of a process from /proc; on POSIX none are known. Takes no locks and allocates
/// only pages of its own, so that the forked copy of a process with threads may use it.
class ProcessTree {
 public:
  ProcessTree() = default;
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;
  ~ProcessTree();

  /// Finds the children of a process. Returns false if the system does not list them.
  bool find_children(pid_t process);
  /// Finds all descendants of the process.
  bool find_descendants(pid_t process);

  const long* begin() const { return members_; }
  const long* end() const { return members_ + count_; }
  /// Do they use more than this many bytes, in memory or swapped out? Counts private memory and
  /// memory shared among them (shm_open, memfd_create, System V), but no mapped files. Memory that
  /// several of them share counts once if the system reports proportional shares (Linux 5.4),
  /// otherwise for each.
  bool hold_more_than(rlim_t bytes) const;

 private:
  bool add_children_of(long process);
  bool add_children_of(long process, const char* task);
  void add(long member);
  bool grow();

  static constexpr std::size_t usual = 256;
  long usual_members_[usual];
  long* members_ = usual_members_;
  std::size_t room_ = usual, count_ = 0;
};

}  // namespace schiri
