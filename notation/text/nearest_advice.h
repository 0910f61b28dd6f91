#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/base/nearest_name.h"

namespace schiri {

/// What to join to "there is no X": `the nearest is 'Anna'` if one is near, otherwise the names
/// that exist if they are few, `otherwise` (`'schiri help' lists all`) if they are many.
Message known_names(const NearestName& nearest, const Message& otherwise = {});

/// The same of a name and those that are known.
template <class Names>
Message known_names(std::string_view wanted, const Names& known, const Message& otherwise = {}) {
  NearestName nearest(wanted);
  for (const auto& name : known) nearest.look_at(name);
  return known_names(nearest, otherwise);
}

}  // namespace schiri
