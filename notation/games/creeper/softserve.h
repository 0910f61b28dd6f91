#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/games/creeper/position.h"
#include "notation/game_types.h"

/// The state strings and actions of the Creeper server "softserve" (Harding University). Rows are
/// numbered from the top there.
namespace schiri::creeper::softserve {

/// The length of a state string: 49 pawn cells, 36 octagons, side.
inline constexpr std::size_t state_length = 86;

/// Reads a state string, which shows the variant's bases. Throws StartError (bad_position) with the
/// error in the text.
Position read_state(std::string_view text, Variant variant = {});
std::string write_state(const Position& position);

/// Reads an action such as `a5a4`; the way of moving follows from the squares. Nullopt if the text
/// is not an action, or no pawn moves like that.
std::optional<Turn> read_action(std::string_view text);
std::string write_action(const Turn& turn);

/// The server's notation for the table of games.
const ForeignNotation& notation();

}  // namespace schiri::creeper::softserve
