#pragma once

#include <string>
#include <string_view>

/// The styles of text on a terminal: all escape sequences in drawings of boards, pages of the
/// manual and tables. cli/print/terminal_filter.h passes only these to a terminal, for texts that
/// are marked as styled.
namespace schiri::text_style {

inline constexpr std::string_view plain = "\033[0m", bold = "\033[1m", underlined = "\033[4m",
                                  white = "\033[1;33m", black = "\033[1;36m", locked = "\033[1;31m";

inline constexpr std::string_view all[] = {plain, bold, underlined, white, black, locked};

inline std::string styled(std::string_view text, std::string_view style) {
  return std::string(style).append(text).append(plain);
}

}  // namespace schiri::text_style
