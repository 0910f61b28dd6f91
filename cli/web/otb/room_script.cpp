#include "cli/web/otb/room_script.h"

#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"

namespace schiri::cli {

std::string room_script() {
  return with_texts(std::string(dom_js).append(room_js), languages(), false);
}

std::string room_style() { return std::string(palette_css).append(style_css).append(room_css); }

}  // namespace schiri::cli
