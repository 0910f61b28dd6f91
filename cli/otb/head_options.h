#pragma once

// Options on the event that `otb new` and `otb set` share.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "core/otb/event_head.h"
#include "notation/text/json.h"
#include "notation/trf/head_fields.h"

namespace schiri::cli {

/// Texts on the event, the dates of its rounds, and its categories. An empty text removes the
/// present one.
struct HeadOptions {
  std::array<std::optional<std::string>, otb::head_fields.size()> texts;  ///< of head_fields
  std::vector<std::string> round_dates;
  std::vector<std::string> categories;

  /// Adds `--name`, `--place`, ..., `--round-date` and `--category`.
  void add_to(Command& command);
  /// Sets what was given. Throws InputError.
  void apply_to(otb::EventHead& head) const;
  /// What was given, as the keys of a line `set`. Throws InputError.
  Json settings(const otb::EventHead& known) const;
};

}  // namespace schiri::cli
