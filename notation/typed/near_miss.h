#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schiri {

/// Texts that a misspelt turn may stand for, in the signs of these games, the likeliest first: `:`
/// for `x` or `-`, `<->` for `~`, `\\` for `/`, a sign written twice, a letter for the piece. The
/// caller finds out which of them is a turn.
std::vector<std::string> near_misses(std::string_view text);

/// Does a letter for the piece precede a square, as in `Nb1`?
bool begins_with_piece(std::string_view text);

}  // namespace schiri
