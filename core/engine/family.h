#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace schiri {

/// The descendants of a process as /proc lists them, as many as there is room for. Allocates no
/// memory and takes no lock, so that the forked copy of a process with threads may use it.
class Family {
 public:
  /// Finds the children of a process anew. Returns false where the system does not list them.
  bool find_children(pid_t process);
  /// The same for all its descendants.
  bool find_descendants(pid_t process);

  const long* begin() const { return members_; }
  const long* end() const { return members_ + count_; }
  /// The memory that belongs to them alone, in bytes.
  rlim_t memory() const;

 private:
  static constexpr int most = 1024;

  bool add_children_of(long process);
  bool add_children_of(long process, const char* task);

  long members_[most];
  int count_ = 0;
};

}  // namespace schiri
