#pragma once

#include <cstddef>

namespace schiri::cli {

/// The size of a terminal, in characters.
struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The size of the terminal that is open as this file; the usual size if it is not a terminal.
TerminalSize terminal_size(int descriptor);

/// The columns for tables on standard output: those of the terminal, 100 in a file or pipe.
std::size_t output_columns();

}  // namespace schiri::cli
