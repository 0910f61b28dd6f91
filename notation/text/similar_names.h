#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/names.h"

namespace schiri {

/// A normalised name: composed (Unicode's NFC), without spaces at its ends and with single ordinary
/// spaces.
std::string tidy_name(std::string_view name);

/// May two names be different spellings of one? So they are if they are equal except for case,
/// accents (`Jörg`, `Joerg`), double letters (`Anna`, `Ana`), order of words, commas and dots
/// (`Klein, Finn` and `finn klein`), apostrophes, hyphens and spaces (`O'Brien`, `O Brien`; not
/// between digits), or nearly so: one letter of eight may differ, two of ten, no
/// digit. Two neighbours that are transposed (`Schmidt`, `Schmitd`) count as one letter.
bool are_similar_names(std::string_view a, std::string_view b);

/// All pairs of similar names, by index: ascending, the lower first.
std::vector<std::pair<std::size_t, std::size_t>> similar_pairs(
    const std::vector<std::string>& names);

}  // namespace schiri
