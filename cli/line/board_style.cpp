#include "cli/line/board_style.h"

#include <unistd.h>

#include <cstdlib>

#include "cli/line/defaults.h"
#include "cli/print/output_language.h"

namespace schiri::cli {

bool colour_on_output() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour);
}

BoardStyle board_style() {
  const std::string& style = defaults().style;
  return {style == "auto" ? colour_on_output() : style == "colour", &output_language()};
}

}  // namespace schiri::cli
