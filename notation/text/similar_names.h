#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schiri {

/// A name as it is kept: composed (Unicode's NFC), without blanks at its ends and with one blank,
/// an ordinary one, wherever there are some.
std::string tidy_name(std::string_view name);

/// May two names be one that was typed differently? So they are where they are the same but for
/// case, order of words, commas and dots (`Klein, Finn` and `finn klein`), or nearly so: of eight
/// letters one may differ, of ten two, digits none.
bool are_similar_names(std::string_view a, std::string_view b);

/// All two of these names that are similar, by their places: ascending, the lower first.
std::vector<std::pair<std::size_t, std::size_t>> similar_pairs(
    const std::vector<std::string>& names);

}  // namespace schiri
