#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// The first character of a text that is invisible, or looks like letters of ASCII: `U+0415 looks
/// like E`, `U+200B is invisible`; empty if there is none.
Message odd_character_in(std::string_view text);

/// Names the first character of a text that is not visible in a name: `U+200B is invisible`; empty
/// if there is none. Joiners are visible between letters of scripts that need them.
Message invisible_character_in(std::string_view text);
/// The text without such characters.
std::string without_invisible(std::string_view text);

}  // namespace schiri
