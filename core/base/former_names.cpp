#include "core/base/former_names.h"

#include <algorithm>
#include <iterator>

namespace schiri {

namespace {

struct FormerName {
  std::string_view name, now;
};

/// Sorted by what had the name.
constexpr FormerName former_names[] = {
    {"schiri db query improved", "'schiri ratings --list NEW --compare OLD --sort -change'"},
    {"schiri db similar-players", "'schiri db query duplicates --similar'"},
    {"schiri trust", "--trust-commands for a stored plan, --presets for a file of programs"},
    {"schiri train", "'schiri data' to write positions for another trainer"},
    {"schiri ratings --audit", "'schiri ratings', whose notes say what a list leaves open"},
    {"--live", "--report, --log or --pgn, or the display in the terminal"},
    {"--system adaptive",
     "round-robin, gauntlet or swiss; --until-error ends a round-robin when the ratings are known"},
    {"--about", "--until-error in a round-robin, and the ranks of 'schiri ratings'"},
};

}  // namespace

Message replacement_of(std::string_view name) {
  const auto* const found = std::find_if(std::begin(former_names), std::end(former_names),
                                         [&](const FormerName& one) { return one.name == name; });
  return found == std::end(former_names) ? Message() : message("use {0}", found->now);
}

}  // namespace schiri
