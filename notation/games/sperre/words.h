#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/games/sperre/position.h"

/// Words for Sperre's texts and messages.
namespace schiri::sperre {

/// `III`, `IV` or `V`.
std::string_view name_of(Die die);
/// `62`.
std::string name_of(Place square);
/// `147`.
std::string text_of(const Tops& tops);

/// Is it a number that a square or a die can have?
constexpr bool is_number(char c) { return c >= '1' && c <= '9'; }

/// `1, 3 or 8`, for the joint ` or `.
std::string list(const std::vector<std::string>& words, std::string_view last_joint);
std::string list(Digits digits, std::string_view last_joint);

/// Reads the numbers on top of the dice; `what` names them in the message. Throws StartError
/// (bad_position).
Tops read_tops(std::string_view text, std::string_view what);

}  // namespace schiri::sperre
