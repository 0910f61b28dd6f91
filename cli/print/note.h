#pragma once

#include <iostream>
#include <string>

namespace schiri::cli {

/// Prints a note for the user on standard error; nothing is wrong.
inline void print_note(const std::string& text) { std::cerr << "schiri: note: " << text << '\n'; }

}  // namespace schiri::cli
