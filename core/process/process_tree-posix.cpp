#include "core/process/process_tree.h"

namespace schiri {

ProcessTree::~ProcessTree() = default;

bool ProcessTree::find_children(pid_t) { return false; }

bool ProcessTree::find_descendants(pid_t) { return false; }

bool ProcessTree::hold_more_than(rlim_t) const { return false; }

}  // namespace schiri
