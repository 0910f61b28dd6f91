#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace schiri {

/// The processes that descend from one, as /proc tells them, as many as there is room for. Takes no
/// memory and no lock, so that a copy of a process with threads may use it.
class Family {
 public:
  /// Looks for the children of a process anew. Answers false where the system does not tell them.
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
