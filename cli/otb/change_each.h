#pragma once

#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/otb/event_access.h"

namespace schiri::cli {

/// Applies a change to each of these players, all of whom must have entered; with `members`, to
/// players of teams as well.
template <class Change>
ExitStatus change_each(const std::string& file, const std::vector<std::string>& names,
                       const Change& change, bool members = false) {
  otb::Journal journal = open_to_change(file);
  for (const std::string& name : entered_names(journal, names, members)) change(journal, name);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace schiri::cli
