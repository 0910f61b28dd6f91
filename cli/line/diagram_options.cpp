#include "cli/line/diagram_options.h"

#include "cli/line/command.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void DiagramOptions::add_to(Command& command) {
  command.add_option("--theme", theme, "Set the colours of the diagram (system)")
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
