#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
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

/// The numbers, ascending, to be listed.
std::vector<Message> numbers_of(Digits digits);

/// Reads the numbers on top of the dice; `subject` is `the roll '147'` in messages. Throws
/// StartError (bad_position).
Tops read_tops(std::string_view text, const Message& subject);

}  // namespace schiri::sperre
