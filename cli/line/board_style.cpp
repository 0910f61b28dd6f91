#include "cli/line/board_style.h"

#include <unistd.h>

#include <cstdlib>

#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "notation/text/printable.h"

namespace schiri::cli {

bool colour_on_output() {
  const char* no_colour = std::getenv("NO_COLOR");
  return console::is_terminal(STDOUT_FILENO) && (!no_colour || !*no_colour);
}

BoardStyle board_style() {
  const std::string& style = defaults().style;
  return {style == "auto" ? colour_on_output() : style == "colour", &output_language()};
}

void DiagramOptions::add_to(Command& command) {
  command.add_option("--theme", theme, "Set the colours of the diagram")
      ->one_of({"light", "dark", "system"})
      ->show_default();
  command.add_flag("--coordinates", coordinates, "Label rows and columns of the diagram");
  command.add_option("--width", width, "Set the width of the diagram, in pixels")
      ->range(16, 10000)
      ->show_default();
}

DiagramStyle DiagramOptions::style() const {
  const Theme colours = theme == "light"  ? Theme::light
                        : theme == "dark" ? Theme::dark
                                          : Theme::system;
  return {colours, coordinates, width};
}

void require_drawing_name(const std::string& path) {
  for (const std::string_view ending : {".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".PNG"}) {
    if (!path.ends_with(ending)) continue;
    throw InputError(
        message("{0} cannot be written: boards are drawn as SVG, in a file that ends in "
                ".svg; browsers show it, and rsvg-convert makes other pictures of it",
                printable(path, 4096)));
  }
}

}  // namespace schiri::cli
