#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// The first character of a text that is invisible, or looks like letters of ASCII: `U+0415 looks
/// like E`, `U+200B is invisible`; empty if there is none.
Message odd_character_in(std::string_view text);

}  // namespace schiri
