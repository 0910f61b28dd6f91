#pragma once

#include <iostream>
#include <string>

namespace schiri::cli {

/// A sentence on standard error that the user should know, though nothing is wrong.
inline void print_note(const std::string& text) { std::cerr << "schiri: note: " << text << '\n'; }

}  // namespace schiri::cli
