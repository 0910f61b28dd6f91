#include "cli/print/terminal_size.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace schiri::cli {

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t output_columns() {
  constexpr std::size_t in_file = 100;
  return isatty(STDOUT_FILENO) ? terminal_size(STDOUT_FILENO).columns : in_file;
}

}  // namespace schiri::cli
