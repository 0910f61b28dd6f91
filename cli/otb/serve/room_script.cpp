#include "cli/otb/serve/room_script.h"

#include "cli/otb/publish/otb_files.h"
#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"

namespace schiri::cli {

std::string room_script() {
  return with_texts(room_js, languages(), {"cli/otb/serve/room.", "cli/web/shared/words.js"});
}

std::string room_style() {
  return std::string(palette_css).append(style_css).append(room_css).append(bracket_css);
}

}  // namespace schiri::cli
